/**
 * Writes and syncs of one file fail while Perito works: `strace` has the system refuse them, to all threads, for as long as it
 * is attached. The receiver waits for nothing but its own disk, and takes up its work by itself.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { InstallationFolder } from '../../main/engine/backup/place.ts';
import { readMarker } from '../../main/engine/store/index.ts';
import { cli } from '../built-program.ts';
import { command, served, temporaryFolder } from '../command-line/perito.ts';
import { compileCache } from '../compile-cache.ts';
import { fillData } from '../engine/backup/filled-data.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { goodKey, post } from '../engine/receiver/house.ts';
import { openRetentionHouse, sendClaims } from '../engine/retention/house.ts';
import { endWithTest } from '../process-group.ts';
import { expectVerified } from './reckoning.ts';

/** Some systems let a program be traced by its parent only. */
function canAttach(): boolean {
  const other = spawn('sleep', ['10'], { stdio: 'ignore' });
  const { status } = spawnSync('timeout', [
    '-s',
    'INT',
    '1',
    'strace',
    '-o',
    '/dev/null',
    '-p',
    `${other.pid}`,
  ]);
  other.kill();
  // Ended by us, and not by itself before.
  return status === 124;
}
const needsStrace = process.env['PERITO_REQUIRE_STRACE'] === '1';
const withStrace = test.skipIf(!canAttach() && !needsStrace);

async function open() {
  const running = await served(['--hold-seconds', '1'], {
    PERITO_RECEIVER_KEYS: Buffer.from(goodKey, 'base64').toString(),
    PERITO_LOG_LEVEL: 'silent',
  });
  const { dataDir, child, ready } = running;
  const url = ready.receiverUrl;
  /** Has calls on a file fail from now on. */
  const fail = async (name: string, call: string, error: string) => {
    const file = join(dataDir, name);
    const words = ['-f', '-P', file, '-e', `trace=${call}`, '-e', `inject=${call}:error=${error}`];
    const strace = spawn('strace', [...words, '-o', '/dev/null', '-p', String(child.pid)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(strace, 'close');
    const stop = async () => {
      strace.kill('SIGINT');
      await ended;
    };
    onTestFinished(stop);
    await once(strace.stderr, 'data');
    return stop;
  };
  const deliver = async (id: number) => {
    const answer = await post({ url }, '/PurchaseOrders', purchaseOrder(id));
    const { purchaseOrderNumber: number } = (await answer.json()) as { purchaseOrderNumber?: string };
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), number };
  };
  const lookUp = () =>
    fetch(`${url}/InsurancePolicies?insurancePolicyNumber=P-1&incidentDate=2026-06-01`, {
      headers: { 'X-API-KEY': goodKey },
    });
  const ask = async (id: number) => {
    const answer = await post({ url }, `/PurchaseOrders/${id}/cancel`, { purchaseOrderId: id });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };
  const listed = async (): Promise<number[]> => {
    const { rows } = await running.call('records/list', { kind: 'purchaseOrder', limit: 100 });
    return rows.map(({ marketplaceId }: { marketplaceId: number }) => marketplaceId).sort();
  };
  const end = async () => {
    child.kill('SIGTERM');
    expect((await running.ended).signal).toBeNull();
  };
  return { ...running, fail, deliver, lookUp, ask, listed, end };
}

const numberOf = (place: number) => expect.stringMatching(new RegExp(`^OC-\\d{4}-0*${place}$`));

withStrace(
  'strace: while the disk of the journal is full every call gets 503 with the time to try again; then it goes on by itself',
  async () => {
    const { fail, deliver, lookUp, ask, listed, end, dataDir } = await open();
    expect(await deliver(1)).toMatchObject({ status: 200, number: numberOf(1) });
    const emptied = await fail('journal.db-wal', 'pwrite64', 'ENOSPC');
    const refused = await Promise.all([...[2, 3, 4, 5].map(deliver), ask(1)]);
    refused.push(await deliver(2));
    for (const { status, retryAfter } of refused)
      expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
    const lookup = await lookUp();
    expect([lookup.status, lookup.headers.has('retry-after')]).toEqual([503, true]);
    // What is known already needs no room.
    expect(await deliver(1)).toMatchObject({ status: 200, number: numberOf(1) });
    await emptied();
    expect(await deliver(2)).toMatchObject({ status: 200, number: numberOf(2) });
    expect((await lookUp()).status).toBe(200);
    expect((await ask(1)).status).toBe(200);
    await expect.poll(listed).toEqual([1, 2]);
    await end();
    await expectVerified(dataDir);
  },
);

withStrace(
  'strace: where nothing can be written to the database beside the journal calls are answered, and are listed once it can',
  async () => {
    const { fail, deliver, lookUp, ask, listed, end, dataDir } = await open();
    expect(await deliver(1)).toMatchObject({ status: 200 });
    await expect.poll(listed).toEqual([1]);
    const emptied = await fail('perito.db-wal', 'pwrite64', 'ENOSPC');
    for (const id of [2, 3]) expect(await deliver(id)).toMatchObject({ status: 200, number: numberOf(id) });
    expect((await ask(2)).status).toBe(200);
    expect((await lookUp()).status).toBe(200);
    expect(await listed()).toEqual([1]);
    await emptied();
    await expect.poll(listed).toEqual([1, 2, 3]);
    await end();
    await expectVerified(dataDir);
  },
);

withStrace(
  'strace: where the disk fails a sync of the database beside the journal calls are answered, and the screen is told',
  async () => {
    const { fail, deliver, lookUp, ask, call, end, dataDir } = await open();
    expect(await deliver(1)).toMatchObject({ status: 200 });
    const mended = await fail('perito.db-wal', 'fsync,fdatasync', 'EIO');
    await call('people/rename', { name: 'Ana Prueba' });
    await expect.poll(async () => (await call('status/get')).engine.database).toBe('failed');
    for (const id of [2, 3]) expect(await deliver(id)).toMatchObject({ status: 200, number: numberOf(id) });
    expect((await ask(2)).status).toBe(200);
    expect((await lookUp()).status).toBe(200);
    await mended();
    await end();
    await expectVerified(dataDir);
  },
);

withStrace(
  'strace: where the disk fails a sync of the journal nothing more is taken in this run, and nothing is answered that may be lost',
  async () => {
    const { fail, deliver, ask, call, end, dataDir } = await open();
    expect(await deliver(1)).toMatchObject({ status: 200 });
    const mended = await fail('journal.db-wal', 'fsync,fdatasync', 'EIO');
    for (const id of [2, 3]) {
      const { status, retryAfter } = await deliver(id);
      expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
    }
    expect((await ask(1)).status).toBe(503);
    expect((await call('status/get')).receiver).toMatchObject({
      state: 'notStoring',
      error: { code: 'databaseFailed' },
    });
    // What the disk said once is not forgotten when it says otherwise later.
    await mended();
    expect((await deliver(2)).status).toBe(503);
    await end();
    await expectVerified(dataDir);
  },
);

/** What a command that ends by itself comes to where the disk refuses a call on one file, from the given time on. */
async function refused(
  given: string[],
  { file, call, error, when }: { file: string; call: string; error: string; when: string },
): Promise<{ code: number | null; errors: string; answer: { ok?: boolean } }> {
  const words = ['-f', '-qq', '-o', '/dev/null', '-P', file, '-e', `trace=${call}`];
  words.push('-e', `inject=${call}:error=${error}:when=${when}`);
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, PERITO_LOG_LEVEL: 'silent' };
  const child = spawn('strace', [...words, process.execPath, cli, ...given], { env, detached: true });
  const ended = endWithTest(child);
  const [errors, out] = await Promise.all([text(child.stderr), text(child.stdout), ended]);
  return { code: child.exitCode, errors, answer: JSON.parse(out || '{}') };
}

const syncs = { call: 'fsync,fdatasync', error: 'EIO', when: '1+' };

withStrace(
  'strace: what a command could not sync is not there, and is made once the disk takes it',
  async () => {
    const { dataDir } = await fillData({ orders: 3, photos: 1 });
    const place = temporaryFolder();
    const copies = new InstallationFolder(place, readMarker(dataDir)?.installationId ?? '');
    const backup = ['backup', '--data', dataDir, '--to', place];
    const failed = await refused(backup, { ...syncs, file: copies.backups });
    expect([failed.code, failed.answer.ok]).toEqual([1, false]);
    expect(failed.errors).toContain('(EIO: i/o error, fsync)');
    expect([await copies.listBackups(), readdirSync(copies.incoming)]).toEqual([[], []]);
    expect((await command(backup)).code).toBe(0);

    const to = temporaryFolder();
    const archive = ['archive', 'create', '--data', dataDir, '--to', join(to, 'a.perito')];
    for (const file of [to, join(to, 'a.perito.part')]) {
      const { code, errors } = await refused(archive, { ...syncs, file });
      expect([code, errors, readdirSync(to)]).toEqual([
        1,
        expect.stringContaining('cannot be written: EIO'),
        [],
      ]);
    }
    // What cannot be read any more in the middle is told in a sentence as well.
    const file = join(dataDir, 'perito.db');
    const { code, errors } = await refused(archive, { file, call: 'pread64', error: 'EIO', when: '20+' });
    expect([code, readdirSync(to)]).toEqual([1, []]);
    expect(errors).toMatch(
      /^It ended, since a (disk cannot be read|database is not what was written)[^\n]*\n$/,
    );
    expect((await command(archive)).code).toBe(0);
  },
);

withStrace(
  'strace: a retention whose database is full from some write on is not said to have come to its end',
  async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const house = await openRetentionHouse({ dataDir, receivedAt: Date.now() - 800 * 86_400_000 });
    await sendClaims(house, 2);
    await house.close();
    const policy = ['--years', '1', '--knows-fiscal-years', '--to', temporaryFolder()];
    const given = ['retention', '--data', dataDir, ...policy, '--yes'];
    const full = { file: join(dataDir, 'perito.db-wal'), call: 'pwrite64', error: 'ENOSPC', when: '12+' };
    const { code, errors, answer } = await refused(given, full);
    expect([code, answer.ok ?? false]).toEqual([1, false]);
    expect(errors).not.toMatch(/\n +at /);
    expect((await command(given)).code).toBe(0);
    await expectVerified(dataDir);
  },
);
