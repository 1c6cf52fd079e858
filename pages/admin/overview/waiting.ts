import type { SectionName } from '../sections.ts';

interface Waiting {
  name: string;
  /** The list's address; how many are on it is what is shown. */
  api: `/api/${string}`;
  section: SectionName;
  /** What the section is asked, to show them. */
  asked: Record<string, string>;
}

/** What waits for an admin. */
export const waiting: Waiting[] = [
  { name: 'jobs', api: '/api/admin/jobs?state=failed', section: 'jobs', asked: { state: 'failed' } },
];
