import type { ComponentType } from 'react';
import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Admin } from '#modules/admin/contract/index.ts';
import type { AdminPeople } from '#modules/admin/contract/people.ts';
import type { Reconciliation } from '#modules/admin/contract/reconciliation.ts';
import type { Broadcasts } from '#modules/broadcasts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { PaymentAdministration } from '#modules/payments/contract/admin.ts';
import type { Payments } from '#modules/payments/contract/index.ts';
import type { Privacy } from '#modules/privacy/contract/index.ts';
import type { AwardAdministration } from '#modules/prizes/contract/admin.ts';
import type { Prizes } from '#modules/prizes/contract/index.ts';
import type { Site } from '#modules/site/contract/index.ts';
import type { TopicAdministration } from '#modules/voting/contract/admin.ts';
import type { VotingPages } from '#modules/voting/contract/index.ts';
import type { Resources, Texts } from '#src/i18n/server.ts';
import type { Language } from '#src/shared/languages.ts';
import type { Currency } from '#src/shared/money.ts';
import type { PageData } from '#src/shared/page.ts';
import type { SessionUser } from '#src/shared/viewer.ts';

/** Which texts a page shows: always the same, or by what its address names. */
type Namespaces = string[] | ((routeParams: Record<string, string>) => string[]);

declare global {
  namespace Vike {
    interface PageContext {
      Page: ComponentType;
      data?: PageData;
      language: Language;
      /** The currency of prices. */
      currency: Currency;
      /** The browser's own language, to be offered; null where there is nothing to offer. */
      offeredLanguage: Language | null;
      /** The cookie banner has been answered. */
      consentGiven: boolean;
      /** The signed-in person, or null. */
      user: SessionUser | null;
      /** The texts of this page's namespaces. */
      resources: Resources;
      /** The server's clock when the page was made (ISO 8601, UTC). */
      now: string;
    }
    interface PageContextServer {
      /** What pages ask on the server. */
      modules: {
        accounts: Accounts;
        admin: Admin & AdminPeople & { reconciliation(): Promise<Reconciliation> };
        broadcasts: Broadcasts;
        notifications: Notifications;
        payments: Payments & PaymentAdministration;
        privacy: Privacy;
        prizes: Prizes & AwardAdministration;
        site: Site;
        voting: VotingPages & TopicAdministration;
      };
      texts: Texts;
    }
    interface Config {
      namespaces?: Namespaces;
    }
    interface ConfigResolved {
      namespaces?: Namespaces[];
    }
  }
}
