import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Channel, CurrentPreferences } from '#modules/notifications/contract/index.ts';
import { useLazyTexts } from '../../app/lazy-texts.ts';
import { useUser } from '../../app/page-context.tsx';
import { type ApiError, fetchApi, useApi } from '../../data/api.ts';
import { toast } from '../../ui/toast.tsx';

const address = '/api/subscription-preferences';

export type Preferences = Omit<CurrentPreferences, 'phoneNumber'> & { phoneNumber: string };
export type Switch = { [K in keyof Preferences]: Preferences[K] extends boolean ? K : never }[keyof Preferences];
export type Consent = 'gdprConsent' | 'termsAccepted';

const nothing: Preferences = {
  email: '',
  phoneNumber: '',
  emailNotifications: false,
  smsNotifications: false,
  marketingEmails: false,
  marketingSMS: false,
  gdprConsent: false,
  termsAccepted: false,
};

type Call = { to: 'save' } | { to: 'optOut'; channel: Channel };

/**
 * The preferences as they stand in the dialog: what was typed, above what is stored for a signed-in person. Calls go out
 * one at a time, so that a double click sends once.
 */
export function useSubscription() {
  const { t } = useLazyTexts('subscription');
  const queryClient = useQueryClient();
  const user = useUser();
  const stored = useApi<CurrentPreferences>(address, { enabled: user !== null });
  const [typed, setTyped] = useState<Partial<Preferences>>({});
  const [missing, setMissing] = useState<Consent>();
  const values: Preferences = {
    ...nothing,
    ...(user && { email: user.email }),
    ...(stored.data && { ...stored.data, phoneNumber: stored.data.phoneNumber ?? '' }),
    ...typed,
  };
  const change = (changed: Partial<Preferences>) => setTyped((before) => ({ ...before, ...changed }));

  const underWay = useRef(false);
  const call = useMutation<unknown, ApiError, Call>({
    mutationFn: (asked) =>
      asked.to === 'save'
        ? fetchApi(address, { method: 'POST', body: values })
        : fetchApi(`${address}/opt-out`, {
            method: 'POST',
            body: { email: values.email, phoneNumber: values.phoneNumber, optOutType: asked.channel },
          }),
    onSettled: () => {
      underWay.current = false;
    },
    onSuccess(_answer, asked) {
      if (user) void queryClient.invalidateQueries({ queryKey: [address] });
      if (asked.to === 'save') {
        toast({ title: t('saved.title'), text: t('saved.text') });
        return;
      }
      change(asked.channel === 'email' ? { marketingEmails: false } : { marketingSMS: false });
      toast({ title: t('optedOut.title'), text: t(`optedOut.${asked.channel}`) });
    },
    onError({ fields }, asked) {
      if (Object.keys(fields).length > 0) return; // said next to the fields
      const text = t(asked.to === 'save' ? 'failed.text' : `optOutFailed.${asked.channel}`);
      toast({ title: t('failed.title'), text, look: 'danger' });
    },
  });
  const begin = (asked: Call) => {
    if (underWay.current) return;
    underWay.current = true;
    setMissing(undefined);
    call.mutate(asked);
  };

  const { error } = call;
  return {
    values,
    change,
    /** Saves; without a consent it says so instead and returns which one is missing. */
    save(): Consent | undefined {
      const consent = !values.gdprConsent ? 'gdprConsent' : !values.termsAccepted ? 'termsAccepted' : undefined;
      setMissing(consent);
      if (!consent) {
        begin({ to: 'save' });
        return undefined;
      }
      const which = consent === 'gdprConsent' ? 'gdpr' : 'terms';
      toast({ title: t(`${which}.title`), text: t(`${which}.text`), look: 'danger' });
      return consent;
    },
    optOut: (channel: Channel) => begin({ to: 'optOut', channel }),
    error,
    /** What is wrong with which field. */
    errors: {
      ...error?.fields,
      ...(missing && !values[missing] && { [missing]: t(missing === 'gdprConsent' ? 'gdpr.text' : 'terms.text') }),
    } as Partial<Record<keyof Preferences, string>>,
    busy: call.isPending ? call.variables : undefined,
    /** False while what is stored is not known: saving would overwrite it unseen. */
    ready: user === null || stored.isSuccess,
    loadFailed: stored.isError,
    loadAgain: () => void stored.refetch(),
  };
}

export type Subscription = ReturnType<typeof useSubscription>;
