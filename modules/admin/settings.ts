import { audit } from '../../src/platform/audit.ts';
import type { Db } from '../../src/platform/db.ts';
import type { Settings } from '../../src/platform/settings.ts';
import type { Admin } from './contract.ts';

/** The switches of the whole site. */
export function createSettingChanges(db: Db, settings: Settings): Pick<Admin, 'settings' | 'changeSetting'> {
  return {
    settings: settings.all,

    async changeSetting(admin, { key, value }) {
      await db.transaction(async (trx) => {
        const before = await settings.change(trx, key, value);
        if (before === value) return;
        const subject = { kind: 'setting', id: key } as const;
        await audit(trx, {
          actor: admin,
          action: 'setting_changed',
          subject,
          before: { value: before },
          after: { value },
        });
      });
      return settings.all();
    },
  };
}
