/** The heads of both chains, noted outside: what is cut off or written anew is seen, whatever becomes of the file of anchors. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { appendAnchor } from '../../../main/engine/audit/anchors.ts';
import {
  compareWithAnchors,
  createAnchoring,
  readAnchors,
  takeAnchor,
  verifyAudit,
} from '../../../main/engine/audit/index.ts';
import { appendAudit, auditHash, openStoreInFiles, type Store } from '../../../main/engine/store/index.ts';
import type { Anchor } from '../../../shared/contract/verification.ts';
import { ManualClock } from '../manual-clock.ts';
import { openNewStore } from '../migrated-folder.ts';
import { tamper } from '../tamper.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const actor = { person: 'Persona de prueba', via: 'desktop' as const };

async function add(store: Store, entries: number): Promise<void> {
  await store.write(async (tx) => {
    for (let index = 1; index <= entries; index += 1)
      await appendAudit(tx, {
        at: index,
        actor,
        action: 'record.noted',
        subject: 'record:1',
        detail: { index },
      });
  });
}

const both = (store: Store) => ({ audit: store, journal: store });
const file = (dataDir: string) => join(dataDir, 'anchors.jsonl');

function anchorAt(day: number): Anchor {
  return {
    at: `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`,
    journal: { seq: 0, hash: '' },
    audit: { id: day, hash: 'ab'.repeat(32) },
  };
}

describe('the file of anchors', () => {
  test('has what was noted, for this account alone', async () => {
    const dataDir = temporaryFolder();
    expect(await readAnchors(dataDir)).toEqual({ anchors: [], unreadable: 0 });
    await appendAnchor(dataDir, anchorAt(1));
    await appendAnchor(dataDir, anchorAt(2));
    expect(await readAnchors(dataDir)).toEqual({ anchors: [anchorAt(1), anchorAt(2)], unreadable: 0 });
    if (process.platform !== 'win32') expect(statSync(file(dataDir)).mode & 0o777).toBe(0o600);
  });

  test('goes on after its last line was torn anywhere, and keeps a whole one that lacks its end of line', async () => {
    const dataDir = temporaryFolder();
    for (const day of [1, 2]) await appendAnchor(dataDir, anchorAt(day));
    const whole = readFileSync(file(dataDir));
    const firstLine = whole.indexOf('\n') + 1;
    for (let length = 0; length <= whole.length; length += 7) {
      writeFileSync(file(dataDir), whole.subarray(0, length));
      const before = [
        ...(length >= firstLine - 1 ? [anchorAt(1)] : []),
        ...(length >= whole.length - 1 ? [anchorAt(2)] : []),
      ];
      expect(await readAnchors(dataDir)).toEqual({ anchors: before, unreadable: 0 });
      await appendAnchor(dataDir, anchorAt(3));
      expect(await readAnchors(dataDir)).toEqual({ anchors: [...before, anchorAt(3)], unreadable: 0 });
    }
    writeFileSync(file(dataDir), whole.subarray(0, -1));
    await appendAnchor(dataDir, anchorAt(3));
    expect((await readAnchors(dataDir)).anchors).toEqual([1, 2, 3].map(anchorAt));
  });

  test('says how many of its lines are none, and gives the others', async () => {
    const dataDir = temporaryFolder();
    await appendAnchor(dataDir, anchorAt(1));
    appendFileSync(file(dataDir), '{"at":"yesterday"}\n\0\0\0\n');
    appendFileSync(file(dataDir), `${JSON.stringify({ ...anchorAt(5), audit: { id: -1, hash: 'x' } })}\n`);
    await appendAnchor(dataDir, anchorAt(2));
    expect(await readAnchors(dataDir)).toEqual({ anchors: [anchorAt(1), anchorAt(2)], unreadable: 3 });
  });

  test('that is huge is read at its end alone', async () => {
    const dataDir = temporaryFolder();
    await appendAnchor(dataDir, anchorAt(1));
    truncateSync(file(dataDir), 8 * 1024 ** 3);
    await appendAnchor(dataDir, anchorAt(2));
    const line = Buffer.byteLength(JSON.stringify(anchorAt(2))) + 2;
    expect(statSync(file(dataDir)).size).toBe(8 * 1024 ** 3 + line);
    expect((await readAnchors(dataDir)).anchors).toEqual([anchorAt(2)]);
    rmSync(file(dataDir));
    const lines = Array.from({ length: 9000 }, (_, index) => JSON.stringify(anchorAt((index % 28) + 1)));
    writeFileSync(file(dataDir), `${lines.join('\n')}\n`);
    const { anchors, unreadable } = await readAnchors(dataDir);
    expect([anchors.length, unreadable]).toEqual([4000, 0]);
    expect(anchors.at(-1)).toEqual(JSON.parse(lines.at(-1) ?? ''));
  });

  test.skipIf(process.platform === 'win32')(
    'that is a link, a folder or a pipe is said and left alone',
    async () => {
      for (const put of [
        (path: string) => symlinkSync('/etc/hostname', path),
        (path: string) => mkdirSync(path),
        (path: string) => execFileSync('mkfifo', [path]),
      ]) {
        const dataDir = temporaryFolder();
        put(file(dataDir));
        expect(await readAnchors(dataDir)).toEqual({ anchors: [], unreadable: 1 });
        await expect(appendAnchor(dataDir, anchorAt(1))).rejects.toThrow();
      }
    },
  );
});

describe('a chain beside its anchors', () => {
  let template: string;
  const anchors: Anchor[] = [];

  /** A log of fifty entries, with anchors at 20, 40 and 50. */
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), 'perito-anchored-'));
    const store = await openNewStore({ dataDir: template });
    for (const entries of [20, 20, 10]) {
      await add(store, entries);
      anchors.push(await takeAnchor(both(store), Date.UTC(2026, 10, anchors.length + 1)));
    }
    await store.close();
  });

  afterAll(() => rmSync(template, { recursive: true, force: true }));

  async function contradictions(dataDir: string) {
    const store = openStoreInFiles({ dataDir });
    onTestFinished(() => store.close());
    const placed = anchors.map((anchor) => ({ anchor, source: { in: 'file' as const } }));
    return { audit: await verifyAudit(store), found: await compareWithAnchors(both(store), placed) };
  }

  const copy = () => {
    const dataDir = temporaryFolder();
    for (const name of ['perito.db', 'journal.db', 'installation.json'])
      writeFileSync(join(dataDir, name), readFileSync(join(template, name)));
    return dataDir;
  };

  const cut = (last: number) =>
    `DELETE FROM audit WHERE id > ${last}; UPDATE audit_head SET (last_id, hash) = (SELECT id, hash FROM audit WHERE id = ${last})`;

  test('is not contradicted where nothing was changed, nor by what came since', async () => {
    const dataDir = copy();
    const store = openStoreInFiles({ dataDir });
    await add(store, 5);
    await store.close();
    expect(await contradictions(dataDir)).toMatchObject({ audit: { intact: true, entries: 55 }, found: [] });
  });

  test('names the last ten that were removed together with the head, which the chain by itself does not', async () => {
    const dataDir = copy();
    tamper(dataDir, 'perito.db', cut(40));
    const { audit, found } = await contradictions(dataDir);
    expect(audit).toMatchObject({ intact: true, entries: 40 });
    expect(found).toEqual([
      {
        ...{ code: 'chainShorter', chain: 'audit', entry: 50, ends: 40, agreesUntil: 40, anchors: 1 },
        ...{ anchoredAt: anchors[2]?.at, source: { in: 'file' }, restoredAt: null },
      },
    ]);
  });

  test('names one that was changed and the ten that were removed, both in one run', async () => {
    const dataDir = copy();
    tamper(
      dataDir,
      'perito.db',
      `UPDATE audit SET actor = replace(actor, 'Persona', 'Persone') WHERE id = 7; ${cut(40)}`,
    );
    const { audit, found } = await contradictions(dataDir);
    expect(audit.breaks).toEqual([
      {
        ...{ code: 'auditBroken', what: 'changed', entry: 7, until: 7 },
        ...{ kind: 'record.noted', at: new Date(7).toISOString() },
      },
    ]);
    expect(found).toMatchObject([{ code: 'chainShorter', entry: 50, ends: 40 }]);
  });

  test('says so where the log goes on after a copy was restored, which lacked what an anchor knows', async () => {
    const dataDir = copy();
    tamper(dataDir, 'perito.db', cut(40));
    const at = Date.UTC(2026, 10, 20);
    const store = openStoreInFiles({ dataDir });
    const restored = { at, actor, action: 'data.restored', subject: 'data', detail: {} } as const;
    await store.write((tx) => appendAudit(tx, restored));
    await store.close();
    const { found } = await contradictions(dataDir);
    expect(found).toMatchObject([
      { code: 'chainShorter', entry: 50, ends: 41, restoredAt: new Date(at).toISOString() },
    ]);
  });

  test('names from where on it was written anew, though all its hashes follow', async () => {
    const dataDir = copy();
    rewriteFrom(dataDir, 30);
    const { audit, found } = await contradictions(dataDir);
    expect(audit).toMatchObject({ intact: true, entries: 50 });
    expect(found).toMatchObject([
      {
        ...{ code: 'chainOther', chain: 'audit', entry: 40, agreesUntil: 20, anchors: 2, ends: 50 },
        kind: 'record.noted',
      },
    ]);
  });

  test('any one column of any one entry that is changed is found, whatever the change', async () => {
    const dataDir = copy();
    const store = openStoreInFiles({ dataDir });
    onTestFinished(() => store.close());
    tamper(dataDir, 'perito.db', 'SELECT 1');
    const database = new Database(join(dataDir, 'perito.db'));
    onTestFinished(() => void database.close());
    const text = fc.string({ unit: 'binary', maxLength: 20 }).map((one) => one.replaceAll('\0', ''));
    const change = fc.oneof(
      fc.record({ column: fc.constantFrom('actor', 'action', 'subject', 'detail'), value: text }),
      fc.record({ column: fc.constant('hash'), value: fc.uint8Array({ maxLength: 40 }) }),
      fc.record({ column: fc.constantFrom('at', 'id'), value: fc.integer() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 50 }), change, async (id, { column, value }) => {
        const before = database.prepare(`SELECT "${column}" FROM audit WHERE id = ?`).pluck().get(id);
        const isSame =
          value instanceof Uint8Array ? Buffer.compare(value, before as Buffer) === 0 : value === before;
        fc.pre(!isSame && !(column === 'id' && Number(value) >= 1 && Number(value) <= 50));
        database.prepare(`UPDATE audit SET "${column}" = ? WHERE id = ?`).run(value, id);
        const { intact, breaks } = await verifyAudit(store);
        const changedId = column === 'id' ? Number(value) : id;
        database.prepare(`UPDATE audit SET "${column}" = ? WHERE id = ?`).run(before, changedId);
        expect(intact).toBe(false);
        expect(breaks.some(({ entry, until }) => entry <= id && id <= until)).toBe(true);
      }),
      { numRuns: 100 },
    );
    expect(await verifyAudit(store)).toMatchObject({ intact: true });
  });

  test('a journal that is cut, or written anew, is named as well', async () => {
    const dataDir = copy();
    const hash = (byte: string) => byte.repeat(32);
    tamper(
      dataDir,
      'journal.db',
      `INSERT INTO entry (seq, kind, subject_id, at, key_label, chain) VALUES (1, 'lookup', 1, 5, '', x'${hash('aa')}'), (2, 'lookup', 2, 6, '', x'${hash('bb')}')`,
    );
    const store = openStoreInFiles({ dataDir });
    onTestFinished(() => store.close());
    const known = (seq: number, byte: string) => ({
      anchor: { ...anchorAt(1), audit: { id: 0, hash: '' }, journal: { seq, hash: hash(byte) } },
      source: { in: 'backup' as const, folder: '/place', name: '20261101T000000Z' },
    });
    const found = await compareWithAnchors(both(store), [known(1, 'aa'), known(2, 'cc'), known(3, 'dd')]);
    expect(found).toMatchObject([
      {
        ...{ code: 'chainOther', chain: 'journal', entry: 2, agreesUntil: 1, kind: 'lookup' },
        at: new Date(6).toISOString(),
        source: { in: 'backup', name: '20261101T000000Z' },
      },
      { code: 'chainShorter', chain: 'journal', entry: 3, ends: 2 },
    ]);
  });
});

/** Somebody changes an entry and computes all hashes from there on. */
function rewriteFrom(dataDir: string, id: number): void {
  tamper(dataDir, 'perito.db', `UPDATE audit SET detail = '{"index":"otro"}' WHERE id = ${id}`);
  const database = new Database(join(dataDir, 'perito.db'));
  const rows = database
    .prepare<[], Parameters<typeof auditHash>[1] & { id: number; hash: Buffer }>(
      'SELECT * FROM audit ORDER BY id',
    )
    .all();
  let before: Uint8Array | null = null;
  for (const row of rows) {
    const hash: Uint8Array = row.id < id ? row.hash : auditHash(before, row);
    database.prepare('UPDATE audit SET hash = ? WHERE id = ?').run(hash, row.id);
    before = hash;
  }
  database.prepare('UPDATE audit_head SET hash = ?').run(before);
  database.close();
}

describe('anchors are set', () => {
  async function anchored(clock: ManualClock, store: Store) {
    const logged: string[] = [];
    const contradicted: unknown[] = [];
    const log = (_: object, text: string) => void logged.push(text);
    const anchoring = createAnchoring({
      ...{ dataDir: store.dataDir, store, clock },
      log: { info: log, warn: log, error: log },
      onContradiction: (found) => contradicted.push(found),
    });
    onTestFinished(() => anchoring.stop());
    anchoring.start();
    return { logged, contradicted, idle: () => anchoring.idle(), stop: () => anchoring.stop() };
  }

  test('at the first start of a day and once a day while Perito runs, of both chains as they are then', async () => {
    const clock = new ManualClock(new Date(2026, 10, 20, 9).getTime());
    const store = await openNewStore({ dataDir: temporaryFolder() });
    onTestFinished(() => store.close());
    await add(store, 3);
    const first = await anchored(clock, store);
    await first.idle();
    await add(store, 2);
    clock.advance(3 * 3600_000);
    await first.idle();
    await first.stop();
    // A second start on the same day sets none.
    const second = await anchored(clock, store);
    await second.idle();
    expect((await readAnchors(store.dataDir)).anchors.map(({ audit }) => audit.id)).toEqual([3]);
    for (let hour = 0; hour < 30; hour += 1) {
      clock.advance(3600_000);
      await second.idle();
    }
    const { anchors } = await readAnchors(store.dataDir);
    expect(anchors.map(({ audit }) => audit.id)).toEqual([3, 5]);
    expect(anchors[1]?.audit.hash).toMatch(/^[0-9a-f]{64}$/);
    expect([...first.contradicted, ...second.contradicted, ...second.logged]).toEqual([]);
  });

  test('and one that the chain contradicts is told of at the next start, and stays as it is', async () => {
    const clock = new ManualClock(new Date(2026, 10, 20, 9).getTime());
    const dataDir = temporaryFolder();
    const before = await openNewStore({ dataDir });
    await add(before, 12);
    const first = await anchored(clock, before);
    await first.idle();
    await first.stop();
    await before.close();
    const noted = readFileSync(file(dataDir), 'utf8');
    tamper(
      dataDir,
      'perito.db',
      'DELETE FROM audit WHERE id > 2; UPDATE audit_head SET (last_id, hash) = (SELECT id, hash FROM audit WHERE id = 2)',
    );
    clock.advance(24 * 3600_000);
    const store = openStoreInFiles({ dataDir });
    onTestFinished(() => store.close());
    const second = await anchored(clock, store);
    await second.idle();
    expect(second.contradicted).toMatchObject([{ code: 'chainShorter', chain: 'audit', entry: 12, ends: 2 }]);
    const after = readFileSync(file(dataDir), 'utf8');
    expect(after.startsWith(noted)).toBe(true);
    expect((await readAnchors(dataDir)).anchors.map(({ audit }) => audit.id)).toEqual([12, 2]);
  });

  test('and where they cannot be, it is said and tried again', async () => {
    const clock = new ManualClock();
    const store = await openNewStore({ dataDir: temporaryFolder() });
    onTestFinished(() => store.close());
    mkdirSync(file(store.dataDir));
    const { logged, idle } = await anchored(clock, store);
    await idle();
    expect(logged).toEqual(['The heads of the chains could not be noted; it is tried again.']);
    rmSync(file(store.dataDir), { recursive: true });
    clock.advance(3600_000);
    await idle();
    expect((await readAnchors(store.dataDir)).anchors).toHaveLength(1);
  });
});
