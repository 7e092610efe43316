import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { policiesAsCsv, samplePolicies } from '../../../main/simulator/policy-book.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openPolicies } from './house.ts';

const program = fileURLToPath(new URL('import-process.ts', import.meta.url));

/** Imports in another process, which is killed once it has written so many rows. */
async function killedAt(dataDir: string, path: string, rows: number): Promise<void> {
  const child = fork(program, [dataDir, path, String(rows)], { execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

test('a process that is killed while it imports leaves the book exactly as it was, and nothing of the rest', async () => {
  const dataDir = temporaryFolder();
  const rows = samplePolicies(6, 3000);
  const first = await openPolicies(dataDir);
  await first.book.import({ rows: rows.slice(0, 600) });
  const before = await first.everything();
  const path = first.file('b.csv', policiesAsCsv(rows.map((one) => ({ ...one, makeName: 'Otra' }))));
  await first.close();

  for (const moment of [0, randomInt(1, 1500), 2500]) {
    await killedAt(dataDir, path, moment);
    const house = await openPolicies(dataDir);
    expect(await house.everything()).toEqual(before);
    const [{ id, state, failure } = { id: 0, state: '', failure: null }] = (await house.imports.list()).rows;
    expect([state, failure?.code]).toEqual(['failed', 'stopped']);
    expect((await house.book.list({ search: 'otra' })).rows).toEqual([]);
    // Correcting by hand works while the rest is being undone.
    const [one] = (await house.book.list({ limit: 1 })).rows;
    const { fields } = await house.book.get({ id: one?.id ?? 0 });
    await house.book.save({ id: one?.id ?? 0, fields: { ...fields, modelName: `A mano ${moment}` } });
    const [changed] = before;
    if (changed !== undefined) changed.modelName = `A mano ${moment}`;
    expect(await house.everything()).toEqual(before);
    // A run waits for the undoing: after it, nothing of the killed import is left.
    await house.book.import({ rows: [] });
    const left = await house.store.read(async (tx) => [
      ...(await tx.all(
        'SELECT id FROM policy_vehicle WHERE until_version IS NOT NULL OR make_name = ?',
        'Otra',
      )),
      ...(await tx.all('SELECT rowid FROM policy_search WHERE rowid NOT IN (SELECT id FROM policy_vehicle)')),
      ...(await tx.all('SELECT 1 FROM policy_book WHERE pending_version IS NOT NULL')),
      ...(await tx.all('SELECT id FROM policy_import WHERE id > ? AND finished_at IS NULL', id)),
    ]);
    expect(left).toEqual([]);
    expect(house.faults).toEqual([]);
    await house.close();
  }
});
