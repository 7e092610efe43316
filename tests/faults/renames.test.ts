/** Files that take another's place are whole on the disk before, and their names are on the disk before anything depends on them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../main/engine/clock.ts';
import { openJournal } from '../../main/engine/journal/index.ts';
import { countRecordsByKind, openStoreInFiles } from '../../main/engine/store/index.ts';
import { randomFor } from '../../main/simulator/random.ts';
import { cli } from '../built-program.ts';
import { served } from '../command-line/perito.ts';
import { insertEverything, makeOlderFolder } from '../engine/older-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { goodKey, post } from '../engine/receiver/house.ts';
import { differencesOfMove } from '../engine/store/compare-moved.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { thorough } from '../thorough.ts';
import { cutPower, readTrace, type Step, traceCommand } from './traced-disk.ts';

const hasStrace = spawnSync('strace', ['-V']).status === 0;
const needsStrace = process.env['PERITO_REQUIRE_STRACE'] === '1';
const withStrace = test.skipIf(!hasStrace && !needsStrace);

/** What a program does to the files of a folder until it ends. */
async function trace(folder: string, words: readonly string[]): Promise<Step[]> {
  const log = join(temporaryFolder(), 'trace');
  const [command = '', ...rest] = [...traceCommand(log), process.execPath, ...words];
  const child = spawn(command, rest, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect((await once(child, 'close'))[0]).toBe(0);
  return readTrace(log, folder);
}

/** Databases that were renamed, each with what of it was not on the disk before, and whether its new name was afterwards. */
function renames(steps: readonly Step[]) {
  const found: { to: string; isWhole: boolean; isNameSynced: boolean }[] = [];
  for (const [at, step] of steps.entries()) {
    if (step.what !== 'rename' || !step.to.endsWith('.db')) continue;
    const { path, to } = step;
    const before = steps.slice(0, at);
    const written = before.findLastIndex(
      (one) => (one.what === 'write' || one.what === 'truncate') && one.path === path,
    );
    const isWhole =
      written === -1 || before.some((one) => one.what === 'sync' && one.path === path && one.begun > written);
    const next = steps.findIndex(
      (one, index) => index > at && (one.what === 'rename' || one.what === 'remove'),
    );
    const isNameSynced = steps
      .slice(at, next === -1 ? undefined : next)
      .some((one) => one.what === 'sync' && one.path === dirname(to) && one.begun > at);
    found.push({ to, isWhole, isNameSynced });
  }
  return found;
}

withStrace(
  'strace: what an older version kept is moved by renames of whole files, one after the other',
  async () => {
    const dataDir = makeOlderFolder(temporaryFolder(), insertEverything);
    const program = fileURLToPath(new URL('../engine/store/move-process.ts', import.meta.url));
    const found = renames(await trace(dataDir, [program, dataDir]));
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter(({ isWhole, isNameSynced }) => !isWhole || !isNameSynced)).toEqual([]);
  },
);

withStrace(
  'strace: the power may be cut anywhere while an older version is moved: the next start ends with the same',
  { timeout: 900_000 },
  async () => {
    const dataDir = makeOlderFolder(temporaryFolder(), insertEverything);
    const base = temporaryFolder();
    cpSync(dataDir, base, { recursive: true });
    const program = fileURLToPath(new URL('../engine/store/move-process.ts', import.meta.url));
    const steps = await trace(dataDir, [program, dataDir]);
    const random = randomFor(Math.floor(Math.random() * 1e9), 'cuts');
    const borders = steps.flatMap(({ what }, at) =>
      ['sync', 'rename', 'remove'].includes(what) ? [at, at + 1] : [],
    );
    // Most of them are of copying; the last are those of taking the place.
    const chosen = thorough ? borders : [...Array.from({ length: 4 }, () => random.pick(borders.slice(-24)))];
    for (const after of new Set(chosen)) {
      for (const unsynced of ['lost', 'anyPart'] as const) {
        const into = join(dirname(base), `${basename(base)}-cut`);
        mkdirSync(into, { mode: 0o700 });
        cutPower(steps, { folder: dataDir, base, after, into, unsynced, random });
        const journal = await openJournal({
          dataDir: into,
          clock: systemClock,
          numberTemplate: () => '{seq}',
        });
        await journal.close();
        const backup = join(into, 'backups', readdirSync(join(into, 'backups'))[0] ?? '');
        expect([after, unsynced, differencesOfMove(backup, into)]).toEqual([after, unsynced, []]);
        rmSync(into, { recursive: true });
      }
    }
  },
);

withStrace(
  'strace: a rebuilt database takes the place of the old one whole; cut off anywhere, the next start has the one or the other',
  async () => {
    const { dataDir, ready, child, ended } = await served([], {
      PERITO_RECEIVER_KEYS: Buffer.from(goodKey, 'base64').toString(),
    });
    for (const id of [1, 2, 3])
      expect((await post({ url: ready.receiverUrl }, '/PurchaseOrders', purchaseOrder(id))).status).toBe(200);
    child.kill('SIGTERM');
    await ended;
    const base = temporaryFolder();
    cpSync(dataDir, base, { recursive: true });
    const steps = await trace(dataDir, [cli, 'rebuild', '--data', dataDir]);
    const found = renames(steps);
    expect(found.map(({ to }) => to.slice(dataDir.length).replace(/\d.*\//, '…/'))).toEqual([
      '/before-rebuild-…/perito.db',
      '/perito.db',
    ]);
    // The old one's name is synced with what lies beside it.
    const moved = steps.findIndex(
      (step) => step.what === 'rename' && step.path === join(dataDir, 'perito.db'),
    );
    const put = steps.findIndex((step) => step.what === 'rename' && step.to === join(dataDir, 'perito.db'));
    const syncs = (from: number, to: number) =>
      steps
        .slice(from, to)
        .flatMap((step) => (step.what === 'sync' ? [step.path.slice(dataDir.length)] : []));
    const isNoted = steps.findIndex((step) => step.what === 'rename' && step.to.endsWith('/whole.json'));
    expect(isNoted).toBeGreaterThan(0);
    expect(syncs(isNoted, moved)).toEqual(['/rebuild', '']);
    expect(syncs(moved, put)).toEqual([expect.stringMatching(/^\/before-rebuild/), '']);
    expect(syncs(put, put + 2)).toEqual(['']);
    expect(found.at(-1)).toMatchObject({ isWhole: true, isNameSynced: true });

    const random = randomFor(Math.floor(Math.random() * 1e9), 'cuts');
    const borders = steps.flatMap(({ what }, at) =>
      at > isNoted - 8 && ['sync', 'rename', 'remove'].includes(what) ? [at, at + 1] : [],
    );
    for (const after of new Set(borders)) {
      for (const unsynced of ['lost', 'anyPart'] as const) {
        const into = join(dirname(base), `${basename(base)}-cut`);
        mkdirSync(into, { mode: 0o700 });
        cutPower(steps, { folder: dataDir, base, after, into, unsynced, random });
        const store = openStoreInFiles({ dataDir: into });
        const records = await store.read(countRecordsByKind);
        await store.close();
        expect([after, unsynced, records, existsSync(join(into, 'rebuild'))]).toEqual([
          ...[after, unsynced],
          ...[[{ kind: 'purchaseOrder', count: 3 }], false],
        ]);
        rmSync(into, { recursive: true });
      }
    }
  },
);
