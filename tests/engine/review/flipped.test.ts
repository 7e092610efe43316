/** A bundle of which one bit flipped is opened in the program: it is told, and all that the bit is not in is shown as it was. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, isProcedure } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBundle } from '../../../main/engine/archive/read-bundle.ts';
import { unpackBundle } from '../../../main/engine/archive/unpack-bundle.ts';
import { openReview } from '../../../main/engine/review.ts';
import { randomFor } from '../../../main/simulator/random.ts';
import { thorough } from '../../thorough.ts';
import { bundleOf, folderWithPhotos, removeFolder } from '../archive/archived-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let dataDir = '';
let whole = Buffer.alloc(0);
/** Where the bytes of each part lie. */
const places = new Map<string, { from: number; to: number }>();
beforeAll(async () => {
  dataDir = await folderWithPhotos();
  const file = join(dataDir, 'whole.perito');
  await bundleOf(dataDir, file, { kinds: ['incidentReport', 'serviceOrder'] });
  whole = readFileSync(file);
  const bundle = await openBundle(file);
  for (const name of await bundle.names()) {
    const part = await bundle.find(name);
    if (part === null) throw new Error(`${name} is not whole`);
    places.set(name, { from: part.contentAt, to: part.contentAt + part.storedSize });
  }
  await bundle.close();
});
afterAll(() => removeFolder(dataDir));

/** A record as the screens have it; of its photos and papers their SHA-256. */
interface Shown {
  record: string;
  contents: string[];
}

/** All that a bundle shows, by the ids of its records, and what is said to be damaged. */
async function shownOf(bytes: Uint8Array): Promise<{ records: Map<number, Shown>; damaged: string[] }> {
  const folder = temporaryFolder();
  const [file, own] = [join(folder, 'b.perito'), join(folder, 'data')];
  writeFileSync(file, bytes);
  const bundle = await unpackBundle({ file, name: 'b.perito', dataDir: own });
  const review = await openReview({ dataDir: own, version: '0.0.0', archive: bundle.archive(), bundle });
  const ask = async (room: string, name: string, input: object) => {
    const procedure: unknown = Reflect.get(Object(Reflect.get(review.router, room)), name);
    if (!isProcedure(procedure)) throw new Error(`${room}.${name} is not in the router`);
    return call(procedure, input, { context: { via: 'browser' } });
  };
  try {
    const { rows } = (await ask('records', 'list', { limit: 200 })) as { rows: { id: number }[] };
    await review.check(() => {});
    const records = new Map<number, Shown>();
    for (const { id } of rows) {
      const { attachments, ...record } = Object(await ask('records', 'get', { id }));
      const contents: string[] = [];
      for (const one of attachments as { id: number }[]) {
        const found = await review.attachmentFile(one.id, 'download');
        if (found !== null)
          contents.push(createHash('sha256').update(readFileSync(found.path)).digest('hex'));
      }
      records.set(id, { record: JSON.stringify(record), contents });
    }
    return { records, damaged: bundle.archive().damaged.map(({ part }) => part) };
  } finally {
    await review.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('one bit that flipped anywhere is told, and every record that it is not in is shown as it was', async () => {
  const written = await shownOf(whole);
  expect(written.damaged).toEqual([]);
  expect(written.records.size).toBeGreaterThan(10);
  const random = randomFor(12, 'flips in the program');
  const rounds = thorough ? 200 : 4;
  for (let round = 0; round < rounds; round += 1) {
    const at = random.integer(0, whole.length - 1);
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.integer(0, 7));
    const [hit = ''] = [...places].find(([, { from, to }]) => at >= from && at < to) ?? [];
    const where = `bit of byte ${at}, in ${hit || 'what is around the parts'}`;
    const found = await shownOf(flipped);
    expect(found.damaged.length, where).toBeGreaterThan(0);
    const [, owner = ''] = /^records\/\w+\/(\d+)\//.exec(hit) ?? [];
    const [, content = ''] = /^attachments\/([\da-f]{64})\.(?!preview)/.exec(hit) ?? [];
    for (const [id, before] of written.records) {
      if (id === Number(owner)) continue;
      const after = found.records.get(id);
      // What the lists of the platform call things is of no record.
      if (hit !== 'context.json') expect(after?.record, `${where}: record ${id}`).toBe(before.record);
      expect(after?.contents, `${where}: photos and papers of record ${id}`).toEqual(
        before.contents.filter((hash) => hash !== content),
      );
    }
  }
}, 900_000);
