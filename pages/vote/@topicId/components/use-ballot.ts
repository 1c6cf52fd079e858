import { useEffect, useState } from 'react';
import type { Topic } from '#modules/voting/contract/index.ts';
import { defaultTier, type Tier, tierSizes } from '#modules/voting/rules/tiers.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { begunBallot, keepBegun } from '#renderer/components/topics/begun-ballot.ts';
import { placed, type Ranking, without } from './ranking.ts';

/** The ballot being filled in: its tier, its ranking, and what can be done with them by mouse, touch and keyboard alike. */
export interface Ballot {
  topic: Topic;
  tier: Tier;
  /** It is to be paid for: chosen so, or because the free one is used. */
  paid: boolean;
  ranking: Ranking;
  limit: number;
  /** What has just happened, for a live region. */
  said: string;
  /** Why the last attempt was refused, if it was. */
  refused: string | undefined;
  nameOf(id: number): string;
  /** Puts a choice on a place (0 is the first); without a place, on the next free one. Refuses beyond the limit. */
  put(id: number, place?: number): void;
  take(id: number): void;
  choose(tier: Tier, paid: boolean): void;
  /** Sets a whole ranking, for a drag that was broken off. */
  restore(ranking: Ranking): void;
  say(text: string): void;
}

export function useBallot(topic: Topic, usedFree: boolean): Ballot {
  const { t } = useTexts('vote');
  const [tier, setTier] = useState<Tier>(defaultTier);
  const [paid, setPaid] = useState(false);
  // All that was ranked: a smaller tier hides the rest, and the larger one brings it back.
  const [whole, setWhole] = useState<Ranking>([]);
  const [restored, setRestored] = useState(false);
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<string>();
  const limit = tierSizes[tier];
  const ranking = whole.slice(0, limit);
  const nameOf = (id: number) => topic.choices.find((choice) => choice.id === id)?.name ?? '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a topic, when the browser has taken over
  useEffect(() => {
    const begun = begunBallot(
      topic.id,
      topic.choices.map((choice) => choice.id),
    );
    if (begun) {
      setTier(begun.tier);
      setPaid(begun.paid);
      setWhole(begun.ranking);
      setSaid(t('said.restored'));
    }
    setRestored(true);
  }, [topic.id]);
  useEffect(() => {
    if (restored) keepBegun(topic.id, { tier, paid, ranking: whole });
  }, [restored, topic.id, tier, paid, whole]);

  const change = (next: Ranking, text: string) => {
    setWhole(next);
    setRefused(undefined);
    setSaid(text);
  };

  return {
    topic,
    tier,
    paid: paid || usedFree,
    ranking,
    limit,
    said,
    refused,
    nameOf,
    put(id, place = ranking.length) {
      const isNew = !ranking.includes(id);
      if (isNew && ranking.length >= limit) return setRefused(t('limit', { limit }));
      const next = placed(ranking, id, place);
      if (next === ranking) return;
      change(next, t(isNew ? 'said.added' : 'said.moved', { name: nameOf(id), place: next.indexOf(id) + 1 }));
    },
    take: (id) => change(without(ranking, id), t('said.removed', { name: nameOf(id) })),
    choose(next, nextPaid) {
      setTier(next);
      setPaid(nextPaid);
      const size = tierSizes[next];
      setRefused(undefined);
      setSaid(ranking.length > size ? t('said.shortened', { limit: size }) : '');
    },
    restore(before) {
      if (before.join() !== ranking.join()) setWhole(before); // else what a smaller tier hides would be lost
    },
    say: setSaid,
  };
}
