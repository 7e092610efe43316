import type { Actor } from '#shared/contract/common.ts';
import type { Verdict } from '#shared/terms.ts';
import { findWholeAsk } from '../store/index.ts';
import { type CancellationDependencies, type HeldResponse, OpenCalls } from './open-calls.ts';
import { cancellationsByIds, cancellationWithAsks, type ListQuery, listCancellations } from './queries.ts';
import {
  type Closed,
  closeUnmatched,
  type Decided,
  decide,
  type IncomingAsk,
  repair,
  type Withdrawn,
  withdraw,
} from './transactions.ts';

export type { HeldResponse } from './open-calls.ts';
export type { CancellationPage, ListQuery, Place } from './queries.ts';
export { type Decided, type IncomingAsk, mismatchesOfView, orderArrived } from './transactions.ts';

/** Asks, holds, verdicts and their delivery (design, "Cancellation"). */
export type Cancellations = Awaited<ReturnType<typeof createCancellations>>;

/** Brings in order what a killed run left behind, and takes calls from then on. */
export async function createCancellations(deps: CancellationDependencies) {
  const { store, clock, settings } = deps;
  await repair(store, clock.now());
  const calls = new OpenCalls(deps);
  return {
    /**
     * Takes one cancel call. Resolves when it is synced to disk; it is then held, or its answer is being
     * written. Rejects only where nothing was written to the connection: the receiver answers 503.
     */
    ask: (incoming: IncomingAsk, response: HeldResponse): Promise<void> => calls.register(incoming, response),

    /**
     * Gives a verdict: the first one wins, and held calls are answered with it. A refusal needs a text. An approval
     * needs an acknowledgement where a call contradicts its order.
     */
    decide(decision: {
      id: number;
      verdict: Verdict;
      responseText?: string | undefined;
      acknowledgeMismatch?: boolean | undefined;
      actor: Actor;
    }): Promise<Decided> {
      const text = decision.responseText?.trim() ?? '';
      const { approved } = settings.current().texts;
      const responseText =
        text !== '' ? text : decision.verdict === 'approve' && approved !== '' ? approved : null;
      const at = clock.now();
      return calls.commit(
        (tx) => decide(tx, { ...decision, responseText }, at),
        ({ decided, toAnswer }) => {
          calls.answer(toAnswer);
          return decided;
        },
      );
    },

    /** Takes a verdict back that was not delivered and is not being delivered. */
    withdraw(id: number, actor: Actor): Promise<Withdrawn> {
      const at = clock.now();
      return calls.commit(
        (tx) => withdraw(tx, id, actor, at),
        ({ withdrawn }) => withdrawn,
      );
    },

    /** Closes what was asked about an order that never came, with a reason. */
    closeUnmatched(closing: { id: number; reason: string; actor: Actor }): Promise<Closed> {
      const at = clock.now();
      return calls.commit(
        (tx) => closeUnmatched(tx, closing, at),
        ({ closed }) => closed,
      );
    },

    list: (query: ListQuery) => store.read((tx) => listCancellations(tx, query)),
    byIds: (ids: readonly number[]) => store.read((tx) => cancellationsByIds(tx, ids)),
    get: (id: number) => store.read((tx) => cancellationWithAsks(tx, id)),
    /** One ask with its whole body; null where none has this id. */
    wholeAsk: (id: number) => store.read((tx) => findWholeAsk(tx, id)),

    /** How many calls are held open now. */
    heldCalls: () => calls.heldCount,

    /**
     * Answers all held calls "in review" and asks their connections to close, as before the receiver moves to
     * another address; resolves when that is written and recorded. Calls are still taken.
     */
    answerHeld: (): Promise<void> => calls.answerHeld(),

    /** Takes no more calls and answers all held ones "in review". Safe to call twice. */
    close: (): Promise<void> => calls.close(),
  };
}
