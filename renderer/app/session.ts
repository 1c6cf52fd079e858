import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'vike/client/router';
import { fetchApi } from '../data/api.ts';

/** The mirror of specification 1, section 3, for whoever reads it; the product itself never renders from it. */
function mirror(email: string | null): void {
  try {
    if (email) {
      localStorage.setItem('isAuthenticated', 'true');
      localStorage.setItem('userEmail', email);
    } else {
      localStorage.removeItem('isAuthenticated');
      localStorage.removeItem('userEmail');
    }
  } catch {
    // storage is off: nothing depends on it
  }
}

/** After a sign-in: forgets what was fetched as a visitor and goes on. */
export async function enter(queryClient: QueryClient, email: string, path: string): Promise<void> {
  mirror(email);
  queryClient.clear();
  await navigate(path, { overwriteLastHistoryEntry: true }); // Back should not lead to the form again
}

/**
 * Logs out. An error counts as a local logout (specification 1, section 8): what this browser shows and remembers is gone,
 * but the result is false, for the session may still live on the server.
 */
export async function leave(queryClient: QueryClient): Promise<boolean> {
  const ended = await fetchApi('/api/auth/logout', { method: 'POST' }).then(
    () => true,
    () => false,
  );
  mirror(null);
  queryClient.clear();
  await navigate('/');
  return ended;
}
