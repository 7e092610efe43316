import type { Actor } from '#shared/contract/forms.ts';
import type { Verdict } from '#shared/terms.ts';
import {
  type AskStored,
  asksOf,
  type CancellationView,
  cancellationView,
  wholeAskById,
} from '../store/index.ts';
import { type CancellationParts, CancellationRoom, type HeldResponse } from './open-calls.ts';
import { type CancellationPage, type ListQuery, listCancellations } from './queries.ts';
import { type Closed, type Decided, type IncomingAsk, repair, type Withdrawn } from './transactions.ts';

export type { CancellationParts, HeldResponse } from './open-calls.ts';
export type { CancellationPage, ListQuery, Place } from './queries.ts';
export type { Closed, Decided, IncomingAsk, Withdrawn } from './transactions.ts';
export { mismatchesOfView, orderArrived } from './transactions.ts';

/** Asks, holds, verdicts and their delivery (design, "Cancellation"). */
export interface Cancellations {
  /**
   * Takes one cancel call. Resolves when it is synced to disk; it is then held, or its answer is being
   * written. Rejects only where nothing was written to the connection: the receiver answers 503.
   */
  ask(incoming: IncomingAsk, connection: HeldResponse): Promise<void>;
  /**
   * First verdict wins; held calls are answered with it. A refusal needs a text; an approval, where the calls say something
   * else of the order than it does, that this is acknowledged.
   */
  decide(given: {
    id: number;
    verdict: Verdict;
    responseText?: string | undefined;
    acknowledgeMismatch?: boolean | undefined;
    actor: Actor;
  }): Promise<Decided>;
  /** Takes a verdict back that was not delivered and is not being delivered. */
  withdraw(id: number, actor: Actor): Promise<Withdrawn>;
  /** Closes what was asked about an order that never came, with a word why. */
  closeUnmatched(given: { id: number; reason: string; actor: Actor }): Promise<Closed>;
  list(query: ListQuery): Promise<CancellationPage>;
  /** Those of the ids that there are, in the order of the ids. */
  byIds(ids: readonly number[]): Promise<CancellationView[]>;
  /** Null where no cancellation has this id. Asks are the newest 500, oldest first, each with the beginning of its body. */
  get(id: number): Promise<{ cancellation: CancellationView; asks: AskStored[] } | null>;
  /** One ask with its whole body; null where none has this id. */
  wholeAsk(id: number): Promise<AskStored | null>;
  /** Calls that are held open now. */
  heldCalls(): number;
  /**
   * Answers all held calls "in review" and asks their connections to close, as before the receiver moves to
   * another address; resolves when that is written and noted. Asks are taken on.
   */
  answerHeld(): Promise<void>;
  /** Takes no more asks and answers all held calls "in review". Safe to call twice. */
  close(): Promise<void>;
}

const shownAsks = 500;
/** How much of each body is shown; of a cancellation that was asked 500 times no more than 4 MB. */
const shownBytes = 8 * 1024;

/** Opens the room; what a killed run left behind is brought in order first. */
export async function createCancellations(parts: CancellationParts): Promise<Cancellations> {
  const { store, clock } = parts;
  await repair(store, clock.now());
  const room = new CancellationRoom(parts);
  return {
    ask: (incoming, connection) => room.ask(incoming, connection),
    decide: (given) => room.decide(given),
    withdraw: (id, actor) => room.withdraw(id, actor),
    closeUnmatched: (given) => room.closeUnmatched(given),
    list: (query) => store.read((tx) => listCancellations(tx, query)),
    byIds: (ids) =>
      store.read(async (tx) => {
        const rows: CancellationView[] = [];
        for (const id of ids) {
          const row = await cancellationView(tx, id);
          if (row !== null) rows.push(row);
        }
        return rows;
      }),
    get: (id) =>
      store.read(async (tx) => {
        const cancellation = await cancellationView(tx, id);
        return cancellation === null
          ? null
          : { cancellation, asks: await asksOf(tx, id, shownAsks, shownBytes) };
      }),
    wholeAsk: (id) => store.read((tx) => wholeAskById(tx, id)),
    heldCalls: () => room.heldCalls(),
    answerHeld: () => room.answerHeld(),
    close: () => room.close(),
  };
}
