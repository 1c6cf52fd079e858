import { useId, useMemo } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { useHydrated } from '../../format/clock.ts';
import { Field, inputClasses } from '../../ui/Field.tsx';
import { countriesIn } from './countries.ts';
import type { Phone } from './use-phone.ts';

interface PhoneFieldProps {
  phone: Phone;
  name: string;
  required: boolean;
  /** What the server says is wrong with it. */
  error?: string | undefined;
}

/** A phone number: its country, and the number as one writes it there. What is sent is E.164. Needs the namespace `phone`. */
export function PhoneField({ phone, name, required, error }: PhoneFieldProps) {
  const { t, i18n } = useTexts('phone');
  const hydrated = useHydrated();
  const id = useId();
  // Not on the server: it may call a country by another name than the browser does.
  const countries = useMemo(() => (hydrated ? countriesIn(i18n.language) : []), [hydrated, i18n.language]);
  return (
    <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2">
      <input type="hidden" name={name} value={phone.value} />
      <div>
        <label htmlFor={id} className="mb-1 block font-semibold">
          {t('country')}
        </label>
        <select
          id={id}
          value={phone.country}
          autoComplete="tel-country-code"
          onFocus={phone.load}
          onChange={({ target }) => phone.chooseCountry(target.value)}
          className={inputClasses(false)}
        >
          <option value="">{t('choose')}</option>
          {countries.map((country) => (
            <option key={country.code} value={country.code}>
              {t('option', { country: country.name, code: country.callingCode })}
            </option>
          ))}
        </select>
      </div>
      <Field
        label={t(required ? 'required' : 'optional')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={40}
        required={required}
        data-phone
        value={phone.national}
        onFocus={phone.load}
        onBlur={phone.settle}
        onChange={({ target }) => phone.type(target.value)}
        error={phone.told ? t('wrong') : error}
      />
    </div>
  );
}
