import { randomBytes } from 'node:crypto';
import type { Db } from '#src/platform/db.ts';
import type { EqualTime } from '#src/platform/equal-time.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Language } from '#src/shared/languages.ts';
import { privacyVersion, termsVersion } from '#src/shared/legal.ts';
import type {
  Channel,
  CurrentPreferences,
  LinkState,
  Notifications,
  SubscriptionPreferences,
  Subscriptions,
  Texting,
} from '../contract/index.ts';
import { canonical } from '../messages/texting.ts';

const linkHours = 24;
/** How often the owner of an address may be asked, whoever asks: mails an hour, text messages (which cost) a day. */
const asks: Record<Channel, { most: number; seconds: number }> = {
  email: { most: 5, seconds: 3_600 },
  sms: { most: 5, seconds: 86_400 },
};

/** What one address is to be sent, and what its owner has agreed to. */
interface Wish {
  channel: Channel;
  address: string;
  service: boolean;
  marketing: boolean;
  language: Language;
  privacy_version: string;
  terms_version: string;
  user_id: number | null;
}

interface RequestRow extends Wish {
  token_hash: Buffer;
  confirmed_at: Date | null;
  withdrawn_at: Date | null;
  expired: boolean;
}

type Source = 'dialog' | 'confirm' | 'opt-out';

/** Today's text messages are used up: until the next day begins (UTC). */
const textsUsedUp = () => {
  const dayMs = 86_400_000;
  return new AppError('too_many_requests', { retryAfter: Math.ceil((dayMs - (Date.now() % dayMs)) / 1000) });
};

const sameAddress = 'channel = ? and lower(address) = lower(?)';

interface Dependencies {
  db: Db;
  equalTime: EqualTime;
  secrets: Secrets;
  send: Notifications['send'];
  texting: Texting;
}

export function createSubscriptions({ db, equalTime, secrets, send, texting }: Dependencies): Subscriptions {
  const fingerprint = (token: string) => secrets.digest('subscription link', token);

  const log = (trx: Db, wish: Wish, source: Source) => {
    const { channel, address, privacy_version, terms_version } = wish;
    const entry = { channel, address, source, privacy_version, terms_version };
    return trx('notifications.consent_log').insert([
      { ...entry, what: 'service', turned_on: wish.service },
      { ...entry, what: 'marketing', turned_on: wish.marketing },
    ]);
  };

  /** Makes a wish of the address' owner the state of things. */
  const apply = async (trx: Db, wish: Wish, source: Source): Promise<void> => {
    await trx.raw(
      `insert into notifications.subscriptions
         (channel, address, service, marketing, language, privacy_version, terms_version, user_id)
       values (:channel, :address, :service, :marketing, :language, :privacy_version, :terms_version, :user_id)
       on conflict (channel, lower(address)) do update
          set address = excluded.address, service = excluded.service, marketing = excluded.marketing,
              language = excluded.language, privacy_version = excluded.privacy_version,
              terms_version = excluded.terms_version, user_id = excluded.user_id, confirmed_at = excluded.confirmed_at`,
      { ...wish },
    );
    await log(trx, wish, source);
  };

  /**
   * Throws where an address cannot be asked (any more today). The lock makes the count exact. All of it is looked at for
   * every address, so that a refusal tells nothing of what is known about one.
   */
  const requireRoom = async (trx: Db, { channel, address }: Wish): Promise<void> => {
    if (channel === 'sms') await texting.textable(trx, address);
    const { most, seconds } = asks[channel];
    await trx.raw("select pg_advisory_xact_lock(hashtextextended('subscription ' || ? || lower(?), 0))", [
      channel,
      address,
    ]);
    const { rows } = await trx.raw<{ rows: [{ asked: number; wait: number }] }>(
      `select count(*) as asked,
              ceil(extract(epoch from min(created_at) - clock_timestamp()))::integer + ? as wait
         from notifications.subscription_requests
        where ${sameAddress} and created_at > clock_timestamp() - make_interval(secs => ?)`,
      [seconds, channel, address, seconds],
    );
    const [{ asked, wait }] = rows;
    if (asked >= most) throw new AppError('too_many_requests', { retryAfter: Math.max(1, wait) });
    if (channel === 'sms' && !(await texting.hasRoomToText(trx, address))) throw textsUsedUp();
  };

  /** Asks the owner of an address by a link. Does alike, but sends nothing, where the answer would change nothing. */
  const ask = async (trx: Db, wish: Wish): Promise<void> => {
    const present = await trx<Wish>('notifications.subscriptions')
      .whereRaw(sameAddress, [wish.channel, wish.address])
      .first();
    const changes = present ? differs(present, wish) : wish.service || wish.marketing;
    // The person's own dialog, saved again for the sake of its other part.
    if (present && present.user_id !== null && present.user_id === wish.user_id && !changes) return;
    await requireRoom(trx, wish);
    const token = randomBytes(32).toString('base64url');
    const [request] = await trx('notifications.subscription_requests')
      .insert({
        ...wish,
        token_hash: fingerprint(token),
        created_at: trx.raw('clock_timestamp()'),
        expires_at: trx.raw('clock_timestamp() + make_interval(hours => ?)', [linkHours]),
      })
      .returning<{ expires_at: Date }[]>('expires_at');
    if (!changes) return;
    const sent = await send(trx, {
      channel: wish.channel,
      template: 'subscription_confirmation',
      to: wish.address,
      language: wish.language,
      values: { token, hours: linkHours },
      expiresAt: (request as { expires_at: Date }).expires_at,
    });
    if (!sent) throw textsUsedUp(); // others have had what was left
  };

  const link = async (reader: Db, token: string): Promise<LinkState> => {
    const request = await reader<RequestRow>('notifications.subscription_requests')
      .where({ token_hash: fingerprint(token) })
      .first('*', db.raw('expires_at <= clock_timestamp() as expired'));
    if (!request || request.withdrawn_at) return { state: 'unknown' };
    if (request.confirmed_at) return { state: 'used' };
    if (request.expired) return { state: 'expired' };
    const { channel, address, service, marketing } = request;
    return { state: 'ready', channel, address, service, marketing };
  };

  return {
    save: (preferences, viewer, language) =>
      equalTime(() =>
        db.transaction(async (trx) => {
          for (const wish of wishesOf(preferences, viewer?.id ?? null, language)) {
            const proved = viewer?.emailVerified ? viewer.email.toLowerCase() : undefined;
            const own = wish.channel === 'email' && wish.address.toLowerCase() === proved;
            await (own ? apply(trx, wish, 'dialog') : ask(trx, wish));
          }
        }),
      ),

    optOut: (input) =>
      equalTime(() =>
        db.transaction(async (trx) => {
          const { optOutType: channel } = input;
          const address = input.optOutType === 'email' ? input.email : canonical(input.phoneNumber);
          // Requests before the subscription, as `confirm` does: whichever comes second sees what the other has done.
          const withdrawn = await trx('notifications.subscription_requests')
            .whereRaw(sameAddress, [channel, address])
            .where({ marketing: true })
            .whereNull('confirmed_at')
            .whereNull('withdrawn_at')
            .update({ withdrawn_at: trx.raw('clock_timestamp()') });
          const turnedOff = await trx('notifications.subscriptions')
            .whereRaw(sameAddress, [channel, address])
            .where({ marketing: true })
            .update({ marketing: false });
          if (withdrawn + turnedOff === 0) return; // addresses that nothing is known of are not written down
          await trx('notifications.consent_log').insert({
            channel,
            address,
            what: 'marketing',
            turned_on: false,
            source: 'opt-out' satisfies Source,
          });
        }),
      ),

    link: (token) => link(db, token),

    confirm: (token) =>
      db.transaction(async (trx) => {
        const [wish] = await trx('notifications.subscription_requests')
          .where({ token_hash: fingerprint(token) })
          .whereNull('confirmed_at')
          .whereNull('withdrawn_at')
          .where('expires_at', '>', trx.raw('clock_timestamp()'))
          .update({ confirmed_at: trx.raw('clock_timestamp()') })
          .returning<Wish[]>([
            'channel',
            'address',
            'service',
            'marketing',
            'language',
            'privacy_version',
            'terms_version',
            'user_id',
          ]);
        if (wish) return apply(trx, wish, 'confirm');
        const { state } = await link(trx, token);
        throw new AppError(state === 'used' ? 'link_used' : state === 'expired' ? 'link_expired' : 'link_unknown');
      }),

    async withdrawRequests(trx, userId, of) {
      const requests = trx('notifications.subscription_requests')
        .where({ user_id: userId })
        .whereNull('confirmed_at')
        .whereNull('withdrawn_at');
      if (of) requests.whereRaw(sameAddress, [of.channel, of.address]);
      await requests.update({ withdrawn_at: trx.raw('clock_timestamp()') });
    },

    async preferencesOf(viewer): Promise<CurrentPreferences> {
      const found = await db<Wish>('notifications.subscriptions')
        .whereRaw(`${sameAddress} and ?`, ['email', viewer.email, viewer.emailVerified])
        .orWhere({ channel: 'sms', user_id: viewer.id })
        .orderBy('confirmed_at', 'desc');
      const email = found.find(({ channel }) => channel === 'email');
      const sms = found.find(({ channel }) => channel === 'sms');
      return {
        email: viewer.email,
        phoneNumber: sms?.address ?? null,
        emailNotifications: email?.service ?? false,
        smsNotifications: sms?.service ?? false,
        marketingEmails: email?.marketing ?? false,
        marketingSMS: sms?.marketing ?? false,
        gdprConsent: email?.privacy_version === privacyVersion,
        termsAccepted: email?.terms_version === termsVersion,
      };
    },

    async wantNews(asking, emails) {
      const wanting = await asking('notifications.subscriptions')
        .where({ channel: 'email', service: true })
        .whereRaw('lower(address) = any(?)', [emails.map((email) => email.toLowerCase())])
        .select<{ address: string }[]>(asking.raw('lower(address) as address'));
      return new Set(wanting.map(({ address }) => address));
    },

    async forgetStale() {
      await db('notifications.subscription_requests')
        .where('created_at', '<', db.raw("now() - interval '7 days'"))
        .delete();
    },
  };
}

/** The parts of the preferences: one for each address that they name. */
function wishesOf(preferences: SubscriptionPreferences, userId: number | null, language: Language): Wish[] {
  const common = { language, privacy_version: privacyVersion, terms_version: termsVersion, user_id: userId };
  const { email, phoneNumber, emailNotifications, marketingEmails, smsNotifications, marketingSMS } = preferences;
  const parts: Wish[] = [
    { ...common, channel: 'email', address: email, service: emailNotifications, marketing: marketingEmails },
  ];
  if (phoneNumber) {
    const address = canonical(phoneNumber);
    parts.push({ ...common, channel: 'sms', address, service: smsNotifications, marketing: marketingSMS });
  }
  return parts;
}

const compared = ['service', 'marketing', 'privacy_version', 'terms_version'] as const;
const differs = (one: Wish, other: Wish): boolean => compared.some((field) => one[field] !== other[field]);
