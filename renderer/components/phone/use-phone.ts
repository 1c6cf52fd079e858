import { useEffect, useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { useHydrated } from '../../format/clock.ts';
import { homeCountry } from './countries.ts';
import { roughNumber } from './rough-number.ts';

type Numbers = typeof import('./numbers.ts');

/** What was typed of a number: kept by whoever shows the field, so that it outlives it. */
export interface TypedPhone {
  country?: string;
  national?: string;
}

/** A phone number on its way from what is typed to E.164. The rules of all countries are fetched when the field is used. */
export function usePhone(kept: TypedPhone) {
  const { i18n } = useTexts();
  const hydrated = useHydrated();
  const [typed, setTyped] = useState<TypedPhone>(kept);
  const [numbers, setNumbers] = useState<Numbers>();
  const [told, setTold] = useState(false);
  const load = () => {
    // Without them the server alone says what is wrong.
    if (!numbers) import('./numbers.ts').then(setNumbers, () => {});
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before
  useEffect(() => {
    if (kept.national) load();
  }, []);
  const { national = '' } = typed;
  const country = typed.country ?? (hydrated ? homeCountry([...navigator.languages, i18n.language]) : '');
  const change = (changed: TypedPhone) => {
    Object.assign(kept, changed);
    setTyped({ ...typed, ...changed });
    setTold(false);
    load();
  };
  const number = numbers?.phoneNumber(national, country);
  const wrong = number === null && national.trim() !== '';
  return {
    country,
    national,
    /** E.164, '' for none; what was typed, as far as it goes, where that is no number. */
    value: number?.number ?? roughNumber(national, country),
    wrong,
    /** It is wrong and has been said to be. */
    told: told && wrong,
    tell: () => setTold(true),
    load,
    chooseCountry: (code: string) => change({ country: code }),
    type: (text: string) => change({ national: text }),
    /** A number typed with its calling code goes into its country. */
    settle() {
      if (number?.country && /^\s*(\+|00)/.test(national)) {
        change({ country: number.country, national: number.national });
      }
    },
  };
}

export type Phone = ReturnType<typeof usePhone>;
