/** A copy that is only looked at: it is as it was made, whatever came later, and says why where it cannot be had. */
import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CopyToFetch, fetchCopy } from '../../../main/engine/backup/fetch-copy.ts';
import { bringUpToDate, openReview } from '../../../main/engine/review.ts';
import type { OpenedArchive } from '../../../shared/contract/archives.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { allRows, backUp, filesBelow, hashesOf, liveOn, photoPath } from './lived-in.ts';
import { backedUp } from './restored.ts';

type Given = Awaited<ReturnType<typeof backedUp>>;

async function fetched({ place, installationId, name }: Given, options: Partial<CopyToFetch> = {}) {
  const to = join(temporaryFolder(), 'data');
  const ready: OpenedArchive[] = [];
  const end = await fetchCopy({
    ...{ folder: place, installationId, name, to },
    onReady: (archive) => ready.push(archive),
    ...options,
  });
  return { to, end, archive: ready[0] ?? null };
}

test('a backup is as it was made, though a later one and the directory have more', async () => {
  const given = await backedUp();
  const before = hashesOf(given.place);
  await liveOn(given.dataDir, { orders: [4], photos: ['c'] });
  await backUp(given.dataDir, given.place, { name: '20261121T120000Z' });
  const { to, end, archive } = await fetched(given);
  expect(end).toEqual({ state: 'fetched' });
  expect(archive).toMatchObject({
    ...{ kind: 'copy', company: 'Aseguradora Prueba', madeAt: given.manifest.madeAt, damagedCount: 0 },
  });
  expect(allRows(to)).toEqual(given.rows);
  expect(filesBelow(join(to, 'attachments')).sort()).toEqual(
    ['a', 'b'].map((one) => photoPath(to, one)).sort(),
  );
  for (const [file, hash] of Object.entries(before)) expect(hashesOf(given.place)[file]).toBe(hash);
});

test('a backup without what is derived is derived to be looked at', async () => {
  const given = await backedUp();
  await given.folder.removeManifest(given.name);
  await given.folder.writeManifest({ ...given.manifest, database: null });
  const { to, archive } = await fetched(given);
  if (archive === null) throw new Error('there is nothing to look at');
  expect(readdirSync(to)).not.toContain('perito.db');
  await bringUpToDate(to);
  await using review = await opened(to, archive);
  expect(review.router).toBeDefined();
  expect(readdirSync(to)).toContain('perito.db');
});

async function opened(dataDir: string, archive: OpenedArchive) {
  const review = await openReview({ dataDir, version: '0.0.0', archive });
  return { ...review, [Symbol.asyncDispose]: () => review.close() };
}

const spoilt: [string, (given: Given) => void, string][] = [
  ['whose place is gone', ({ place }) => rmSync(place, { recursive: true }), 'away'],
  ['of which a part is cut off', ({ folder }) => truncateParts(join(folder.path, 'files')), 'damaged'],
  [
    'of a newer Perito',
    ({ folder, name }) => writeFileSync(join(folder.backups, `${name}.json`), '{"format":99}'),
    'newerFormat',
  ],
];

const truncateParts = (files: string) => {
  for (const file of filesBelow(files)) truncateSync(file, 10);
};

test.each(spoilt)('a copy %s says so, and leaves nothing that could be looked at', async (_, spoil, code) => {
  const given = await backedUp();
  spoil(given);
  const { end, archive } = await fetched(given);
  expect([end, archive]).toEqual([{ state: 'failed', problem: { code, detail: expect.any(String) } }, null]);
});

test('whoever does not want it any more ends it', async () => {
  const given = await backedUp();
  const ending = new AbortController();
  const ended = fetched(given, { signal: ending.signal, onProgress: () => ending.abort() });
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
});
