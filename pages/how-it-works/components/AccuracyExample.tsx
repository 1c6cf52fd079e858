import { pointsOf } from '#modules/voting/rules/tally.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import { accuracyOf, bestAccuracy, exampleAccuracy, exampleBallot } from './example.ts';

/** The accuracy of the example ballot, place by place. */
export function AccuracyExample() {
  const { t } = useTexts('how');
  const caption = t('accuracy.caption');
  return (
    <div className="min-w-0">
      <h3 className="text-2xl">{t('accuracy.title')}</h3>
      <p className="mt-3 max-w-[68ch]">{t('accuracy.text')}</p>
      <p className="my-5 border-l-4 border-ink bg-sheet px-4 py-3 text-lg font-semibold">{t('accuracy.rule')}</p>
      <ScrollRegion label={caption}>
        <table className="w-full border-collapse text-left">
          <caption className="pb-3 text-left text-sm text-ink-soft">{caption}</caption>
          <thead>
            <tr className="border-b-2 border-ink text-sm">
              <th scope="col" className="py-2 pr-3">
                {t('accuracy.choice')}
              </th>
              <th scope="col" className="py-2 pr-3 text-center">
                {t('accuracy.place')}
              </th>
              <th scope="col" className="py-2 pr-3 text-center">
                {t('accuracy.rank')}
              </th>
              <th scope="col" className="py-2 text-right">
                {t('accuracy.worth')}
              </th>
            </tr>
          </thead>
          <tbody>
            {exampleBallot.map(({ fruit, place, rank }) => (
              <tr key={fruit} className="border-b border-rule">
                <th scope="row" className="py-3 pr-3 font-semibold">
                  {t(`fruit.${fruit}`)}
                </th>
                <td className="numeral py-3 pr-3 text-center text-2xl">{place}</td>
                <td className="numeral py-3 pr-3 text-center text-2xl">{rank}</td>
                <td className="py-3 text-right whitespace-nowrap tabular-nums">
                  {pointsOf(place)} − {Math.abs(place - rank)} ={' '}
                  <span className="numeral text-2xl">{accuracyOf(place, rank)}</span>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t-2 border-ink">
              <th scope="row" colSpan={3} className="py-3 pr-3">
                {t('accuracy.sum', { best: bestAccuracy })}
              </th>
              <td className="numeral py-3 text-right text-3xl">{exampleAccuracy}</td>
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </div>
  );
}
