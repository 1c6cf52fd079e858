import { useTexts } from '#renderer/app/texts.ts';
import { contacts } from '#src/shared/contacts.ts';
import { MailLink } from './RichText.tsx';

const names = Object.keys(contacts) as (keyof typeof contacts)[];

/** The site's addresses, with what each is for. */
export function ContactList() {
  const { t } = useTexts('static');
  return (
    <dl className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {names.map((name) => (
        <div key={name} className="min-w-0 border-l-4 border-ink pl-4">
          <dt className="text-sm text-ink-soft">{t(`contact.${name}`)}</dt>
          <dd className="mt-1 font-semibold">
            <MailLink address={contacts[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
