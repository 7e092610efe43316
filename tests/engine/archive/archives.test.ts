import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createArchives } from '../../../main/engine/archive/archives.ts';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { logToStandardError } from '../../../main/engine/log.ts';
import { listAudit, openStore } from '../../../main/engine/store/index.ts';
import { copied } from '../../command-line/filled-folder.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { folderWithPhotos, removeFolder } from './archived-folder.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await folderWithPhotos();
}, 180_000);
afterAll(() => removeFolder(dataDir));

/** A shell with a keychain that keeps what it is given in `memory`. */
const hostWithKeychain = (memory: HostInMemory) => ({
  secret: (account: string) => memory.secret(account),
  forgetSecret: (account: string) => memory.forgetSecret(account),
  keychain: async () => ({ state: 'works' as const, problem: null, detail: '' }),
  async saveSecret(given: { account: string; secret: string }) {
    await memory.saveSecret(given);
    return 'keychain' as const;
  },
});

const someone = { person: 'Ana', via: 'desktop' as const };
const choice = { claims: [], kinds: [], from: null, until: null, ids: [] };

test('a key is made once and noted, and an archive that is stopped leaves nothing', async () => {
  const own = copied(dataDir, temporaryFolder());
  const store = openStore({ dataDir: own });
  onTestFinished(() => store.close());
  const changes = createChanges(systemClock);
  const memory = new HostInMemory();
  const archives = createArchives({
    ...{
      store,
      host: hostWithKeychain(memory),
      changes,
      clock: systemClock,
      version: '0.0.0',
      log: logToStandardError,
    },
    givenKey: undefined,
  });
  const [first, second] = await Promise.all([archives.signingKey(), archives.signingKey()]);
  expect(first).toEqual(second);
  expect(first.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
  expect([...memory.secrets.keys()]).toEqual([`archive-key:${store.installationId}`]);
  const noted = await store.read((tx) =>
    listAudit(tx, { subject: 'archives', beforeId: Number.MAX_SAFE_INTEGER, limit: 10 }),
  );
  expect(noted.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
    ['archive.keyMade', { fingerprint: first.fingerprint }],
  ]);

  const folder = temporaryFolder();
  const stopped = join(folder, 'stopped.perito');
  expect(await archives.create({ choice, file: stopped }, someone)).toBe('begun');
  await vi.waitUntil(() => existsSync(`${stopped}.part`) || existsSync(stopped), {
    interval: 1,
    timeout: 30_000,
  });
  await archives.stop();
  await vi.waitUntil(() => archives.state().running === null);
  // It may have come to its end in the moment in which it was stopped.
  if (archives.state().failure !== null) {
    expect(archives.state().failure).toEqual({ file: stopped, code: 'stopped', detail: '' });
    expect(readdirSync(folder)).toEqual([]);
  }
  const file = join(folder, 'whole.perito');
  expect(await archives.create({ choice, file }, someone)).toBe('begun');
  await vi.waitUntil(() => archives.state().running === null, { timeout: 30_000 });
  const [made] = await archives.list();
  expect(made).toMatchObject({ file, who: 'Ana', keyFingerprint: first.fingerprint });
  expect(readdirSync(own).filter((name) => /spool|archiving/.test(name))).toEqual([]);
  await archives.close();
  changes.close();
});
