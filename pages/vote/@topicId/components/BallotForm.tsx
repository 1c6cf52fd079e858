import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'vike/client/router';
import type { CreateFreeVote, Topic } from '../../../../modules/voting/contract.ts';
import { defaultTier, type Tier, tierSizes } from '../../../../modules/voting/rules/tiers.ts';
import { type ApiError, fetchApi } from '../../../../renderer/api.ts';
import { toast } from '../../../../renderer/ui/toast.tsx';
import { BallotSlip } from './BallotSlip.tsx';
import { ChoiceList } from './ChoiceList.tsx';
import { moved, type Ranking, withAdded, without } from './ranking.ts';
import { TierSelector } from './TierSelector.tsx';

/** Choose a tier, rank, cast. What is done is said in a live region, so that it can be followed without seeing it. */
export function BallotForm({ topic }: { topic: Topic }) {
  const { t } = useTranslation('vote');
  const queryClient = useQueryClient();
  const [tier, setTier] = useState<Tier>(defaultTier);
  const [ranking, setRanking] = useState<Ranking>([]);
  const [said, setSaid] = useState('');
  const limit = tierSizes[tier];
  const nameOf = (id: number) => topic.choices.find((choice) => choice.id === id)?.name ?? '';

  const cast = useMutation<unknown, ApiError>({
    mutationFn: () => {
      const body: CreateFreeVote = {
        topicId: topic.id,
        tier,
        amount: '0.00',
        voteItems: ranking.map((choiceId, index) => ({ choiceId, rank: index + 1 })),
      };
      return fetchApi('/api/create-free-vote', { method: 'POST', body });
    },
    async onSuccess() {
      queryClient.setQueryData([`/api/check-free-vote/${topic.id}`], { hasUsedFreeVote: true });
      await navigate(`/results/${topic.id}`);
      toast({ title: t('cast.title'), text: t('cast.text') });
    },
  });

  const add = (id: number) => {
    if (ranking.length >= limit) return setSaid(t('limit', { limit }));
    setRanking(withAdded(ranking, id, limit));
    setSaid(t('said.added', { name: nameOf(id), place: ranking.length + 1 }));
  };
  const remove = (id: number) => {
    setRanking(without(ranking, id));
    setSaid(t('said.removed', { name: nameOf(id) }));
  };
  const move = (id: number, by: number) => {
    const next = moved(ranking, id, by);
    setRanking(next);
    setSaid(t('said.moved', { name: nameOf(id), place: next.indexOf(id) + 1 }));
  };
  const choose = (next: Tier) => {
    setTier(next);
    const size = tierSizes[next];
    if (ranking.length > size) {
      setRanking(ranking.slice(0, size));
      setSaid(t('said.shortened', { limit: size }));
    }
  };

  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_24rem] lg:items-start">
      <div>
        <TierSelector tier={tier} onChange={choose} />
        <ChoiceList
          choices={topic.choices}
          ranking={ranking}
          full={ranking.length >= limit}
          onAdd={add}
          onRemove={remove}
        />
      </div>
      <BallotSlip
        topic={topic}
        ranking={ranking}
        limit={limit}
        nameOf={nameOf}
        onMove={move}
        onRemove={remove}
        onCast={() => cast.mutate()}
        casting={cast.isPending || cast.isSuccess}
        error={cast.error ? (cast.error.text ?? t('failed')) : undefined}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      {ranking.length > 0 && (
        <a
          href="#ballot"
          className="fixed inset-x-0 bottom-0 z-20 flex min-h-14 items-center justify-between border-t-2 border-ink bg-sheet px-5 font-semibold lg:hidden"
        >
          <span className="tabular-nums">{t('ranked', { count: ranking.length, limit })}</span>
          <span className="text-brand underline underline-offset-4">{t('toSlip')}</span>
        </a>
      )}
    </div>
  );
}
