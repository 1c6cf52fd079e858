import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ErrorBody } from '#src/shared/errors.ts';
import { languageHeader } from '#src/shared/languages.ts';

/** An answer that is no success: its message is `status: body` (specification 1, section 7), its parts stand beside it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** What to show the person, in the page's language; undefined where the server did not say it as the product does. */
  readonly text: string | undefined;
  /** What is wrong with which field, in the page's language. */
  readonly fields: Record<string, string>;
  /** Seconds after which it makes sense to try again, where the server says so. */
  readonly retryAfter: number | undefined;

  /** Without a response: the network gave none, and the status is 0. */
  constructor(response: Response | null, body: string) {
    const { status = 0, statusText = 'no answer' } = response ?? {};
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.retryAfter = Number(response?.headers.get('Retry-After')) || undefined;
    let parsed: Partial<ErrorBody> = {};
    try {
      parsed = JSON.parse(body) as ErrorBody;
    } catch {
      // an answer from something in front of the product
    }
    this.code = parsed.code ?? (response ? 'internal' : 'network');
    this.text = parsed.message;
    this.fields = parsed.errors ?? {};
  }
}

interface Change {
  method: 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
}

let confirmPassword: (() => Promise<boolean>) | undefined;

/**
 * Says how the password is asked for where a call needs it once more (`password_needed`): true when it was given, and the call
 * is repeated then. Returns what ends this.
 */
export function onPasswordNeeded(confirm: () => Promise<boolean>): () => void {
  confirmPassword = confirm;
  return () => {
    if (confirmPassword === confirm) confirmPassword = undefined;
  };
}

/** Asks this site's API, with the session's cookie. A file is sent as it is, anything else as JSON. Throws ApiError. */
export async function fetchApi<T>(address: string, change?: Change): Promise<T> {
  const text = await ask(address, change, (response) => response.text());
  return (text ? JSON.parse(text) : undefined) as T;
}

/** A file of this site's API. Throws ApiError. */
export const fetchFile = (address: string): Promise<Blob> => ask(address, undefined, (response) => response.blob());

async function ask<T>(address: string, change: Change | undefined, read: (from: Response) => Promise<T>): Promise<T> {
  try {
    return await askOnce(address, change, read);
  } catch (error) {
    const needed = error instanceof ApiError && error.code === 'password_needed';
    if (!needed || !confirmPassword || !(await confirmPassword())) throw error;
    return askOnce(address, change, read);
  }
}

async function askOnce<T>(
  address: string,
  change: Change | undefined,
  read: (from: Response) => Promise<T>,
): Promise<T> {
  const file = change?.body instanceof Blob ? change.body : undefined;
  let response: Response;
  let refusal: string;
  try {
    response = await fetch(address, {
      credentials: 'include',
      headers: {
        [languageHeader]: document.documentElement.lang,
        ...(change && { 'Content-Type': file?.type ?? 'application/json' }),
      },
      ...(change && { method: change.method, body: file ?? JSON.stringify(change.body ?? {}) }),
    });
    if (response.ok) return await read(response);
    refusal = await response.text();
  } catch (error) {
    throw new ApiError(null, (error as Error).message);
  }
  throw new ApiError(response, refusal);
}

/** An API answer that the page shows. The address is the key, and what the server has rendered with is there already. */
export function useApi<T>(address: string, options: Partial<UseQueryOptions<T>> = {}) {
  return useQuery<T>({ queryKey: [address], ...options });
}
