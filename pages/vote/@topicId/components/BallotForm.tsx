import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { navigate } from 'vike/client/router';
import type { CreateFreeVote, Topic } from '#modules/voting/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { forgetBegun } from '#renderer/components/topics/begun-ballot.ts';
import { DragArea } from '#renderer/components/topics/DragArea.tsx';
import { type ApiError, fetchApi } from '#renderer/data/api.ts';
import { useHydrated } from '#renderer/format/clock.ts';
import { toast } from '#renderer/ui/toast.tsx';
import { BallotSlip } from './BallotSlip.tsx';
import { ChoiceList } from './ChoiceList.tsx';

import type { Paying } from './PayButton.tsx';
import { TierSelector } from './TierSelector.tsx';
import { useBallot } from './use-ballot.ts';

/** Choose a tier, rank, cast. What is done is said in a live region, so that it can be followed without seeing it. */
export function BallotForm({ topic, usedFree, paying }: { topic: Topic; usedFree: boolean; paying: Paying }) {
  const { t } = useTexts('vote');
  const queryClient = useQueryClient();
  const ballot = useBallot(topic, usedFree);
  const [signedOut, setSignedOut] = useState(false);
  const hydrated = useHydrated();
  const underWay = useRef(false);

  const cast = useMutation<unknown, ApiError>({
    mutationFn: () => {
      const body: CreateFreeVote = {
        topicId: topic.id,
        tier: ballot.tier,
        amount: '0.00',
        voteItems: ballot.ranking.map((choiceId, index) => ({ choiceId, rank: index + 1 })),
      };
      return fetchApi('/api/create-free-vote', { method: 'POST', body });
    },
    onSettled: () => {
      underWay.current = false;
    },
    async onSuccess() {
      forgetBegun(topic.id);
      queryClient.setQueryData([`/api/check-free-vote/${topic.id}`], { hasUsedFreeVote: true });
      await navigate(`/results/${topic.id}`);
      toast({ title: t('cast.title'), text: t('cast.text') });
    },
    onError(error) {
      if (error.status === 401) setSignedOut(true);
      // What the page shows is out of date: the topic has closed, or the ballot was cast in another tab.
      if (error.status === 409) void queryClient.invalidateQueries();
    },
  });

  return (
    <DragArea>
      {/*
        What is pressed before the page acts would be lost, so it cannot be pressed. What has the focus stays free of the
        bar at the screen's foot.
      */}
      <div
        inert={!hydrated}
        className="grid gap-8 max-lg:[&_:is(a,button,input)]:scroll-mb-16 lg:grid-cols-[1fr_24rem] lg:items-start"
      >
        <div inert={cast.isPending}>
          <TierSelector
            ballot={ballot}
            usedFree={usedFree}
            onChoose={(tier, paid) => {
              cast.reset(); // what was wrong with the other tier
              ballot.choose(tier, paid);
            }}
          />
          <ChoiceList ballot={ballot} />
        </div>
        <BallotSlip
          ballot={ballot}
          onCast={() => {
            if (underWay.current) return; // a double click casts one ballot
            underWay.current = true;
            cast.mutate();
          }}
          casting={cast.isPending || cast.isSuccess}
          error={cast.error ? (cast.error.text ?? t('failed')) : undefined}
          paying={paying}
          signedOut={signedOut}
          onSignedOut={() => setSignedOut(true)}
        />
        <p role="status" className="sr-only">
          {ballot.said}
        </p>
        {ballot.ranking.length > 0 && (
          <a
            href="#ballot"
            className="fixed inset-x-0 bottom-[var(--covered,0px)] z-20 flex min-h-14 items-center justify-between border-t-2 border-ink bg-sheet px-5 font-semibold lg:hidden"
          >
            <span className="tabular-nums">
              {ballot.refused ?? t('ranked', { count: ballot.ranking.length, limit: ballot.limit })}
            </span>
            <span className="text-brand underline underline-offset-4">{t('toSlip')}</span>
          </a>
        )}
      </div>
    </DragArea>
  );
}
