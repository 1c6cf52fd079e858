import { useTexts } from '#renderer/app/texts.ts';
import { languageNames, languages } from '#src/shared/languages.ts';
import { currencies } from '#src/shared/money.ts';
import { switchCurrency } from '../app/currency.ts';
import { switchLanguage } from '../app/language.ts';
import { usePageContext } from '../app/page-context.tsx';
import type { ApiError } from '../data/api.ts';
import { buttonClasses } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { toast } from '../ui/toast.tsx';

const look = buttonClasses('quiet', 'sm', 'max-sm:px-2');

export function LanguagePicker() {
  const { t } = useTexts();
  const { language, user } = usePageContext();
  return (
    <Menu
      trigger={{
        label: t('language.change', { code: language.toUpperCase(), language: languageNames[language] }),
        className: look,
        children: <span>{language.toUpperCase()}</span>,
      }}
      items={() =>
        languages.map((choice) => ({
          label: languageNames[choice],
          lang: choice,
          checked: choice === language,
          onSelect: () => void switchLanguage(choice, user !== null),
        }))
      }
    />
  );
}

/** The currencies by their names in the page's language. */
export function CurrencyPicker() {
  const { t } = useTexts();
  const { language, currency, user } = usePageContext();
  const choose = (choice: typeof currency) =>
    switchCurrency(choice, user !== null).catch((error: ApiError) =>
      toast({ title: error.text ?? t('error.retry'), look: 'danger' }),
    );
  return (
    <Menu
      trigger={{ label: t('currency.change', { currency }), className: look, children: <span>{currency}</span> }}
      items={() => {
        const names = new Intl.DisplayNames(language, { type: 'currency' });
        return currencies.map((choice) => ({
          label: t('currency.item', { code: choice, name: names.of(choice) }),
          checked: choice === currency,
          onSelect: () => void choose(choice),
        }));
      }}
    />
  );
}
