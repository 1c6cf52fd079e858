import type { Profile } from '#modules/accounts/contract/index.ts';
import type { AccountAction } from '#modules/privacy/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { classes } from '#renderer/ui/classes.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { ActionCard } from './ActionCard.tsx';
import { ActionHistory } from './ActionHistory.tsx';
import { SessionList } from './SessionList.tsx';

/** What keeps an account safe and in order. */
export function AccountManagement({ profile }: { profile: Profile }) {
  const { t } = useTexts('profile');
  const {
    data: actions = [],
    isPending,
    isError,
  } = useApi<AccountAction[]>('/api/account/actions', {
    staleTime: 0,
    // An export is built while one looks: it turns up here by itself.
    refetchInterval: ({ state }) => (state.data?.some(isBeingBuilt) ? 3_000 : false),
  });
  const openOf = (type: AccountAction['actionType']) =>
    actions.find(({ actionType, status }) => actionType === type && /^(pending|processing)$/.test(status));
  return (
    <section aria-labelledby="account" className="space-y-10">
      <h2 id="account" className="border-b-2 border-ink pb-3 text-2xl">
        {t('section.account')}
      </h2>
      <Eligibility profile={profile} />
      <SessionList />
      <div>
        <p className="border-l-4 border-upcoming bg-sheet px-4 py-3 font-semibold">{t('action.banner')}</p>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          {(['data_export', 'account_deletion'] as const).map((type) => (
            <ActionCard key={type} type={type} profile={profile} open={openOf(type)} />
          ))}
        </div>
      </div>
      {isPending && <p className="text-ink-soft">{t('list.loading')}</p>}
      <FormError>{isError ? t('list.failed') : undefined}</FormError>
      {!isPending && !isError && <ActionHistory actions={actions} />}
    </section>
  );
}

const isBeingBuilt = ({ actionType, status }: AccountAction) => actionType === 'data_export' && status === 'processing';

/** Whether somebody may win prizes, and what is missing (decision 5). */
function Eligibility({ profile }: { profile: Profile }) {
  const { t } = useTexts('profile');
  const proofs = [
    ['email', profile.emailVerified],
    ['phone', profile.phoneVerified],
  ] as const;
  return (
    <section aria-labelledby="eligibility">
      <h3 id="eligibility" className="text-xl">
        {t('eligibility.title')}
      </h3>
      <p className="mt-1 text-ink-soft">{t('eligibility.text')}</p>
      <ul className="mt-2">
        {proofs.map(([name, verified]) => (
          <li key={name} className="flex items-center justify-between gap-4 border-b border-rule py-2">
            <span className="font-semibold">{t(`eligibility.${name}`)}</span>
            <span
              className={classes(
                'rounded-sm px-2 py-0.5 text-sm font-semibold text-on-status',
                verified ? 'bg-active' : 'bg-closed',
              )}
            >
              {t(verified ? 'eligibility.verified' : 'eligibility.pending')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
