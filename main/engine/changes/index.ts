import {
  type Change,
  everyTopic,
  isOfHearing,
  maxChangedIds,
  statusChange,
} from '#shared/contract/changes.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { Clock } from '../clock.ts';

/** What a room says after its commit. */
export interface Published {
  topic: Change['topic'];
  kind?: RecordKind;
  ids?: readonly number[];
}

export interface Changes {
  /** Called after the commit, never inside a job of the writer. */
  publish(published: Published): void;
  /** All changes from now on, gathered; begins with one `status` change. Ends with the signal or `close`. */
  subscribe(signal?: AbortSignal): AsyncGenerator<Change, void, void>;
  /** Has this called each time just before the listeners are told. */
  onTold(listener: () => void): void;
  close(): void;
}

/** How long changes are gathered, so that a burst of deliveries is one change. */
const gatherMilliseconds = 100;
/** A listener that reads this slowly is told to look at everything again. */
const maxBacklog = 100;

/** Gathers what rooms publish and hands it to every listener; a slow listener never holds memory. */
export function createChanges(clock: Clock): Changes {
  const listeners = new Set<Listener>();
  const gathered = new Map<
    string,
    { topic: Change['topic']; kind?: RecordKind; count: number; ids: number[] }
  >();
  let cancelFlush: (() => void) | null = null;
  let closed = false;
  const beforeTelling: (() => void)[] = [];

  const instantNow = () => new Date(clock.now()).toISOString();
  const flush = () => {
    cancelFlush = null;
    const at = instantNow();
    const changes = [...gathered.values()].map((one) => ({ ...one, at }));
    // Nobody is told of the others who may not hear of them any more.
    changes.sort((one, other) => Number(isOfHearing(other.topic)) - Number(isOfHearing(one.topic)));
    gathered.clear();
    for (const listener of beforeTelling) listener();
    for (const listener of listeners) for (const one of changes) listener.push(one);
  };

  return {
    publish({ topic, kind, ids = [] }) {
      if (closed || listeners.size === 0) return;
      // One that names nothing says that anything may have changed, which a change with names would hide.
      const key = `${topic} ${kind ?? ''} ${ids.length > 0}`;
      const entry = gathered.get(key) ?? { topic, ...(kind && { kind }), count: 0, ids: [] };
      entry.count += Math.max(1, ids.length);
      for (const id of ids) {
        if (entry.ids.length >= maxChangedIds) break;
        if (!entry.ids.includes(id)) entry.ids.push(id);
      }
      gathered.set(key, entry);
      cancelFlush ??= clock.after(gatherMilliseconds, flush);
    },
    async *subscribe(signal) {
      const listener = new Listener(statusChange(instantNow()));
      listeners.add(listener);
      const stop = () => listener.end();
      signal?.addEventListener('abort', stop, { once: true });
      if (closed || signal?.aborted) listener.end();
      try {
        for (;;) {
          const next = await listener.next();
          if (next === null) return;
          yield next;
        }
      } finally {
        listeners.delete(listener);
        signal?.removeEventListener('abort', stop);
      }
    },
    onTold: (listener) => void beforeTelling.push(listener),
    close() {
      closed = true;
      cancelFlush?.();
      for (const listener of listeners) listener.end();
    },
  };
}

class Listener {
  #queue: Change[];
  #ended = false;
  #wake: (() => void) | null = null;

  constructor(first: Change) {
    this.#queue = [first];
  }

  push(one: Change): void {
    if (this.#queue.length >= maxBacklog) this.#queue = everyTopic(one.at);
    else this.#queue.push(one);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async next(): Promise<Change | null> {
    for (;;) {
      const next = this.#queue.shift();
      if (next !== undefined) return next;
      if (this.#ended) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
  }
}
