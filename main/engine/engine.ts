/**
 * The composition root: opens the store, builds the rooms, starts and stops them. It combines and holds
 * no logic of its own.
 */
import type { AnyRouter } from '@orpc/server';
import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from './clock.ts';
import type { CollectedOutcome, EngineHost } from './host.ts';

export interface EngineOptions {
  /** Folder of the database and all that belongs to it; made where it is missing. */
  dataDir: string;
  host: EngineHost;
  version: string;
  clock?: Clock;
  /** Given for this run, over what the settings say: port 0 is any free one. */
  receiver?: { address?: string; port?: number; holdSeconds?: number };
  /** Keys for this run only, each `email:secret`, besides those of the database. */
  environmentKeys?: readonly string[];
  /** Marks the data directory as holding the demo's sample data. */
  sampleData?: boolean;
  /** One line of structured log; never given a secret. Default: pino on standard error. */
  log?: EngineLog;
}

export interface EngineLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** What every procedure is told about its caller; the shell says it when it connects a port. */
export interface CallContext {
  via: Actor['via'];
}

export interface Engine {
  /** Implements the console contract; served by an oRPC handler over any transport. */
  router: AnyRouter;
  /** Base address of the receiver, for example `http://127.0.0.1:8650`; null where it could not listen. */
  receiverUrl(): string | null;
  /** Takes a secret that a person gave on the shell's page for this ticket. */
  acceptCollected(ticket: string, secret: string): Promise<CollectedOutcome>;
  /** Answers held calls "in review", stops listening, closes the store. Safe to call twice. */
  close(): Promise<void>;
}
