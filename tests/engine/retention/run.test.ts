/** A run, from what is chosen to what is taken out, and whatever may come between. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyBundle } from '../../../main/engine/bundles.ts';
import { writeRetentionBundle } from '../../../main/engine/retention/bundle-file.ts';
import type { WantedPolicy } from '../../../main/engine/retention/policy.ts';
import { readLatestRun } from '../../../main/engine/retention/run-state.ts';
import { appendAudit, insertContent, listAudit, upsertSetting } from '../../../main/engine/store/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres } from '../test-database.ts';
import { openRetentionHouse, over, type RetentionHouse, sendClaims, setPolicy, somebody } from './house.ts';
import { reckon } from './reckoning.ts';

let house: RetentionHouse;
let folder: string;
let secondFolder: string;
const claims = 3;

const open = async (options: Parameters<typeof openRetentionHouse>[0] = {}) => {
  house = await openRetentionHouse(options);
  await sendClaims(house, claims);
};
const acts = () =>
  house.store.read(async (tx) => {
    const rows = await listAudit(tx, { subject: 'retention', beforeId: 1e9, limit: 100 });
    return rows.map(({ action }) => action).toReversed();
  });
const bundlesIn = (place: string) => readdirSync(place).toSorted();

beforeEach(() => {
  folder = temporaryFolder();
  secondFolder = temporaryFolder();
});
afterEach(async () => {
  await house.close();
  house.remove();
});

test('claims go to bundles in two places, each read back, and stay findable', async () => {
  await open({ limits: { records: 4, bytes: 1e9 } });
  expect(await house.retention.begin(somebody)).toBe('noPolicy');
  await setPolicy(house, { folder, secondFolder });
  const phases = new Set<string>();
  house.onStep((phase) => phases.add(phase));
  expect(await house.retention.begin(somebody)).toBe('begun');
  expect(await house.retention.begin(somebody)).toBe('busy');
  const state = await over(house);
  expect(state).toMatchObject({ running: null, failure: null, last: { claims: 3, records: 6, bundles: 2 } });
  await house.released();
  expect(bundlesIn(folder)).toEqual(bundlesIn(secondFolder));
  expect(bundlesIn(folder)).toEqual([
    expect.stringMatching(/^perito-[0-9a-f]{8}-20261120-20261120-1\.perito$/),
    expect.stringMatching(/-2\.perito$/),
  ]);
  const bundles = await house.retention.bundles();
  expect(bundles).toMatchObject([
    { claims: 1, records: 2, isThere: true },
    { claims: 2, records: 4, isThere: true },
  ]);
  for (const { file, secondFile, root } of bundles)
    for (const one of [file, secondFile ?? ''])
      expect(await verifyBundle(one)).toMatchObject({ ok: true, root });
  expect(await reckon(house.store)).toEqual({ live: 0, archived: 6, lost: [] });
  expect((await house.list.list({ search: 'RC-2' })).rows).toMatchObject([
    { archivedIn: bundles[1]?.id },
    { archivedIn: bundles[1]?.id },
  ]);
  expect(await acts()).toEqual([
    ...['retention.policySet', 'retention.begun'],
    ...['retention.bundleVerified', 'retention.removed', 'retention.bundleVerified', 'retention.removed'],
  ]);
  // How far it is is asked for behind each step, and a server answers later: copying is over by then.
  const copying = isOnPostgres ? [] : ['copying'];
  expect([...phases]).toEqual(expect.arrayContaining(['writing', 'checking', ...copying, 'removing']));
  expect(await house.retention.begin(somebody)).toBe('nothing');
  expect(await house.retention.plan(1)).toMatchObject({ claims: 0, records: 0, withoutClaim: 0 });
});

test('a bundle that was moved is found again, and no other is taken for it', async () => {
  await open({ limits: { records: 2, bytes: 1e9 } });
  await setPolicy(house, { folder });
  await house.retention.begin(somebody);
  await over(house);
  const [one, two] = await house.retention.bundles();
  if (one === undefined || two === undefined) throw new Error('there are no two bundles');
  const moved = join(secondFolder, 'otro nombre.perito');
  renameSync(one.file, moved);
  expect(await house.retention.bundles()).toMatchObject([
    { isThere: false },
    { isThere: true },
    { isThere: true },
  ]);
  expect(await house.retention.locate(one.id, two.file)).toBe('notThisBundle');
  for (const nothing of [one.file, 'relative.perito', folder])
    expect(await house.retention.locate(one.id, nothing)).toBe('notReadable');
  expect(await house.retention.locate(one.id, moved)).toMatchObject({ file: moved, isThere: true });
  expect(await reckon(house.store)).toEqual({ live: 0, archived: 6, lost: [] });
});

test('by itself nothing leaves for a clock that runs years ahead; a person sends it away', async () => {
  await open();
  const look = { person: '', via: 'engine' } as const;
  const day = 86_400_000;
  house.clock.time -= 400 * day;
  await setPolicy(house, { folder });
  house.clock.time += 400 * day;
  expect(await house.retention.begin(look)).toBe('nothing');
  expect(await reckon(house.store)).toEqual({ live: 6, archived: 0, lost: [] });
  expect(await house.retention.begin(somebody)).toBe('begun');
  await over(house);
  expect(await reckon(house.store)).toEqual({ live: 0, archived: 6, lost: [] });
});

test('by itself what grows old from one look to the next leaves, after days on which nobody looked as well', async () => {
  await open();
  const look = { person: '', via: 'engine' } as const;
  const day = 86_400_000;
  // A year after the last act, less three days.
  house.clock.time -= 368 * day;
  await setPolicy(house, { folder });
  const found = [];
  for (const days of [1, 4, 0, 0]) {
    house.clock.time += days * day;
    found.push(await house.retention.begin(look));
    await over(house);
  }
  expect(found).toEqual(['nothing', 'nothing', 'begun', 'nothing']);
});

test.each([
  ['is removed', false],
  ['stays in a directory that was restored since: another one may have gone on with it', true],
])('a bundle of a run that was cut off before it was verified %s', async (_, isRestored) => {
  await open();
  await setPolicy(house, { folder });
  let closing: Promise<void> | null = null;
  house.onStep((phase) => {
    if (phase === 'writing') closing ??= house.retention.close();
  });
  await house.retention.begin(somebody);
  await over(house);
  await closing;
  const file = (await house.store.read(readLatestRun))?.detail.current?.file ?? '';
  rmSync(file, { force: true });
  const { dataDir, store } = house;
  await writeRetentionBundle({
    places: { dataDir, file, secondFile: null },
    ...{ store, ids: [1, 2], version: '0.0.0', signingKey: null },
    ...{ signal: new AbortController().signal, onProgress: () => {} },
  });
  if (isRestored) {
    const at = house.clock.time + 731 * 86_400_000;
    const entry = { at, actor: somebody, action: 'data.restored', subject: 'data', detail: {} } as const;
    await store.write((tx) => appendAudit(tx, entry));
  }
  await house.close();
  house = await openRetentionHouse({ dataDir });
  const { promise: settled, resolve } = Promise.withResolvers<void>();
  house.onStep((phase) => {
    if (phase === 'over') resolve();
  });
  house.retention.start();
  await settled;
  expect((await house.retention.state()).failure).toMatchObject({ code: 'stopped' });
  expect(existsSync(file)).toBe(isRestored);
  expect(await reckon(house.store)).toEqual({ live: 6, archived: 0, lost: [] });
});

const mount = (place: string, given: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', given, 'none', place]).status === 0;

describe('nothing leaves', () => {
  const nothingLeft = async () => {
    expect(await reckon(house.store)).toEqual({ live: 6, archived: 0, lost: [] });
    expect(await house.retention.bundles()).toEqual([]);
  };

  test.each([
    ['folderAway', () => rmSync(folder, { recursive: true })],
    ['folderAway', () => rmSync(secondFolder, { recursive: true })],
    [
      'folderAway',
      () => {
        rmSync(folder, { recursive: true });
        writeFileSync(folder, 'a file in its place');
      },
    ],
  ] as const)('with the code %s (%#)', async (code, happens) => {
    await open();
    await setPolicy(house, { folder, secondFolder });
    happens();
    await house.retention.begin(somebody);
    expect(await over(house)).toMatchObject({ failure: { code }, last: null });
    await nothingLeft();
    if (existsSync(secondFolder)) expect(bundlesIn(secondFolder)).toEqual([]);
    expect(await acts()).toContain('retention.failed');
    // Once the cause is gone, the next run comes to its end.
    for (const one of [folder, secondFolder]) {
      rmSync(one, { recursive: true, force: true });
      mkdirSync(one);
    }
    await house.retention.begin(somebody);
    expect(await over(house)).toMatchObject({ failure: null, last: { claims: 3, records: 6 } });
  });

  test.each([
    ['diskFull', 'size=32k'],
    ['notWritable', 'ro'],
  ] as const)('with the code %s, of a place that is mounted with %s', async (code, given) => {
    await open();
    for (const mounted of [folder, secondFolder]) {
      await setPolicy(house, { folder, secondFolder });
      if (!mount(mounted, given)) return;
      try {
        await house.retention.begin(somebody);
        expect(await over(house)).toMatchObject({ failure: { code } });
        await nothingLeft();
        expect([bundlesIn(folder), bundlesIn(secondFolder)]).toEqual([[], []]);
      } finally {
        spawnSync('umount', [mounted]);
      }
    }
  });

  test('where a place is removed in the middle', async () => {
    await open();
    await setPolicy(house, { folder, secondFolder });
    house.onStep((phase) => {
      if (phase === 'checking') rmSync(secondFolder, { recursive: true, force: true });
    });
    await house.retention.begin(somebody);
    expect(await over(house)).toMatchObject({ failure: { code: 'folderAway' } });
    await nothingLeft();
    expect(bundlesIn(folder)).toEqual([]);
  });

  test('where one bit of the bundle is not what was written', async () => {
    await open();
    const file = join(folder, 'a.perito');
    let isFlipped = false;
    const flip = () => {
      const bytes = readFileSync(file);
      const at = bytes.length >> 1;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(file, bytes);
      isFlipped = true;
    };
    const written = writeRetentionBundle({
      places: { dataDir: house.dataDir, file, secondFile: null },
      ...{ store: house.store, ids: [1, 2], version: '0.0.0', signingKey: null },
      signal: new AbortController().signal,
      // It has its name once the writer has read it back, and is read again there.
      onProgress: () => {
        if (!isFlipped && existsSync(file)) flip();
      },
    });
    await expect(written).rejects.toMatchObject({ code: 'notWhole' });
    expect(bundlesIn(folder)).toEqual([]);
  });

  test('without the key to sign, where there is a keychain', async () => {
    await open({ signingKey: async () => 'locked' });
    await setPolicy(house, { folder });
    await house.retention.begin(somebody);
    expect(await over(house)).toMatchObject({ failure: { code: 'unsigned' } });
    await nothingLeft();
    expect(bundlesIn(folder)).toEqual([]);
  });

  test.each(['writing', 'checking', 'copying'])('where it is stopped while %s', async (wanted) => {
    await open();
    await setPolicy(house, { folder, secondFolder });
    let isStopped = false;
    house.onStep((phase) => {
      if (phase !== wanted || isStopped) return;
      isStopped = true;
      void house.retention.stop();
    });
    await house.retention.begin(somebody);
    const state = await over(house);
    if (state.failure === null) {
      // It may have come to its end in the moment in which it was stopped.
      expect(state.last).toMatchObject({ records: 6 });
      return;
    }
    expect(state.failure).toMatchObject({ code: 'stopped' });
    await nothingLeft();
    expect([bundlesIn(folder), bundlesIn(secondFolder)]).toEqual([[], []]);
  });

  test.each(['writing', 'removing'])(
    'and it is said, where from the phase of %s on the database takes nothing more, and cannot have it noted',
    async (wanted) => {
      await open();
      await setPolicy(house, { folder });
      const { write, derive } = house.store;
      let isFull = false;
      const unlessFull =
        (job: typeof write): typeof write =>
        (one) =>
          isFull ? Promise.reject(new Error('nothing more is written')) : job(one);
      Object.assign(house.store, { write: unlessFull(write), derive: unlessFull(derive) });
      house.onStep((phase) => {
        isFull ||= phase === wanted;
      });
      await house.retention.begin(somebody);
      expect(await over(house)).toMatchObject({
        failure: { code: 'other', detail: 'nothing more is written' },
        last: null,
      });
      isFull = false;
      expect(await reckon(house.store)).toEqual({ live: 6, archived: 0, lost: [] });
    },
  );

  test('where the policy becomes another one', async () => {
    await open();
    await setPolicy(house, { folder });
    let isSet = false;
    house.onStep((phase) => {
      if (phase !== 'writing' || isSet) return;
      isSet = true;
      void setPolicy(house, { years: null, folder });
    });
    await house.retention.begin(somebody);
    expect(await over(house)).toMatchObject({ failure: { code: 'stopped' }, policy: { years: null } });
    await nothingLeft();
  });
});

test.each([
  ['by a person', (wanted: WantedPolicy) => house.retention.setPolicy(wanted, somebody)],
  [
    'by a commit of which nothing was heard',
    ({ policy }: WantedPolicy) =>
      house.store.write((tx) => upsertSetting(tx, 'retentionPolicy', JSON.stringify(policy))),
  ],
])('nothing leaves by a policy that is replaced %s once it was read', async (_, replace) => {
  await open();
  await setPolicy(house, { folder });
  const { read } = house.store;
  let isReplaced = false;
  const whereReplaced: typeof read = async (query) => {
    const result = await read(query);
    if (isReplaced || JSON.stringify(result)?.includes('secondFolder') !== true) return result;
    isReplaced = true;
    await replace({ policy: { years: null, folder, secondFolder: null }, knowsFiscalYears: true });
    return result;
  };
  Object.assign(house.store, { read: whereReplaced });
  expect(await house.retention.begin(somebody)).toBe('nothing');
  expect(await over(house)).toMatchObject({ running: null, last: null, policy: { years: null } });
  expect(await reckon(house.store)).toEqual({ live: 6, archived: 0, lost: [] });
  await setPolicy(house, { folder });
  expect(await house.retention.begin(somebody)).toBe('begun');
  expect(await over(house)).toMatchObject({ failure: null, last: { claims: 3, records: 6 } });
});

test.each([
  ['a note', () => house.list.addNote({ id: 3, text: 'Llamó el taller' })],
  ['a new revision', () => house.receive('purchaseOrder', 2, { purchaseOrderId: 2, items: [{ itemId: 1 }] })],
  ['a review that is taken back', () => house.list.setReviewed({ id: 4, reviewed: false })],
])('a claim with %s meanwhile stays whole, the others leave', async (_, happens) => {
  await open();
  await setPolicy(house, { folder });
  let done: Promise<unknown> | null = null;
  house.onStep((phase) => {
    if (phase === 'writing') done ??= happens();
  });
  await house.retention.begin(somebody);
  expect(await over(house)).toMatchObject({ failure: null, last: { claims: 2, records: 4 } });
  await done;
  expect(await reckon(house.store)).toEqual({ live: 2, archived: 4, lost: [] });
});

test('a claim stays with a photo whose file is not there', async () => {
  await open();
  const sha256 = Buffer.alloc(32, 7);
  await house.store.write(async (tx) => {
    await insertContent(tx, sha256, 1000, house.clock.now());
    await tx.run(
      `INSERT INTO attachment (record_id, identity, role, position, pointer, filename, first_revision, last_revision,
        state, sha256, stored_at) VALUES (1, 'a', 'picture', 0, '/a', 'a.jpg', 1, 1, 'stored', ?, ?)`,
      sha256,
      house.clock.now(),
    );
  });
  await setPolicy(house, { folder });
  await house.retention.begin(somebody);
  expect(await over(house)).toMatchObject({ failure: null, last: { claims: 2, records: 4 } });
  expect(await reckon(house.store)).toEqual({ live: 2, archived: 4, lost: [] });
});
