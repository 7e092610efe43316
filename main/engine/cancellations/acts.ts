/**
 * What people did to cancellations, done again while their calls are derived anew: each act between the entries of the
 * journal between which it was done.
 */
import * as z from 'zod';
import { actor } from '#shared/contract/common.ts';
import { type Verdict, verdict } from '#shared/terms.ts';
import {
  findAsk,
  findCancellation,
  type KeptCancellationRow,
  type LoggedActRow,
  setHeldAsksAnswering,
  updateCancellation,
  type WriteTransaction,
} from '../store/index.ts';
import { answerOfVerdict, transition } from './state-machine.ts';
import { saveStep, snapshotOf } from './transactions.ts';

/** A verdict, its withdrawal, or the closing of a question about an order that never came. */
export interface CancellationAct {
  cancellationId: number;
  marketplaceId: number;
  at: number;
  person: string;
  /** How far calls and arrivals were derived then; null where only the time is known. */
  after: { calls: number; arrivals: number } | null;
  what:
    | {
        act: 'decided';
        verdict: Verdict;
        responseText: string | null;
        reasonCode: string | null;
        asks: readonly number[];
      }
    | { act: 'withdrawn' }
    | { act: 'closed'; reason: string | null };
}

/** As the log has it; `asks` are the calls that were held then, and answered with the verdict. */
const loggedDetail = z.object({
  marketplaceId: z.int(),
  verdict: verdict.nullable().catch(null),
  responseText: z.string().nullable().catch(null),
  reasonCode: z.string().nullable().catch(null),
  asks: z.array(z.int()).catch([]),
  reason: z.string().nullable().catch(null),
  after: z.object({ calls: z.int(), arrivals: z.int() }).nullable().catch(null),
});

/** The acts that the log has, and those that only the cancellations themselves tell of, in their order. */
export function actsOf(
  logged: readonly LoggedActRow[],
  kept: readonly KeptCancellationRow[],
): CancellationAct[] {
  const acts = logged.flatMap((row) => loggedAct(row) ?? []);
  const isKnown = (id: number, act: 'decided' | 'closed', at: number | null) =>
    known.has(`${id} ${act} ${at}`);
  const known = new Set(acts.map(({ cancellationId, what, at }) => `${cancellationId} ${what.act} ${at}`));
  const keptOnly: CancellationAct[] = [];
  for (const row of kept) {
    const { id: cancellationId, marketplaceId, verdict: given, decidedAt, decidedBy } = row;
    const { responseText, reasonCode } = row;
    if (given !== null && decidedAt !== null && !isKnown(cancellationId, 'decided', decidedAt)) {
      const what = { act: 'decided', verdict: given, responseText, reasonCode, asks: [] } as const;
      keptOnly.push({
        cancellationId,
        marketplaceId,
        at: decidedAt,
        person: decidedBy ?? '',
        after: null,
        what,
      });
    }
    const { closedAt, closedBy, closedReason: reason } = row;
    if (closedAt !== null && closedBy && !isKnown(cancellationId, 'closed', closedAt)) {
      const what = { act: 'closed', reason } as const;
      keptOnly.push({ cancellationId, marketplaceId, at: closedAt, person: closedBy, after: null, what });
    }
  }
  // The log is in the order in which things were done; what it lacks stands where its time has it.
  for (const act of keptOnly) {
    const place = acts.findIndex(({ at }) => at > act.at);
    acts.splice(place < 0 ? acts.length : place, 0, act);
  }
  return acts;
}

function loggedAct(row: LoggedActRow): CancellationAct | null {
  const detail = loggedDetail.safeParse(jsonOf(row.detail));
  const by = actor.safeParse(jsonOf(row.actor));
  const cancellationId = Number(row.subject.slice('cancellation:'.length));
  if (!detail.success || !by.success || !Number.isSafeInteger(cancellationId)) return null;
  const { marketplaceId, verdict: given, responseText, reasonCode, asks, reason, after } = detail.data;
  const common = { cancellationId, marketplaceId, at: row.at, person: by.data.person, after };
  if (row.action === 'cancellation.withdrawn') return { ...common, what: { act: 'withdrawn' } };
  if (row.action === 'cancellation.closed') return { ...common, what: { act: 'closed', reason } };
  if (given === null) return null;
  return { ...common, what: { act: 'decided', verdict: given, responseText, reasonCode, asks } };
}

/** Of a log that may be damaged. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (failure) {
    if (failure instanceof SyntaxError) return null;
    throw failure;
  }
}

/** Acts that are done again, one by one, each when as much is derived as was when it was done. */
export class RepeatedActs {
  readonly #acts: readonly CancellationAct[];
  #next = 0;
  /** Acts whose time has come, and that are not possible before something more is derived. */
  #waiting: CancellationAct[] = [];

  constructor(acts: readonly CancellationAct[]) {
    this.#acts = acts;
  }

  /** The next one; undefined after the last. */
  get next(): CancellationAct | undefined {
    return this.#acts[this.#next];
  }

  /** Where it stands, so that a job of the writer that is run again begins there again. */
  place(): { next: number; waiting: readonly CancellationAct[] } {
    return { next: this.#next, waiting: this.#waiting };
  }

  goBack({ next, waiting }: { next: number; waiting: readonly CancellationAct[] }): void {
    this.#next = next;
    this.#waiting = [...waiting];
  }

  /** Does the next one, and what waits for something that is derived by now. */
  async repeatNext(tx: WriteTransaction): Promise<void> {
    const left: CancellationAct[] = [];
    const due = [...this.#waiting, ...this.#acts.slice(this.#next, this.#next + 1)];
    this.#next += 1;
    for (const act of due) {
      const isBehind = left.some(({ cancellationId }) => cancellationId === act.cancellationId);
      if (isBehind || !(await repeat(tx, act))) left.push(act);
    }
    this.#waiting = left;
  }

  /** What is not possible, after the last. */
  get impossible(): readonly CancellationAct[] {
    return this.#waiting;
  }
}

const asksOf = ({ what }: CancellationAct): readonly number[] => (what.act === 'decided' ? what.asks : []);

/** False where it is not possible as things stand. The log has it already: nothing is added there. */
async function repeat(tx: WriteTransaction, act: CancellationAct): Promise<boolean> {
  const { at, person, what } = act;
  for (const ask of asksOf(act)) if ((await findAsk(tx, ask)) === null) return false;
  const row = await findCancellation(tx, act.cancellationId);
  if (row === null) return false;
  const snapshot = await snapshotOf(tx, row);
  if (what.act === 'closed') {
    if (row.closedAt !== null || transition(snapshot, { type: 'closed' }).step === undefined) return false;
    await updateCancellation(tx, { ...row, closedAt: at, closedBy: person, closedReason: what.reason });
    return true;
  }
  if (what.act === 'withdrawn') {
    const { step } = transition(snapshot, { type: 'withdrawn' });
    if (step === undefined) return false;
    await saveStep(tx, row, step, at, {
      ...{ verdict: null, responseText: null, reasonCode: null, decidedAt: null, decidedBy: null },
    });
    return true;
  }
  const { verdict: given, responseText, reasonCode } = what;
  const { step } = transition(snapshot, { type: 'decided', verdict: given });
  if (step === undefined) return false;
  await setHeldAsksAnswering(tx, row.id, step.answerToHeld ?? answerOfVerdict(given));
  await saveStep(tx, row, step, at, {
    verdict: given,
    responseText,
    reasonCode,
    decidedAt: at,
    decidedBy: person,
  });
  return true;
}
