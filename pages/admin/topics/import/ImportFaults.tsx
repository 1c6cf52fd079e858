import type { ImportReport } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';

/** What is wrong with which line of a file; nothing of it was stored then. */
export function ImportFaults({ errors }: { errors: ImportReport['errors'] }) {
  const { t } = useTexts('admin-topics');
  return (
    <div role="alert" className="border-l-4 border-danger pl-3">
      <p className="font-semibold text-danger">{t('import.faults', { count: errors.length })}</p>
      <ScrollRegion label={t('import.faultsTable')}>
        <table className="mt-2 w-full border-collapse text-sm">
          <thead>
            <tr className="border-b-2 border-ink text-left">
              {(['line', 'column', 'message'] as const).map((name) => (
                <th key={name} scope="col" className="px-2 py-1 font-semibold">
                  {t(`import.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {errors.map(({ line, column, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may have the same fault twice, and the list never moves
              <tr key={index} className="border-b border-rule align-top">
                <td className="px-2 py-1 tabular-nums">{line}</td>
                <td className="px-2 py-1 font-mono">{column ?? '–'}</td>
                <td className="px-2 py-1">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
