/** While a data directory is ill, another one takes its place; where that is to last, the next start works there. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lookAtDataFolder } from '../../main/engine/store/index.ts';
import { findKeptFolder, forgetKeptFolder, keepFolder } from '../../main/shell/data-folder.ts';
import type { EngineThread } from '../../main/shell/engine-client.ts';
import { startEngineOnFolder } from '../../main/shell/engine-on-folder.ts';
import { defaultDataDir } from '../../main/shell/process.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { engineAway } from '../../shared/contract/status.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { quietHost } from './quiet-host.ts';

const own = mkdtempSync(join(tmpdir(), 'perito-choice-'));
beforeEach(() => {
  for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'HOME', 'APPDATA', 'LOCALAPPDATA'])
    vi.stubEnv(name, own);
});
afterAll(() => rmSync(own, { recursive: true, force: true }));

type Client = ContractRouterClient<Contract>;

async function call<Answer>(
  threads: EngineThread,
  ask: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const port = threads.connect('browser');
  const client: Client = createORPCClient(new RPCLink({ port }));
  port.start();
  return ask(client).finally(() => port.close());
}

const awayOf = (threads: EngineThread) =>
  call(threads, (client) => client.status.get()).then(
    () => null,
    (failure: unknown) => engineAway.safeParse(Object(failure).data).data ?? 'gone',
  );

async function opened(dataDir: string, isFolderGiven: boolean, expects?: string) {
  const { host } = await quietHost();
  const receiver = { address: '127.0.0.1', port: 0 };
  const threads = await startEngineOnFolder({
    options: { dataDir, version: '0.0.0', receiver },
    ...{ host, isFolderGiven, expects, onFault: () => {}, pauses: [0, 20] },
  });
  onTestFinished(async () => void (await threads.close()));
  return threads;
}

function illFolder(): string {
  const dataDir = putNewDatabase(temporaryFolder());
  writeFileSync(join(dataDir, 'journal.db'), 'x'.repeat(9000));
  return dataDir;
}

const idOf = (dataDir: string): string =>
  JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8')).installationId;

test('another folder takes its place, holds for the starts that follow, and the usual one comes back', async () => {
  const [ill, other] = [illFolder(), putNewDatabase(temporaryFolder())];
  const threads = await opened(ill, false);
  expect(await awayOf(threads)).toMatchObject({
    illness: 'corrupt',
    folder: { path: ill, origin: 'forThisRun', ofNextStart: defaultDataDir() },
  });
  expect(await call(threads, (client) => client.recovery.checkFolder({ folder: other }))).toMatchObject({
    kind: 'data',
    usedAt: expect.any(String),
  });
  await call(threads, (client) => client.recovery.useFolder({ folder: other, isKept: true }));
  expect(await threads.isWell).toMatch(/^http:/);
  await expect.poll(() => awayOf(threads)).toBeNull();
  const folder = () => call(threads, (client) => client.recovery.folder());
  await expect.poll(folder).toMatchObject({ path: other, origin: 'kept', ofNextStart: other, failure: null });
  expect([defaultDataDir(), findKeptFolder()?.installationId]).toEqual([other, idOf(other)]);
  await call(threads, (client) => client.recovery.forgetFolder());
  expect(await folder()).toMatchObject({ path: other, origin: 'forThisRun', ofNextStart: defaultDataDir() });
  expect(defaultDataDir()).not.toBe(other);
  expect(findKeptFolder()).toBeNull();
});

test('a folder that cannot be used changes nothing, and one that was told outlives no start', async () => {
  const ill = illFolder();
  const threads = await opened(ill, true);
  const other = putNewDatabase(temporaryFolder());
  const held = await opened(other, true);
  await call(threads, (client) => client.recovery.useFolder({ folder: other, isKept: true }));
  await expect
    .poll(async () => Object(await awayOf(threads)).folder)
    .toMatchObject({
      ...{ path: ill, origin: 'given', isChanging: false },
      failure: expect.stringContaining('Another Perito'),
    });
  await held.close();
  await call(threads, (client) => client.recovery.useFolder({ folder: other, isKept: true }));
  await threads.isWell;
  expect(findKeptFolder()).toBeNull();
  // What it was told is not where it works now.
  expect(await call(threads, (client) => client.recovery.folder())).toMatchObject({
    ...{ path: other, origin: 'forThisRun', ofNextStart: defaultDataDir() },
  });
});

test('a chosen folder whose disk is away is not begun anew', async () => {
  const chosen = join(temporaryFolder(), 'disk', 'data');
  keepFolder(chosen, crypto.randomUUID());
  const kept = findKeptFolder();
  const threads = await opened(defaultDataDir(), false, kept?.installationId);
  expect(await awayOf(threads)).toMatchObject({
    illness: 'databaseLost',
    folder: { path: chosen, origin: 'kept', ofNextStart: chosen },
  });
  expect(await lookAtDataFolder(chosen)).toMatchObject({ kind: 'away' });
  forgetKeptFolder();
});

test('what lies in a folder is told', async () => {
  const folder = temporaryFolder();
  expect(await lookAtDataFolder(folder)).toEqual({ kind: 'empty', usedAt: null });
  expect(await lookAtDataFolder(join(folder, 'new'))).toEqual({ kind: 'empty', usedAt: null });
  expect(await lookAtDataFolder(join(folder, 'no', 'where'))).toEqual({ kind: 'away', usedAt: null });
  writeFileSync(join(folder, 'carta.txt'), '');
  expect(await lookAtDataFolder(folder)).toEqual({ kind: 'other', usedAt: null });
  expect(await lookAtDataFolder(join(folder, 'carta.txt'))).toEqual({ kind: 'notAFolder', usedAt: null });
});

test.each(['', '{', '{"format":2}', `{"format":1,"folder":"/x","installationId":"no"}`])(
  'a note of the choice that is none (%j) is none',
  (text) => {
    keepFolder('/x', crypto.randomUUID());
    const file = join(own, 'Perito', 'data-folder.json');
    mkdirSync(dirname(file), { recursive: true });
    expect(findKeptFolder()?.folder).toBe('/x');
    writeFileSync(file, text);
    expect(findKeptFolder()).toBeNull();
    forgetKeptFolder();
  },
);
