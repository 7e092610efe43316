/**
 * What people did to cancellations, done again while their calls are derived anew: each act between the entries of the
 * journal between which it was done.
 */
import * as z from 'zod';
import { actor } from '#shared/contract/common.ts';
import { type Verdict, verdict } from '#shared/terms.ts';
import {
  type Entry,
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
  what:
    | { act: 'decided'; verdict: Verdict; responseText: string | null; asks: readonly number[] }
    | { act: 'withdrawn' }
    | { act: 'closed'; reason: string | null };
}

/** As the log has it; `asks` are the calls that were held then, and answered with the verdict. */
const loggedDetail = z.object({
  marketplaceId: z.int(),
  verdict: verdict.nullable().catch(null),
  responseText: z.string().nullable().catch(null),
  asks: z.array(z.int()).catch([]),
  reason: z.string().nullable().catch(null),
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
  for (const row of kept) {
    const { id: cancellationId, marketplaceId, verdict: given, responseText, decidedAt, decidedBy } = row;
    if (given !== null && decidedAt !== null && !isKnown(cancellationId, 'decided', decidedAt)) {
      const what = { act: 'decided', verdict: given, responseText, asks: [] } as const;
      acts.push({ cancellationId, marketplaceId, at: decidedAt, person: decidedBy ?? '', what });
    }
    const { closedAt, closedBy, closedReason: reason } = row;
    if (closedAt !== null && closedBy && !isKnown(cancellationId, 'closed', closedAt))
      acts.push({
        cancellationId,
        marketplaceId,
        at: closedAt,
        person: closedBy,
        what: { act: 'closed', reason },
      });
  }
  // Those of the log stay in its order where their time is the same.
  return acts.sort((a, b) => a.at - b.at);
}

function loggedAct(row: LoggedActRow): CancellationAct | null {
  const detail = loggedDetail.safeParse(jsonOf(row.detail));
  const by = actor.safeParse(jsonOf(row.actor));
  const cancellationId = Number(row.subject.slice('cancellation:'.length));
  if (!detail.success || !by.success || !Number.isSafeInteger(cancellationId)) return null;
  const { marketplaceId, verdict: given, responseText, asks, reason } = detail.data;
  const common = { cancellationId, marketplaceId, at: row.at, person: by.data.person };
  if (row.action === 'cancellation.withdrawn') return { ...common, what: { act: 'withdrawn' } };
  if (row.action === 'cancellation.closed') return { ...common, what: { act: 'closed', reason } };
  return given === null ? null : { ...common, what: { act: 'decided', verdict: given, responseText, asks } };
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

/** Acts that are done again, one by one, as the entries of the journal are derived in their order. */
export class RepeatedActs {
  readonly #acts: readonly CancellationAct[];
  /** Of a call, the place of the act by which it was answered. */
  readonly #ofAsk = new Map<number, number>();
  #next = 0;
  /** Acts whose time has come, and that are not possible before something more is derived. */
  #waiting: CancellationAct[] = [];

  constructor(acts: readonly CancellationAct[]) {
    this.#acts = acts;
    for (const [place, { what }] of acts.entries())
      if (what.act === 'decided') for (const ask of what.asks) this.#ofAsk.set(ask, place);
  }

  /** Where it stands, so that a job of the writer that is run again begins there again. */
  place(): { next: number; waiting: readonly CancellationAct[] } {
    return { next: this.#next, waiting: this.#waiting };
  }

  goBack({ next, waiting }: { next: number; waiting: readonly CancellationAct[] }): void {
    this.#next = next;
    this.#waiting = [...waiting];
  }

  /**
   * Does what was done before an entry came. Where times are equal, or the engine heard of an entry late, the log says which
   * calls an act answered: those came before it, and what became of them after it.
   */
  async before(tx: WriteTransaction, entry: Entry): Promise<void> {
    await this.#repeatWaiting(tx, ({ marketplaceId }) => marketplaceId === entry.marketplaceId);
    const isOutcome = entry.kind === 'answer' || entry.kind === 'outcome';
    const upTo = isOutcome ? (this.#ofAsk.get(entry.subjectId) ?? -1) : -1;
    for (;;) {
      const act = this.#acts[this.#next];
      if (act === undefined || (act.at > entry.at && this.#next > upTo)) return;
      if (entry.kind === 'ask' && asksOf(act).includes(entry.subjectId)) return;
      this.#next += 1;
      const isBehind = this.#waiting.some(({ cancellationId }) => cancellationId === act.cancellationId);
      if (isBehind || !(await repeat(tx, act))) this.#waiting.push(act);
    }
  }

  /** Does the rest; resolves with what is not possible at all. */
  async finish(tx: WriteTransaction): Promise<CancellationAct[]> {
    this.#waiting.push(...this.#acts.slice(this.#next));
    this.#next = this.#acts.length;
    await this.#repeatWaiting(tx, () => true);
    return this.#waiting;
  }

  async #repeatWaiting(tx: WriteTransaction, isDue: (act: CancellationAct) => boolean): Promise<void> {
    if (!this.#waiting.some(isDue)) return;
    const left: CancellationAct[] = [];
    for (const act of this.#waiting) {
      const isBehind = left.some(({ cancellationId }) => cancellationId === act.cancellationId);
      if (!isDue(act) || isBehind || !(await repeat(tx, act))) left.push(act);
    }
    this.#waiting = left;
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
      ...{ verdict: null, responseText: null, decidedAt: null, decidedBy: null },
    });
    return true;
  }
  const { verdict: given, responseText } = what;
  const { step } = transition(snapshot, { type: 'decided', verdict: given });
  if (step === undefined) return false;
  await setHeldAsksAnswering(tx, row.id, step.answerToHeld ?? answerOfVerdict(given));
  await saveStep(tx, row, step, at, { verdict: given, responseText, decidedAt: at, decidedBy: person });
  return true;
}
