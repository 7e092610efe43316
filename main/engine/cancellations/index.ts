import type { Actor } from '#shared/contract/forms.ts';
import type { Verdict } from '#shared/terms.ts';
import { type AskStored, asksOf, type CancellationView, cancellationView } from '../store/index.ts';
import type { AskConnection, IncomingAsk } from './asking.ts';
import type { Decided } from './jobs/decide.ts';
import { repair } from './jobs/repair.ts';
import type { Withdrawn } from './jobs/withdraw.ts';
import { type CancellationPage, type ListQuery, listCancellations } from './list.ts';
import { type CancellationParts, CancellationRoom } from './room.ts';

export type { AskConnection, IncomingAsk } from './asking.ts';
export type { Decided } from './jobs/decide.ts';
export type { Withdrawn } from './jobs/withdraw.ts';
export type { CancellationPage, ListQuery, Place } from './list.ts';
export type { CancellationParts } from './room.ts';

/** Asks, holds, verdicts and their delivery (design, "Cancellation"). */
export interface Cancellations {
  /**
   * Takes one cancel call. Resolves when it is synced to disk; it is then held, or its answer is being
   * written. Rejects only where nothing was written to the connection: the receiver answers 503.
   */
  ask(incoming: IncomingAsk, connection: AskConnection): Promise<void>;
  /** First verdict wins; held calls are answered with it. A refusal needs a text. */
  decide(given: {
    id: number;
    verdict: Verdict;
    responseText?: string | undefined;
    actor: Actor;
  }): Promise<Decided>;
  /** Takes a verdict back that was not delivered and is not being delivered. */
  withdraw(id: number, actor: Actor): Promise<Withdrawn>;
  list(query: ListQuery): Promise<CancellationPage>;
  /** Null where no cancellation has this id. Asks are the newest 500, oldest first. */
  get(id: number): Promise<{ cancellation: CancellationView; asks: AskStored[] } | null>;
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

/** Opens the room; what a killed run left behind is brought in order first. */
export async function createCancellations(parts: CancellationParts): Promise<Cancellations> {
  const { store, clock } = parts;
  await repair(store, clock.now());
  const room = new CancellationRoom(parts);
  return {
    ask: (incoming, connection) => room.ask(incoming, connection),
    decide: (given) => room.decide(given),
    withdraw: (id, actor) => room.withdraw(id, actor),
    list: (query) => store.read((tx) => listCancellations(tx, query)),
    get: (id) =>
      store.read(async (tx) => {
        const cancellation = await cancellationView(tx, id);
        return cancellation === null ? null : { cancellation, asks: await asksOf(tx, id, shownAsks) };
      }),
    heldCalls: () => room.heldCalls(),
    answerHeld: () => room.answerHeld(),
    close: () => room.close(),
  };
}
