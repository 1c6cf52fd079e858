import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ErrorCode } from '../shared/errors.ts';
import type { Language } from '../shared/languages.ts';
import type { Translate } from '../shared/translate.ts';
import type { SessionStart, SessionUser, SignIn } from '../shared/viewer.ts';
import type { ListedSession } from './session-index.ts';

/** Who calls, as limits know it. */
export interface Caller {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  network: string;
  userId: number | undefined;
}

/**
 * A rate limit of a route: at most `points` calls in `seconds`, counted by the caller's network or by something that the
 * call names. What anybody can name (an e-mail address, say) is counted together with the network: nobody can use up what is
 * another person's (decision 1). All limits of a route must have room.
 */
export interface Limit<Body> {
  name: string;
  points: number;
  seconds: number;
  by: 'address' | ((body: Body, caller: Caller) => string);
  /** Takes its share of the limit without ever refusing the call. */
  onlyCounts?: boolean;
  /**
   * Only calls that fail with one of these count. Beyond `points` one at a time is let through, after pauses that grow from a
   * minute to an hour.
   */
  failures?: readonly ErrorCode[];
  /** What cannot be guessed is looked at in any case: the right one passes, and only a wrong one is told to wait. */
  lateRefusal?: boolean;
}

/** A call by which somebody may guess a password: see `guessing.ts`, which says how often that may fail. */
export interface Guessing<Body> {
  failures: readonly ErrorCode[];
  /** Whose account it is, as the call says. */
  account(body: Body): string;
  /** What browsers that have signed in to it know it by (`SignIn.mark`). */
  marks(body: Body): Promise<string[]>;
}

/** The session as routes see it; the cookie and the store are the HTTP layer's business. */
export interface SessionAccess {
  /** Starts a new session (with a new id) for a user. `passwordGiven`: by the password, just now. */
  signIn(user: SignIn, how: { passwordGiven: boolean }): Promise<void>;
  /** Has this browser's tries at the account's password counted apart from now on. */
  knowBrowser(mark: string): void;
  /** Notes that the password was given once more. */
  passwordGiven(): Promise<void>;
  signOut(): Promise<void>;
  /** The user's living sessions, newest first. */
  list(userId: number): Promise<ListedSession[]>;
  /** Ends one of the user's sessions; false where there is none of this id. */
  end(userId: number, id: string): Promise<boolean>;
  /** Ends all of the user's sessions but this one, which goes on with the account's new version. */
  endOthers(user: SessionStart): Promise<void>;
  /** Clears away the sessions of somebody whose account has got a new version. */
  endAll(userId: number): Promise<void>;
  /** The registration that this browser began, if any. */
  registration: { userId: number; registrationId: string } | undefined;
}

/** Answer of a handler that sends the browser elsewhere on this site. */
export class Redirect {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** Answer of a handler that is a file. Kept by browsers for good where its address never shows anything else. */
export class FileAnswer {
  readonly body: Readable;
  readonly type: string;
  /** In bytes; undefined for what is made while it is sent. */
  readonly size: number | undefined;
  readonly options: { downloadAs?: string; immutable?: boolean };
  constructor(file: { body: Readable; type: string; size?: number }, options: FileAnswer['options'] = {}) {
    this.body = file.body;
    this.type = file.type;
    this.size = file.size;
    this.options = options;
  }
}

/**
 * Answer of a handler that goes on: server-sent events. `begin` is called once the browser listens, sends what there is to
 * send, and returns what ends it.
 */
export class EventStream {
  readonly begin: (send: (event: string, data: unknown) => void) => () => void;
  constructor(begin: EventStream['begin']) {
    this.begin = begin;
  }
}

/** Answer of a handler whose work goes on elsewhere (202): ask again after so many seconds. */
export class NotYet {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    this.retryAfter = retryAfter;
  }
}

export interface RouteContext<Params, Query, Body, V> {
  params: Params;
  query: Query;
  body: Body;
  /** Who is asking; never null where the route is for users. */
  viewer: V;
  session: SessionAccess;
  /** The request's language, for texts inside an answer. */
  t: Translate;
  language: Language;
  /** Of a signed body; empty where there is none. */
  signature: string;
  /** The person went there; false where another site, or a picture or script of a page, set the request off (Sec-Fetch-*). */
  ownNavigation: boolean;
}

interface RouteBase<Params, Query, Body, Output> {
  method: 'get' | 'post' | 'put' | 'delete';
  path: `/api/${string}`;
  input?: { params?: z.ZodType<Params>; query?: z.ZodType<Query>; body?: z.ZodType<Body> };
  /** How large the JSON may be, where 64 KB are not enough. */
  maxBytes?: number;
  /** The body is a file instead of JSON, and the handler gets its bytes: of one of these types, at most so large. */
  upload?: { types: string[]; maxBytes: number };
  /**
   * What another machine sends: the body stays the bytes that it signed, and neither JSON nor this site's origin is asked
   * for. The handler checks the signature that stands in `header`.
   */
  signed?: { header: string; maxBytes: number };
  /** Goes on during maintenance: logging in, what other machines report, unsubscribing (decision 9). */
  sparedByMaintenance?: true;
  /**
   * What a mail program posts when its reader presses its own button (RFC 8058): a form from anywhere. Neither JSON nor this
   * site's origin is asked for, nobody is signed in, and the body is not looked at: the address says it all.
   */
  posted?: { maxBytes: number };
  limits?: Limit<Body>[];
  guessing?: Guessing<Body>;
  /**
   * What protects or pays asks for the password where it was last given more than 15 minutes ago (decision 1): always, or
   * for some bodies.
   */
  asksPassword?: true | ((body: Body, viewer: SessionUser) => boolean);
  /** What goes out. Fields that it does not name are dropped, so that no row can leave by accident. */
  output: z.ZodType<Output>;
  /** 200 unless said otherwise; with 204 nothing goes out. */
  status?: number;
}

type SpecialAnswer = Redirect | FileAnswer | NotYet | EventStream;

type RouteFor<Params, Query, Body, Output> =
  | (RouteBase<Params, Query, Body, Output> & {
      who: 'anyone';
      handle(context: RouteContext<Params, Query, Body, SessionUser | null>): Promise<Output | SpecialAnswer>;
    })
  | (RouteBase<Params, Query, Body, Output> & {
      who: 'user' | 'admin';
      handle(context: RouteContext<Params, Query, Body, SessionUser>): Promise<Output | SpecialAnswer>;
    });

/** A route whose types have been checked and may be forgotten. */
export type Route = RouteFor<unknown, unknown, unknown, unknown>;

/** A route whose body is bytes: a file, or what another machine has signed. */
type BytesRoute<Params, Query, Output> = RouteFor<Params, Query, Buffer, Output> &
  (Required<Pick<Route, 'upload'>> | Required<Pick<Route, 'signed'>>);

/** One HTTP route as one declaration: method, path, who may call, limits, input, output, handler. */
export function defineRoute<Params = undefined, Query = undefined, Output = unknown>(
  route: BytesRoute<Params, Query, Output>,
): Route;
export function defineRoute<Params = undefined, Query = undefined, Body = undefined, Output = unknown>(
  route: RouteFor<Params, Query, Body, Output> & { upload?: never; signed?: never },
): Route;
export function defineRoute(route: unknown): Route {
  return route as Route;
}
