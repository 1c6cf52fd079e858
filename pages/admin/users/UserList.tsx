import { kycStatuses } from '#modules/accounts/contract/index.ts';
import { type AdminUserRow, AdminUsersQuery, userFilters } from '#modules/admin/contract/people.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { formatMoney } from '#src/shared/money.ts';
import { roles } from '#src/shared/viewer.ts';
import { askedOf } from '../components/asked.ts';
import { DataTable } from '../components/DataTable.tsx';
import { FilterInput, FilterSelect, Filters } from '../components/Filters.tsx';
import { Address } from './Address.tsx';
import { apis, usersPath } from './addresses.ts';
import { KycText, Proof, RoleBadge, StateBadge } from './badges.tsx';
import { Day } from './Day.tsx';
import { UserDialog } from './UserDialog.tsx';
import { WaitingDeletions } from './WaitingDeletions.tsx';

/** All users, with the deletions that wait above them. */
export function UserList() {
  const { t } = useTexts('admin-users');
  const { language, urlParsed } = usePageContext();
  const asked = askedOf(AdminUsersQuery, urlParsed.search);
  return (
    <>
      <WaitingDeletions />
      <Filters path={usersPath} asked={asked}>
        <FilterInput name="q" type="search" label={t('filter.q')} defaultValue={asked.q} maxLength={100} size={26} />
        <FilterSelect
          name="role"
          label={t('column.role')}
          defaultValue={asked.role}
          options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
        />
        <FilterSelect
          name="state"
          label={t('column.state')}
          defaultValue={asked.state}
          options={userFilters.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
        <FilterSelect
          name="kyc"
          label={t('column.kyc')}
          defaultValue={asked.kyc}
          options={kycStatuses.map((value) => ({ value, label: t(`kyc.${value}`) }))}
        />
      </Filters>
      <DataTable<AdminUserRow>
        label={t('list.users')}
        api={apis.users}
        path={usersPath}
        asked={asked}
        keyOf={({ id }) => id}
        empty={t('empty')}
        columns={[
          { name: 'user', label: t('column.user'), sort: 'username', cell: (user) => <WhoCell user={user} /> },
          { name: 'email', label: t('column.email'), sort: 'email', cell: (user) => <EmailCell user={user} /> },
          { name: 'role', label: t('column.role'), sort: 'role', cell: ({ role }) => <RoleBadge role={role} /> },
          { name: 'state', label: t('column.state'), cell: ({ state }) => <StateBadge state={state} /> },
          { name: 'kyc', label: t('column.kyc'), cell: ({ kycStatus }) => <KycText status={kycStatus} /> },
          {
            name: 'votes',
            label: t('column.votes'),
            numeric: true,
            cell: (user) => <VotesCell user={user} />,
          },
          {
            name: 'spent',
            label: t('column.spent'),
            numeric: true,
            cell: ({ totalSpent }) => formatMoney(totalSpent, 'USD', language),
          },
          {
            name: 'created',
            label: t('column.created'),
            sort: 'createdAt',
            cell: ({ createdAt }) => <Day moment={createdAt} />,
          },
        ]}
      />
    </>
  );
}

function WhoCell({ user }: { user: AdminUserRow }) {
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const beside = [user.state !== 'erased' && `#${user.id}`, fullName].filter(Boolean);
  return (
    <div className="min-w-28">
      <UserDialog user={user} />
      {beside.length > 0 && <span className="block text-ink-soft">{beside.join(' · ')}</span>}
    </div>
  );
}

function EmailCell({ user: { email, emailVerified, state } }: { user: AdminUserRow }) {
  if (state === 'erased') return null;
  return (
    <div className="min-w-44">
      <Address email={email} />
      {!emailVerified && (
        <span className="block">
          <Proof verified={false} />
        </span>
      )}
    </div>
  );
}

/** How many, and when the last one was. */
function VotesCell({ user: { totalVotes, lastVoteAt } }: { user: AdminUserRow }) {
  const { language } = usePageContext();
  return (
    <>
      {formatNumber(language, totalVotes)}
      {lastVoteAt && (
        <span className="block text-ink-soft">
          <Day moment={lastVoteAt} />
        </span>
      )}
    </>
  );
}
