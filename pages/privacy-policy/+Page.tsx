import { LegalPage } from '#renderer/components/texts/LegalPage.tsx';
import { contacts } from '#src/shared/contacts.ts';

const lastChanged = new Date(Date.UTC(2024, 11, 18)); // specification 2, section 9

/** What personal data the site holds, why, for how long, and what a person may ask for. */
export default function Page() {
  return <LegalPage namespace="privacy" date={lastChanged} values={contacts} />;
}
