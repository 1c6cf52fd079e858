import type { Stripe } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import type { CreateVotePayment, VotePayment } from '#modules/payments/contract/index.ts';
import { priceOf } from '#modules/payments/rules/prices.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { fetchApi } from '#renderer/data/api.ts';
import { decimalAmount } from '#src/shared/money.ts';
import type { Ballot } from '../components/use-ballot.ts';
import { stripeFrom } from './load-stripe.ts';

export interface ReadyPayment {
  payment: VotePayment;
  stripe: Stripe;
}

/**
 * Begins the payment of a ballot, or goes on with the open one of the same ranking: the server knows it again. Never from
 * the cache, so that an opened dialog always has a payment that is open.
 */
export function useVotePayment({ topic, tier, ranking }: Ballot) {
  const { currency } = usePageContext();
  const body: CreateVotePayment = {
    topicId: topic.id,
    tier,
    amount: decimalAmount(priceOf(tier, currency), currency),
    currency,
    voterEmail: '',
    voteItems: ranking.map((choiceId, index) => ({ choiceId, rank: index + 1 })),
  };
  return useQuery<ReadyPayment>({
    queryKey: ['vote payment', body],
    async queryFn() {
      const payment = await fetchApi<VotePayment>('/api/create-vote-payment', { method: 'POST', body });
      return { payment, stripe: await stripeFrom(payment.scriptUrl, payment.publishableKey) };
    },
    gcTime: 0,
    structuralSharing: false,
  });
}
