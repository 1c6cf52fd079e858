import type { AdminStats } from '#modules/admin/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import { addressWith } from '../components/asked.ts';
import { sectionPath } from '../sections.ts';
import { useWriters } from './use-writers.ts';

/** The newest ballots: on what, of which tier and for how much; never what they rank. */
export function RecentVotes({ votes }: { votes: AdminStats['recentVotes'] }) {
  const { t } = useTexts('admin-dashboard');
  const { dollars } = useWriters();
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-lg">{t('recent')}</h2>
      {votes.length === 0 ? (
        <p className="text-ink-soft">{t('noVotes')}</p>
      ) : (
        <ScrollRegion label={t('recent')}>
          <table className="w-full border-collapse text-sm">
            <caption className="sr-only">{t('recent')}</caption>
            <thead>
              <tr className="border-b-2 border-ink text-left">
                <th scope="col">{t('column.topic')}</th>
                <th scope="col" className="pl-3">
                  {t('column.tier')}
                </th>
                <th scope="col" className="pl-3 text-right">
                  {t('column.amount')}
                </th>
                <th scope="col" className="pl-3">
                  {t('column.time')}
                </th>
              </tr>
            </thead>
            <tbody>
              {votes.map(({ id, topicId, topicName, tier, amount, createdAt }) => (
                <tr key={id} className="border-b border-rule align-top">
                  <td className="py-1">
                    <a href={addressWith(sectionPath('dashboard'), { topic: topicId })}>{topicName}</a>
                  </td>
                  <td className="py-1 pl-3 whitespace-nowrap">{t(`tier.${tier}`)}</td>
                  <td className="py-1 pl-3 text-right tabular-nums">{amount > 0 ? dollars(amount) : t('free')}</td>
                  <td className="py-1 pl-3 whitespace-nowrap">
                    <LocalTime moment={createdAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
