import { Model, snakeCaseMappers } from 'objection';
import type { Language } from '../../src/shared/languages.ts';
import type { Currency } from '../../src/shared/money.ts';
import type { Role } from '../../src/shared/viewer.ts';

export class UserModel extends Model {
  static override tableName = 'accounts.users';
  static override columnNameMappers = snakeCaseMappers();
  declare id: number;
  declare username: string;
  declare email: string;
  declare passwordHash: string;
  declare role: Role;
  declare registrationId: string;
  declare claimedAt: Date | null;
  declare emailVerifiedAt: Date | null;
  declare suspendedAt: Date | null;
  declare sessionVersion: number;
  declare preferredLanguage: Language | null;
  declare preferredCurrency: Currency | null;
}
