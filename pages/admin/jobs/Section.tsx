import { type Job, JobsQuery } from '#modules/admin/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { jobStates } from '#src/shared/jobs.ts';
import { askedOf } from '../components/asked.ts';
import { DataTable } from '../components/DataTable.tsx';
import { FilterInput, FilterSelect, Filters } from '../components/Filters.tsx';
import { useAct } from '../components/use-act.ts';
import { sectionPath } from '../sections.ts';
import { Health } from './Health.tsx';

const path = sectionPath('jobs');

/** The work behind the pages: how it goes, what has failed, and once more. */
export default function Jobs() {
  const { t } = useTexts('admin-jobs');
  const asked = askedOf(JobsQuery, usePageContext().urlParsed.search);
  return (
    <>
      <Health />
      <h2 className="mt-8 mb-3 text-xl">{t('list')}</h2>
      <Filters path={path} asked={{ ...asked, state: asked.state === 'failed' ? '' : asked.state }}>
        <FilterSelect
          name="state"
          always
          label={t('filter.state')}
          defaultValue={asked.state}
          options={jobStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
        <FilterInput name="job" label={t('column.job')} defaultValue={asked.job} maxLength={60} />
      </Filters>
      <DataTable<Job>
        label={t('list')}
        api="/api/admin/jobs"
        path={path}
        asked={asked}
        keyOf={({ id }) => id}
        empty={t(`empty.${asked.state}`)}
        columns={[
          { name: 'id', label: t('column.id'), numeric: true, cell: ({ id }) => id },
          { name: 'job', label: t('column.job'), cell: ({ job }) => <code>{job}</code> },
          { name: 'about', label: t('column.about'), cell: ({ payload }) => <code>{JSON.stringify(payload)}</code> },
          { name: 'created', label: t('column.created'), cell: ({ createdAt }) => <LocalTime moment={createdAt} /> },
          {
            name: 'failed',
            label: t('column.failed'),
            cell: ({ failedAt }) => failedAt && <LocalTime moment={failedAt} />,
          },
          {
            name: 'error',
            label: t('column.error'),
            cell: ({ lastError }) => <span className="block max-w-md break-words">{lastError}</span>,
          },
          { name: 'actions', label: t('column.actions'), cell: (job) => job.failedAt && <Actions job={job} /> },
        ]}
      />
    </>
  );
}

function Actions({ job: { id } }: { job: Job }) {
  const { t } = useTexts('admin-jobs');
  const retry = useAct({ done: t('retry.done'), failed: t('retry.failed') });
  const dismiss = useAct({ done: t('dismiss.done'), failed: t('dismiss.failed') });
  return (
    <span className="flex gap-2">
      <Button
        look="plain"
        size="sm"
        busy={retry.busy}
        aria-label={t('retry.name', { id })}
        onClick={() => retry.act({ address: `/api/admin/jobs/${id}/retry` })}
      >
        {t('retry.label')}
      </Button>
      <Button
        look="quiet"
        size="sm"
        busy={dismiss.busy}
        aria-label={t('dismiss.name', { id })}
        onClick={() => dismiss.act({ address: `/api/admin/jobs/${id}/dismiss` })}
      >
        {t('dismiss.label')}
      </Button>
    </span>
  );
}
