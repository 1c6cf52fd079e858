import type { Language } from './languages.ts';
import type { Currency } from './money.ts';

export const roles = ['user', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Who is asking. The session is the only proof of it (decision 1). */
export interface Viewer {
  id: number;
  role: Role;
}

/** The signed-in person as pages and GET /api/auth/user show him or her to himself or herself. */
export interface SessionUser extends Viewer {
  username: string;
  email: string;
  /** Null: none chosen. */
  preferredLanguage: Language | null;
  preferredCurrency: Currency | null;
}
