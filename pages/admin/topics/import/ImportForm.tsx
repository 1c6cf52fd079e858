import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import type { ImportReport } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchApi } from '#renderer/data/api.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportFaults } from './ImportFaults.tsx';

const address = '/api/admin/topics/import';

// Browsers name a CSV file by what opens it on the machine, or not at all.
const send = (file: File, trial: boolean) =>
  fetchApi<ImportReport>(trial ? `${address}?trial=1` : address, {
    method: 'POST',
    body: new Blob([file], { type: 'text/csv' }),
  });

/** Topics from a CSV file: it is looked through first, and stored only as a whole. */
export function ImportForm({ close }: { close(): void }) {
  const { t } = useTexts('admin-topics');
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const check = useMutation<ImportReport, ApiError, File>({ mutationFn: (file) => send(file, true) });
  const store = useMutation<ImportReport, ApiError, File>({
    mutationFn: (file) => send(file, false),
    async onSuccess(report) {
      if (!report.stored) return; // something has changed since the trial: it says what
      close();
      toast({ title: t('import.done', { count: report.topics }) });
      await queryClient.invalidateQueries();
    },
  });
  const file = check.variables;
  const report = store.data ?? check.data;
  const error = store.error ?? check.error;
  const ready = report !== undefined && report.errors.length === 0 && report.topics > 0 && !check.isPending;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    target.value = ''; // the same file may be chosen again, corrected
    if (!chosen) return;
    store.reset();
    check.mutate(chosen);
  };
  return (
    <div className="space-y-4">
      <p>{t('import.text')}</p>
      <ImportColumns />
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          onChange={choose}
          className="sr-only"
          tabIndex={-1}
          aria-hidden
        />
        <Button data-first look="plain" busy={check.isPending} onClick={() => input.current?.click()}>
          {t(file ? 'import.another' : 'import.choose')}
        </Button>
        {file && <span className="min-w-0 text-sm [overflow-wrap:anywhere]">{file.name}</span>}
      </div>
      <div role="status" className="space-y-3">
        {check.isPending && <p className="text-ink-soft">{t('import.checking')}</p>}
        {ready && (
          <p className="border-l-4 border-active pl-3 font-semibold">
            {t('import.finds', {
              topics: t('import.topics', { count: report.topics }),
              choices: t('import.choices', { count: report.choices }),
            })}
          </p>
        )}
        {report && report.errors.length === 0 && report.topics === 0 && <p>{t('import.nothing')}</p>}
      </div>
      {error && (
        <FormError title={t('import.failed')}>
          {Object.values(error.fields).join(' ') || (error.text ?? t('common:error.retry'))}
        </FormError>
      )}
      {report && report.errors.length > 0 && !check.isPending && <ImportFaults errors={report.errors} />}
      <Button disabled={!ready} busy={store.isPending} onClick={() => file && store.mutate(file)}>
        {t(store.isPending ? 'import.storing' : 'import.action')}
      </Button>
    </div>
  );
}
