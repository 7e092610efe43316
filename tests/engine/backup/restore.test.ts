import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RestoreOptions, restore } from '../../../main/engine/backup/restore.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { allRows, backUp, hashesOf, liveOn, photoPath } from './lived-in.ts';

const actor = { person: 'Ana', via: 'browser' } as const;

/** A directory with a backup of it, and how it was then. */
async function backedUp() {
  const dataDir = join(temporaryFolder(), 'data');
  const place = temporaryFolder();
  const { installationId, numbers } = await liveOn(dataDir, { orders: [1, 2, 3], photos: ['a', 'b'] });
  const rows = allRows(dataDir);
  const { folder, manifest } = await backUp(dataDir, place);
  return { dataDir, place, installationId, numbers, rows, folder, manifest, name: manifest.name };
}

type Given = Pick<RestoreOptions, 'dataDir' | 'installationId' | 'name'> & { place: string };
async function restored(
  { place, dataDir, installationId, name }: Given,
  options: Partial<RestoreOptions> = {},
) {
  const outcome = await restore({ ...{ folder: place, dataDir, installationId, name, actor }, ...options });
  if (outcome.state !== 'restored') throw new Error(JSON.stringify(outcome));
  return outcome.restored;
}

describe('a restore', () => {
  test('to an empty directory makes one that is the same, record by record and byte by byte', async () => {
    const given = await backedUp();
    const dataDir = join(temporaryFolder(), 'new', 'data');
    const { plan, aside } = await restored({ ...given, dataDir });
    expect(readdirSync(dataDir).sort()).toEqual([
      ...[
        'attachments',
        'installation.json',
        'journal.db',
        'numbers.json',
        'perito.db',
        'perito.lock',
        'restored.json',
      ],
    ]);
    expect(allRows(dataDir)).toEqual(given.rows);
    for (const name of ['journal.db', 'perito.db'])
      expect(readFileSync(join(dataDir, name)).equals(readFileSync(join(given.dataDir, name)))).toBe(true);
    for (const photo of ['a', 'b']) expect(readFileSync(photoPath(dataDir, photo), 'utf8')).toBe(photo);
    expect(aside).toBeNull();
    expect(plan).toMatchObject({
      journal: { source: 'backup', entries: 3 },
      database: { source: 'backup' },
      attachments: { there: 2, missing: 0 },
      loses: null,
      isForeign: false,
      problem: null,
    });
  });

  test('to a directory that went on takes what arrived from there, what people made from the copy, and moves all aside', async () => {
    const given = await backedUp();
    await liveOn(given.dataDir, { orders: [4, 5], photos: ['c'] });
    const before = hashesOf(given.dataDir);
    const { plan, aside } = await restored(given);
    expect(plan).toMatchObject({
      journal: { source: 'live', entries: 5 },
      database: { source: 'backup' },
      loses: { arrivals: { entries: 0, since: null }, acts: { entries: 2 } },
    });
    expect(hashesOf(aside ?? '')).toEqual(before);
    expect(allRows(given.dataDir)['perito.db audit']).toEqual(given.rows['perito.db audit']);
    expect(existsSync(join(given.dataDir, 'restore'))).toBe(false);
  });
});
