import type { ReactNode } from 'react';
import type { AdminUser } from '#modules/admin/contract/people.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { placeName } from '#renderer/format/format.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import type { Below } from '#src/i18n/keys.ts';
import { languageNames } from '#src/shared/languages.ts';
import { sectionPath } from '../sections.ts';
import { KycText, Proof } from './badges.tsx';

/** What is known of somebody, line by line; `brief` leaves out what is not. */
export function UserFacts({ user, brief = false }: { user: AdminUser; brief?: boolean }) {
  const { t } = useTexts('admin-users');
  const { language } = usePageContext();
  if (user.state === 'erased') return <p>{t('change.erased')}</p>;
  const { streetAddress, postalCode, city, state, country } = user.address;
  const address = [
    streetAddress,
    [postalCode, city].filter(Boolean).join(' '),
    state,
    placeName(language, { city: null, country }),
  ];
  const facts: [name: Below<'admin-users', 'facts'>, value: ReactNode][] = [
    ['number', `#${user.id}`],
    ['name', [user.firstName, user.lastName].filter(Boolean).join(' ')],
    ['email', <Contact key="email" text={user.email} verified={user.emailVerified} />],
    ['phone', user.phoneNumber && <Contact key="phone" text={user.phoneNumber} verified={user.phoneVerified} />],
    ['kyc', <KycText key="kyc" status={user.kycStatus} />],
    ['address', address.filter(Boolean).join(', ')],
    ['dateOfBirth', user.dateOfBirth && <Birthday key="born" day={user.dateOfBirth} />],
    ['nationality', user.nationality],
    ['occupation', user.occupation],
    ['language', user.preferredLanguage && languageNames[user.preferredLanguage]],
    ['currency', user.preferredCurrency],
    ['created', <LocalTime key="created" moment={user.createdAt} />],
    ['terms', user.termsAcceptedAt ? <LocalTime key="terms" moment={user.termsAcceptedAt} /> : t('facts.noTerms')],
    [
      'awards',
      user.awardsOpen ? (
        <a key="awards" href={sectionPath('awards')} className="underline underline-offset-4">
          {t('facts.awardsOpen')}
        </a>
      ) : (
        t('facts.noAwards')
      ),
    ],
  ];
  const shown = brief ? facts.filter(([, value]) => value) : facts;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {shown.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid border-b border-rule py-1">
          <dt className="text-ink-soft">{t(`facts.${name}`)}</dt>
          <dd suppressHydrationWarning className="[overflow-wrap:anywhere]">
            {value || <span className="text-ink-soft">{t('facts.none')}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Contact({ text, verified }: { text: string; verified: boolean }) {
  return (
    <>
      {text} <Proof verified={verified} />
    </>
  );
}

/** A day as people write it; it has no time zone. */
function Birthday({ day }: { day: string }) {
  const { language } = usePageContext();
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
  return <time dateTime={day}>{text}</time>;
}
