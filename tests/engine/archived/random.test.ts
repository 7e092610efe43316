/** Any history of records that come, are revised, moved to bundles and come back, with ends and rebuilds anywhere. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { thorough } from '../../thorough.ts';
import { walkOf } from '../journal/house.ts';
import { leftByKill } from '../migrated-folder.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres } from '../test-database.ts';
import { type ArchivingHouse, bundle, openArchivingHouse } from './house.ts';

const id = fc.constantFrom(1, 2, 3, 4);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('deliver' as const),
      id,
      text: fc.constantFrom('uno', 'dos', 'tres'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('archive' as const),
      ids: fc.uniqueArray(id, { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('note' as const), id }) },
  // After so many turns of the thread, while records are being moved.
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('kill' as const), ids: fc.uniqueArray(id), turns: fc.nat(40) }),
  },
  // Of files alone.
  { weight: isOnPostgres ? 0 : 1, arbitrary: fc.record({ what: fc.constant('rebuild' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What is known of a record, slow and obvious. */
interface Known {
  number: string;
  recordId: number;
  texts: string[];
  /** Revisions that were moved for certain, and those that may have been when it ended. */
  moved: number;
  mayBeMoved: number;
  notes: number;
}

const order = (marketplaceId: number, text: string) => purchaseOrder(marketplaceId, { comments: text });

class Life {
  readonly #known = new Map<number, Known>();
  #dataDir = join(temporaryFolder(), 'data');
  #house: ArchivingHouse | null = null;
  #bundles = 0;

  get #open(): ArchivingHouse {
    if (this.#house === null) throw new Error('It is not open.');
    return this.#house;
  }

  async live(steps: readonly Step[]): Promise<void> {
    await this.#start();
    try {
      for (const one of steps) await this.#go(one);
      await this.#check();
    } finally {
      await this.#house?.close();
    }
  }

  async #start(): Promise<void> {
    this.#house = await openArchivingHouse({ dataDir: this.#dataDir });
    await this.#house.derived();
    await this.#house.records.examiner.idle();
    for (const known of this.#known.values()) {
      const row = await this.#house.list.get({ id: known.recordId });
      if (row.archivedRevisions > known.moved) expect(row.archivedRevisions).toBe(known.mayBeMoved);
      known.moved = row.archivedRevisions;
      known.mayBeMoved = row.archivedRevisions;
    }
  }

  async #go(one: Step): Promise<void> {
    switch (one.what) {
      case 'deliver':
        return this.#deliver(one.id, one.text);
      case 'note': {
        const known = this.#known.get(one.id);
        if (known === undefined) return;
        await this.#open.list.addNote({ id: known.recordId, text: 'Nota' });
        known.notes += 1;
        return;
      }
      case 'archive': {
        const records = this.#recordsOf(one.ids);
        expect(await this.#archive(one.ids)).toEqual({ archived: records.length, changed: [] });
        for (const known of records) this.#noteMoved(known);
        return;
      }
      case 'kill':
        return this.#kill(one.ids, one.turns);
      case 'rebuild': {
        await this.#open.close();
        const rebuilt = await rebuildData({ dataDir: this.#dataDir });
        expect(rebuilt).toMatchObject({ lost: [], differences: [], notDerived: 0 });
        return this.#start();
      }
    }
  }

  async #deliver(marketplaceId: number, text: string): Promise<void> {
    const receipt = await this.#open.receive('purchaseOrder', marketplaceId, order(marketplaceId, text));
    await this.#open.records.examiner.idle();
    const { number, recordId } = receipt;
    const known = this.#known.get(marketplaceId);
    if (known === undefined) {
      expect(receipt.outcome).toBe('new');
      const nothing = { moved: 0, mayBeMoved: 0, notes: 0 };
      this.#known.set(marketplaceId, { number, recordId, texts: [text], ...nothing });
      return;
    }
    const isSame = known.texts.at(-1) === text;
    expect(receipt).toMatchObject({
      number: known.number,
      recordId: known.recordId,
      outcome: isSame ? 'same' : 'revised',
    });
    if (!isSame) known.texts.push(text);
  }

  #recordsOf(ids: readonly number[]): Known[] {
    return ids.flatMap((one) => this.#known.get(one) ?? []);
  }

  #archive(ids: readonly number[]) {
    this.#bundles += 1;
    const records = this.#recordsOf(ids).map(({ recordId, texts }) => ({
      id: recordId,
      revision: texts.length,
    }));
    return this.#open.archived.archive(bundle(`b${this.#bundles}`), records);
  }

  #noteMoved(known: Known): void {
    // What is noted of a stub stays.
    if (known.moved < known.texts.length) known.notes = 0;
    known.moved = known.texts.length;
    known.mayBeMoved = known.moved;
  }

  async #kill(ids: readonly number[], turns: number): Promise<void> {
    for (const known of this.#recordsOf(ids)) known.mayBeMoved = known.texts.length;
    const before = this.#open;
    const moving = this.#archive(ids);
    moving.catch(() => {});
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const copy = await leftByKill(this.#dataDir);
    // In a process that is gone nobody hears of either; and of a database that is away nothing is derived.
    if (!isOnPostgres) await moving;
    await before.close().catch((failure: unknown) => {
      if (!isOnPostgres) throw failure;
    });
    this.#dataDir = copy;
    const notes = new Map([...this.#known.values()].map((known) => [known, known.moved]));
    await this.#start();
    for (const [known, moved] of notes) if (known.moved > moved) known.notes = 0;
  }

  async #check(): Promise<void> {
    await this.#open.released();
    expect((await walkOf(this.#dataDir)).broken).toBeNull();
    for (const [marketplaceId, { number, recordId, texts, moved, notes }] of this.#known) {
      const row = await this.#open.list.get({ id: recordId });
      expect(row).toMatchObject({ marketplaceId, number, revision: texts.length, archivedRevisions: moved });
      expect(row.archivedIn !== null).toBe(moved === texts.length);
      expect(row.notes).toHaveLength(notes);
      for (const [index, text] of texts.entries()) {
        const { body } = await this.#open.list.get({ id: recordId, revision: index + 1 });
        expect(body).toBe(index < moved ? '' : JSON.stringify(order(marketplaceId, text)));
      }
      const found = await this.#open.list.list({ search: number });
      expect(found.rows.map((one) => one.id)).toContain(recordId);
      const again = await this.#open.receive(
        'purchaseOrder',
        marketplaceId,
        order(marketplaceId, texts.at(-1) ?? ''),
      );
      expect(again).toMatchObject({ outcome: 'same', number });
    }
  }
}

test('numbers and sameness stay, what is here is whole, and what was moved is a stub', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), (steps) => new Life().live(steps)),
    { numRuns: thorough ? 60 : isOnPostgres ? 2 : 12, endOnFailure: isOnPostgres },
  );
});
