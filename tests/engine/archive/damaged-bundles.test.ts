import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partNames, unlisted } from '../../../main/engine/archive/format.ts';
import { openBundle } from '../../../main/engine/archive/read-bundle.ts';
import { verifyBundle } from '../../../main/engine/archive/verify-bundle.ts';
import { randomFor } from '../../../main/simulator/random.ts';
import { copied } from '../../command-line/filled-folder.ts';
import { thorough } from '../../thorough.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bundleOf, folderWithPhotos, removeFolder } from './archived-folder.ts';

let dataDir = '';
let whole = Buffer.alloc(0);
/** SHA-256 of every part, as it was written. */
const parts = new Map<string, string>();
/** Where the bytes of each part lie. */
const places = new Map<string, { from: number; to: number }>();

beforeAll(async () => {
  dataDir = await folderWithPhotos();
  const file = join(dataDir, 'whole.perito');
  await bundleOf(dataDir, file, { ids: [1, 8, 9, ...(await idsWithPhotos())] });
  whole = readFileSync(file);
  const bundle = await openBundle(file);
  for (const name of await bundle.names()) {
    const part = await bundle.find(name);
    if (part === null) throw new Error(`${name} is not whole`);
    parts.set(name, part.sha256);
    places.set(name, { from: part.contentAt, to: part.contentAt + part.storedSize });
  }
  await bundle.close();
});
afterAll(() => removeFolder(dataDir));

async function idsWithPhotos(): Promise<number[]> {
  const all = await bundleOf(dataDir, join(dataDir, 'all.perito'), { kinds: ['incidentReport'] });
  const bundle = await openBundle(all.file);
  const ids: number[] = [];
  for (const name of await bundle.names()) {
    if (!/^records\/incidentReport\/\d+\/record\.json$/.test(name)) continue;
    const record = JSON.parse((await bundle.read(name, 1e6))?.toString() ?? '');
    if (record.attachments.some((one: { part: string | null }) => one.part !== null)) ids.push(record.id);
  }
  await bundle.close();
  return ids.slice(0, 1);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The parts that are read otherwise than they were written, or not at all. */
async function lostIn(file: string): Promise<string[]> {
  const bundle = await openBundle(file);
  const lost: string[] = [];
  for (const [name, written] of parts) {
    const bytes = await bundle.read(name, 1e8);
    if (bytes === null || sha256(bytes) !== written) lost.push(name);
  }
  await bundle.close();
  return lost;
}

describe('one bit that flipped', () => {
  test('is detected wherever it is, and every part that it is not in is still read', async () => {
    const file = join(temporaryFolder(), 'flipped.perito');
    const random = randomFor(12, 'flips');
    const end = whole.length - 1;
    // Most of a bundle is photos: the directory, its end and headers of parts are met as often.
    const directoryAt = whole.indexOf(
      Buffer.from([0x50, 0x4b, 0x01, 0x02]),
      Math.max(...[...places.values()].map(({ to }) => to)),
    );
    const headers = [...places.values()].map(({ from }) => from);
    for (let round = 0; round < (thorough ? 200 : 12); round += 1) {
      const at = [
        () => random.integer(0, end),
        () => random.integer(directoryAt, end),
        () => Math.max(0, random.pick(headers) - random.integer(1, 60)),
        () => random.integer(end - 110, end),
      ][round % 4]?.();
      if (at === undefined) throw new Error('no place');
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << random.integer(0, 7));
      writeFileSync(file, damaged);
      const where = `bit of byte ${at} of ${whole.length}`;
      const found = await verifyBundle(file);
      expect(found.ok, where).toBe(false);
      const hit = [...places].filter(([, { from, to }]) => at >= from && at < to).map(([name]) => name);
      // Where the list is whole, what is not named was held against it; now and then every part is read all the same.
      const named = found.faults.flatMap(({ part }) => part ?? []);
      const isListed = !found.faults.some(({ code }) => code === 'listChanged' || code === 'rootDamaged');
      const lost = isListed && round % 8 > 0 ? named.filter((name) => parts.has(name)) : await lostIn(file);
      // A header that is damaged, in the directory or before a part, loses nothing.
      expect(
        lost.filter((name) => !hit.includes(name)),
        where,
      ).toEqual([]);
    }
  });
});

describe('a bundle that is not whole', () => {
  const written = (bytes: Uint8Array) => {
    const file = join(temporaryFolder(), 'damaged.perito');
    writeFileSync(file, bytes);
    return file;
  };

  test('gives back what lies before the place where it was cut off', async () => {
    const record = [...places].find(([name]) => name.endsWith('9/record.json'));
    if (record === undefined) throw new Error('no such record');
    const file = written(whole.subarray(0, record[1].to + 10));
    const found = await verifyBundle(file);
    // What was cut off with the end is said once, and not that it was never signed.
    expect(found).toMatchObject({
      ...{ ok: false, manifest: null, signature: { state: 'lost' } },
      faults: [{ code: 'cutOff', part: null }],
    });
    const lost = await lostIn(file);
    expect(lost).not.toContain(record[0]);
    expect(lost).toEqual([...places].filter(([, { to }]) => to > record[1].to + 10).map(([name]) => name));
  });

  test('says that it was cut off wherever that was, and of no other damage', async () => {
    const codesOf = async (bytes: Uint8Array) =>
      (await verifyBundle(written(bytes))).faults.map(({ code }) => code);
    const end = whole.length;
    const directoryAt = whole.indexOf(
      Buffer.from([0x50, 0x4b, 0x01, 0x02]),
      Math.max(...[...places.values()].map(({ to }) => to)),
    );
    for (const at of [
      end - 1,
      end - 90,
      end - 100,
      end - 103,
      directoryAt + 3,
      directoryAt + 60,
      directoryAt,
    ])
      expect(await codesOf(whole.subarray(0, at)), `cut at ${at} of ${end}`).toEqual(['cutOff']);
    const damaged = Buffer.from(whole);
    damaged.fill(0, directoryAt + 10, directoryAt + 60);
    expect(await codesOf(damaged)).toEqual(['directoryDamaged']);
    expect(await codesOf(Buffer.concat([whole, Buffer.from('more')]))).not.toContain('cutOff');
  });

  test('names the record of a part that is damaged, also where its own part is', async () => {
    const ofPhoto = [...parts.keys()].find((name) => /^attachments\/.*(?<!preview)\.jpg$/.test(name)) ?? '';
    const ofRecord =
      [...parts.keys()].find(
        (name) => name.startsWith('records/incidentReport/') && name.endsWith('record.json'),
      ) ?? '';
    const ofBody =
      [...parts.keys()].find((name) => name.startsWith('records/purchaseOrder/') && name.endsWith('.body')) ??
      '';
    const damaged = Buffer.from(whole);
    for (const name of [ofPhoto, ofBody]) {
      const at = (places.get(name)?.from ?? 0) + 5;
      damaged[at] = (damaged[at] ?? 0) ^ 1;
    }
    const { faults } = await verifyBundle(written(damaged));
    expect(faults.find(({ part }) => part === ofPhoto)).toMatchObject({
      ...{ code: 'partDamaged', filename: expect.stringMatching(/./) },
      records: [{ kind: 'incidentReport', number: expect.stringMatching(/\d{6}$/) }],
    });
    expect(faults.find(({ part }) => part === ofBody)?.records).toEqual([
      { kind: 'purchaseOrder', number: expect.stringMatching(/\d{6}$/) },
    ]);
    const other = Buffer.from(whole);
    const at = (places.get(ofRecord)?.from ?? 0) + 5;
    other[at] = (other[at] ?? 0) ^ 1;
    const found = await verifyBundle(written(other));
    // Its claim knows its number.
    expect(found.faults.find(({ part }) => part === ofRecord)?.records).toEqual([
      { kind: 'incidentReport', number: expect.stringMatching(/\d{6}$/) },
    ]);
  });

  test('names the part whose bytes are others', async () => {
    const codes: [string, string][] = [
      [partNames.list, 'listChanged'],
      [partNames.root, 'rootDamaged'],
      [partNames.manifest, 'manifestDamaged'],
      [partNames.signature, 'signatureWrong'],
      [partNames.publicKey, 'signatureWrong'],
    ];
    for (const [name, code] of codes) {
      const bytes = Buffer.from(whole);
      const place = places.get(name)?.from ?? 0;
      bytes[place + 2] = (bytes[place + 2] ?? 0) ^ 4;
      const found = await verifyBundle(written(bytes));
      expect(found.ok).toBe(false);
      expect(found.faults.map((fault) => fault.code)).toContain(code);
    }
  });

  test('of no records, or of anything else, is refused', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK'), Buffer.alloc(5000, 'PK\x03\x04')])
      await expect(openBundle(written(bytes))).rejects.toMatchObject({ code: 'notABundle' });
    await expect(openBundle(written(whole.subarray(0, 20)))).rejects.toMatchObject({ code: 'cutOff' });
    await expect(openBundle(temporaryFolder())).rejects.toMatchObject({ code: 'notReadable' });
    await expect(openBundle(join(temporaryFolder(), 'none'))).rejects.toMatchObject({ code: 'notReadable' });
    // Whoever opens a pipe waits for somebody to write to it, and the process cannot end meanwhile.
    const pipe = join(temporaryFolder(), 'pipe');
    if (spawnSync('mkfifo', [pipe]).status !== 0) return;
    await expect(openBundle(pipe)).rejects.toMatchObject({ code: 'notReadable' });
  });
});

test('every part but those that hang on each other is listed', () => {
  for (const name of unlisted) expect(parts.has(name)).toBe(true);
});

test('a file of an attachment that is missing or damaged is said and left out', async () => {
  const copy = copied(dataDir, temporaryFolder());
  const [photo = ''] = [...parts.keys()].filter((name) => name.endsWith('.jpg'));
  const hash = photo.slice('attachments/'.length, 'attachments/'.length + 64);
  writeFileSync(join(copy, 'attachments', 'content', hash.slice(0, 2), hash), 'other');
  const { file, manifest } = await bundleOf(copy, join(copy, 'b.perito'));
  expect(manifest.counts.missingContents).toBe(1);
  expect((await verifyBundle(file)).ok).toBe(true);
});
