import { useTranslation } from 'react-i18next';
import { usePageContext } from '../../../renderer/page-context.tsx';
import { ButtonLink } from '../../../renderer/ui/Button.tsx';
import { cardsPath, deletionsPath, newUserPath, usersPath } from './addresses.ts';

const lists = { users: usersPath, deletions: deletionsPath, cards: cardsPath };

/** The way between the lists of the section, and to a new user. */
export function ListMenu() {
  const { t } = useTranslation('admin-users');
  const { urlPathname } = usePageContext();
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 print:hidden">
      <nav aria-label={t('lists')} className="min-w-0">
        <ul className="flex flex-wrap gap-x-5">
          {Object.entries(lists).map(([name, path]) => (
            <li key={name}>
              <a
                href={path}
                aria-current={urlPathname === path ? 'page' : undefined}
                className="flex min-h-10 items-center border-b-2 border-transparent font-semibold text-ink-soft hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
              >
                {t(`list.${name}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ButtonLink href={newUserPath} size="sm">
        {t('newUser')}
      </ButtonLink>
    </div>
  );
}
