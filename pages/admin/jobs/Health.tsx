import type { JobHealth } from '#modules/admin/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { classes } from '#renderer/ui/classes.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import { useAct } from '../components/use-act.ts';

/** How each kind of job goes, asked again every few seconds, and when the sweeps last ran. */
export function Health() {
  const { t } = useTexts('admin-jobs');
  const { data: health, isError } = useApi<JobHealth>('/api/admin/jobs/health', { refetchInterval: 5_000 });
  const retry = useAct<{ retried: number }>({ done: t('retry.done'), failed: t('retry.failed') });
  const columns = [
    'job',
    'waiting',
    'active',
    'delayed',
    'failedCount',
    'done',
    'oldest',
    'workers',
    'actions',
  ] as const;
  if (!health) {
    return isError ? (
      <FormError>{t('admin:failed')}</FormError>
    ) : (
      <p className="py-6 text-ink-soft">{t('admin:loading')}</p>
    );
  }
  return (
    <>
      <ScrollRegion label={t('kinds')}>
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{t('kinds')}</caption>
          <thead>
            <tr className="border-b-2 border-ink text-left">
              {columns.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={classes('px-2 py-2 whitespace-nowrap', isNumeric(name) && 'text-right')}
                >
                  {t(`column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {health.kinds.map(({ job, open, failed, done, oldestOpenAt, queue }) => (
              <tr key={job} className="border-b border-rule">
                <th scope="row" className="px-2 py-2 text-left">
                  <code>{job}</code>
                </th>
                {[open, queue?.active, queue?.delayed, failed, done].map((count, index) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same
                    key={index}
                    className={classes(
                      'px-2 py-2 text-right tabular-nums',
                      index === 3 && failed > 0 && 'font-bold text-danger',
                    )}
                  >
                    {count ?? '?'}
                  </td>
                ))}
                <td className="px-2 py-2">{oldestOpenAt && <LocalTime moment={oldestOpenAt} />}</td>
                <td className="px-2 py-2 text-right tabular-nums">{queue?.workers ?? '?'}</td>
                <td className="px-2 py-2">
                  {failed > 0 && (
                    <Button
                      look="plain"
                      size="sm"
                      busy={retry.busy}
                      aria-label={t('retryAll.name', { job })}
                      onClick={() => retry.act({ address: '/api/admin/jobs/retry', body: { job } })}
                    >
                      {t('retryAll.label')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {health.kinds.length === 0 && <p className="py-4 text-ink-soft">{t('noKinds')}</p>}
      {health.kinds.some(({ queue }) => queue === null) && (
        <p role="status" className="mt-2 font-semibold text-danger">
          {t('redisAway')}
        </p>
      )}
      <details className="mt-4">
        <summary className="cursor-pointer font-semibold">{t('sweeps')}</summary>
        <ul className="mt-2 grid gap-x-8 text-sm sm:grid-cols-2">
          {health.sweeps.map(({ name, lastRunAt }) => (
            <li key={name} className="flex justify-between gap-4 border-b border-rule py-1">
              <code>{name}</code>
              <LocalTime moment={lastRunAt} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

const isNumeric = (name: string) => !/^(job|oldest|actions)$/.test(name);
