/**
 * The changes of the engine, told to all consoles of an office by one subscription: it begins with the first console that listens
 * and ends with the last. A change names topics and ids alone and is the same for everybody; what is one person's is whether they
 * may hear it at all. That is asked of the engine again after each change of an account, a sign-in or a setting, and else only once
 * the time is over for which it answered.
 */
import type { ServerResponse } from 'node:http';
import type { MessagePort } from 'node:worker_threads';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { type Change, everyTopic, isOfHearing, statusChange } from '#shared/contract/changes.ts';
import type { contract } from '#shared/contract/contract.ts';
import type { Clock } from '../engine/clock.ts';
import type { FileAsker, Hearing } from '../engine/engine-protocol.ts';
import { signInError } from '../engine/serve-port.ts';
import { securityHeaders } from '../shell/page-security.ts';
import { sendEngineGone, sendError } from './answer.ts';
import { watchForStall } from './connections.ts';

export interface ChangesFanOut {
  /** Answers a call of `changes`: a stream of server-sent events that ends with its sign-in. */
  join(response: ServerResponse, asker: FileAsker): Promise<void>;
  close(): void;
}

interface FanOutParts {
  /** A port of the engine that hears all changes. */
  connect(): MessagePort;
  /** Whether each may hear of changes; null where the engine is away. */
  hearing(askers: readonly FileAsker[]): Promise<readonly Hearing[] | null>;
  clock: Clock;
}

export function openChangesFanOut(parts: FanOutParts): ChangesFanOut {
  let current: Subscription | null = null;
  return {
    async join(response, asker) {
      if (current === null || current.isOver) current = new Subscription(parts);
      await current.join(response, asker);
    },
    close: () => current?.end(),
  };
}

interface Listener {
  response: ServerResponse;
  asker: FileAsker;
  /** How long it is known that it may hear, in milliseconds since 1970. */
  until: number;
  /** Whether something was not told to it, since it takes nothing. */
  isBehind: boolean;
}

/** Proxies and browsers end a stream on which nothing comes. */
const keepAliveMs = 5000;

class Subscription {
  isOver = false;
  readonly #parts: FanOutParts;
  readonly #port: MessagePort;
  readonly #listeners = new Set<Listener>();
  readonly #begun: Promise<void>;
  readonly #leave = new AbortController();
  readonly #keepAlive: NodeJS.Timeout;
  #joining = 0;
  /** How often it changed who may hear. */
  #hearingChanges = 0;

  constructor(parts: FanOutParts) {
    this.#parts = parts;
    this.#port = parts.connect();
    this.#port.start();
    this.#begun = this.#subscribe();
    this.#keepAlive = setInterval(() => this.#write(': \n\n'), keepAliveMs);
  }

  async join(response: ServerResponse, asker: FileAsker): Promise<void> {
    this.#joining += 1;
    try {
      await this.#begun;
      const asOf = this.#hearingChanges;
      const found = (await this.#parts.hearing([asker]))?.[0];
      if (response.destroyed) return;
      if (found === undefined || this.isOver) return sendEngineGone(response);
      if (found.state !== 'hears') return sendError(response, signInError(found.state));
      // What changed while it was asked is looked at before anything is told.
      this.#listen(response, asker, asOf === this.#hearingChanges ? found.until : 0);
    } catch (failure) {
      if (failure instanceof ORPCError) sendError(response, failure);
      else sendEngineGone(response);
    } finally {
      this.#joining -= 1;
      this.#endUnheard();
    }
  }

  /** Ends all streams. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.#keepAlive);
    this.#leave.abort();
    this.#port.close();
    for (const { response } of this.#listeners) response.destroy();
  }

  /** Resolves once changes are told from now on. */
  async #subscribe(): Promise<void> {
    try {
      const client: ContractRouterClient<typeof contract> = createORPCClient(
        new RPCLink({ port: this.#port }),
      );
      const changes = await client.changes(undefined, { signal: this.#leave.signal });
      await changes.next();
      // Consoles listen again by themselves once it is over.
      void this.#tell(changes)
        .catch(() => {})
        .finally(() => this.end());
    } catch (failure) {
      this.end();
      throw failure;
    }
  }

  async #tell(changes: AsyncIterable<Change>): Promise<void> {
    for await (const change of changes) {
      if (isOfHearing(change.topic)) {
        this.#hearingChanges += 1;
        for (const listener of this.#listeners) listener.until = 0;
      }
      await this.#endDeaf();
      this.#write(eventOf(change));
    }
  }

  #listen(response: ServerResponse, asker: FileAsker, until: number): void {
    const listener: Listener = { response, asker, until, isBehind: false };
    this.#listeners.add(listener);
    const stopWatching = watchForStall(response);
    response.once('close', () => {
      stopWatching();
      this.#listeners.delete(listener);
      this.#endUnheard();
    });
    response.on('drain', () => this.#catchUp(listener));
    response.writeHead(200, {
      ...securityHeaders,
      'cache-control': 'no-store',
      'content-type': 'text/event-stream',
      // nginx would keep events back until it has a page of them.
      'x-accel-buffering': 'no',
    });
    response.write(`: \n\n${eventOf(statusChange(this.#now()))}`);
  }

  /** Once, whoever listens. */
  #write(event: string): void {
    for (const listener of this.#listeners) {
      if (listener.response.writableNeedDrain) listener.isBehind = true;
      else listener.response.write(event);
    }
  }

  /** What a slow one was not told of is not kept for it: it looks at everything again. */
  #catchUp(listener: Listener): void {
    if (!listener.isBehind || listener.response.writableNeedDrain) return;
    const { clock } = this.#parts;
    if (clock.now() > listener.until) return void listener.response.destroy();
    listener.isBehind = false;
    listener.response.write(everyTopic(this.#now()).map(eventOf).join(''));
  }

  /** Ends the streams of those who may not hear any more: they have signed out, were, or are behind a lock. */
  async #endDeaf(): Promise<void> {
    const { clock, hearing } = this.#parts;
    const asked = [...this.#listeners].filter(({ until }) => clock.now() > until);
    if (asked.length === 0) return;
    const found = await hearing(asked.map(({ asker }) => asker));
    for (const [index, listener] of asked.entries()) {
      const one = found?.[index];
      if (one?.state === 'hears') listener.until = one.until;
      else {
        this.#listeners.delete(listener);
        listener.response.end();
      }
    }
  }

  #now(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }

  #endUnheard(): void {
    if (this.#listeners.size === 0 && this.#joining === 0) this.end();
  }
}

/** In the form of the contract's streams (`@orpc/server`): WHATWG server-sent events. */
const eventOf = (change: Change): string => `event: message\ndata: ${JSON.stringify({ json: change })}\n\n`;
