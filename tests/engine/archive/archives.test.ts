import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createArchives } from '../../../main/engine/archive/archives.ts';
import { chosenRecords, countAhead, countChosen } from '../../../main/engine/archive/choose-records.ts';
import { verifyBundle } from '../../../main/engine/archive/verify-bundle.ts';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { claimFileOf } from '../../../main/engine/claims/index.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { createSecretRequests } from '../../../main/engine/keys/secret-requests.ts';
import { logToStandardError } from '../../../main/engine/log.ts';
import { searchIds } from '../../../main/engine/records/index.ts';
import { enterSome } from '../../../main/engine/records/search-stale.ts';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { listAudit, openStore } from '../../../main/engine/store/index.ts';
import { recordKinds } from '../../../shared/terms.ts';
import { copied } from '../../command-line/filled-folder.ts';
import { patience } from '../../patience.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { movedToTestDatabase } from '../test-database.ts';
import { folderWithPhotos, removeFolder } from './archived-folder.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await folderWithPhotos();
});
afterAll(() => removeFolder(dataDir));

/** A shell with a keychain that keeps what it is given in `memory`. */
const hostWithKeychain = (memory: HostInMemory) => ({
  secret: (account: string) => memory.secret(account),
  forgetSecret: (account: string) => memory.forgetSecret(account),
  keychain: async () => ({ state: 'works' as const, kind: 'system' as const, problem: null, detail: '' }),
  async saveSecret(given: { account: string; secret: string }) {
    await memory.saveSecret(given);
    return 'keychain' as const;
  },
});

const someone = { person: 'Ana', via: 'desktop' as const };
const passphrase = 'caballo correcto batería';
const choice = { claims: [], kinds: [], from: null, until: null, ids: [] };

test('a key is made once and noted, and an archive that is stopped leaves nothing', async () => {
  const own = await movedToTestDatabase(copied(dataDir, temporaryFolder()));
  const store = await openStore({ dataDir: own });
  onTestFinished(() => store.close());
  const changes = createChanges(systemClock);
  const memory = new HostInMemory();
  const settings = await openSettings(store, systemClock, changes);
  const secretRequests = createSecretRequests(memory, systemClock);
  const archives = createArchives({
    ...{
      store,
      host: hostWithKeychain(memory),
      changes,
      clock: systemClock,
      version: '0.0.0',
      log: logToStandardError,
    },
    ...{ settings, secretRequests, givenKey: undefined },
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
  expect(await archives.create({ choice, file: stopped, isEncrypted: false }, someone)).toBe('begun');
  await vi.waitUntil(() => existsSync(`${stopped}.part`) || existsSync(stopped), {
    interval: 1,
    timeout: 30_000,
  });
  await archives.stop();
  await vi.waitUntil(() => archives.state().running === null, patience);
  // It may have come to its end in the moment in which it was stopped.
  if (archives.state().failure !== null) {
    expect(archives.state().failure).toEqual({ file: stopped, code: 'stopped', detail: '' });
    expect(readdirSync(folder)).toEqual([]);
  }
  const file = join(folder, 'whole.perito');
  expect(await archives.create({ choice, file, isEncrypted: false }, someone)).toBe('begun');
  await vi.waitUntil(() => archives.state().running === null, { timeout: 30_000 });
  const [made] = await archives.list();
  expect(made).toMatchObject({ file, who: 'Ana', keyFingerprint: first.fingerprint });
  expect(readdirSync(own).filter((name) => /spool|archiving/.test(name))).toEqual([]);

  // One that is encrypted waits for what its page gives, which says what is wrong with it.
  const secret = join(folder, 'secret.perito');
  expect(await archives.create({ choice, file: secret, isEncrypted: true }, someone)).toMatchObject({
    way: 'page',
  });
  expect(archives.state().running).toBeNull();
  const [ticket = ''] = memory.tickets;
  expect(await secretRequests.accept(ticket, 'too short')).toBe('notAKey');
  expect(await secretRequests.accept(ticket, passphrase)).toBe('accepted');
  expect(await secretRequests.accept(ticket, passphrase)).toBe('expired');
  await vi.waitUntil(() => archives.state().running === null, { timeout: 60_000 });
  expect(archives.state().failure).toBeNull();
  await expect(verifyBundle(secret)).rejects.toMatchObject({ code: 'passphraseNeeded' });
  expect(await verifyBundle(secret, { passphrase })).toMatchObject({ ok: true, isEncrypted: true });
  await archives.close();
  changes.close();
});

test('what a list shows, finds or has been filtered to is chosen as it is shown, and counted', async () => {
  const own = await movedToTestDatabase(copied(dataDir, temporaryFolder()));
  const store = await openStore({ dataDir: own });
  onTestFinished(() => store.close());
  const fail = (failure: unknown) => {
    throw failure;
  };
  // Moved to a server, all words are to be entered anew.
  while (await enterSome(store, 100, fail));
  const thresholds = defaultSettings.findings;
  const count = async (wanted: object) => countChosen(store, { ...choice, ...wanted }, thresholds);
  const countOf = (sql: string) =>
    store.read(
      async (tx) =>
        (await tx.get<{ count: number }>(`SELECT count(*) AS count FROM record WHERE ${sql}`))?.count,
    );
  const all = await count({});
  expect(all.total).toBe(await countOf('true'));
  const conditions: [object, string][] = [
    [{ kinds: ['purchaseOrder'] }, `kind = 'purchaseOrder'`],
    [{ reviewed: false }, 'reviewed_at IS NULL'],
    [{ withFindings: true }, 'attention_count > 0'],
  ];
  for (const [wanted, sql] of conditions) {
    const { total, records, isCapped } = await count(wanted);
    expect([wanted, total, isCapped]).toEqual([wanted, await countOf(sql), false]);
    expect(Object.values(records).reduce((sum, one) => sum + one, 0)).toBe(total);
    expect(total).toBeGreaterThan(0);
  }
  const found = async (search: string, wanted: object = {}) => {
    const ids: number[] = [];
    for await (const { id } of chosenRecords(store, { ...choice, search, ...wanted }, thresholds))
      ids.push(id);
    return ids.sort((a, b) => a - b);
  };
  const bumpers = await found('bumper');
  expect(bumpers).toEqual(
    (await store.read((tx) => searchIds(tx, 'bumper', recordKinds, Number.MAX_SAFE_INTEGER, 1000))).toSorted(
      (a, b) => a - b,
    ),
  );
  expect(bumpers.length).toBeGreaterThan(1);
  expect(await found('bumper', { ids: bumpers.slice(0, 1) })).toEqual(bumpers.slice(0, 1));
  expect(await found('nothing says this')).toEqual([]);
  // Counted before they are read, unless they are too many; either way each is there once.
  const ids = async function* () {
    for await (const { id } of chosenRecords(store, { ...choice, search: 'bumper' }, thresholds)) yield id;
  };
  for (const [most, total] of [
    [bumpers.length, bumpers.length],
    [bumpers.length - 1, null],
    [0, null],
  ] as const) {
    const counted = await countAhead(ids(), most);
    expect(counted.total).toBe(total);
    const read: number[] = [];
    for await (const id of counted.all) read.push(id);
    expect(read.toSorted((a, b) => a - b)).toEqual(bumpers);
  }
  // A claim file by what its records share.
  const [link] = await store.read((tx) =>
    tx.all<{ value: string }>(
      `SELECT value FROM record_link WHERE name = 'vin' GROUP BY value ORDER BY count(*) DESC`,
    ),
  );
  const file = await claimFileOf(store, 'vin', link?.value ?? '', thresholds);
  const ofVin = await count({ claimFiles: [{ by: 'vin', value: link?.value ?? '' }] });
  expect(ofVin.total).toBe(file?.records.length);
  expect(ofVin.total).toBeGreaterThan(1);
});
