import { X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { languageOffers } from '#src/shared/languages.ts';
import { keepCurrency } from '../app/currency.ts';
import { keepLanguage, switchLanguage } from '../app/language.ts';
import { usePageContext } from '../app/page-context.tsx';

/**
 * Offers the browser's own language (decision 6: it is never switched to). It hangs below the header without taking space.
 * To decline is a choice of the present language, and so it is not offered again; the prices stay as they are shown.
 */
export function LanguageOffer() {
  const { t } = useTexts();
  const { offeredLanguage, language, currency, user } = usePageContext();
  const [declined, setDeclined] = useState(false);
  if (!offeredLanguage || declined) return null;
  return (
    <div className="page-width relative">
      <div className="absolute top-0 right-[clamp(1rem,4vw,2rem)] flex items-center border-2 border-t-0 border-ink bg-sheet pl-3 shadow-lift">
        <button
          type="button"
          lang={offeredLanguage}
          className="min-h-11 font-semibold underline underline-offset-4"
          onClick={() => void switchLanguage(offeredLanguage, user !== null)}
        >
          {languageOffers[offeredLanguage]}
        </button>
        <button
          type="button"
          aria-label={t('language.stay')}
          className="grid size-11 place-items-center"
          onClick={() => {
            keepLanguage(language);
            keepCurrency(currency);
            setDeclined(true);
          }}
        >
          <X aria-hidden size={18} />
        </button>
      </div>
    </div>
  );
}
