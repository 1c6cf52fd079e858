export type Category = 'sports' | 'technology' | 'entertainment' | 'food' | 'travel' | 'fashion' | 'general';

/** One topic as the seeds describe it. Choices stand in the order in which the crowd is likely to favour them. */
export interface SeedTopic {
  name: string;
  nameEs: string;
  nameFr: string;
  description: string;
  descriptionEs: string;
  descriptionFr: string;
  category: Category;
  featured?: boolean;
  /** False for a topic that is listed but takes no votes. */
  active?: boolean;
  /** Days from the day of seeding, negative in the past; null where the topic has no such date. */
  opens: number | null;
  closes: number | null;
  /** How many voters the demo gives it (0 for a topic that has not opened). */
  voters: number;
  choices: [name: string, description: string][];
}
