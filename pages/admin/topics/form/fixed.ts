import type { AdminTopic } from '#modules/voting/contract/admin.ts';

/** What of a topic cannot be changed any more (decision 2); the reasons are keys below `admin-topics:fixed`. */
export interface Fixed {
  startDate?: 'start' | 'alwaysOpen' | 'closed';
  endDate?: 'alwaysOpen' | 'closed';
  /** The end can only move later than this. */
  endOnlyAfter?: string;
  /** With ballots stored choices cannot be removed; once voting is over, none can be added either. */
  choices?: 'choices' | 'choicesClosed';
  /** With ballots names change by a correction alone, and pictures are not replaced. */
  names?: true;
  /** Everything that the topic shows stays. */
  final?: true;
}

export function fixedOf(
  topic: Pick<AdminTopic, 'hasBallots' | 'status' | 'endDate' | 'isCancelled' | 'resultsFinalized'> | null,
): Fixed {
  if (!topic) return {};
  const { hasBallots, status, endDate, isCancelled, resultsFinalized } = topic;
  const names = hasBallots && ({ names: true } as const);
  if (status === 'closed' || isCancelled === 1 || resultsFinalized === 1) {
    const final = resultsFinalized === 1 && ({ final: true } as const);
    return { startDate: 'closed', endDate: 'closed', choices: 'choicesClosed', ...names, ...final };
  }
  if (!hasBallots) return {};
  if (status === 'always_open') {
    return { startDate: 'alwaysOpen', endDate: 'alwaysOpen', choices: 'choices', ...names };
  }
  return { startDate: 'start', choices: 'choices', ...names, ...(endDate && { endOnlyAfter: endDate }) };
}
