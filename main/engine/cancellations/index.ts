import type { Actor } from '#shared/contract/common.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { OrderKind } from '#shared/terms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { Authority } from '../second-person/index.ts';
import { type Entry, findWholeAsk, type Store, type WriteTransaction } from '../store/index.ts';
import { cancellationsByIds, cancellationWithAsks, type ListQuery, listCancellations } from './queries.ts';
import {
  type AskToAnswer,
  type CallDerived,
  type Closed,
  callsToAnswer,
  closeUnmatched,
  deriveAnswer,
  deriveAsk,
  deriveOutcome,
  orderOf,
  readOldCalls,
  type Touched,
} from './transactions.ts';
import {
  type Confirmed,
  confirm,
  type Decided,
  type Decision,
  type Done,
  decide,
  type ProposalWithdrawn,
  type Rejected,
  reject,
  type Withdrawn,
  withdraw,
  withdrawProposal,
} from './verdicts.ts';

export { actsOf, type CancellationAct, RepeatedActs } from './acts.ts';
export { type CancellationPage, type ListQuery, type Place, statedClaim } from './queries.ts';
export { type AskToAnswer, mismatchesOfView, orderArrived, readOldCalls } from './transactions.ts';
export type { Decided } from './verdicts.ts';

interface CancellationDependencies {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: { current(): Pick<Settings, 'texts'> };
  /** Derives the deliveries of an order that came before a place of the journal. */
  deriveOrderBefore(
    order: { kind: OrderKind; marketplaceId: number },
    seq: number,
  ): Promise<(tx: WriteTransaction) => Promise<(() => void) | null>>;
  /** Has the receiver answer a call that it holds; nothing happens where it does not any more. */
  answer(call: AskToAnswer): void;
  /** Called where findings of records may have changed: an order was cancelled, or a call contradicts its order. */
  onSettled?: (() => void) | undefined;
}

type AskedDecision = Omit<Decision, 'responseText' | 'reasonCode'> & {
  responseText?: string | undefined;
  reasonCode?: string | undefined;
  actor: Actor;
  limit?: string | null;
};

/** So many calls are answered at the start, at most; more were never held. */
const maxHeld = 10_000;

/** Asks, verdicts and their delivery (design, "Cancellation"). */
export type Cancellations = Awaited<ReturnType<typeof createCancellations>>;

/** Opens the room, and has calls answered whose verdict was given before the engine ended and that are still held. */
export async function createCancellations(deps: CancellationDependencies) {
  const { store, clock, changes, settings, deriveOrderBefore, answer, onSettled } = deps;
  await readOldCalls(store);
  const answerAgain = async () => {
    for (const call of await store.read((tx) => callsToAnswer(tx, maxHeld))) answer(call);
  };
  await answerAgain();

  const publish = (touched: Touched | null) => {
    if (touched === null) return;
    const { cancellationId, orderKind, recordId } = touched;
    changes.publish({ topic: 'cancellations', ids: [cancellationId] });
    if (recordId !== null) changes.publish({ topic: 'records', kind: orderKind, ids: [recordId] });
  };
  const derived = (done: CallDerived | null): (() => void) | null => {
    if (done === null) return null;
    return () => {
      publish(done.touched);
      if (done.changesFindings) onSettled?.();
      if (done.toAnswer !== null) answer(done.toAnswer);
    };
  };
  /** Runs a transaction, and publishes what it touched. */
  const commit = async <Result extends { touched: Touched | null }>(
    transaction: (tx: WriteTransaction) => Promise<Result>,
  ): Promise<Result> => {
    const result = await store.write(transaction);
    publish(result.touched);
    return result;
  };

  /** Does what somebody says, and has the calls answered that it answers. */
  const act = async <Outcome>(
    transaction: (tx: WriteTransaction, at: number) => Promise<Done<Outcome>>,
  ): Promise<Outcome> => {
    const at = clock.now();
    const { result, toAnswer } = await commit((tx) => transaction(tx, at));
    for (const call of toAnswer) answer(call);
    return result;
  };

  return {
    /** Has the calls answered whose answer was committed, as far as they are still held. Rejects where that cannot be read. */
    answerAgain,
    /** The jobs write what follows from an entry about a cancel call, unless it is there. */
    derive: {
      async ask(entry: Entry) {
        // A call knows of an order that was answered a moment before.
        const deriveOrder = await deriveOrderBefore(orderOf(entry), entry.seq);
        return async (tx: WriteTransaction) => {
          const publishOrder = await deriveOrder(tx);
          const publishCall = derived(await deriveAsk(tx, entry));
          return () => {
            publishOrder?.();
            publishCall?.();
          };
        };
      },
      answer: async (entry: Entry) => async (tx: WriteTransaction) => derived(await deriveAnswer(tx, entry)),
      outcome: async (entry: Entry) => async (tx: WriteTransaction) =>
        derived(await deriveOutcome(tx, entry)),
    },

    /**
     * Gives a verdict: the first one wins, and held calls are answered with it. A refusal needs a text. An approval
     * needs an acknowledgement where a call contradicts its order, and a second person above the limit of whoever gives it;
     * where none is said there is none.
     */
    decide({ actor, limit = null, ...decision }: AskedDecision): Promise<Decided> {
      const text = decision.responseText?.trim() ?? '';
      const { approved } = settings.current().texts;
      const responseText =
        text !== '' ? text : decision.verdict === 'approve' && approved !== '' ? approved : null;
      const { reasonCode = null } = decision;
      return act((tx, at) => decide(tx, { ...decision, responseText, reasonCode }, { actor, limit }, at));
    },

    /** Confirms an approval that waits for a second person: held calls are answered with it. */
    confirm: (asked: Parameters<typeof confirm>[1], by: Authority): Promise<Confirmed> =>
      act((tx, at) => confirm(tx, asked, by, at)),
    /** Rejects one, with a word why. */
    reject: (asked: Parameters<typeof reject>[1], by: Authority): Promise<Rejected> =>
      act((tx, at) => reject(tx, asked, by, at)),
    /** Takes back one's own. */
    withdrawProposal: (
      asked: Parameters<typeof withdrawProposal>[1],
      by: Authority,
    ): Promise<ProposalWithdrawn> => act((tx, at) => withdrawProposal(tx, asked, by, at)),

    /** Takes a verdict back that was not delivered and is not being delivered. */
    withdraw: (id: number, actor: Actor): Promise<Withdrawn> => act((tx, at) => withdraw(tx, id, actor, at)),

    /** Closes what was asked about an order that never came, with a reason. */
    async closeUnmatched(closing: { id: number; reason: string; actor: Actor }): Promise<Closed> {
      const at = clock.now();
      return (await commit((tx) => closeUnmatched(tx, closing, at))).closed;
    },

    list: (query: ListQuery) => store.read((tx) => listCancellations(tx, query)),
    byIds: (ids: readonly number[]) => store.read((tx) => cancellationsByIds(tx, ids)),
    get: (id: number) => store.read((tx) => cancellationWithAsks(tx, id)),
    /** One ask with its whole body; null where none has this id. */
    wholeAsk: (id: number) => store.read((tx) => findWholeAsk(tx, id)),
  };
}
