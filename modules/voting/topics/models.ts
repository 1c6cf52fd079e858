import { Model, snakeCaseMappers } from 'objection';
import type { Category } from '../rules/categories.ts';

export class ChoiceModel extends Model {
  static override tableName = 'voting.choices';
  static override columnNameMappers = snakeCaseMappers();
  declare id: number;
  declare topicId: number;
  declare position: number;
  declare name: string;
  declare description: string;
  declare imageUrl: string | null;
}

export class TopicModel extends Model {
  static override tableName = 'voting.topics';
  static override columnNameMappers = snakeCaseMappers();
  declare id: number;
  declare name: string;
  declare description: string;
  declare nameEs: string | null;
  declare descriptionEs: string | null;
  declare nameFr: string | null;
  declare descriptionFr: string | null;
  declare imageUrl: string | null;
  declare category: Category;
  declare isActive: boolean;
  declare isFeatured: boolean;
  declare startDate: Date | null;
  declare endDate: Date | null;
  declare resultsFinalized: boolean;
  declare cancelledAt: Date | null;
  /** Gone from every list; its results are kept (decision 2). */
  declare archivedAt: Date | null;
  /** Counts the changes by admins. */
  declare version: number;
  /** A note beside a final topic. */
  declare correction: string | null;
  declare correctionEs: string | null;
  declare correctionFr: string | null;
  declare createdAt: Date;
  /** Selected beside the columns: the database's clock. */
  declare now: Date;
  /** Selected where a table shows it. */
  declare hasBallots: boolean;
}
