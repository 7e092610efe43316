import tls, { type SecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import { workerFile } from '../worker-file.ts';
import { networkErrorCode } from './errors.ts';

/** The TLS context of a thread's outgoing connections; never rejects. */
export type TlsContext = () => Promise<SecureContext>;

interface TrustOptions {
  /** PEM of all authorities that are trusted. */
  read(): string[] | Promise<string[]>;
  /** Called once, with the system's code, where only the authorities that Node brings are trusted. */
  onFailure(code: string): void;
}

/**
 * Reads at the first connection, so that no start waits for it, and makes one context of it for all: each would cost
 * 12 ms. Only who takes the context trusts so; the receiver's own TLS is as it was.
 */
export function createTlsContext({ read, onFailure }: TrustOptions): TlsContext {
  let made: Promise<SecureContext> | null = null;
  const make = async () => {
    try {
      return contextTrusting(await read());
    } catch (cause) {
      onFailure(networkErrorCode(cause));
      return contextTrusting(undefined);
    }
  };
  return () => {
    made ??= make();
    return made;
  };
}

/** For outgoing connections that trust these, PEM; those that Node trusts by itself where none are given. */
const contextTrusting = (authorities: string[] | undefined): SecureContext =>
  tls.createSecureContext({ minVersion: 'TLSv1.2', ...(authorities !== undefined && { ca: authorities }) });

/**
 * The certificate authorities that this computer trusts, PEM: those that Node brings, those of `NODE_EXTRA_CA_CERTS`,
 * and those of the system's store, where the antivirus or the proxy of an office keeps its own. Blocks its thread for
 * 50 ms and more. Node reads the store once in a process: what is installed later counts after a restart. Throws what
 * the system says, and a `TypeError` where this Node has no such function.
 */
export function readCaCertificates(): string[] {
  const all = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
  // Most are in both, with other line ends; each costs whoever makes a context of them.
  return [...new Map(all.map((pem) => [pem.replaceAll(/\s/g, ''), pem])).values()];
}

/** Well inside of what a call may take. */
const readLimitMilliseconds = 10_000;

class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * `readCaCertificates` in a thread that is there only for it: the system's store may be slow, and who calls meanwhile
 * does not wait for it. Rejects as it throws, and after 10 s.
 */
export async function readCaCertificatesInThread(clock: Clock): Promise<string[]> {
  const file = workerFile({ source: './ca.worker.ts', built: 'authority-reader-worker.js' }, import.meta.url);
  const worker = new Worker(file, { name: 'perito authority reader' });
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  worker.on('message', resolve);
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('the thread ended')));
  const cancelLimit = clock.after(readLimitMilliseconds, () => reject(new TookTooLong()));
  try {
    return await promise;
  } finally {
    cancelLimit();
    // Not waited for: it may hang in the system's store.
    void worker.terminate();
  }
}

const loggedBefore = new WeakSet<EngineLog>();

/** Logs, once a log, that only the bundled authorities are trusted: each thread finds it out by itself. */
export function logBundledCertificatesOnly(log: EngineLog, code: string): void {
  if (loggedBefore.has(log)) return;
  loggedBefore.add(log);
  log.warn(
    { word: code },
    "The system's certificate authorities could not be read: only the bundled ones are trusted.",
  );
}
