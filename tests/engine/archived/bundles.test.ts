import { expect, test } from 'vitest';
import {
  findBundle,
  findLatestRetentionRun,
  insertBundle,
  insertRetentionRun,
  listBundles,
  setBundleFiles,
  setRetentionRun,
} from '../../../main/engine/store/index.ts';
import { migratedFolder, openNewStore } from '../migrated-folder.ts';
import { bundle } from './house.ts';

test('bundles are known by their root, and runs by how far they are', async () => {
  const store = await openNewStore({ dataDir: await migratedFolder() });
  try {
    const ids: number[] = [];
    for (const name of ['a', 'b', 'a']) ids.push(await store.write((tx) => insertBundle(tx, bundle(name))));
    expect(new Set(ids).size).toBe(2);
    const [first = 0] = ids;
    await store.write((tx) =>
      setBundleFiles(tx, first, { file: '/otro/a.perito', secondFile: '/copia/a.perito' }),
    );
    expect(await store.read((tx) => findBundle(tx, first))).toMatchObject({
      file: '/otro/a.perito',
      secondFile: '/copia/a.perito',
    });
    expect((await store.read((tx) => listBundles(tx, 10))).map(({ id }) => id)).toEqual([ids[1], first]);
    const id = await store.write((tx) => insertRetentionRun(tx, { at: 1, state: 'writing', detail: '{}' }));
    await store.write((tx) => setRetentionRun(tx, { id, state: 'removing', detail: '{"n":1}' }));
    expect(await store.read(findLatestRetentionRun)).toEqual({
      id,
      at: 1,
      state: 'removing',
      detail: '{"n":1}',
    });
  } finally {
    await store.close();
  }
});
