import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { movedText, startTexts } from '../../main/shell/start-text.ts';
import { makePurchaseOrder, openPlatform } from '../../main/simulator/index.ts';
import type { ReferenceListState } from '../../shared/contract/reference.ts';
import { liveOn } from '../engine/backup/lived-in.ts';
import { insertOrders, makeOlderFolder } from '../engine/older-folder.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { leaveFree } from '../engine/store/emptied.ts';
import { command, endAll, perito, served, temporaryFolder } from './perito.ts';

const key = 'mercado@prueba.example:una:clave-muy-secreta';
const keyHeader = { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' };
const order = makePurchaseOrder({ seed: 1, index: 0, createdAt: new Date(0) });
const send = (url: string) =>
  fetch(`${url}/PurchaseOrders`, { method: 'POST', headers: keyHeader, body: JSON.stringify(order) });

afterAll(endAll);

describe('serve', () => {
  describe('with a key and a platform for this run', () => {
    const platformKey = 'aseguradora@prueba.example:clave-de-la-plataforma';
    let platform: Awaited<ReturnType<typeof openPlatform>>;
    let running: Awaited<ReturnType<typeof served>>;
    beforeAll(async () => {
      platform = await openPlatform({ key: platformKey });
      running = await served(['--platform-url', platform.url], {
        PERITO_RECEIVER_KEYS: ` ${key} ,`,
        PERITO_PLATFORM_KEY: platformKey,
      });
    });
    afterAll(async () => {
      await platform.close();
    });

    test('receives, and answers calls of a console', async () => {
      const { ready, call } = running;
      expect(Object.keys(ready)).toEqual(['ready', 'receiverUrl', 'consoleUrl', 'consoleToken']);
      expect(ready.consoleUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await (await send(ready.receiverUrl)).json()).purchaseOrderNumber).toMatch(/^OC-/);
      expect((await call('records/list')).total).toBe(1);
    });

    test('fetches the lists of the platform with its key', async () => {
      const { call } = running;
      const lists = await call('reference/refresh');
      expect(lists.map((list: ReferenceListState) => [list.problem, list.items.length > 2])).toEqual(
        Array(7).fill([null, true]),
      );
      expect(await call('reference/key')).toEqual({
        secretIn: 'environment',
        urlFromCommandLine: platform.url,
      });
    });

    test('keeps a second one off its data directory: one sentence and exit code 69', async () => {
      const { dataDir } = running;
      const given = ['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0'];
      const { code, lines, errors } = await command(given);
      expect([code, lines]).toEqual([69, []]);
      expect(errors).toBe(
        `Another Perito is using ${dataDir}. Close it, or choose another data directory.\n`,
      );
    });

    test('ends on SIGTERM; it has printed one line of JSON and no key, and kept no key of the platform', async () => {
      const { ready, child, ended, dataDir } = running;
      child.kill('SIGTERM');
      const { code, lines, errors } = await ended;
      expect([code, lines.length]).toEqual([0, 1]);
      expect(errors).toContain(`${ready.consoleUrl}/enter?ticket=`);
      expect(errors).not.toContain('una:clave-muy-secreta');
      expect(errors).not.toContain(ready.consoleToken);
      expect(errors).not.toContain('clave-de-la-plataforma');
      for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )) {
        const bytes = readFileSync(join(file.parentPath, file.name));
        expect([file.name, bytes.includes('clave-de-la-plataforma')]).toEqual([file.name, false]);
      }
    });
  });

  describe('killed straight after an answer, and started again', () => {
    let first: unknown;
    let again: Awaited<ReturnType<typeof served>>;
    beforeAll(async () => {
      const running = await served([], { PERITO_RECEIVER_KEYS: key });
      first = await (await send(running.ready.receiverUrl)).json();
      running.child.kill('SIGKILL');
      await running.ended;
      // As if the computer had been off since ten hours before.
      const heartbeat = join(running.dataDir, 'listening.json');
      const kept = JSON.parse(readFileSync(heartbeat, 'utf8'));
      kept.beat = { ...kept.beat, at: kept.beat.at - 36_000_000, boot: 'another' };
      writeFileSync(heartbeat, JSON.stringify(kept));
      again = await served(['--data', running.dataDir, '--hold-seconds', '90'], {
        PERITO_RECEIVER_KEYS: key,
      });
    });

    test('says on standard error for how long nothing was received, and the console lists it until somebody has read', async () => {
      const { call, errors } = again;
      await expect.poll(async () => (await call('absences/list')).unseen).toBe(1);
      const [{ id, from, until, why }] = (await call('absences/list')).rows;
      expect(why).toBe('killed');
      expect(Date.parse(until) - Date.parse(from)).toBeGreaterThanOrEqual(36_000_000);
      expect(errors()).toContain(`Nothing was received from ${from} until ${until}: Perito or the computer`);
      expect(await call('absences/get', { id })).toMatchObject({ usual: null, gaps: [] });
      expect(await call('absences/setSeen', { id })).toMatchObject({ seenBy: 'token' });
      expect((await call('absences/list')).unseen).toBe(0);
    });

    test('gives the same number again', async () => {
      expect(await (await send(again.ready.receiverUrl)).json()).toEqual(first);
      expect((await again.call('records/list')).total).toBe(1);
    });

    test('ends within five seconds though a call is held, a stream open and a client silent', async () => {
      const { ready, child, ended, call } = again;
      const stream = await fetch(`${ready.consoleUrl}/rpc/changes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ready.consoleToken}` },
      });
      const body = JSON.stringify({ purchaseOrderId: order.purchaseOrderId, requestId: order.requestId });
      const path = `/PurchaseOrders/${order.purchaseOrderId}/cancel`;
      const held = fetch(ready.receiverUrl + path, { method: 'POST', headers: keyHeader, body });
      for await (const _ of stream.body ?? []) {
        if ((await call('cancellations/list', { state: 'waiting' })).rows.length > 0) break;
      }
      child.kill('SIGTERM');
      expect(await (await held).json()).toMatchObject({ isCancelled: false, showResponseText: true });
      // Within its limit: past that it ends with another.
      expect((await ended).code).toBe(0);
    });
  });

  test('with a data directory that is ill says so on its first line, and the second comes once it is well', async () => {
    const dataDir = temporaryFolder();
    const before = await served(['--data', dataDir]);
    before.child.kill('SIGTERM');
    await before.ended;
    const journal = join(dataDir, 'journal.db');
    renameSync(journal, `${journal}.away`);
    const { ready, lines, errors, call } = await served(['--data', dataDir]);
    expect(ready).toEqual({
      ...{ ready: false, problem: 'databaseLost' },
      ...{ consoleUrl: ready.consoleUrl, consoleToken: ready.consoleToken },
    });
    expect(errors()).toContain('Nothing is received.');
    renameSync(`${journal}.away`, journal);
    await call('recovery/tryAgain');
    await expect.poll(() => lines.length).toBe(2);
    const receiverUrl = expect.stringMatching(/^http:/);
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      ...{ ready: true, receiverUrl, consoleUrl: ready.consoleUrl, consoleToken: ready.consoleToken },
    });
    expect((await call('records/list')).total).toBe(0);
  });

  test('says how far the data of an older version have come; Ctrl-C ends it meanwhile, and it goes on at the next start', async () => {
    const dataDir = makeOlderFolder(temporaryFolder(), (database) => insertOrders(database, 10_000));
    const given = ['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0'];
    const es = startTexts.es.moving;
    const first = perito(given, { LANG: 'es_DO.UTF-8' });
    await expect.poll(first.errors, { interval: 5 }).toContain('Paso 1 de 2');
    first.child.kill('SIGINT');
    const { code, lines } = await first.ended;
    expect([code, lines]).toEqual([1, []]);
    expect(first.errors()).toMatch(new RegExp(`^${es.why} ${es.goesOn}\\n(Paso .*\\n)+${es.stopped}\\n$`));
    const { errors, call } = await served(['--data', dataDir], { LANG: 'es_DO.UTF-8' });
    await expect.poll(errors).toContain(movedText(join(dataDir, 'backups'), 'es'));
    expect(errors().match(/lo recibido: ([\d,]+) de \1\n/g)).toHaveLength(1);
    expect((await call('records/list', { kind: 'purchaseOrder' })).total).toBe(10_000);
  });

  test('gives back what its databases do not use before it works with them, and says so in its log', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    await liveOn(dataDir, { orders: [1, 2, 3] });
    const files = ['journal.db', 'perito.db'].map((name) => join(dataDir, name));
    for (const file of files) leaveFree(file, 17 * 1024 * 1024);
    const { ready, errors } = await served(['--data', dataDir], { PERITO_RECEIVER_KEYS: key });
    for (const file of files) expect(statSync(file).size).toBeLessThan(3 * 1024 * 1024);
    expect([...errors().matchAll(/"of":"(\w+)".*was given back/g)].map(([, of]) => of)).toEqual([
      'journal',
      'database',
    ]);
    // Numbers go on, and lookups are answered from the new file.
    expect((await (await send(ready.receiverUrl)).json()).purchaseOrderNumber).toMatch(/000004$/);
    const lookup = `${ready.receiverUrl}/InsurancePolicies?vin=1&incidentDate=2026-01-01`;
    const answer = await fetch(lookup, { headers: keyHeader });
    expect([answer.status, await answer.json()]).toEqual([200, []]);
  });

  test('with a second copy leaves no log behind at its end either', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const given = ['--data', dataDir, '--second-copy', temporaryFolder()];
    const { ready, child, ended, call } = await served(given, { PERITO_RECEIVER_KEYS: key });
    await expect.poll(async () => (await call('backups/get')).secondCopy?.state).toBe('following');
    await send(ready.receiverUrl);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(readdirSync(dataDir).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  });

  test('whose place for the second copy is away says so and goes on, and copies once it is there', async () => {
    const place = join(temporaryFolder(), 'place');
    const given = ['--data', join(temporaryFolder(), 'data'), '--second-copy', place];
    const { errors } = await served(given, { PERITO_RECEIVER_KEYS: key });
    await expect.poll(errors).toContain(`The second copy waits: ${place} is not there.`);
    mkdirSync(place);
    await expect.poll(errors).toContain(`The second copy goes on in ${place}.`);
  });

  describe('with a certificate for this run', () => {
    const made = certificateFolder();
    const root = made.authority('root');
    const own = made.issue('own', { by: root });
    const encrypted = made.encryptedKey('encrypted.pem', own, 'una frase');
    const secretFile = made.at('secret.txt');
    writeFileSync(secretFile, 'una frase\nmás\n');
    const pem = (key: string) => ['--tls-cert', own.cert, '--tls-key', key];

    test.each([
      ['of a file', ['--tls-passphrase-file', secretFile], {}],
      ['of the environment', [], { PERITO_TLS_PASSPHRASE: 'una frase' }],
    ])('answers over TLS, its key opened by the passphrase %s', async (_, given, environment) => {
      const keys = { PERITO_RECEIVER_KEYS: key };
      const { ready, call, errors } = await served([...pem(encrypted), ...given], {
        ...keys,
        ...environment,
      });
      expect(ready.receiverUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
      const sent = request(
        `${ready.receiverUrl}/PurchaseOrders`,
        { method: 'POST', ca: readFileSync(root.cert), headers: keyHeader },
        (answer) => resolve(answer.resume().statusCode),
      );
      sent.on('error', reject).end(JSON.stringify(order));
      expect(await promise).toBe(200);
      const { receiver } = await call('status/get');
      expect(receiver).toMatchObject({
        state: 'listening',
        certificate: { certificate: { subject: 'CN=own' }, problem: null },
      });
      expect(JSON.stringify(receiver)).not.toContain('una frase');
      expect(errors()).not.toContain('una frase');
    });

    test('serves its console to other computers over TLS, by the same certificate, to who signs in; never without', async () => {
      const { ready, errors } = await served([...pem(own.key), '--console-host', '0.0.0.0'], {});
      expect(ready.consoleUrl).toMatch(/^https:\/\/localhost:\d+$/);
      await expect.poll(errors).toContain(`${ready.consoleUrl}/enter?ticket=`);
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const sent = request(
        `${ready.consoleUrl}/rpc/people/me`,
        {
          ...{ method: 'POST', ca: readFileSync(root.cert) },
          headers: { authorization: `Bearer ${ready.consoleToken}`, 'content-type': 'application/json' },
        },
        (answer) => void text(answer).then(resolve, reject),
      );
      sent.on('error', reject).end('{}');
      expect(JSON.parse(await promise).json).toMatchObject({ state: 'signedOut', isOffice: true });
      const given = ['serve', '--data', join(temporaryFolder(), 'data'), '--console-host', '0.0.0.0'];
      expect(await command(given)).toMatchObject({
        code: 2,
        lines: [],
        errors: expect.stringContaining('without TLS'),
      });
    });

    test.each([
      [pem(encrypted), {}, 'its key is encrypted and no passphrase is known'],
      [pem(encrypted), { PERITO_TLS_PASSPHRASE: 'otra' }, 'the passphrase does not open its key'],
      [pem('/not/there.pem'), {}, 'a file of it is not there'],
    ])('%j ends with one sentence where it cannot be taken', async (given, environment, words) => {
      const running = perito(
        [
          'serve',
          '--data',
          join(temporaryFolder(), 'data'),
          '--receiver-port',
          '0',
          '--console-port',
          '0',
          ...given,
        ],
        environment,
      );
      running.firstLine.catch(() => {});
      const { code, lines, errors } = await running.ended;
      expect([code, lines]).toEqual([1, []]);
      expect(errors).toContain(`since its certificate cannot be taken: ${words}`);
    });
  });

  test.each(['--console-port', '--receiver-port'])('a taken %s is said with the way out', async (option) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const given = ['--receiver-port', '0', '--console-port', '0', option, String(port)];
    const { code, lines, errors } = await command(['serve', '--data', temporaryFolder(), ...given]);
    expect([code, lines]).toEqual([69, []]);
    expect(errors).toContain(option);
    expect(errors).not.toMatch(/^\s+at /m);
  });
});

describe('command lines that cannot be followed', () => {
  const commandLines: [given: string[], exitCode: number, texts: string[]][] = [
    [[], 2, ['Commands:']],
    [['constructor'], 2, ['There is no command "constructor"', 'Commands:']],
    [['serve', '--receiver-port', '65536'], 2, ['--receiver-port takes a whole number from 0 to 65535']],
    [['serve', '--help'], 0, ['--attachment-host HOST[:PORT]', 'PERITO_PLATFORM_KEY', '--console-port N']],
    [['verify', '--data', '/nowhere/at/all'], 1, ['There is no journal of Perito in /nowhere/at/all.']],
    [['help'], 0, ['Commands:']],
  ];
  test.each(commandLines)('%j ends with %i', async (given, exitCode, texts) => {
    const { code, lines, errors } = await command(given);
    expect([code, lines]).toEqual([exitCode, []]);
    for (const text of texts) expect(errors).toContain(text);
  });

  test("as a process, what is said comes whole, and the exit code is the command's", async () => {
    const given = ['serve', '--receiver-port', '65536'];
    const { code, lines, errors } = await perito(given).ended;
    expect({ code, lines, errors }).toEqual(await command(given));
  });

  test('a key of a wrong form is refused without repeating it', async () => {
    const environment = { PERITO_RECEIVER_KEYS: `${key},only-a-secret` };
    const { code, errors } = await command(['serve'], environment);
    expect(code).toBe(2);
    expect(errors).toContain('Key 2 of PERITO_RECEIVER_KEYS is not of the form email:secret.');
    expect(errors).not.toMatch(/only-a-secret|muy-secreta/);
  });

  test("a platform's key of a wrong form is refused without repeating it", async () => {
    const { code, errors } = await command(['serve'], { PERITO_PLATFORM_KEY: 'only-a-secret' });
    expect(code).toBe(2);
    expect(errors).toContain('PERITO_PLATFORM_KEY is not of the form email:secret.');
    expect(errors).not.toContain('only-a-secret');
  });
});
