import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { verifyAudit } from '../../../main/engine/audit/index.ts';
import {
  appendAudit,
  findColumnMapping,
  findSetting,
  indexKey,
  listAudit,
  replaceFindings,
  storable,
  upsertAttachment,
  upsertColumnMapping,
  upsertSetting,
} from '../../../main/engine/store/index.ts';
import { namedAttachment } from '../attachments/named-attachment.ts';
import { insertOrder } from '../cancellations/order.ts';
import { openNewStore } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function open() {
  const store = await openNewStore({ dataDir: temporaryFolder() });
  onTestFinished(() => store.close());
  return store;
}

/** Any text, lone surrogates and U+0000 among them. */
const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', '\udfff', 'ñ', '😀')))
  .map((parts) => parts.join(''));

test.each([
  ['a\0b\0', 'ab'],
  ['\ud83d', '\ufffd'],
  ['\udc00x\ud800', '\ufffdx\ufffd'],
  ['😀ñ', '😀ñ'],
  ['', ''],
])('%j is stored as %j', async (text, stored) => {
  expect(storable(text)).toBe(stored);
  const store = await open();
  await store.write((tx) => upsertSetting(tx, 'a', text));
  expect(await store.read((tx) => findSetting(tx, 'a'))).toBe(stored);
});

test('what is looked for is made storable as what is stored', async () => {
  const store = await open();
  await store.write((tx) => upsertSetting(tx, 'na\0me\ud800', 'found'));
  expect(await store.read((tx) => findSetting(tx, 'na\0me\ud800'))).toBe('found');
});

test('a key has at most 512 bytes, is its own key, and stands for one text', () => {
  const long = anyText.chain((text) =>
    fc.integer({ min: 1, max: 800 }).map((times) => text.repeat(times).slice(0, 20_000)),
  );
  fc.assert(
    fc.property(long, long, (one, other) => {
      const key = indexKey(one);
      expect(Buffer.byteLength(key)).toBeLessThanOrEqual(512);
      expect(storable(key)).toBe(key);
      expect(indexKey(key)).toBe(key);
      expect(indexKey(other) === key).toBe(storable(other) === storable(one));
      if (Buffer.byteLength(storable(one)) <= 512) expect(key).toBe(storable(one));
    }),
  );
});

test.each(['a', 'ñ', '中', '😀'])('the beginning of a key of %s is cut between characters', (character) => {
  for (const before of ['', 'a', 'aa', 'aaa']) {
    expect(indexKey(before + character.repeat(600))).not.toContain('\ufffd');
  }
});

test('an entry of the log whose subject is not storable keeps the chain', async () => {
  const store = await open();
  const actor = { person: 'Ana\0', via: 'desktop' } as const;
  const entry = {
    at: 1,
    actor,
    action: 'record.noted',
    subject: 'a\0b\ud800',
    detail: { text: '\0\ud800' },
  } as const;
  await store.write((tx) => appendAudit(tx, entry));
  expect(await verifyAudit(store)).toMatchObject({ intact: true, entries: 1 });
  const [row] = await store.read((tx) => listAudit(tx, { subject: 'ab\ufffd', beforeId: 9, limit: 1 }));
  expect(row).toMatchObject({ subject: 'ab\ufffd' });
});

test('a finding whose pointer is not storable is the same finding when it is found again', async () => {
  const store = await open();
  const recordId = await insertOrder(store, { kind: 'purchaseOrder', marketplaceId: 1 });
  const pointer = '/na\0me\ud800';
  const finding = {
    code: 'wire.unknownProperty',
    severity: 'info',
    pointer,
    parameters: { name: 'na\0me\ud800' },
    places: [{ pointer, parameters: { name: 'na\0me\ud800' } }],
    count: 1,
    amount: { value: '1', currency: 'D\0OP' },
  } as const;
  const replace = () =>
    store.write((tx) => replaceFindings(tx, { recordId, revision: 1 }, () => true, [finding]));
  expect([await replace(), await replace()]).toEqual([true, false]);
});

test('a mapping of many headings is remembered, also one that an older version kept under all of them', async () => {
  const store = await open();
  const headings = (last: string) =>
    JSON.stringify([...Array.from({ length: 200 }, (_, at) => `heading ${at}`), last]);
  const mapping = (last: string) => store.read((tx) => findColumnMapping(tx, headings(last)));
  await store.write(async (tx) => {
    await tx.run(
      'INSERT INTO policy_mapping (headings, mapping, used_at) VALUES (?, ?, 1)',
      headings('a'),
      'older',
    );
    await upsertColumnMapping(tx, headings('b'), 'of b', 2);
  });
  expect([await mapping('a'), await mapping('b'), await mapping('c')]).toEqual(['older', 'of b', null]);
  await store.write((tx) => upsertColumnMapping(tx, headings('a'), 'newer', 3));
  expect(await mapping('a')).toBe('newer');
});

test('a photo whose place is longer than a key is known again, also where an older version kept the place whole', async () => {
  const store = await open();
  const recordId = await insertOrder(store, { kind: 'purchaseOrder', marketplaceId: 1 });
  const named = (identity: string) => namedAttachment({ identity, pointer: '/0', filename: 'a.jpg' });
  const state = { state: 'refused', problem: 'noAddress', detail: null, nextAttemptAt: null } as const;
  const upsert = (identity: string) =>
    store.write((tx) => upsertAttachment(tx, { recordId, revision: 1, at: 1 }, named(identity), state));
  const long = `picture ${'p'.repeat(4000)}`;
  expect([await upsert(long), await upsert(long), await upsert(`${long}2`)]).toEqual(['new', 'same', 'new']);
  const older = `${long}3`;
  await upsert(older);
  await store.write((tx) =>
    tx.run('UPDATE attachment SET identity = ? WHERE identity = ?', older, indexKey(older)),
  );
  expect(await upsert(older)).toBe('same');
});
