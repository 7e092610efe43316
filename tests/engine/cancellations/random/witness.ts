import type Database from 'better-sqlite3';
import { expect } from 'vitest';
import { answerDetail, outcomeDetail } from '../../../../main/engine/journal/index.ts';
import { defaultSettings } from '../../../../main/engine/settings/defaults.ts';
import type { CancelledOrderResponse } from '../../../../shared/marketplace/cancellation.ts';
import type { Verdict } from '../../../../shared/terms.ts';
import type { Call } from '../call.ts';
import type { Seen } from './look.ts';
import type { ModelAsk, ModelOrder } from './model.ts';

/** A cancel call of the test: its connection, what the model says of it, and its order. */
export interface Asked {
  call: Call;
  ask: ModelAsk;
  order: ModelOrder;
  /** Who gave the verdict that its answer carries. */
  person: string | null;
  /** The process was gone before it could keep what became of the answer: killed, or the disk was full to its end. */
  isUnheard: boolean;
}

/**
 * Watches the promises themselves, apart from the model: with a connection of its own it sees at any moment
 * what is committed, and it knows what people decided and what callers took.
 */
export class Witness {
  readonly asked = new Map<string, Asked>();
  /** Every verdict that a person gave, by the name of the person: each gives one. */
  readonly given = new Map<string, { id: number; verdict: Verdict }>();
  readonly #committed: Database.Database;
  /** What was broken when an answer was written; thrown there, the room would catch it. */
  readonly #broken: string[] = [];

  constructor(committed: Database.Database) {
    this.#committed = committed;
  }

  /**
   * An answer is about to be written: its ask is in the journal, and so is the answer unless it is "in review", which a full
   * disk does not hold back. "Cancelled" stands on a person's approval.
   */
  seesWrite(tag: string, answer: CancelledOrderResponse): void {
    const row = this.#committed
      .prepare<[Uint8Array], { seq: number; detail: string | null }>(
        `SELECT e.seq, (SELECT a.detail FROM journal.entry a WHERE a.kind = 'answer' AND a.subject_id = e.seq) AS detail
          FROM journal.entry e WHERE e.kind = 'ask' AND e.bytes = ?`,
      )
      .get(Buffer.from(tag));
    const asked = this.asked.get(tag);
    if (row === undefined || asked === undefined) {
      this.#broken.push(`${tag} was answered and is not on disk`);
      return;
    }
    const kept = row.detail === null ? null : answerDetail.parse(JSON.parse(row.detail));
    if (kept === null) {
      if (answer.responseText !== defaultSettings.texts.inReview)
        this.#broken.push(`${tag} was answered, and with what is not on disk`);
      return;
    }
    asked.person = kept.verdict?.decidedBy ?? null;
    if (!answer.isCancelled) return;
    const decided = this.#committed
      .prepare<[number], { id: number; verdict: string | null; decidedBy: string | null }>(
        `SELECT c.id, c.verdict, c.decided_by AS decidedBy FROM cancellation c JOIN ask a ON a.cancellation_id = c.id
          WHERE a.seq = ?`,
      )
      .get(row.seq);
    const given = this.given.get(asked.person ?? '');
    const isApproved =
      decided?.verdict === 'approve' &&
      decided.decidedBy === asked.person &&
      given?.verdict === 'approve' &&
      given.id === decided.id;
    if (!isApproved) this.#broken.push(`${tag} was answered isCancelled: true, and nobody approved it`);
  }

  /** Promise 5 for all orders, and what was seen at the writes. */
  expectPromisesKept(found: Seen[]): void {
    expect(this.#broken).toEqual([]);
    for (const { order, state } of found) {
      if (state !== 'cancelled') continue;
      const wasTold = [...this.asked.values()].some(
        (asked) => asked.order === order && asked.call.taken?.isCancelled === true,
      );
      expect(wasTold, 'an order is cancelled only when the marketplace was told').toBe(true);
    }
  }

  /** At the end of a life. */
  expectAllAnswered(found: Seen[]): void {
    for (const { call, ask } of this.asked.values()) {
      if (!call.isGone) expect(call.written.length, `answers to ${ask.tag}`).toBe(1);
    }
    this.#expectNoWithdrawnVerdictTaken(found);
    for (const [tag, asked] of this.asked) this.#expectOutcomeTrue(tag, asked);
  }

  /**
   * Nobody took the answer of a verdict that was withdrawn, unless nobody could know it: then the withdrawal says that it may
   * have been delivered.
   */
  #expectNoWithdrawnVerdictTaken(found: Seen[]): void {
    const withdrawn = found.flatMap(({ id }) =>
      this.#committed
        .prepare<[string], { detail: string }>(
          `SELECT detail FROM audit WHERE subject = ? AND action = 'cancellation.withdrawn'`,
        )
        .all(`cancellation:${id}`)
        .map(({ detail }) => JSON.parse(detail) as { decidedBy: string; mayHaveBeenDelivered: boolean }),
    );
    const taken = [...this.asked.values()].filter(({ call }) => call.taken !== null);
    const takenBack = taken.flatMap(({ person, isUnheard }) =>
      withdrawn
        .filter(({ decidedBy }) => decidedBy === person)
        .map(({ decidedBy, mayHaveBeenDelivered }) => ({ decidedBy, mayHaveBeenDelivered, isUnheard })),
    );
    const isSaid = { mayHaveBeenDelivered: true, isUnheard: true };
    expect(takenBack).toEqual(takenBack.map(({ decidedBy }) => ({ decidedBy, ...isSaid })));
  }

  /** What the journal says of a call is what happened on its connection, as far as anybody could keep it. */
  #expectOutcomeTrue(tag: string, { call: { taken }, isUnheard }: Asked): void {
    const row = this.#committed
      .prepare<[Uint8Array], { detail: string }>(
        `SELECT o.detail FROM journal.entry e JOIN journal.entry o ON o.kind = 'outcome' AND o.subject_id = e.seq
          WHERE e.kind = 'ask' AND e.bytes = ?`,
      )
      .get(Buffer.from(tag));
    const { delivery, answer } = outcomeDetail.parse(JSON.parse(row?.detail ?? 'null'));
    if (delivery !== 'delivered')
      expect(taken === null || isUnheard, `${tag} was taken: ${delivery}`).toBe(true);
    else
      expect([taken?.isCancelled, isUnheard], `${tag} was delivered`).toEqual([
        answer === 'cancelled',
        false,
      ]);
  }
}
