import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ChangeProfile, Profile } from '#modules/accounts/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button, buttonClasses } from '#renderer/ui/Button.tsx';
import { Field, FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { CountryField } from './CountryField.tsx';
import { PendingContact } from './PendingContact.tsx';

type FieldName = keyof ChangeProfile;

/** The fields of each section, with what browsers may fill in. */
const parts = {
  personal: [
    ['firstName', 'given-name'],
    ['lastName', 'family-name'],
    ['dateOfBirth', 'bday'],
    ['nationality', 'off'],
    ['occupation', 'organization-title'],
  ],
  contact: [
    ['email', 'email'],
    ['phoneNumber', 'tel'],
    ['streetAddress', 'street-address'],
    ['city', 'address-level2'],
    ['state', 'address-level1'],
    ['postalCode', 'postal-code'],
    ['country', 'country'],
  ],
} as const satisfies Record<string, readonly (readonly [FieldName, string])[]>;

const types: Partial<Record<FieldName, string>> = { dateOfBirth: 'date', email: 'email', phoneNumber: 'tel' };
const hinted = ['dateOfBirth', 'email', 'phoneNumber'] as const;

interface DetailsProps {
  profile: Profile;
  part: keyof typeof parts;
}

/** A section of the profile, to be read, and behind its pencil to be changed. */
export function Details({ profile, part }: DetailsProps) {
  const { t } = useTexts('profile');
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => pencil.current?.focus());
  };
  return (
    <section aria-labelledby={`details-${part}`}>
      <div className="flex items-center justify-between gap-4 border-b-2 border-ink pb-2">
        <h2 id={`details-${part}`} className="text-2xl">
          {t(`section.${part}`)}
        </h2>
        {!editing && (
          <button
            ref={pencil}
            type="button"
            aria-label={t('edit', { section: t(`section.${part}`) })}
            className={buttonClasses('quiet', 'icon')}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden size={20} />
          </button>
        )}
      </div>
      {editing ? <Form profile={profile} part={part} onClose={close} /> : <Read profile={profile} part={part} />}
      {part === 'contact' && !editing && (
        <>
          {profile.pendingEmail && <PendingContact type="email" address={profile.pendingEmail} />}
          {profile.pendingPhoneNumber && <PendingContact type="phone" address={profile.pendingPhoneNumber} />}
        </>
      )}
    </section>
  );
}

function Read({ profile, part }: DetailsProps) {
  const { t } = useTexts('profile');
  const { language } = usePageContext();
  const written = (name: FieldName): string | null => {
    const value = profile[name];
    if (value && name === 'country') return new Intl.DisplayNames(language, { type: 'region' }).of(value) ?? value;
    if (value && name === 'dateOfBirth') {
      return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value));
    }
    return value;
  };
  return (
    <dl>
      {parts[part].map(([name]) => (
        <div key={name} className="grid gap-x-6 border-b border-rule py-3 sm:grid-cols-[12rem_1fr]">
          <dt className="text-ink-soft">{t(`field.${name}`)}</dt>
          <dd className="font-semibold [overflow-wrap:anywhere]">{written(name) ?? t('field.empty')}</dd>
        </div>
      ))}
    </dl>
  );
}

function Form({ profile, part, onClose }: DetailsProps & { onClose(): void }) {
  const { t } = useTexts('profile');
  const queryClient = useQueryClient();
  const { form, errors, failure, submit } = useForm<Profile>('/api/users/profile', {
    method: 'PUT',
    // Empty ones are left out: what stands there stays (specification 2, section 4).
    prepare: (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== '')),
    onSuccess(changed) {
      queryClient.setQueryData(['/api/users/profile'], changed);
      queryClient.removeQueries({ queryKey: ['/api/users/activity?page=1'] });
      toast({ title: t('updated') });
      onClose();
    },
  });
  const hintOf = (name: FieldName) => {
    const hint = hinted.find((one) => one === name);
    return hint && t(`hint.${hint}`);
  };
  return (
    <form {...form} className="mt-5 max-w-xl space-y-5">
      <FormError>{failure && t('failed', { reason: failure })}</FormError>
      {parts[part].map(([name, autoComplete], index) =>
        name === 'country' ? (
          <CountryField key={name} name={name} value={profile.country} error={errors.country} />
        ) : (
          <Field
            key={name}
            label={t(`field.${name}`)}
            name={name}
            type={types[name] ?? 'text'}
            hint={hintOf(name)}
            autoComplete={autoComplete}
            autoFocus={index === 0}
            defaultValue={profile[name] ?? ''}
            error={errors[name]}
          />
        ),
      )}
      <div className="flex flex-wrap gap-3">
        <Button {...submit}>{t('save')}</Button>
        <Button look="plain" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
