import type { Language } from './languages.ts';
import type { Currency } from './money.ts';

export const roles = ['user', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Who is asking. The session is the only proof of it (decision 1). */
export interface Viewer {
  id: number;
  role: Role;
}

/** Whose session, and the version that the account's sessions must have. */
export interface SessionStart {
  id: number;
  sessionVersion: number;
}

/** What begins a session. */
export interface SignIn extends SessionStart {
  /** By this the browser is known later on: it stands for the account and its present password. */
  mark: string;
}

/** The signed-in person as pages and GET /api/auth/user show him or her to himself or herself. */
export interface SessionUser extends Viewer {
  username: string;
  email: string;
  /** False where an account can be used before its address is proved: such an address gives no right. */
  emailVerified: boolean;
  /** Null: none chosen. */
  preferredLanguage: Language | null;
  preferredCurrency: Currency | null;
}
