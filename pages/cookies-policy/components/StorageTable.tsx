import { useTexts } from '#renderer/app/texts.ts';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import type { Below } from '#src/i18n/keys.ts';
import type { Stored } from './storage.ts';

const columns = ['name', 'purpose', 'duration', 'kind'] as const;

/** What is kept in the browser: name and place, what for, how long, and which consent it needs. */
export function StorageTable({ caption, rows }: { caption: string; rows: Stored[] }) {
  const { t } = useTexts('cookies');
  return (
    <div className="mt-6">
      <ScrollRegion label={caption}>
        <table className="w-full min-w-[44rem] border-collapse text-left">
          <caption className="pb-3 text-left text-sm text-ink-soft">{caption}</caption>
          <thead>
            <tr className="border-b-2 border-ink text-sm">
              {columns.map((column) => (
                <th key={column} scope="col" className="py-2 pr-4">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, names, where, duration, kind }) => (
              <tr key={id} className="border-b border-rule align-top">
                <th scope="row" className="py-3 pr-4 font-normal">
                  {names.map((name) => (
                    <code key={name} className="block font-sans font-semibold">
                      {name}
                    </code>
                  ))}
                  {names.length === 0 && (
                    <span className="font-semibold">{t(`unnamed.${id as Below<'cookies', 'unnamed'>}`)}</span>
                  )}
                  <span className="mt-1 block text-sm text-ink-soft">
                    {where.map((place) => t(`where.${place}`)).join(', ')}
                  </span>
                </th>
                <td className="w-[38%] py-3 pr-4">{t(`purpose.${id}`)}</td>
                <td className="py-3 pr-4">{t(`duration.${duration}`)}</td>
                <td className="py-3">{t(`kind.${kind}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
