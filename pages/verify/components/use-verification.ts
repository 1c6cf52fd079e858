import { useEffect, useState } from 'react';
import { ApiError, useApi } from '#renderer/data/api.ts';
import { useHydrated } from '#renderer/format/clock.ts';
import type { VerifiedAnswer } from './CodeSection.tsx';
import { keepPasswordToken, keptPasswordToken } from './password-token.ts';
import { type CodeType, codeSentAt } from './resend-pause.ts';

interface Verification {
  email: string;
  emailVerified: boolean;
  phoneRequired: boolean;
  phoneVerified: boolean;
}

/**
 * How far a registration is: as the server knows it for the one that this browser began, else as the address of the page
 * says. The server is asked only where it can know: after this tab registered, or where the address names nobody.
 */
export function useVerification(asked: { email: string; phoneRequired: boolean }) {
  const hydrated = useHydrated();
  const mayKnow = hydrated && (asked.email === '' || codeSentAt(asked.email, 'email') > 0);
  const { data, error } = useApi<Verification>('/api/auth/verification', { enabled: mayKnow, staleTime: 0, gcTime: 0 });
  const known = data && [data.email.toLowerCase(), ''].includes(asked.email.toLowerCase()) ? data : undefined;
  const [done, setDone] = useState<Partial<Record<CodeType, boolean>>>({});
  const [signedIn, setSignedIn] = useState(false);
  const [passwordToken, setPasswordToken] = useState<string | null>(null);
  useEffect(() => setPasswordToken(keptPasswordToken(asked.email)), [asked.email]);
  const changePasswordToken = (token: string | null) => {
    keepPasswordToken(asked.email, token);
    setPasswordToken(token);
  };
  const phoneRequired = known?.phoneRequired ?? asked.phoneRequired;
  const verified = {
    email: Boolean(done.email || known?.emailVerified),
    phone: Boolean(done.phone || known?.phoneVerified),
  };
  return {
    email: known?.email ?? asked.email,
    phoneRequired,
    verified,
    /** What has been verified on this page, so far. */
    done,
    signedIn,
    /** What sets a new password, after a right code elsewhere than where one registered. */
    passwordToken,
    forgetPasswordToken: () => changePasswordToken(null),
    /** This browser's registration is over: finished elsewhere, or replaced. */
    gone: mayKnow && error instanceof ApiError && error.status === 404,
    // Whom the server has signed in has nothing left to verify.
    complete: signedIn || (verified.email && (!phoneRequired || verified.phone)),
    confirm(type: CodeType, answer: VerifiedAnswer) {
      if (answer.passwordToken) return changePasswordToken(answer.passwordToken);
      setDone((before) => ({ ...before, [type]: true }));
      if (answer.signedIn) setSignedIn(true);
    },
  };
}
