import { type RefObject, useEffect, useRef } from 'react';
import type { Channel } from '#modules/notifications/contract/index.ts';
import { useLazyTexts } from '../../app/lazy-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field, FormError } from '../../ui/Field.tsx';
import { NewTabLink } from './NewTabLink.tsx';
import type { Subscription, Switch } from './use-subscription.ts';

interface SubscriptionFormProps {
  subscription: Subscription;
  /** Where the focus returns to from the terms. */
  termsLink: RefObject<HTMLButtonElement | null>;
  onTerms(): void;
}

const groups: Record<Channel, { service: Switch; marketing: Switch }> = {
  email: { service: 'emailNotifications', marketing: 'marketingEmails' },
  sms: { service: 'smsNotifications', marketing: 'marketingSMS' },
};

/** Specification 1, section 5: e-mail and both consents are required, the phone is optional. */
export function SubscriptionForm({ subscription, termsLink, onTerms }: SubscriptionFormProps) {
  const { t } = useLazyTexts('subscription');
  const { values, change, errors, error, busy, ready } = subscription;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const box = (name: Switch) => ({
    name,
    checked: values[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.checked }),
  });
  const group = (channel: Channel) => (
    <fieldset className="border-t border-rule pt-3">
      <legend className="wide pr-3">{t(`${channel}.group`)}</legend>
      <Checkbox {...box(groups[channel].service)} label={t(`${channel}.service`)} hint={t('serviceHint')} />
      <Checkbox {...box(groups[channel].marketing)} label={t(`${channel}.marketing`)} hint={t('marketingHint')} />
    </fieldset>
  );
  const optOut = (channel: Channel) => (
    <Button
      look="plain"
      className="flex-1 basis-48"
      busy={busy?.to === 'optOut' && busy.channel === channel}
      onClick={() => subscription.optOut(channel)}
    >
      {t(`${channel}.optOut`)}
    </Button>
  );

  return (
    <form
      ref={form}
      method="post"
      noValidate // the server's messages are in the page's language, the browser's are not
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        const missing = subscription.save();
        if (missing) (event.currentTarget.elements.namedItem(missing) as HTMLElement | null)?.focus();
      }}
      className="space-y-5"
    >
      <p>{t('intro')}</p>
      {subscription.loadFailed && (
        <div className="space-y-3">
          <FormError>{t('loadFailed')}</FormError>
          <Button look="plain" onClick={subscription.loadAgain}>
            {t('again')}
          </Button>
        </div>
      )}
      <FormError>{error?.code === 'too_many_requests' ? error.text : undefined}</FormError>
      <Field
        label={t('email.label')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        value={values.email}
        onChange={({ target }) => change({ email: target.value })}
        error={errors.email}
      />
      {group('email')}
      <Field
        label={t('sms.label')}
        hint={t('sms.hint')}
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={values.phoneNumber}
        onChange={({ target }) => change({ phoneNumber: target.value })}
        error={errors.phoneNumber}
      />
      {group('sms')}
      <fieldset className="border-t border-rule pt-3">
        <legend className="wide pr-3">{t('consents')}</legend>
        <Checkbox {...box('gdprConsent')} label={t('gdpr.label')} required />
        <div className="pl-8">
          <NewTabLink href="/privacy-policy">{t('gdpr.link')}</NewTabLink>
        </div>
        <Checkbox {...box('termsAccepted')} label={t('terms.label')} required />
        <div className="pl-8">
          <button
            ref={termsLink}
            type="button"
            onClick={onTerms}
            className="min-h-11 py-2 text-left underline underline-offset-4"
          >
            {t('terms.link')}
          </button>
        </div>
      </fieldset>
      <Button type="submit" className="w-full" busy={busy?.to === 'save' || !ready}>
        {t('submit')}
      </Button>
      <div className="border-t border-rule pt-4">
        <p className="mb-3 text-sm">{t('optOutIntro')}</p>
        <div className="flex flex-wrap gap-3">
          {optOut('email')}
          {optOut('sms')}
        </div>
      </div>
    </form>
  );
}
