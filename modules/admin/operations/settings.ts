import type { Notifications } from '#modules/notifications/contract/index.ts';
import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import type { Settings } from '#src/platform/settings.ts';
import type { Admin } from '../contract/index.ts';

/** The switches of the whole site. */
export function createSettingChanges(
  db: Db,
  settings: Settings,
  notifications: Pick<Notifications, 'textsToday'>,
): Pick<Admin, 'settings' | 'textsToday' | 'changeSetting'> {
  return {
    settings: () => settings.all(),
    textsToday: () => notifications.textsToday(db),

    async changeSetting(admin, { key, value }) {
      await db.transaction(async (trx) => {
        const before = await settings.change(trx, key, value);
        if (JSON.stringify(before) === JSON.stringify(value)) return;
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
