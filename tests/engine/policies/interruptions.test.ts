import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimPendingVersion, findImport, StoreProblem } from '../../../main/engine/store/index.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { openPolicies, row } from './house.ts';

async function open() {
  const house = await openPolicies(await migratedFolder());
  onTestFinished(() => house.close());
  return house;
}

test('an import ends at once while its file is still being read, cancelled or closed', async () => {
  const house = await openPolicies(await migratedFolder());
  // Its top is read soon; after it come so many empty lines that they take far longer than this test may.
  const note = 'n'.repeat(100_000);
  const lines = Array.from({ length: 6 }, (_, index) => `P,V${index},Ana Prueba,${note}\n`).join('');
  const path = house.file('b.csv', `Póliza,Chasis,Asegurado,Nota\n${lines}${'\n'.repeat(8_000_000)}`);
  const latest = async () => (await house.imports.list()).rows[0];
  const running = async () => {
    await expect.poll(async () => (await latest())?.state, { interval: 5 }).toBe('importing');
    return (await latest())?.id ?? 0;
  };
  const cancelled = house.book.import({ path }).catch((failure: { code: string }) => failure.code);
  expect(await house.imports.cancel({ id: await running() })).toMatchObject({ state: 'cancelled' });
  expect(await cancelled).toBe('FILE');
  const closed = house.book.import({ path }).catch((failure: { code: string }) => failure.code);
  await expect.poll(async () => (await house.imports.list()).total, { interval: 5 }).toBe(2);
  await running();
  await house.close();
  expect(await closed).not.toMatchObject({ applied: true });
});

test('who gives up an upload while a piece of it arrives has given it up', async () => {
  const house = await open();
  for (let offset = 0; offset < 300; offset += 100) {
    const { id } = await house.imports.begin({ filename: 'a.csv', bytes: 1000 });
    const base64 = Buffer.alloc(100, 65).toString('base64');
    for (let at = 0; at < offset; at += 100) await house.imports.append({ id, offset: at, base64 });
    const appended = house.imports.append({ id, offset, base64 }).catch(() => null);
    expect(await house.imports.cancel({ id })).toMatchObject({ state: 'cancelled' });
    await appended;
    expect(await house.imports.get({ id })).toMatchObject({ state: 'cancelled', failure: null });
    expect(readdirSync(join(house.dataDir, 'imports'))).toEqual([]);
  }
});

/** An import that was checked and waits to be applied. */
async function openChecked() {
  const house = await open();
  const { id } = await house.upload('a.csv', Buffer.from('Póliza,Chasis,Asegurado\nP-1,V1,Ana Prueba\n'));
  const { mapping } = await house.imports.headings({ id });
  await house.imports.check({ id, mapping });
  await house.until(id, 'checked');
  const begin = {
    check: () => house.imports.check({ id, mapping }),
    apply: () => house.imports.apply({ id, badRows: 'refuse' }),
  };
  return { ...house, id, begin };
}

test.each(['check', 'apply'] as const)(
  'what was given up while it was looked at is not begun: %s',
  async (step) => {
    const { store, id, begin, imports, everything } = await openChecked();
    const { read } = store;
    let isCancelled = false;
    store.read = async (query) => {
      const result = await read(query);
      if (isCancelled) return result;
      isCancelled = true;
      await imports.cancel({ id });
      return result;
    };
    await expect(begin[step]()).rejects.toMatchObject({ code: 'NOT_NOW', data: { state: 'cancelled' } });
    expect(await imports.get({ id })).toMatchObject({ state: 'cancelled', failure: null });
    expect(await everything()).toEqual([]);
  },
);

test.each(['check', 'apply'] as const)(
  'what has begun just before it is given up is ended or goes on, as is said: %s',
  async (step) => {
    const { store, id, begin, imports, everything, book } = await openChecked();
    const { write } = store;
    let hasBegun = false;
    store.write = async (job) => {
      if (!hasBegun) {
        hasBegun = true;
        await begin[step]();
      }
      return write(job);
    };
    const told = await imports.cancel({ id }).then(
      ({ state }) => state,
      ({ data }) => data.state,
    );
    await expect
      .poll(() =>
        book.import({ rows: [row()], dryRun: true }).then(
          ({ added }) => added,
          () => 'busy',
        ),
      )
      .not.toBe('busy');
    expect((await imports.get({ id })).state).toBe(told);
    expect(await everything()).toHaveLength(told === 'imported' ? 1 : 0);
  },
);

test('an import that a script asks for is not begun either once it was given up in the list', async () => {
  const { store, imports, book, everything } = await open();
  const { write } = store;
  let isCancelled = false;
  store.write = async (job) => {
    const result = await write(job);
    if (!isCancelled && (await store.read((tx) => findImport(tx, 1))) !== undefined) {
      isCancelled = true;
      await imports.cancel({ id: 1 });
    }
    return result;
  };
  const asked = book.import({ rows: [row()] });
  await expect(asked).rejects.toMatchObject({ code: 'FILE', data: { code: 'cancelled' } });
  expect(await imports.get({ id: 1 })).toMatchObject({ state: 'cancelled' });
  expect(await everything()).toEqual([]);
  expect(await book.import({ rows: [row()] })).toMatchObject({ applied: true });
});

test('a file that cannot be removed does not keep others from being imported', async () => {
  const house = await open();
  // A folder in its place is not removed as a file is.
  mkdirSync(join(house.dataDir, 'imports', '1.part'), { recursive: true });
  expect(await house.book.import({ rows: [row()] })).toMatchObject({ applied: true });
  expect(await house.book.import({ rows: [row()] })).toMatchObject({ applied: true, unchanged: 1 });
  expect(house.faults).toHaveLength(1);
});

test('what could not be undone when an import failed is undone before the next one', async () => {
  const house = await open();
  await house.book.import({ rows: [row()] });
  await house.policies.imports.importNow(
    { rows: [], dryRun: true, badRows: 'skip' },
    { person: 'x', via: 'token' },
  );
  await house.store.write(claimPendingVersion);
  expect(await house.book.import({ rows: [row({ makeName: 'Otra' })] })).toMatchObject({ changed: 1 });
  expect(await house.everything()).toEqual([row({ makeName: 'Otra' })]);
});

test('no job of the writer is long where every cell of every row is wrong', async () => {
  const house = await open();
  const write = house.store.write.bind(house.store);
  let most = 0;
  // Counted, not timed: each problem is one statement.
  house.store.write = (job) =>
    write((tx) => {
      let statements = 0;
      return job({
        dialect: tx.dialect,
        memory: tx.memory,
        get: tx.get.bind(tx),
        all: tx.all.bind(tx),
        run: async (...given) => {
          statements += 1;
          most = Math.max(most, statements);
          return tx.run(...given);
        },
      });
    });
  const wrong = row({
    personTypeId: 'x',
    year: 'x',
    accountBalance: 'x',
    validFrom: 'x',
    validTo: 'x',
    vin: '',
  });
  const rows = Array.from({ length: 400 }, () => wrong);
  expect(await house.book.import({ rows })).toMatchObject({ bad: 400, applied: false });
  const [{ id } = { id: 0 }] = (await house.imports.list()).rows;
  expect((await house.imports.problems({ id })).total).toBe(2400);
  expect(most).toBeLessThanOrEqual(200);
});

test('an owner who is corrected again while the first correction is entered is found by the last one only', async () => {
  const house = await open();
  const fleet = Array.from({ length: 200 }, (_, index) =>
    row({ insurancePolicyNumber: 'FLOTA', vin: `V${String(index).padStart(4, '0')}` }),
  );
  await house.book.import({ rows: fleet });
  const [{ id } = { id: 0 }] = (await house.book.list({ limit: 1 })).rows;
  const { fields } = await house.book.get({ id });
  const named = (displayName: string) => house.book.save({ id, fields: { ...fields, displayName } });
  await named('Primera');
  // The first sixty vehicles have been entered when the second correction comes.
  const found = async (search: string) => (await house.book.list({ search })).total;
  await expect.poll(() => found('primera'), { interval: 0 }).toBeGreaterThan(1);
  await named('Segunda');
  await expect.poll(() => found('segunda')).toBe(200);
  expect(await found('primera')).toBe(0);
});

test('an import whose commit took effect, though nothing was heard of it, is done', async () => {
  const house = await open();
  const write = house.store.write.bind(house.store);
  let unheard = 0;
  house.store.write = async (job) => {
    const result = await write(job);
    const found = await house.store.read((tx) => findImport(tx, 1));
    if (found?.state !== 'imported' || unheard > 0) return result;
    unheard += 1;
    throw new StoreProblem('unreachable', 'The database server does not answer.');
  };
  expect(await house.book.import({ rows: [row()] })).toMatchObject({ applied: true, added: 1 });
  expect(unheard).toBe(1);
  expect(await house.imports.get({ id: 1 })).toMatchObject({ state: 'imported', failure: null });
  expect(await house.everything()).toEqual([row()]);
});
