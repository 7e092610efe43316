/**
 * This program as a client of an office: what pages and the program itself ask goes to the office's console over HTTPS, from this process
 * alone. It has no engine, no receiver and no data of its own.
 */
import { setTimeout as later } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type AnyRouter, ORPCError } from '@orpc/server';
import type { OfficeState, OfficeTrouble } from '#shared/contract/office.ts';
import { type CallFault, serveOnPort } from '../engine/serve-port.ts';
import type { TlsContext } from '../engine/trusted-authorities.ts';
import type { SecretStore } from '../shell/secret-store.ts';
import { type Call, type CallAnswer, officeCalls, refusalOf } from './calls.ts';
import type { KnownCertificate } from './certificate.ts';
import { officeFile } from './files.ts';
import { localProcedures, type OwnShell, refuseFromHere } from './local-procedures.ts';
import { OfficeFault, officeRequests } from './requests.ts';
import { openSignIns } from './sign-ins.ts';

export interface OfficeOptions {
  /** As `readOfficeAddress` gives it. */
  origin: string;
  /** What is known of its certificate. */
  certificate: KnownCertificate;
  /** Keeps what is known of it now. */
  keepCertificate(known: KnownCertificate): void;
  tlsContext: TlsContext;
  secrets: Pick<SecretStore, 'read' | 'save' | 'forget'>;
  version: string;
  shell: OwnShell;
  /** Starts anew without the office, which was forgotten with its sign-in. */
  leave(): void;
  onFault(fault: CallFault): void;
  /** Milliseconds before try `attempt` (from 0) of an office that does not answer. */
  backoff?: (attempt: number) => number;
}

type FileRequest = Omit<Parameters<typeof officeFile>[1], 'signIn'>;

export interface Office {
  state(): OfficeState;
  onChange(listener: (state: OfficeState) => void): () => void;
  /** A port of the contract for a page, which says itself who is signed in there. */
  connect(): MessagePort;
  /**
   * One for the program itself, which has the sign-in of whoever is here; all is refused as 503 while nobody is, or the office is away, and
   * it closes when that changes.
   */
  connectOwn(): MessagePort;
  /** A stored file; null of an address that is none. */
  file(request: FileRequest): Promise<Awaited<ReturnType<typeof officeFile>>>;
  /** Asks the office now. */
  retry(): Promise<OfficeState>;
  close(): Promise<void>;
  readonly ended: Promise<null>;
}

/** Doubles from half a second up to 15 s, less up to a fifth of it, so that not all desks ask at once. */
const usualBackoff = (attempt: number): number =>
  Math.min(15_000, 500 * 2 ** Math.min(attempt, 10)) * (1 - 0.2 * Math.random());

/** Says nothing of anybody, and tells whether it is an office, and of which contract. */
const probePath = '/health';
const probeMs = 10_000;

/** After these nothing is sent before the office has shown otherwise. */
const isBarring = (trouble: OfficeTrouble | null): boolean =>
  trouble !== null && trouble.code !== 'unreachable';

export function openOffice(options: OfficeOptions): Office {
  const { origin, shell, onFault, backoff = usualBackoff } = options;
  const closing = new AbortController();
  const ended = Promise.withResolvers<null>();
  const listeners = new Set<(state: OfficeState) => void>();
  const ports = new Set<MessagePort>();
  const ownPorts = new Set<MessagePort>();
  let known = options.certificate;
  let trouble: OfficeTrouble | null = null;
  let isConnected = false;
  let retryAt: number | null = null;
  let wake: AbortController | null = null;
  let asking: Promise<void> | null = null;

  const state = (): OfficeState => ({
    ...{ address: origin, trouble, isConnected },
    retryAt: retryAt === null ? null : new Date(retryAt).toISOString(),
    signInKept: signIns.place(),
  });
  let told = '';
  const tell = () => {
    const now = state();
    const text = JSON.stringify(now);
    if (text === told) return;
    told = text;
    for (const listener of listeners) listener(now);
  };
  const closeOwnPorts = () => {
    for (const port of ownPorts) port.close();
  };
  const keep = (next: KnownCertificate) => {
    known = next;
    options.keepCertificate(next);
  };
  const requests = officeRequests({
    origin,
    tlsContext: options.tlsContext,
    known: () => known,
    onTaken({ isTrusted }) {
      if (known === null && isTrusted) keep({ by: 'authority' });
    },
    userAgent: `Perito/${options.version} (${systems[process.platform] ?? process.platform}) Electron/${process.versions['electron'] ?? '0'}`,
  });
  let signedIn: string | null = null;
  const signIns = openSignIns(options.secrets, origin, () => {
    if (signIns.current() !== signedIn) closeOwnPorts();
    signedIn = signIns.current();
    tell();
  });

  const noteAnswer = () => {
    wake?.abort();
    const wasAway = !isConnected;
    [trouble, isConnected, retryAt] = [null, true, null];
    if (wasAway) closeOwnPorts();
    tell();
  };
  const noteFault = (next: OfficeTrouble) => {
    const wasConnected = isConnected;
    [trouble, isConnected] = [next, false];
    if (wasConnected) closeOwnPorts();
    tell();
    keepAsking();
  };
  const probe = async () => {
    const answer = await requests.send({
      ...{ method: 'GET', path: probePath, limitMs: probeMs, signal: closing.signal },
    });
    answer.resume();
  };
  /** Until the office answers, or the program closes. */
  const ask = async () => {
    for (let attempt = 0; !isConnected && !closing.signal.aborted; attempt += 1) {
      retryAt = null;
      tell();
      try {
        await probe();
        noteAnswer();
        return;
      } catch (cause) {
        if (closing.signal.aborted) return;
        if (!(cause instanceof OfficeFault)) onFault({ procedure: 'office', cause });
        else trouble = cause.trouble;
      }
      wake = new AbortController();
      const waitMs = backoff(attempt);
      retryAt = Date.now() + waitMs;
      tell();
      const { signal } = wake;
      await later(waitMs, undefined, { signal: AbortSignal.any([signal, closing.signal]) }).catch(() => {});
      if (signal.aborted) attempt = -1;
    }
  };
  const keepAsking = () => {
    asking ??= ask().finally(() => {
      asking = null;
      if (!isConnected && !closing.signal.aborted) keepAsking();
    });
  };

  const calls = officeCalls({ requests, signIns, onUnlocked: closeOwnPorts });
  const answered = async (call: Call, forward: (call: Call) => Promise<CallAnswer>): Promise<CallAnswer> => {
    if (isBarring(trouble)) return refusalOf('The office is not to be had.');
    try {
      refuseFromHere(call);
      const answer = await forward(call);
      noteAnswer();
      return answer;
    } catch (cause) {
      if (call.signal?.aborted === true) throw cause;
      if (cause instanceof ORPCError)
        return { status: cause.status, headers: {}, body: { json: cause.toJSON() } };
      if (cause instanceof OfficeFault) noteFault(cause.trouble);
      else onFault({ procedure: call.url.pathname, cause });
      return refusalOf('The office is not to be had.');
    }
  };

  const retry = async (): Promise<OfficeState> => {
    if (isConnected) {
      try {
        await probe();
        noteAnswer();
      } catch (cause) {
        if (cause instanceof OfficeFault) noteFault(cause.trouble);
      }
    } else {
      keepAsking();
      wake?.abort();
      await nextAnswer();
    }
    return state();
  };
  /** Until it is known what came of the try that is under way. */
  const nextAnswer = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let hasBegun = retryAt === null;
    const listener = (now: OfficeState) => {
      if (now.isConnected || (hasBegun && now.retryAt !== null)) resolve();
      hasBegun ||= now.retryAt === null;
    };
    listeners.add(listener);
    const over = new AbortController();
    await Promise.race([promise, ended.promise, later(probeMs * 2, undefined, { signal: over.signal })]);
    over.abort();
    listeners.delete(listener);
  };

  const router: AnyRouter = localProcedures(shell, {
    state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry,
    async trust(fingerprint) {
      const shown = trouble !== null && 'certificate' in trouble ? trouble.certificate.fingerprint : null;
      if (shown !== fingerprint) return state();
      keep({ by: 'person', fingerprint });
      return retry();
    },
    async leave() {
      await signIns.forgetAll();
      options.leave();
    },
  });
  const portTo = (
    kept: Set<MessagePort>,
    served: AnyRouter,
    forward: (call: Call) => Promise<CallAnswer>,
  ) => {
    const { port1, port2 } = new MessageChannel();
    kept.add(port1);
    port1.on('close', () => kept.delete(port1));
    serveOnPort(served, port1, {}, onFault, (call) => forward(call));
    return port2;
  };

  keepAsking();
  return {
    state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connect: () =>
      portTo(ports, router, async (call) => {
        // What the keychain has is known before the first question is who is here.
        await signIns.ready;
        return answered(call, calls.forward);
      }),
    connectOwn: () =>
      portTo(ownPorts, {}, async (call) =>
        isConnected ? answered(call, calls.forwardOwn) : refusalOf('The office is not to be had.'),
      ),
    async file(request) {
      await signIns.ready;
      if (isBarring(trouble)) return noOffice;
      try {
        return await officeFile(requests, { ...request, signIn: signIns.current() });
      } catch (cause) {
        if (!(cause instanceof OfficeFault)) throw cause;
        noteFault(cause.trouble);
        return noOffice;
      }
    },
    retry,
    async close() {
      closing.abort();
      for (const port of [...ports, ...ownPorts]) port.close();
      requests.close();
      ended.resolve(null);
      await asking;
    },
    ended: ended.promise,
  };
}

const noOffice = { status: 503, headers: { 'cache-control': 'no-store' }, body: '' };

/** As the list of sign-ins knows them. */
const systems: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  win32: 'Windows',
  darwin: 'Macintosh; Mac OS X',
  linux: 'Linux',
};
