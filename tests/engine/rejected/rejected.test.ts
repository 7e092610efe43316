import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { rejectedProcedures } from '../../../main/engine/console/rejected.ts';
import { problems } from '../../../main/engine/receiver/problems.ts';
import { createRejected } from '../../../main/engine/rejected/index.ts';
import { listAuditAfter, listRejected, openStoreInFiles } from '../../../main/engine/store/index.ts';
import { problemCodes } from '../../../main/engine/store/migrations/0021-problem-codes.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { maxRejectedListBody } from '../../../shared/contract/rejected.ts';
import { openJournalledStore } from '../journal-house.ts';
import { ManualClock } from '../manual-clock.ts';
import { ana } from '../people/ana.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const delivery = {
  method: 'POST',
  path: '/PurchaseOrders',
  contentType: 'application/json',
  status: 400,
  title: 'The order has no items',
  code: 'items-missing',
  reason: 'A purchase order must have one item or more.',
  errors: [{ pointer: '/items', detail: 'It is empty.' }],
};

/** A journal on disk, the room that derives from it, and its console procedures. */
async function openRejected(dataDir = temporaryFolder()) {
  const clock = new ManualClock();
  const house = await openJournalledStore({ dataDir, clock });
  const { journal, store, derived } = house;
  const changes = createChanges(clock);
  const rejected = createRejected({ store, clock, changes });
  house.follow({ rejected: rejected.derive });
  onTestFinished(async () => {
    changes.close();
    await house.close();
  });
  /** Keeps a delivery as the receiver does, without waiting until it is listed; resolves with its entry. */
  const append = async (body: Uint8Array, otherwise: Partial<typeof delivery> = {}) => {
    const detail = { ...delivery, ...otherwise, receivedBytes: body.length };
    return (await journal.keep({ kind: 'rejected', keyLabel: 'key', bytes: body, detail })).seq;
  };
  const keep = async (body: Uint8Array, otherwise: Partial<typeof delivery> = {}) => {
    const seq = await append(body, otherwise);
    await derived();
    return seq;
  };
  const refused = createRouterClient(rejectedProcedures({ store, rejected }), {
    context: { via: 'token' as const, caller: ana },
  });
  return { ...house, clock, append, keep, refused };
}

test('deliveries are listed newest first, seen or not, with the beginning of their bytes', async () => {
  const house = await openRejected();
  const bytes = Buffer.alloc(maxRejectedListBody + 100, 0xff);
  for (const body of [Buffer.from('one'), bytes, Buffer.from('')]) {
    await house.keep(body);
  }
  const page = await house.refused.list({ limit: 2 });
  expect(page).toMatchObject({
    total: 3,
    totalIsCapped: false,
    rows: [{ keptBytes: 0, body: '' }, { keptBytes: bytes.length }],
  });
  expect(Buffer.from(page.rows[1]?.body ?? '', 'base64')).toHaveLength(maxRejectedListBody);
  const rest = await house.refused.list({ limit: 2, cursor: page.nextCursor ?? '' });
  expect(rest).toMatchObject({
    nextCursor: null,
    rows: [{ ...delivery, keyLabel: 'key', seenAt: null, body: Buffer.from('one').toString('base64') }],
  });

  const second = page.rows[1]?.id ?? 0;
  expect(Buffer.from((await house.refused.get({ id: second })).body, 'base64')).toEqual(bytes);
  expect((await house.refused.setSeen({ id: second, seen: true })).seenAt).not.toBeNull();
  expect((await house.refused.list({ unseen: true })).rows.map(({ id }) => id)).toEqual([
    page.rows[0]?.id,
    rest.rows[0]?.id,
  ]);
  expect((await house.refused.setSeen({ id: second, seen: false })).seenAt).toBeNull();
  await expect(house.refused.get({ id: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(house.refused.setSeen({ id: 99, seen: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const audit = await house.store.read((tx) => listAuditAfter(tx, 0, 100));
  expect(audit.map((entry) => entry.action).filter((action) => /reject/.test(action))).toEqual([
    'rejected.seen',
    'rejected.unseen',
  ]);
});

test('bytes that the journal has once are shown with each delivery that brought them', async () => {
  const house = await openRejected();
  const body = Buffer.from(JSON.stringify({ items: [], comments: 'ñ'.repeat(300) }));
  const other = Buffer.alloc(300, 'o');
  const first = await house.keep(body);
  // The same problem and content again is a repeat; another problem with the same content is a delivery of its own.
  await house.keep(body);
  const elsewhere = await house.keep(body, { path: '/ServiceOrders' });
  // Other content at a path that is not there is a repeat with content of its own.
  const lost = { path: '/Nada', code: 'unknown-path', status: 404 };
  const vain = await house.keep(other, lost);
  await house.keep(body, lost);
  const { rows } = await house.refused.list({});
  expect(rows.map(({ id, count, keptBytes }) => [id, count, keptBytes])).toEqual([
    [vain, 2, 300],
    [elsewhere, 1, body.length],
    [first, 2, body.length],
  ]);
  for (const [id, bytes] of [
    [first, body],
    [elsewhere, body],
    [vain, other],
  ] as const) {
    expect(Buffer.from((await house.refused.get({ id })).body, 'base64')).toEqual(bytes);
    expect(Buffer.from((await house.refused.body({ id })).bytes, 'base64')).toEqual(bytes);
  }
  const [repeat] = (await house.refused.get({ id: vain })).repeats;
  expect(repeat).toMatchObject({ count: 1, keptBytes: body.length });
  const brought = await house.refused.repeatBody({ id: repeat?.id ?? 0 });
  expect(Buffer.from(brought.bytes, 'base64')).toEqual(body);
  // And the journal has each of them once.
  const kept = await house.store.read(async (tx) =>
    tx.all<{ seq: number }>('SELECT seq FROM entry WHERE bytes IS NOT NULL ORDER BY seq'),
  );
  expect(kept.map(({ seq }) => seq)).toEqual([first, vain]);
});

test('what was kept can be changed by no statement', async () => {
  const house = await openRejected();
  await house.keep(Buffer.from('x'));
  const change = house.store.write(async (tx) => tx.run("UPDATE rejected_delivery SET reason = 'y'"));
  await expect(change).rejects.toThrow('never edited');
});

test('what was stored before codes were has the code of its title after the update', async () => {
  const dataDir = temporaryFolder();
  const before = openStoreInFiles({
    dataDir,
    migrations: migrations.slice(0, migrations.indexOf(problemCodes)),
  });
  const titles = [...Object.values(problems).map(({ title }) => title), 'Said otherwise'];
  await before.write(async (tx) => {
    for (const [index, title] of titles.entries()) {
      await tx.run(
        `INSERT INTO rejected_delivery (received_at, last_received_at, arrival_sequence, method, path, status, title, code,
           reason, errors, key_label, received_bytes, kept_bytes, body)
         VALUES (1, 1, ?, 'POST', '/', 400, ?, ?, '', '[]', 'key', 0, 0, x'')`,
        index,
        title,
        title === problems['not-json'].title ? 'as-it-was' : null,
      );
    }
  });
  await before.close();
  const store = openStoreInFiles({ dataDir });
  onTestFinished(() => store.close());
  const query = { unseen: false, belowTurn: Number.MAX_SAFE_INTEGER, limit: titles.length };
  const rows = await store.read((tx) => listRejected(tx, query));
  const codes = new Map(rows.map(({ title, code }) => [title, code]));
  // These problems are younger than their codes.
  const younger = [
    'address-not-decodable',
    'host-missing',
    'expectation-failed',
    'transfer-coding-not-supported',
  ];
  for (const [code, { title }] of Object.entries(problems)) {
    expect(codes.get(title)).toBe(code === 'not-json' ? 'as-it-was' : younger.includes(code) ? null : code);
  }
  expect(codes.get('Said otherwise')).toBeNull();
});
