/** Keeps the token for a new password in this tab, so that a reload does not lose it. */
const keyOf = (email: string) => `podium.passwordToken.${email.toLowerCase()}`;
const validMs = 10 * 60_000; // decision 1

export function keepPasswordToken(email: string, token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(keyOf(email));
    else sessionStorage.setItem(keyOf(email), JSON.stringify({ token, until: Date.now() + validMs }));
  } catch {
    // storage is off: a reload asks for another code
  }
}

export function keptPasswordToken(email: string): string | null {
  try {
    const { token, until } = JSON.parse(sessionStorage.getItem(keyOf(email)) ?? '{}');
    return until > Date.now() ? token : null;
  } catch {
    return null;
  }
}
