import type { SecureContext } from 'node:tls';
import type { EngineLog } from '../log.ts';
import { contextTrusting } from './authorities.ts';
import { networkErrorCode } from './failure-word.ts';

/** What outgoing connections of a thread trust; never rejects. */
export type TlsContext = () => Promise<SecureContext>;

export interface TrustOptions {
  /** PEM of all authorities that are trusted. */
  read(): string[] | Promise<string[]>;
  /** Told once, with the system's word for it: only those that Node brings are trusted. */
  onFailure(word: string): void;
}

/**
 * Reads at the first connection, so that no start waits for it, and makes one context of it for all: each would cost
 * 12 ms. Only who takes the context trusts so; the receiver's own TLS is as it was.
 */
export function createTrust({ read, onFailure }: TrustOptions): TlsContext {
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

const told = new WeakSet<EngineLog>();

/** What the log says to `onFailure`, once: each thread meets it anew. */
export function logUntrusted(log: EngineLog, word: string): void {
  if (told.has(log)) return;
  told.add(log);
  log.warn(
    { word },
    "The system's certificate authorities could not be read: only the bundled ones are trusted.",
  );
}
