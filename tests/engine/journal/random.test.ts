/** Any sequence of arrivals, in any company, with ends of the program anywhere. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Arrival, Journal, Receipt } from '../../../main/engine/journal/index.ts';
import { type OrderKind, orderKinds } from '../../../shared/terms.ts';
import { ManualClock } from '../manual-clock.ts';
import { leftByKill } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres } from '../test-database.ts';
import {
  answer,
  ask,
  delivery,
  entriesOf,
  lookup,
  openTestJournal,
  outcome,
  rejected,
  walkOf,
} from './house.ts';

const small = fc.constantFrom(1, 2, 3, 4);
/** What one caller sends. */
const sent = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('delivery' as const),
      kind: fc.constantFrom(...orderKinds),
      id: small,
      // The first two say the same.
      body: fc.constantFrom('{"a":1,"b":2}', '{ "b": 2.0, "a": 1 }', '{"a":2}', 'no JSON'),
    }),
  },
  fc.record({ what: fc.constant('ask' as const), id: small }),
  fc.record({ what: fc.constant('lookup' as const) }),
  fc.record({ what: fc.constant('rejected' as const), body: fc.constantFrom('short', 'l'.repeat(300)) }),
);
type Sent = typeof sent extends fc.Arbitrary<infer One> ? One : never;
const step = fc.oneof(
  // Those that are sent together may share a commit.
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('together' as const), calls: fc.array(sent, { maxLength: 5 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('answer' as const, 'outcome' as const), nth: fc.nat(9) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('clock' as const), by: fc.integer({ min: -5000, max: 5000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('kill' as const, 'close' as const) }) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What the journal has to be like, slow and obvious. */
class Model {
  /** By kind and id: number and the content of each revision. */
  readonly records = new Map<string, { number: string; contents: string[] }>();
  readonly given: Record<OrderKind, number> = { purchaseOrder: 0, serviceOrder: 0 };
  readonly open = new Map<number, 'held' | 'answered'>();
  entries = 0;

  deliver(kind: OrderKind, id: number, body: string): { number: string; outcome: Receipt['outcome'] } {
    const content = body.startsWith('{ ') ? '{"a":1,"b":2}' : body;
    const key = `${kind} ${id}`;
    const known = this.records.get(key);
    if (known === undefined) {
      this.given[kind] += 1;
      const number = `${kind === 'purchaseOrder' ? 'OC' : 'OS'}-${String(this.given[kind]).padStart(3, '0')}`;
      this.records.set(key, { number, contents: [content] });
      this.entries += 1;
      return { number, outcome: 'new' };
    }
    if (known.contents.at(-1) === content) return { number: known.number, outcome: 'same' };
    known.contents.push(content);
    this.entries += 1;
    return { number: known.number, outcome: 'revised' };
  }
}

const arrivalOf = (one: Sent): Arrival => {
  if (one.what === 'delivery') return delivery(one.kind, one.id, one.body);
  if (one.what === 'ask') return ask(one.id);
  return one.what === 'lookup' ? lookup('[]') : rejected(one.body);
};

/** A journal that lives through steps, beside its model. */
class Life {
  readonly #clock = new ManualClock();
  readonly #model = new Model();
  /** The order of each ask. */
  readonly #asked = new Map<number, number>();
  #dataDir = temporaryFolder();
  #journal: Journal | null = null;

  async live(steps: readonly Step[]): Promise<void> {
    await this.#open();
    for (const one of steps) {
      if (one.what === 'together') await this.#together(one.calls);
      else if (one.what === 'clock') this.#clock.advance(one.by);
      else if (one.what === 'answer' || one.what === 'outcome') await this.#go(one.what, one.nth);
      else await this.#end(one.what);
      expect(this.#journal?.head().seq).toBe(this.#model.entries);
    }
    await this.#check();
    await this.#journal?.close();
  }

  async #open(): Promise<void> {
    this.#journal = (await openTestJournal({ dataDir: this.#dataDir, clock: this.#clock })).journal;
    this.#model.entries += this.#model.open.size;
    this.#model.open.clear();
  }

  async #together(calls: readonly Sent[]): Promise<void> {
    const receipts = await Promise.all(calls.map((call) => this.#journal?.keep(arrivalOf(call))));
    for (const [index, call] of calls.entries()) {
      const receipt = receipts[index];
      if (call.what === 'delivery') {
        expect(receipt).toMatchObject(this.#model.deliver(call.kind, call.id, call.body));
        continue;
      }
      this.#model.entries += 1;
      const seq = this.#model.entries;
      expect(receipt).toMatchObject({ seq, outcome: 'new', number: '' });
      if (call.what !== 'ask') continue;
      this.#model.open.set(seq, 'held');
      this.#asked.set(seq, call.id);
    }
  }

  /** One of the calls that are open goes one step on. */
  async #go(what: 'answer' | 'outcome', nth: number): Promise<void> {
    const { open } = this.#model;
    const [askId = 0] = [...open.keys()].slice(nth % Math.max(1, open.size));
    const orderId = this.#asked.get(askId);
    if (orderId === undefined || (what === 'answer' && open.get(askId) === 'answered')) return;
    await this.#journal?.keep(what === 'answer' ? answer(askId, orderId) : outcome(askId, orderId));
    this.#model.entries += 1;
    if (what === 'answer') open.set(askId, 'answered');
    else open.delete(askId);
  }

  async #end(how: 'kill' | 'close'): Promise<void> {
    if (how === 'close') await this.#journal?.close();
    else this.#dataDir = await leftByKill(this.#dataDir);
    await this.#open();
  }

  async #check(): Promise<void> {
    const { entries: count, given, records, open } = this.#model;
    const entries = await entriesOf(this.#dataDir);
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(await walkOf(this.#dataDir)).toMatchObject({ seq: count, broken: null });
    for (const kind of orderKinds) {
      const numbers = entries
        .filter((entry) => entry.kind === kind && entry.revision === 1)
        .map(({ number }) => Number(number?.slice(3)));
      expect(numbers).toEqual(Array.from({ length: given[kind] }, (_, index) => index + 1));
    }
    for (const [key, { number, contents }] of records) {
      const revisions = entries.filter(
        (entry) => entry.revision !== null && `${entry.kind} ${entry.marketplaceId}` === key,
      );
      expect(revisions.map((entry) => [entry.number, entry.revision])).toEqual(
        contents.map((_, index) => [number, index + 1]),
      );
    }
    const ended = entries.filter(({ kind }) => kind === 'outcome').map(({ subjectId }) => subjectId);
    expect([...ended, ...open.keys()].toSorted((a, b) => a - b)).toEqual([...this.#asked.keys()]);
  }
}

test('entries are dense, numbers have no gap, the chain is whole and every call has its end, whatever comes and whenever it ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), (steps) => new Life().live(steps)),
    { numRuns: isOnPostgres ? 5 : 40, endOnFailure: isOnPostgres },
  );
});
