import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Db } from '#src/platform/db.ts';
import type { Settings } from '#src/platform/settings.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Texting } from '../contract/index.ts';

/** Kinds of numbers that a text message reaches at an ordinary price; in the United States and Canada the two are one. */
const reachable = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
/** What stands in the place of a country where all are counted. */
const all = '*';
const keptDays = 90;
const today = "(clock_timestamp() at time zone 'utc')::date";

type Verdict = { number: string; country: CountryCode } | { wrong: 'phone_format' | 'phone_mobile' | 'phone_country' };

/** Satellites and other networks that belong to no country are none of `countries` either. */
function judge(typed: string, countries: readonly string[]): Verdict {
  const phone = parsePhoneNumberFromString(typed);
  if (!phone?.isValid()) return { wrong: 'phone_format' };
  if (!reachable.has(phone.getType() ?? '')) return { wrong: 'phone_mobile' };
  const { country, number } = phone;
  return country && countries.includes(country) ? { number, country } : { wrong: 'phone_country' };
}

/** A number in E.164 as its country writes it; as it was typed where there is no such number. */
export const canonical = (typed: string): string => parsePhoneNumberFromString(typed)?.number ?? typed;

/** What may be texted (decision 1), for every sender: text messages cost, and the number may be a stranger's. */
export function createTexting(settings: Pick<Settings, 'all'>): Texting & {
  /** Counts one message to a number, in the transaction that writes it; false where none may be written. */
  count(trx: Db, number: string): Promise<boolean>;
  forgetTexts(db: Db): Promise<void>;
} {
  /** The country of a number that may be texted, and how many messages may go there and in all today. */
  const budgetFor = async (db: Db, number: string) => {
    const { sms_countries, sms_per_day, sms_per_country_and_day } = await settings.all(db);
    const verdict = judge(number, sms_countries);
    return 'wrong' in verdict ? null : { country: verdict.country, each: sms_per_country_and_day, total: sms_per_day };
  };

  return {
    async textable(db, typed) {
      const verdict = judge(typed, (await settings.all(db)).sms_countries);
      if ('wrong' in verdict) throw new AppError('invalid', { fields: { phoneNumber: verdict.wrong } });
      return verdict.number;
    },

    async hasRoomToText(db, number) {
      const budget = await budgetFor(db, number);
      if (!budget) return false;
      const { country, each, total } = budget;
      const counted = await db('notifications.texts_by_day')
        .whereRaw(`day = ${today}`)
        .whereIn('country', [all, country])
        .select<{ country: string; texts: number }[]>('country', 'texts');
      const used = new Map(counted.map((row) => [row.country, row.texts]));
      return (used.get(all) ?? 0) < total && (used.get(country) ?? 0) < each;
    },

    async count(trx, number) {
      const budget = await budgetFor(trx, number);
      if (!budget) return false;
      // The row of all comes first for everybody, so that no two wait for each other.
      const { rows } = await trx.raw<{ rows: { country: string }[] }>(
        `insert into notifications.texts_by_day as counted (day, country, texts)
         select ${today}, country, 1
           from (values ('${all}', :total::integer), (:country, :each::integer)) as budget (country, most) where most > 0
         on conflict (day, country) do update set texts = counted.texts + 1
          where counted.texts < case counted.country when '${all}' then :total::integer else :each::integer end
         returning country`,
        { ...budget },
      );
      if (rows.length === 2) return true;
      await trx('notifications.texts_by_day')
        .whereRaw(`day = ${today}`)
        .whereIn(
          'country',
          rows.map((row) => row.country),
        )
        .decrement('texts');
      return false;
    },

    async textsToday(db) {
      const rows = await db('notifications.texts_by_day')
        .whereRaw(`day = ${today}`)
        .where('texts', '>', 0)
        .orderBy([{ column: 'texts', order: 'desc' }, 'country'])
        .select<{ country: string; texts: number }[]>('country', 'texts');
      return {
        total: rows.find(({ country }) => country === all)?.texts ?? 0,
        countries: rows.filter(({ country }) => country !== all),
      };
    },

    async forgetTexts(db) {
      await db('notifications.texts_by_day').whereRaw(`day < ${today} - ${keptDays}`).delete();
    },
  };
}
