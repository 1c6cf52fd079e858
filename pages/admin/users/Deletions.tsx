import { type Deletion, DeletionsQuery, deletionStates } from '#modules/privacy/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { addressWith, askedOf } from '../components/asked.ts';
import { type Column, DataTable } from '../components/DataTable.tsx';
import { Address } from './Address.tsx';
import { apis, deletionsPath, userPath } from './addresses.ts';
import { DeletionButtons } from './DeletionButtons.tsx';

/** Requests to have an account deleted: those that wait, and what became of the others. */
export function Deletions() {
  const { t } = useTexts('admin-users');
  const asked = askedOf(DeletionsQuery, usePageContext().urlParsed.search);
  const columns: Column<Deletion>[] = [
    { name: 'user', label: t('deletions.user'), cell: ({ user }) => <Leaving user={user} /> },
    {
      name: 'reason',
      label: t('deletions.reason'),
      cell: ({ reason }) =>
        reason === null ? (
          <span className="text-ink-soft">{t('deletions.forgotten')}</span>
        ) : (
          <p className="max-w-md min-w-40 [overflow-wrap:anywhere]">{reason}</p>
        ),
    },
    { name: 'since', label: t('deletions.since'), cell: ({ provedAt }) => <LocalTime moment={provedAt} /> },
    asked.state === 'waiting'
      ? {
          name: 'decision',
          label: t('deletions.decision'),
          cell: (deletion) => <DeletionButtons deletion={deletion} />,
        }
      : { name: 'decided', label: t('deletions.decided'), cell: (deletion) => <Decided deletion={deletion} /> },
  ];
  return (
    <>
      <nav aria-label={t('deletions.state')} className="mb-4">
        <ul className="flex flex-wrap gap-x-4 text-sm">
          {deletionStates.map((state) => (
            <li key={state}>
              <a
                href={addressWith(deletionsPath, { state: state === 'waiting' ? undefined : state })}
                aria-current={state === asked.state ? 'true' : undefined}
                className="inline-flex min-h-10 items-center text-ink-soft underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:underline"
              >
                {t(`deletions.states.${state}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <DataTable<Deletion>
        label={t('list.deletions')}
        api={apis.deletions}
        path={deletionsPath}
        asked={asked}
        keyOf={({ id }) => id}
        empty={t('deletions.none')}
        columns={columns}
      />
    </>
  );
}

/** Who wants to leave, or the number that is left. */
export function Leaving({ user: { id, username, email } }: { user: Deletion['user'] }) {
  return (
    <div className="min-w-40 [overflow-wrap:anywhere]">
      <a href={userPath(id)} className="font-semibold underline decoration-field underline-offset-4">
        {username ?? `#${id}`}
      </a>
      {email && (
        <span className="block text-ink-soft">
          <Address email={email} />
        </span>
      )}
    </div>
  );
}

function Decided({ deletion: { decidedAt, decidedBy } }: { deletion: Deletion }) {
  return (
    <>
      {decidedBy && <a href={userPath(decidedBy.id)}>{decidedBy.username ?? `#${decidedBy.id}`}</a>}
      {decidedAt && (
        <span className="block text-ink-soft">
          <LocalTime moment={decidedAt} />
        </span>
      )}
    </>
  );
}
