import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { collectRecord } from '../../../main/engine/archive/collect-record.ts';
import { archivedRecord, partNames } from '../../../main/engine/archive/format.ts';
import { openBundle } from '../../../main/engine/archive/read-bundle.ts';
import { type BundleWriting, writeBundle } from '../../../main/engine/archive/write-bundle.ts';
import { auditHash, inspectStore, openStore } from '../../../main/engine/store/index.ts';
import { copied } from '../../command-line/filled-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { movedToTestDatabase } from '../test-database.ts';
import { folderWithPhotos, removeFolder } from './archived-folder.ts';

let dataDir = '';
/** The same, in files or on a server as tests are to have it; no test changes it. */
let kept = '';
beforeAll(async () => {
  dataDir = await folderWithPhotos();
  kept = await movedToTestDatabase(await folderWithPhotos());
});
afterAll(() => {
  removeFolder(dataDir);
  removeFolder(kept);
});

const all: Omit<BundleWriting, 'dataDir' | 'to'> = {
  version: '0.0.0',
  choice: { claims: [], kinds: [], from: null, until: null, ids: [] },
  signingKey: async () => null,
};
/** A copy of a test's own, kept as that is. */
const ownCopy = () => movedToTestDatabase(copied(dataDir, temporaryFolder()));
async function change(own: string, sql: string): Promise<void> {
  const store = await openStore({ dataDir: own });
  await store.write((tx) => tx.run(sql));
  await store.close();
}
const temporaryIn = (folder: string) =>
  readdirSync(folder).filter((name) => /spool|archiving|\.part/.test(name));

test('a record is read back in the rows that the store has', async () => {
  const to = join(temporaryFolder(), 'all.perito');
  const { manifest } = await writeBundle({ ...all, dataDir: kept, to });
  const bundle = await openBundle(to);
  const store = await inspectStore(kept);
  try {
    const parts = (await bundle.names()).filter((name) => name.endsWith('/record.json'));
    expect(parts.length).toBe(Object.values(manifest.counts.records).reduce((sum, count) => sum + count, 0));
    let entries = 0;
    for (const part of parts) {
      const json = JSON.parse((await bundle.read(part, 1e7))?.toString() ?? '');
      const read = z.decode(archivedRecord, json);
      const collected = await store.read((tx) => collectRecord(tx, read.id));
      // Bytes are of other classes, and equal.
      expect(z.encode(archivedRecord, read)).toEqual(
        collected === null || collected === 'elsewhere'
          ? null
          : z.encode(archivedRecord, { ...collected.record, attachments: read.attachments }),
      );
      entries += read.audit.length;
    }
    const lines = ((await bundle.read(partNames.audit, 1e7))?.toString() ?? '').trim().split('\n');
    expect(lines).toHaveLength(entries);
    expect(entries).toBeGreaterThan(10);
    // Whoever knows the hash before an entry can tell that it is the one that was written.
    const own = await store.read((tx) =>
      tx.all<{ id: number; hash: Uint8Array }>('SELECT id, hash FROM audit ORDER BY id'),
    );
    for (const line of lines) {
      const { id, at, actor, action, subject, detail, hash } = JSON.parse(line);
      const before = own.find((one) => one.id === id - 1)?.hash ?? null;
      const content = { at: Date.parse(at), actor, action, subject, detail };
      expect(Buffer.from(auditHash(before, content)).toString('hex')).toBe(hash);
    }
  } finally {
    await store.close();
    await bundle.close();
  }
});

test('photos and papers that nobody examined yet are what their first bytes say, and named as such', async () => {
  const own = await ownCopy();
  await change(
    own,
    'UPDATE content SET shown_as = NULL, media_type = NULL, has_previews = 0, decoder_version = 0',
  );
  const to = join(temporaryFolder(), 'unexamined.perito');
  await writeBundle({ ...all, dataDir: own, to });
  const bundle = await openBundle(to);
  const found = new Set<string>();
  try {
    for (const part of (await bundle.names()).filter((name) => name.endsWith('/record.json'))) {
      const { attachments } = z.decode(
        archivedRecord,
        JSON.parse((await bundle.read(part, 1e7))?.toString() ?? ''),
      );
      for (const { shownAs, mediaType, part: name } of attachments)
        if (name !== null) found.add(`${shownAs} ${mediaType} ${name.split('.').at(-1)}`);
    }
  } finally {
    await bundle.close();
  }
  // A picture that no browser shows is kept as bytes.
  expect([...found].sort()).toEqual([
    'downloadOnly null bin',
    'image image/jpeg jpg',
    'pdf application/pdf pdf',
  ]);
});

test('what its records lack since it was not downloaded is counted, and how many of them are written is told of how many', async () => {
  const said: [number, number | null][] = [];
  const { manifest } = await writeBundle({
    ...{ ...all, dataDir: kept, to: join(temporaryFolder(), 'lacking.perito') },
    onProgress: (progress) => {
      if (progress.phase === 'writing') said.push([progress.records, progress.total]);
    },
  });
  const store = await inspectStore(kept);
  const { lacking = 0 } =
    (await store.read((tx) =>
      tx.get<{ lacking: number }>("SELECT count(*) AS lacking FROM attachment WHERE state <> 'stored'"),
    )) ?? {};
  await store.close();
  expect(lacking).toBeGreaterThan(0);
  expect(manifest.counts.notDownloaded).toBe(lacking);
  const records = Object.values(manifest.counts.records).reduce((sum, count) => sum + count, 0);
  expect(said).toEqual(Array.from({ length: records }, (_, index) => [index + 1, records]));
});

describe('a bundle that does not come to its end', () => {
  test.each(['writing', 'checking'] as const)(
    'leaves nothing where it is stopped while it is %s',
    async (phase) => {
      const folder = temporaryFolder();
      const stop = new AbortController();
      const to = join(folder, 'a.perito');
      const writing = writeBundle({
        ...{ ...all, dataDir: kept, to, signal: stop.signal },
        onProgress: (progress) => {
          if (progress.phase === phase) stop.abort();
        },
      });
      await expect(writing).rejects.toThrow(/abort/i);
      expect([readdirSync(folder), temporaryIn(kept)]).toEqual([[], []]);
    },
  );

  test('is refused where it cannot lie, and nothing is written over', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'file');
    writeFileSync(file, 'mine');
    writeFileSync(join(folder, 'other.perito.part'), 'somebody else writes it');
    const cases: [string, string][] = [
      [file, 'targetExists'],
      [join(file, 'a.perito'), 'notWritable'],
      [join(folder, `${'x'.repeat(300)}.perito`), 'notWritable'],
      [join(folder, 'other.perito'), 'targetExists'],
    ];
    for (const [to, code] of cases)
      await expect(writeBundle({ ...all, dataDir, to }), to).rejects.toMatchObject({ code });
    const none = { ...all.choice, ids: [999_999] };
    await expect(
      writeBundle({ ...all, dataDir, to: join(folder, 'n.perito'), choice: none }),
    ).rejects.toMatchObject({
      code: 'nothingChosen',
    });
    // A search does not know all records while nobody has entered their words.
    const waiting = await ownCopy();
    await change(
      waiting,
      `INSERT INTO search_stale (what, id) SELECT 'record', max(id) FROM record WHERE true ON CONFLICT DO NOTHING`,
    );
    const words = { ...all.choice, search: 'OC' };
    await expect(
      writeBundle({ ...all, dataDir: waiting, to: join(folder, 'w.perito'), choice: words }),
    ).rejects.toMatchObject({
      code: 'wordsWaiting',
      message: expect.stringContaining('not entered in the search yet'),
    });
    expect(readdirSync(folder).sort()).toEqual(['file', 'other.perito.part']);
    expect(temporaryIn(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'journal.db'))).toBe(true);
  });

  test('of data that are not there says so', async () => {
    const folder = temporaryFolder();
    await expect(
      writeBundle({ ...all, dataDir: folder, to: join(folder, 'a.perito') }),
    ).rejects.toMatchObject({
      code: 'databaseLost',
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});
