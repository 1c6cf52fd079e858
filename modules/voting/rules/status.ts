export type TopicStatus = 'always_open' | 'upcoming' | 'active' | 'closed';

interface Dates {
  startDate: Date | string | null;
  endDate: Date | string | null;
}

/** Where a topic stands at `now` (decision 2). At the end date itself it is closed. */
export function topicStatus({ startDate, endDate }: Dates, now: Date): TopicStatus {
  if (!startDate && !endDate) return 'always_open';
  if (startDate && now < new Date(startDate)) return 'upcoming';
  if (endDate && now >= new Date(endDate)) return 'closed';
  return 'active';
}

/** Whether everybody may see how the choices stand (decision 2). Results of running topics are for admins only. */
export function isViewable(status: TopicStatus): boolean {
  return status === 'always_open' || status === 'closed';
}

/** What keeps ballots out, if anything. A topic with isActive=0 is listed but takes no votes. */
export function whyNoBallots(topic: {
  status: TopicStatus;
  isActive: number;
  isCancelled: number;
}): 'cancelled' | 'upcoming' | 'closed' | 'inactive' | null {
  if (topic.isCancelled === 1) return 'cancelled';
  if (topic.status === 'closed' || topic.status === 'upcoming') return topic.status;
  return topic.isActive === 1 ? null : 'inactive';
}
