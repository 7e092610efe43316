/** `perito salvage`, as somebody calls it who looks after the computer. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { rebuildData } from '../../main/engine/rebuild.ts';
import { holdFolder } from '../../main/engine/store/index.ts';
import { liveOn } from '../engine/backup/lived-in.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { command, endAll } from './perito.ts';

afterAll(endAll);

test('what can be read is written and told, and beside a Perito that works nothing is', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  await liveOn(dataDir, { orders: [1, 2] });
  await rebuildData({ dataDir });
  const to = join(temporaryFolder(), 'rescate.perito');
  const lock = holdFolder(dataDir);
  const held = await command(['salvage', '--data', dataDir, '--to', to]);
  expect(held).toMatchObject({ code: 1, errors: expect.stringContaining('A Perito works on it') });
  lock.release();
  rmSync(join(dataDir, 'perito.db'));
  const found = await command(['salvage', '--data', dataDir, '--to', to]);
  expect(found.code).toBe(0);
  expect(JSON.parse(found.lines[0] ?? '')).toMatchObject({
    ok: true,
    file: to,
    records: 2,
    database: 'missing',
  });
  expect(existsSync(join(to, '..', 'rescate.txt'))).toBe(true);
  expect(await command(['salvage', '--data', dataDir])).toMatchObject({ code: 2 });
});
