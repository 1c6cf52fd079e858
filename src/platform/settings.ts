import { type SettingKey, type SettingValue, type SettingValues, settingSchemas } from '../shared/settings.ts';
import type { Db } from './db.ts';

/** What each setting is until somebody has chosen. */
const initially: SettingValues = {
  maintenance_mode: false,
  allow_registration: true,
  email_notifications: true,
  sms_notifications: true,
  push_notifications: true,
  email_verification: 'required',
  phone_verification: 'optional',
  // Where the currencies of the price list are at home.
  sms_countries:
    'AT AU BE BG BR CA CH CN CY DE EE ES FI FR GB GR HR IE IN IT JP KR LI LT LU LV MC MT MX NL PT RU SG SI SK US ZA'.split(
      ' ',
    ),
  sms_per_day: 2_000,
  sms_per_country_and_day: 1_000,
};

export interface Settings {
  /** All of them, as they are; read in a transaction, where `from` is one. */
  all(from?: Db): Promise<SettingValues>;
  /** A setting as it is, or was a moment ago. */
  get<Key extends SettingKey>(key: Key): Promise<SettingValue<Key>>;
  /**
   * Changes a setting, in the caller's transaction where `trx` is one, and gives what it was. Other processes, and this
   * one before the transaction is committed, may see the old value for `keptMs` more. Throws a ZodError for a value that
   * the setting cannot have.
   */
  change<Key extends SettingKey>(trx: Db, key: Key, value: SettingValue<Key>): Promise<SettingValue<Key>>;
}

/** The settings are kept for a moment: every registration and login asks for them. */
const keptMs = 2_000;

export function createSettings(db: Db): Settings {
  let kept: { at: number; stored: Promise<Map<string, unknown>> } | undefined;

  const read = async (from: Db): Promise<Map<string, unknown>> => {
    const rows = await from<{ key: string; value: unknown }>('platform.settings').select('key', 'value');
    return new Map(rows.map(({ key, value }) => [key, value]));
  };

  const recent = (): Promise<Map<string, unknown>> => {
    if (kept && performance.now() - kept.at < keptMs) return kept.stored;
    const stored = read(db);
    kept = { at: performance.now(), stored };
    stored.catch(() => {
      if (kept?.stored === stored) kept = undefined; // the next ask tries again
    });
    return stored;
  };

  /** What is stored, where it is a value that this release knows; else the default. */
  const settingIn = <Key extends SettingKey>(stored: Map<string, unknown>, key: Key): SettingValue<Key> => {
    const parsed = settingSchemas[key].safeParse(stored.get(key));
    return (parsed.success ? parsed.data : initially[key]) as SettingValue<Key>;
  };

  return {
    async all(from = db) {
      const stored = await read(from);
      const keys = Object.keys(settingSchemas) as SettingKey[];
      return Object.fromEntries(keys.map((key) => [key, settingIn(stored, key)])) as SettingValues;
    },

    get: async (key) => settingIn(await recent(), key),

    async change(trx, key, value) {
      const wanted = settingSchemas[key].parse(value);
      const before = await trx.transaction(async (changing) => {
        await changing.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`setting ${key}`]);
        const stored = await read(changing);
        await changing('platform.settings')
          .insert({ key, value: JSON.stringify(wanted), changed_at: changing.raw('clock_timestamp()') })
          .onConflict('key')
          .merge();
        return settingIn(stored, key);
      });
      kept = undefined;
      return before;
    },
  };
}
