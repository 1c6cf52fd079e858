import { LegalPage } from '../../renderer/LegalPage.tsx';
import { usePageContext } from '../../renderer/page-context.tsx';
import { listOfPrices } from '../../renderer/prices.ts';
import { contacts } from '../../src/shared/contacts.ts';

const lastChanged = new Date(Date.UTC(2024, 11, 18)); // specification 2, section 9

/** What applies between the site and the people who use it. */
export default function Page() {
  const { language } = usePageContext();
  return <LegalPage namespace="terms" date={lastChanged} values={{ ...contacts, prices: listOfPrices(language) }} />;
}
