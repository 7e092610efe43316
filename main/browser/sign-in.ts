import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { signInHeader } from '#shared/contract/people.ts';
import { type Clock, systemClock } from '../engine/clock.ts';
import { type BilingualText, paragraph } from '../shell/plain-page.ts';
import { readBody, sendPage } from './answer.ts';
import { isPrefetch } from './cross-site-guard.ts';

/** How a caller of the console is known: by a browser's session cookie, or by the token, as scripts are. */
export type Caller = 'browser' | 'token';

const linkValidMs = 10 * 60_000;
const sessionIdleMs = 12 * 3_600_000;
const maxSessions = 64;

interface Session {
  /** In milliseconds since 1970. */
  until: number;
  /** The token of a person's sign-in that a call of it carried last. */
  signIn: string | null;
}

/** Who may use the console. */
export interface Access {
  /** The caller of this request; null where it is nobody that is known. */
  callerOf(request: IncomingMessage): Caller | null;
  /** Keeps the token of the sign-in that a call brings, for what the same browser asks for without a header, as `<img>` does. */
  noteSignIn(request: IncomingMessage, response: ServerResponse): void;
  /** The sign-in of this call is over. */
  forgetSignIn(response: ServerResponse): void;
  /** What was noted last; null where nobody signed in. */
  signInOf(request: IncomingMessage): string | null;
}

/** Who may use the console in this run. Nothing of it is kept on disk. */
export class Sessions implements Access {
  /** For scripts, as `Authorization: Bearer`, and to paste where no link is at hand; 256 random bits. */
  readonly token: string = newSecret();
  readonly #clock: Clock;
  readonly #cookieName: string;
  readonly #cookieRules: string;
  readonly #links = new Map<string, number>();
  readonly #sessions = new Map<string, Session>();

  /** Over TLS the cookie is sent over nothing else. */
  constructor(port: number, clock: Clock = systemClock, isSecure = false) {
    this.#clock = clock;
    this.#cookieRules = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    // Cookies are shared by all ports of a host; two consoles must not overwrite each other's.
    this.#cookieName = `perito_session_${port}`;
  }

  /** A ticket that opens one session within ten minutes. */
  newLink(): string {
    const ticket = newSecret();
    this.#links.set(digest(ticket), this.#clock.now() + linkValidMs);
    return ticket;
  }

  /** Uses a link up; the answer is the `Set-Cookie` of its new session, null where it is not valid. */
  enterByLink(ticket: string): string | null {
    const key = digest(ticket);
    const until = this.#links.get(key);
    this.#links.delete(key);
    return until !== undefined && this.#clock.now() < until ? this.#open() : null;
  }

  enterByToken(token: string): string | null {
    return this.isToken(token) ? this.#open() : null;
  }

  isToken(text: string): boolean {
    return timingSafeEqual(sha256(text), sha256(this.token));
  }

  /** A wrong token is not made up for by a cookie. */
  callerOf(request: IncomingMessage): Caller | null {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const token = /^Bearer ([\w-]{1,200})$/i.exec(authorization)?.[1];
      return token !== undefined && this.isToken(token) ? 'token' : null;
    }
    return this.#live(request) === null ? null : 'browser';
  }

  /** In memory alone: it is in no cookie, so neither on the browser's disk nor in what it sends elsewhere. */
  noteSignIn(request: IncomingMessage): void {
    const session = this.#live(request);
    const token = request.headers[signInHeader];
    if (session !== null && typeof token === 'string' && token !== '') session.signIn = token;
  }

  /** Nothing is to be done: the token that is noted opens nothing any more. */
  forgetSignIn(): void {}

  signInOf(request: IncomingMessage): string | null {
    return this.#live(request)?.signIn ?? null;
  }

  #open(): string {
    const session = newSecret();
    const oldest = this.#sessions.keys().next().value;
    if (this.#sessions.size >= maxSessions && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(digest(session), { until: this.#clock.now() + sessionIdleMs, signIn: null });
    return `${this.#cookieName}=${session}; ${this.#cookieRules}`;
  }

  #live(request: IncomingMessage): Session | null {
    const cookie = cookieOf(request, this.#cookieName);
    if (cookie === null) return null;
    const key = digest(cookie);
    const session = this.#sessions.get(key);
    if (session === undefined) return null;
    this.#sessions.delete(key);
    if (this.#clock.now() >= session.until) return null;
    // Put back at the end, so that the first one is always the longest unused.
    session.until = this.#clock.now() + sessionIdleMs;
    this.#sessions.set(key, session);
    return session;
  }
}

/** Null where there is none of this name, or an empty one. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [found, value] = pair.trim().split('=', 2);
    if (found === name && value) return value;
  }
  return null;
}

const newSecret = (): string => randomBytes(32).toString('base64url');
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Lookups are by digest, so that the time of a lookup says nothing about a secret. */
export const digest = (text: string): string => sha256(text).toString('base64url');

const maxFormBytes = 4096;

/** `GET /enter?ticket=…` from the one-time link; `POST /enter` with the token pasted into the form. Both lead to `home`. */
export async function answerSignIn(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { sessions, home }: { sessions: Sessions; home: string },
): Promise<void> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await readBody(request, maxFormBytes));
    const cookie = sessions.enterByToken((form.get('token') ?? '').trim());
    return cookie === null
      ? sendSignInPage(request, response, 'wrongToken')
      : sendSignedInPage(request, response, cookie, home);
  }
  const ticket = url.searchParams.get('ticket');
  if (ticket === null) return sendSignInPage(request, response, 'noSession');
  if (isPrefetch(request)) return sendSignInPage(request, response, 'noSession');
  const cookie = sessions.enterByLink(ticket);
  return cookie === null
    ? sendSignInPage(request, response, 'usedLink')
    : sendSignedInPage(request, response, cookie, home);
}

/**
 * A page that moves on, rather than a redirect: after a link in a mail or chat a browser counts a whole
 * chain of redirects as coming from there, and would not send the strict cookie.
 */
function sendSignedInPage(
  request: IncomingMessage,
  response: ServerResponse,
  cookie: string,
  home: string,
): void {
  const onward = `<p><a href="${home}">Perito</a></p>`;
  sendPage(
    request,
    response,
    {
      title: { es: 'Abriendo la consola', en: 'Opening the console' },
      content: { es: paragraph('Un momento…') + onward, en: paragraph('One moment…') + onward },
      moveOn: { seconds: 0, path: home },
    },
    { 'set-cookie': cookie },
  );
}

const reasons = {
  noSession: {
    es: 'Este navegador todavía no tiene acceso a la consola. Abra el enlace que Perito mostró al iniciar, o pegue aquí la clave de la consola.',
    en: 'This browser has no access to the console yet. Open the link that Perito showed at its start, or paste the console token here.',
  },
  usedLink: {
    es: 'Este enlace ya fue usado o venció. Pida otro reiniciando Perito, o pegue aquí la clave de la consola.',
    en: 'This link was used already or has expired. Restart Perito for another, or paste the console token here.',
  },
  wrongToken: {
    es: 'Esa no es la clave de la consola de esta sesión de Perito. Cambia cada vez que Perito se inicia.',
    en: 'That is not the console token of this run of Perito. It changes each time that Perito starts.',
  },
} as const satisfies Record<string, BilingualText>;

export function sendSignInPage(
  request: IncomingMessage,
  response: ServerResponse,
  reason: keyof typeof reasons,
): void {
  const form = (label: string, button: string) => `<form method="post" action="/enter" autocomplete="off">
<label for="token">${label}</label>
<input id="token" name="token" type="password" autocomplete="off" required autofocus maxlength="200" spellcheck="false">
<button>${button}</button></form>`;
  sendPage(request, response, {
    status: 401,
    title: { es: 'Entrar a la consola', en: 'Enter the console' },
    content: {
      es: paragraph(reasons[reason].es) + form('Clave de la consola', 'Entrar'),
      en: paragraph(reasons[reason].en) + form('Console token', 'Enter'),
    },
  });
}
