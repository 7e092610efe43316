/** Who is let in where other computers open the console: pages to anybody, all else to whom the engine knows by their sign-in. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { signInHeader } from '#shared/contract/people.ts';
import { type Role, roles } from '#shared/terms.ts';
import type { Hearing } from '../engine/engine-protocol.ts';
import type { EngineThread } from '../shell/engine-client.ts';
import { type Access, type Caller, cookieOf, digest, type Sessions } from './sign-in.ts';

const signInToken = /^[\w-]{43}$/;
/** So long it is not asked anew whether a connection belongs to somebody who is signed in. */
const recognisedMs = 60_000;
const maxRecognised = 1000;
/** About so many sign-ins the engine is asked at once on behalf of connections; others are strangers' for so long. */
const maxAsked = 50;

/** How the sign-in of a call stands: `nobody` where it has none, `away` where the engine cannot be asked. */
type Standing = Hearing['state'] | 'nobody' | 'away';

/**
 * The token of a sign-in stands in the header of each call, so that no other site's request carries it. For what a page shows, an
 * `<img>`, it is told to the browser as a cookie as well, which scripts do not see and which proves nothing to a call.
 */
export class OfficeAccess implements Access {
  readonly #sessions: Sessions;
  readonly #cookieName: string;
  readonly #engine: Pick<EngineThread, 'recognise' | 'hearing'>;
  /** Until when a sign-in counts as known, by the digest of its token; of none that is not. */
  readonly #recognised = new Map<string, number>();
  /** What the engine is being asked, by the same digest. */
  readonly #asked = new Map<string, Promise<Standing>>();
  /** Connections on whose behalf it is. */
  readonly #asking = new WeakSet<Socket>();

  /** `sessions` are of those who have the link or token of this run: they repair what no account can be asked for. */
  constructor(port: number, sessions: Sessions, engine: Pick<EngineThread, 'recognise' | 'hearing'>) {
    this.#sessions = sessions;
    // Cookies are shared by all ports of a host; two consoles must not overwrite each other's.
    this.#cookieName = `perito_sign_in_${port}`;
    this.#engine = engine;
  }

  callerOf(request: IncomingMessage): Caller | null {
    const ofRun = this.#sessions.callerOf(request);
    if (ofRun !== null) return 'token';
    return request.headers.authorization === undefined ? 'browser' : null;
  }

  noteSignIn(request: IncomingMessage, response: ServerResponse): void {
    const token = calledWith(request);
    if (token === null || token === this.signInOf(request)) return;
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
    const found = signIn === null ? null : await this.#engine.recognise({ via: 'browser', signIn });
    return roles.find((role) => role === found) ?? null;
  }

  /**
   * As of a minute ago at the most: whether a connection is to be kept before those of strangers. Who makes sign-ins up has the
   * engine asked of one at a time on each connection, and of few in all.
   */
  async isKnown(request: IncomingMessage): Promise<boolean> {
    if (this.#sessions.callerOf(request) !== null) return true;
    const token = this.#tokenOf(request);
    if (token === null) return false;
    const key = digest(token);
    if (this.#isRecognised(key)) return true;
    const { socket } = request;
    if (this.#asking.has(socket) || this.#asked.size >= maxAsked) return false;
    this.#asking.add(socket);
    try {
      return (await this.#ask(key, token)) === 'hears';
    } finally {
      this.#asking.delete(socket);
    }
  }

  /** As of a minute ago at the most, by the header that a call carries: whether more of it than that is worth reading. */
  async standingOf(request: IncomingMessage): Promise<Standing> {
    const token = calledWith(request);
    if (token === null) return 'nobody';
    const key = digest(token);
    return this.#isRecognised(key) ? 'hears' : this.#ask(key, token);
  }

  #isRecognised(key: string): boolean {
    return (this.#recognised.get(key) ?? 0) > performance.now();
  }

  /** Once, whoever waits for it. */
  #ask(key: string, signIn: string): Promise<Standing> {
    const asked = this.#asked.get(key) ?? this.#look(key, signIn).finally(() => void this.#asked.delete(key));
    this.#asked.set(key, asked);
    return asked;
  }

  async #look(key: string, signIn: string): Promise<Standing> {
    const found = await this.#engine.hearing([{ via: 'browser', signIn }]);
    const standing = found?.[0]?.state ?? 'away';
    if (standing === 'hears') {
      const [oldest] = this.#recognised.keys();
      if (this.#recognised.size >= maxRecognised && oldest !== undefined) this.#recognised.delete(oldest);
      this.#recognised.set(key, performance.now() + recognisedMs);
    }
    return standing;
  }

  #tokenOf(request: IncomingMessage): string | null {
    return calledWith(request) ?? this.signInOf(request);
  }
}

/** The token in the header of a call; null where there is none that could be one. */
function calledWith({ headers }: IncomingMessage): string | null {
  const token = headers[signInHeader];
  return typeof token === 'string' && signInToken.test(token) ? token : null;
}

const cookieRules = 'Path=/; HttpOnly; SameSite=Strict; Secure';
