import tls, { type SecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { TrustReport } from '#shared/contract/connection.ts';
import { markOfAuthorityFile, readAuthorityFile, reportAuthorityFile } from '../authority-file.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import { workerFile } from '../worker-file.ts';
import { networkErrorCode } from './errors.ts';

/** The TLS context of a thread's outgoing connections, with the authorities of this file, if any; never rejects. */
export type TlsContext = (authorityFile?: string) => Promise<SecureContext>;

/** PEM. */
export interface CaCertificates {
  /** Each once. */
  all: string[];
  /** How many the system's store names. */
  system: number;
}

interface TrustOptions {
  read(): CaCertificates | Promise<CaCertificates>;
  /** Called once, with the system's code, where only the authorities that Node brings are trusted; `none` where it names none. */
  onFailure(code: string): void;
  /** Called with why the file cannot be taken, once until it changes; then the others alone are trusted. */
  onFileFailure?(code: string): void;
}

/**
 * Reads at the first connection, so that no start waits for it, and makes one context of it for all: each would cost
 * 12 ms. Only who takes the context trusts so; the receiver's own TLS is as it was.
 */
export function createTlsContext({ read, onFailure, onFileFailure }: TrustOptions): TlsContext {
  let known: Promise<string[] | undefined> | null = null;
  let made: { mark: string; context: Promise<SecureContext> } | null = null;
  const readOnce = async () => {
    try {
      const { all, system } = await read();
      if (system === 0) onFailure('none');
      return all;
    } catch (cause) {
      onFailure(networkErrorCode(cause));
      return undefined;
    }
  };
  const make = async (file: string) => {
    known ??= readOnce();
    const all = await known;
    if (file === '') return contextTrusting(all);
    try {
      const named = (await readAuthorityFile(file)).map(String);
      return contextTrusting([...(all ?? tls.getCACertificates('default')), ...named]);
    } catch (cause) {
      onFileFailure?.(cause instanceof Error ? cause.message : 'other');
      return contextTrusting(all);
    }
  };
  return async (file = '') => {
    // As it is now: what is written anew counts at the next connection.
    const mark = await markOfAuthorityFile(file);
    if (made?.mark !== mark) made = { mark, context: make(file) };
    return made.context;
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
export function readCaCertificates(): CaCertificates {
  const system = tls.getCACertificates('system');
  return { all: eachOnce([...tls.getCACertificates('default'), ...system]), system: eachOnce(system).length };
}

/** Most are in both, with other line ends; each costs whoever makes a context of them. */
const eachOnce = (authorities: readonly string[]): string[] => [
  ...new Map(authorities.map((pem) => [pem.replaceAll(/\s/g, ''), pem])).values(),
];

/** Well inside of what a call may take. */
const readLimitMilliseconds = 10_000;

class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * `readCaCertificates` in a thread that is there only for it: the system's store may be slow, and who calls meanwhile
 * does not wait for it. Rejects as it throws, and after 10 s.
 */
export async function readCaCertificatesInThread(clock: Clock): Promise<CaCertificates> {
  const file = workerFile({ source: './ca.worker.ts', built: 'authority-reader-worker.js' }, import.meta.url);
  const worker = new Worker(file, { name: 'perito authority reader' });
  const { promise, resolve, reject } = Promise.withResolvers<CaCertificates>();
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

/** Whom Perito trusts, for a person; never rejects. */
export async function reportTrust(about: {
  clock: Clock;
  file: string;
  /** Named on the command line. */
  given: string | undefined;
}): Promise<TrustReport> {
  const bundled = tls.getCACertificates?.('default').length ?? tls.rootCertificates.length;
  const [read, file] = await Promise.all([
    readCaCertificatesInThread(about.clock).then(
      ({ system }) => ({ system, detail: '' }),
      (cause: unknown) => ({ system: null, detail: networkErrorCode(cause) }),
    ),
    about.file === '' ? null : reportAuthorityFile(about.file),
  ]);
  return { bundled, ...read, file, given: about.given ?? null };
}

/**
 * The TLS context of the engine's own outgoing calls. `authorityFile` names the file whose authorities are trusted beside the
 * system's, as it is at each call; an empty text where there is none.
 */
export function outgoingTrust(about: {
  clock: Clock;
  log: EngineLog;
  authorityFile(): string;
}): () => Promise<SecureContext> {
  const { clock, log, authorityFile } = about;
  const context = createTlsContext({
    read: () => readCaCertificatesInThread(clock),
    onFailure: (code) => logBundledCertificatesOnly(log, code),
    onFileFailure: (code) => logAuthorityFileFailure(log, code),
  });
  return () => context(authorityFile());
}

const loggedBefore = new WeakSet<EngineLog>();

/** Logs, once a log, that only the bundled authorities are trusted: each thread finds it out by itself. */
export function logBundledCertificatesOnly(log: EngineLog, code: string): void {
  if (loggedBefore.has(log)) return;
  loggedBefore.add(log);
  log.warn(
    { word: code },
    code === 'none'
      ? "The system's store names no certificate authorities: only the bundled ones are trusted, and those of the file that the settings name."
      : "The system's certificate authorities could not be read: only the bundled ones are trusted.",
  );
}

/** Logs that the file of authorities is passed over. */
export function logAuthorityFileFailure(log: EngineLog, code: string): void {
  log.warn({ code }, 'The file of certificate authorities cannot be taken: the others alone are trusted.');
}
