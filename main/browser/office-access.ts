/** Who is let in where other computers open the console: pages to anybody, all else to whom the engine knows by their sign-in. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { signInHeader } from '#shared/contract/people.ts';
import { type Role, roles } from '#shared/terms.ts';
import type { FileAsker, Recognised } from '../engine/engine-protocol.ts';
import { type Access, type Caller, cookieOf, digest, type Sessions } from './sign-in.ts';

const signInToken = /^[\w-]{43}$/;
/** So long it is not asked anew whether a connection belongs to somebody who is signed in. */
const recognisedMs = 60_000;
const maxRecognised = 1000;

/**
 * The token of a sign-in stands in the header of each call, so that no other site's request carries it. For what a page shows, an
 * `<img>`, it is told to the browser as a cookie as well, which scripts do not see and which proves nothing to a call.
 */
export class OfficeAccess implements Access {
  readonly #sessions: Sessions;
  readonly #cookieName: string;
  readonly #recognise: (asker: FileAsker) => Promise<Recognised>;
  /** Until when a connection of this sign-in counts as known, by the digest of its token. */
  readonly #recognised = new Map<string, number>();

  /** `sessions` are of those who have the link or token of this run: they repair what no account can be asked for. */
  constructor(port: number, sessions: Sessions, recognise: (asker: FileAsker) => Promise<Recognised>) {
    this.#sessions = sessions;
    // Cookies are shared by all ports of a host; two consoles must not overwrite each other's.
    this.#cookieName = `perito_sign_in_${port}`;
    this.#recognise = recognise;
  }

  callerOf(request: IncomingMessage): Caller | null {
    const ofRun = this.#sessions.callerOf(request);
    if (ofRun !== null) return 'token';
    return request.headers.authorization === undefined ? 'browser' : null;
  }

  noteSignIn(request: IncomingMessage, response: ServerResponse): void {
    const token = request.headers[signInHeader];
    if (typeof token !== 'string' || !signInToken.test(token) || token === this.signInOf(request)) return;
    response.setHeader('set-cookie', `${this.#cookieName}=${token}; ${cookieRules}`);
  }

  forgetSignIn(response: ServerResponse): void {
    response.setHeader('set-cookie', `${this.#cookieName}=; Max-Age=0; ${cookieRules}`);
  }

  signInOf(request: IncomingMessage): string | null {
    const token = cookieOf(request, this.#cookieName);
    return token !== null && signInToken.test(token) ? token : null;
  }

  /** Asked anew each time, for what is shown to people alone; null of nobody who is signed in. */
  async roleOf(request: IncomingMessage): Promise<Role | null> {
    const signIn = this.#tokenOf(request);
    const found = signIn === null ? null : await this.#recognise({ via: 'browser', signIn });
    return roles.find((role) => role === found) ?? null;
  }

  /** As of a minute ago at the most: whether a connection is to be kept before those of strangers. */
  async isKnown(request: IncomingMessage): Promise<boolean> {
    if (this.#sessions.callerOf(request) !== null) return true;
    const token = this.#tokenOf(request);
    if (token === null) return false;
    const key = digest(token);
    const now = performance.now();
    if ((this.#recognised.get(key) ?? 0) > now) return true;
    if ((await this.roleOf(request)) === null) return false;
    if (this.#recognised.size >= maxRecognised) this.#recognised.clear();
    this.#recognised.set(key, now + recognisedMs);
    return true;
  }

  #tokenOf(request: IncomingMessage): string | null {
    const token = request.headers[signInHeader];
    return typeof token === 'string' && signInToken.test(token) ? token : this.signInOf(request);
  }
}

const cookieRules = 'Path=/; HttpOnly; SameSite=Strict; Secure';
