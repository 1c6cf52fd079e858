import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { useHydrated } from '#renderer/format/clock.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { type SettingKey, type SettingValues, settingSchemas } from '#src/shared/settings.ts';
import { verifications } from '#src/shared/verification.ts';
import { useAct } from '../components/use-act.ts';
import { TextsToday } from './TextsToday.tsx';
import { ValueForm } from './ValueForm.tsx';

/** The switches of the whole site, each with what it does. */
export default function Settings() {
  const { t } = useTexts('admin-settings');
  const { data: values, isError } = useApi<SettingValues>('/api/admin/settings');
  if (isError) return <FormError>{t('admin:failed')}</FormError>;
  if (!values) return <p className="py-6 text-ink-soft">{t('admin:loading')}</p>;
  return (
    <div className="max-w-3xl">
      <ul>
        {(Object.keys(settingSchemas) as SettingKey[]).map((name) => (
          <li key={name} className="border-b border-rule py-4">
            <Setting name={name} value={values[name]} />
          </li>
        ))}
      </ul>
      <TextsToday />
    </div>
  );
}

function Setting({ name, value }: { name: SettingKey; value: SettingValues[SettingKey] }) {
  const { t } = useTexts('admin-settings');
  const hydrated = useHydrated();
  const done = t('changed', { setting: t(`${name}.title`) });
  const { act, busy } = useAct({ done, failed: t('failed') });
  const change = (wanted: boolean | string) =>
    busy || act({ address: '/api/admin/settings', method: 'PUT', body: { key: name, value: wanted } });
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
      <div className="min-w-0 flex-1 basis-80">
        <h2 id={name} className="text-lg">
          {t(`${name}.title`)}
        </h2>
        <p id={`${name}-text`} className="text-ink-soft">
          {t(`${name}.text`)}
        </p>
      </div>
      {typeof value === 'number' || Array.isArray(value) ? (
        <ValueForm name={name} value={value} done={done} />
      ) : typeof value === 'boolean' ? (
        <button
          type="button"
          role="switch"
          aria-checked={value}
          aria-labelledby={name}
          aria-describedby={`${name}-text`}
          aria-busy={busy}
          disabled={!hydrated}
          onClick={() => change(!value)}
          className="flex min-h-11 items-center gap-3 font-semibold"
        >
          <span
            aria-hidden
            className={`flex h-7 w-12 items-center rounded-full border-2 px-0.5 ${value ? 'justify-end border-active bg-active' : 'justify-start border-field bg-sheet'}`}
          >
            <span className={`size-5 rounded-full ${value ? 'bg-on-status' : 'bg-field'}`} />
          </span>
          {t(value ? 'on' : 'off')}
        </button>
      ) : (
        <select
          aria-labelledby={name}
          aria-describedby={`${name}-text`}
          value={value}
          disabled={!hydrated}
          onChange={(event) => change(event.target.value)}
          className="min-h-11 rounded-sm border-2 border-field bg-sheet px-3 text-ink"
        >
          {verifications.map((option) => (
            <option key={option} value={option}>
              {t(`verification.${option}`)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
