import { pointsOf } from '#modules/voting/rules/tally.ts';
import { tierSizes, tiers } from '#modules/voting/rules/tiers.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { type Blocks, Prose } from '#renderer/components/texts/RichText.tsx';
import { Place } from '#renderer/ui/Place.tsx';

const places = Array.from({ length: 10 }, (_, index) => index + 1);

/** The point table. Its columns are as long as the ballots: the same place is worth the same on each of them. */
export function Points() {
  const { t } = useTexts('how');
  return (
    <section aria-labelledby="points" className="page-width mt-16 grid gap-8 lg:grid-cols-[1fr_1.1fr] lg:gap-16">
      <div>
        <h2 id="points" className="double-rule mb-5 pt-4 text-3xl">
          {t('points.title')}
        </h2>
        <Prose blocks={t('points.body', { returnObjects: true }) as Blocks} />
      </div>
      <table className="w-full table-fixed border-collapse text-center">
        <caption className="pb-3 text-left text-sm text-ink-soft">{t('points.caption')}</caption>
        <thead>
          <tr className="border-b-2 border-ink">
            <th scope="col" className="py-2 text-left text-sm">
              {t('points.place')}
            </th>
            {tiers.map((tier) => (
              <th key={tier} scope="col" className="numeral py-2 text-xl">
                {t('tier', { size: tierSizes[tier] })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place} className="border-b border-rule">
              <th scope="row" className="py-1">
                <Place rank={place} />
                <span className="sr-only">{place}</span>
              </th>
              {tiers.map((tier) =>
                place <= tierSizes[tier] ? (
                  <td key={tier} className="px-1 sm:px-2">
                    <span className="numeral grid h-11 place-items-center bg-ink text-2xl text-paper">
                      {pointsOf(place)}
                    </span>
                  </td>
                ) : (
                  <td key={tier} className="text-ink-soft">
                    <span aria-hidden>–</span>
                    <span className="sr-only">{t('points.none')}</span>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
