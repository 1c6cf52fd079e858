import { z } from 'zod';

const seconds = z.number().min(0).max(86_400);
const milliseconds = z.number().int().min(0).max(600_000);

const webhooks = z.strictObject({
  delayMs: milliseconds,
  /** How many times each event is sent. */
  repeat: z.number().int().min(1).max(20),
  /** Of a batch of withheld ones. */
  order: z.enum(['kept', 'shuffled', 'reversed']),
  withhold: z.boolean(),
  /** Never delivered: found only by who lists the events. */
  lose: z.boolean(),
});
const api = z.strictObject({
  /** So many calls of the API answer 500, before they do anything. */
  failNext: z.number().int().min(0).max(1_000),
  delayMs: milliseconds,
});
const behaviour = z.strictObject({
  webhooks,
  authentication: z.enum(['dialog', 'redirect']),
  /** A confirmed payment stays `processing` until it is let go. */
  processing: z.boolean(),
  api,
  disputeAfterSeconds: seconds,
});

/** How the provider behaves: what a tester may change. */
export type Behaviour = z.infer<typeof behaviour>;

export const behaviourChanges = behaviour.extend({ webhooks: webhooks.partial(), api: api.partial() }).partial();
export type BehaviourChanges = z.infer<typeof behaviourChanges>;

export const usualBehaviour = (): Behaviour => ({
  webhooks: { delayMs: 0, repeat: 1, order: 'kept', withhold: false, lose: false },
  authentication: 'dialog',
  processing: false,
  api: { failNext: 0, delayMs: 0 },
  disputeAfterSeconds: 5,
});

/** Changes what is named and leaves the rest. */
export function change(behaviour: Behaviour, changes: BehaviourChanges): void {
  const { webhooks, api, ...rest } = changes;
  Object.assign(behaviour.webhooks, webhooks);
  Object.assign(behaviour.api, api);
  Object.assign(behaviour, rest);
}
