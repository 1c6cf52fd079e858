import { tierPrices } from '#modules/payments/rules/prices.ts';
import { tiers } from '#modules/voting/rules/tiers.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { LegalPage } from '#renderer/components/texts/LegalPage.tsx';
import { contacts } from '#src/shared/contacts.ts';
import { formatMoney } from '#src/shared/money.ts';

const lastChanged = new Date(Date.UTC(2024, 11, 18)); // specification 2, section 9

/** What applies between the site and the people who use it. */
export default function Page() {
  const { language } = usePageContext();
  // The terms fix the price list itself, so that these stay US dollars whatever currency the reader has chosen.
  const prices = Object.fromEntries(tiers.map((tier) => [tier, formatMoney(tierPrices[tier], 'USD', language)]));
  return <LegalPage namespace="terms" date={lastChanged} values={{ ...contacts, ...prices }} />;
}
