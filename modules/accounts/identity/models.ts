import { Model, snakeCaseMappers } from 'objection';
import type { Db } from '#src/platform/db.ts';
import type { Language } from '#src/shared/languages.ts';
import type { Currency } from '#src/shared/money.ts';
import type { Role } from '#src/shared/viewer.ts';
import type { Proofs } from '../rules/completeness.ts';

export class UserModel extends Model {
  static override tableName = 'accounts.users';
  static override columnNameMappers = snakeCaseMappers();
  declare id: number;
  /** Null for somebody who has been erased, and for nobody else. */
  declare username: string | null;
  declare email: string;
  declare passwordHash: string;
  declare role: Role;
  declare registrationId: string;
  declare claimedAt: Date | null;
  declare emailVerifiedAt: Date | null;
  declare phoneNumber: string | null;
  declare phoneVerifiedAt: Date | null;
  declare suspendedAt: Date | null;
  declare suspendedReason: string | null;
  declare erasedAt: Date | null;
  declare createdAt: Date;
  declare sessionVersion: number;
  declare firstName: string | null;
  declare lastName: string | null;
  declare streetAddress: string | null;
  declare city: string | null;
  declare state: string | null;
  declare postalCode: string | null;
  declare country: string | null;
  declare nationality: string | null;
  declare occupation: string | null;
  declare profileImage: string | null;
  declare kycStatus: 'none' | 'pending' | 'verified' | 'rejected';
  /** A date has no time zone: it is selected as text, YYYY-MM-DD, and written as such. */
  declare dateOfBirthText: string | null;
  declare dateOfBirth: string | null;
  declare preferredLanguage: Language | null;
  declare preferredCurrency: Currency | null;
  declare termsVersion: string | null;
  declare termsAcceptedAt: Date | null;
}

/** What an address may have: an account that is somebody's, and beside it a registration under way. */
export interface AccountsOfAddress {
  owner: UserModel | undefined;
  newcomer: UserModel | undefined;
}

export async function accountsOf(db: Db, email: string): Promise<AccountsOfAddress> {
  const found = await UserModel.query(db).whereRaw('lower(email) = lower(?)', [email]);
  return { owner: found.find((user) => user.claimedAt), newcomer: found.find((user) => !user.claimedAt) };
}

/** The username of somebody who is there: nobody who has been erased gets that far. */
export function usernameOf({ id, username }: Pick<UserModel, 'id' | 'username'>): string {
  if (username === null) throw new Error(`user ${id} has been erased`);
  return username;
}

export function proofsOf(user: UserModel, { owner }: Pick<AccountsOfAddress, 'owner'>): Proofs {
  return {
    claimed: user.claimedAt !== null,
    emailVerified: user.emailVerifiedAt !== null,
    phoneNumber: user.phoneNumber,
    phoneVerified: user.phoneVerifiedAt !== null,
    addressTaken: owner !== undefined && owner.id !== user.id,
  };
}
