// The keys of all texts, as types: what stands in the English files is there in all languages (locales.test.ts).
import type about from './locales/en/about.json';
import type activity from './locales/en/activity.json';
import type admin from './locales/en/admin.json';
import type adminActivity from './locales/en/admin-activity.json';
import type adminArticles from './locales/en/admin-articles.json';
import type adminAwards from './locales/en/admin-awards.json';
import type adminChoices from './locales/en/admin-choices.json';
import type adminDashboard from './locales/en/admin-dashboard.json';
import type adminEmails from './locales/en/admin-emails.json';
import type adminJobs from './locales/en/admin-jobs.json';
import type adminLedger from './locales/en/admin-ledger.json';
import type adminOverview from './locales/en/admin-overview.json';
import type adminPayments from './locales/en/admin-payments.json';
import type adminSettings from './locales/en/admin-settings.json';
import type adminTopics from './locales/en/admin-topics.json';
import type adminTrending from './locales/en/admin-trending.json';
import type adminUsers from './locales/en/admin-users.json';
import type auth from './locales/en/auth.json';
import type common from './locales/en/common.json';
import type confirmation from './locales/en/confirmation.json';
import type consent from './locales/en/consent.json';
import type cookies from './locales/en/cookies.json';
import type errors from './locales/en/errors.json';
import type help from './locales/en/help.json';
import type home from './locales/en/home.json';
import type how from './locales/en/how.json';
import type lists from './locales/en/lists.json';
import type mail from './locales/en/mail.json';
import type maintenance from './locales/en/maintenance.json';
import type offline from './locales/en/offline.json';
import type password from './locales/en/password.json';
import type payment from './locales/en/payment.json';
import type phone from './locales/en/phone.json';
import type privacy from './locales/en/privacy.json';
import type prizes from './locales/en/prizes.json';
import type profile from './locales/en/profile.json';
import type recount from './locales/en/recount.json';
import type results from './locales/en/results.json';
import type sms from './locales/en/sms.json';
import type staticPages from './locales/en/static.json';
import type subscription from './locales/en/subscription.json';
import type terms from './locales/en/terms.json';
import type topics from './locales/en/topics.json';
import type unsubscribe from './locales/en/unsubscribe.json';
import type vote from './locales/en/vote.json';

interface Files {
  about: typeof about;
  activity: typeof activity;
  admin: typeof admin;
  'admin-activity': typeof adminActivity;
  'admin-articles': typeof adminArticles;
  'admin-awards': typeof adminAwards;
  'admin-choices': typeof adminChoices;
  'admin-dashboard': typeof adminDashboard;
  'admin-emails': typeof adminEmails;
  'admin-jobs': typeof adminJobs;
  'admin-ledger': typeof adminLedger;
  'admin-overview': typeof adminOverview;
  'admin-payments': typeof adminPayments;
  'admin-settings': typeof adminSettings;
  'admin-topics': typeof adminTopics;
  'admin-trending': typeof adminTrending;
  'admin-users': typeof adminUsers;
  auth: typeof auth;
  common: typeof common;
  confirmation: typeof confirmation;
  consent: typeof consent;
  cookies: typeof cookies;
  errors: typeof errors;
  help: typeof help;
  home: typeof home;
  how: typeof how;
  lists: typeof lists;
  mail: typeof mail;
  maintenance: typeof maintenance;
  offline: typeof offline;
  password: typeof password;
  payment: typeof payment;
  phone: typeof phone;
  privacy: typeof privacy;
  prizes: typeof prizes;
  profile: typeof profile;
  recount: typeof recount;
  results: typeof results;
  sms: typeof sms;
  static: typeof staticPages;
  subscription: typeof subscription;
  terms: typeof terms;
  topics: typeof topics;
  unsubscribe: typeof unsubscribe;
  vote: typeof vote;
}
export type Namespace = keyof Files;

type Singular<Key extends string> = Key extends `${infer Word}_${'one' | 'other'}` ? Word : Key;

/** Paths of texts in a file; the forms of a plural are one text. */
type Texts<File> = {
  [Key in keyof File & string]: File[Key] extends string ? Singular<Key> : `${Key}.${Texts<File[Key]>}`;
}[keyof File & string];

/** Paths of lists and groups of texts. */
type Groups<File> = {
  [Key in keyof File & string]: File[Key] extends string ? never : Key | `${Key}.${Groups<File[Key]>}`;
}[keyof File & string];

/** A text anywhere: `namespace:path`. */
export type TextKey = { [Name in Namespace]: `${Name}:${Texts<Files[Name]>}` }[Namespace];

/** A text as a page names it that reads a namespace: by its path there, or with another namespace before it. */
export type TextKeyIn<Name extends Namespace> = Texts<Files[Name]> | TextKey;

/** What may stand after `prefix` in a namespace. */
export type Below<Name extends Namespace, Prefix extends string> =
  Texts<Files[Name]> extends infer Key ? (Key extends `${Prefix}.${infer Rest}` ? Rest : never) : never;

export type GroupIn<Name extends Namespace> = Groups<Files[Name]>;
