import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { entriesOf } from '#src/shared/objects.ts';
import { Views } from '../components/Views.tsx';
import { cardsPath, deletionsPath, newUserPath, usersPath } from './addresses.ts';

const lists = { users: usersPath, deletions: deletionsPath, cards: cardsPath };

/** The way between the lists of the section, and to a new user. */
export function ListMenu() {
  const { t } = useTexts('admin-users');
  const { urlPathname } = usePageContext();
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 print:hidden">
      <Views
        label={t('lists')}
        views={entriesOf(lists).map(([name, path]) => ({
          href: path,
          text: t(`list.${name}`),
          current: urlPathname === path,
        }))}
      />
      <ButtonLink href={newUserPath} size="sm">
        {t('newUser')}
      </ButtonLink>
    </div>
  );
}
