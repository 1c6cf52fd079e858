import { Download } from 'lucide-react';
import { topicColumns } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { buttonClasses } from '#renderer/ui/Button.tsx';
import { example, template } from './template.ts';

/** What an import reads, column by column, and a file to begin with. */
export function ImportColumns() {
  const { t } = useTexts('admin-topics');
  return (
    <div className="space-y-3">
      <details className="border-y border-rule py-2">
        <summary className="min-h-6 cursor-pointer font-semibold">{t('import.columnsTitle')}</summary>
        <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
          {topicColumns.map((column) => (
            <div key={column} className="sm:contents">
              <dt className="font-mono font-semibold">{column}</dt>
              <dd className="text-ink-soft">{t(`import.columns.${column}`, { example: example.startDate })}</dd>
            </div>
          ))}
        </dl>
      </details>
      <a href={template()} download="podium-topics-template.csv" className={buttonClasses('quiet', 'sm', '-ml-3')}>
        <Download aria-hidden size={16} />
        {t('import.template')}
      </a>
    </div>
  );
}
