import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageProblem } from '../../main/command-line/command.ts';
import { readServeOptions } from '../../main/command-line/serve-options.ts';
import { makePurchaseOrder, openPlatform } from '../../main/simulator/index.ts';
import type { ReferenceListState } from '../../shared/contract/reference.ts';
import { perito, served, temporaryFolder } from './perito.ts';

const key = 'mercado@prueba.example:una:clave-muy-secreta';
const keyHeader = { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' };
const order = makePurchaseOrder({ seed: 1, index: 0, createdAt: new Date(0) });
const send = (url: string) =>
  fetch(`${url}/PurchaseOrders`, { method: 'POST', headers: keyHeader, body: JSON.stringify(order) });

describe('serve', () => {
  test('prints one line of JSON when ready, and nothing else; receives; answers calls; ends on SIGTERM', async () => {
    const { ready, call, child, ended } = await served([], { PERITO_RECEIVER_KEYS: ` ${key} ,` });
    expect(Object.keys(ready)).toEqual(['ready', 'receiverUrl', 'consoleUrl', 'consoleToken']);
    expect(ready.consoleUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await (await send(ready.receiverUrl)).json()).purchaseOrderNumber).toMatch(/^OC-/);
    expect((await call('records/list')).total).toBe(1);
    child.kill('SIGTERM');
    const { code, lines, errors } = await ended;
    expect([code, lines.length]).toEqual([0, 1]);
    expect(errors).toContain(`${ready.consoleUrl}/enter?ticket=`);
    expect(errors).not.toContain('una:clave-muy-secreta');
    expect(errors).not.toContain(ready.consoleToken);
  });

  test('fetches the lists of a platform given for this run, with its key', async () => {
    const platformKey = 'aseguradora@prueba.example:clave-de-la-plataforma';
    await using platform = await openPlatform({ key: platformKey });
    const { call, child, ended, dataDir } = await served(['--platform-url', platform.url], {
      PERITO_PLATFORM_KEY: platformKey,
    });
    const lists = await call('reference/refresh');
    expect(lists.map((list: ReferenceListState) => [list.problem, list.items.length > 2])).toEqual(
      Array(7).fill([null, true]),
    );
    expect(await call('reference/key')).toEqual({
      secretIn: 'environment',
      urlFromCommandLine: platform.url,
    });
    child.kill('SIGTERM');
    expect((await ended).errors).not.toContain('clave-de-la-plataforma');
    for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    )) {
      const bytes = readFileSync(join(file.parentPath, file.name));
      expect([file.name, bytes.includes('clave-de-la-plataforma')]).toEqual([file.name, false]);
    }
  });

  test('killed straight after an answer, it gives the same number again', async () => {
    const first = await served([], { PERITO_RECEIVER_KEYS: key });
    const { purchaseOrderNumber } = await (await send(first.ready.receiverUrl)).json();
    first.child.kill('SIGKILL');
    await first.ended;
    const again = await served(['--data', first.dataDir], { PERITO_RECEIVER_KEYS: key });
    expect((await (await send(again.ready.receiverUrl)).json()).purchaseOrderNumber).toBe(
      purchaseOrderNumber,
    );
    expect((await again.call('records/list')).total).toBe(1);
  });

  test('ends within five seconds though a call is held, a stream open and a client silent', async () => {
    const { ready, child, ended, call } = await served(['--hold-seconds', '90'], {
      PERITO_RECEIVER_KEYS: key,
    });
    await send(ready.receiverUrl);
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
    const started = performance.now();
    child.kill('SIGTERM');
    expect(await (await held).json()).toMatchObject({ isCancelled: false, showResponseText: true });
    expect((await ended).code).toBe(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('a data directory in use is one sentence and exit code 1', async () => {
    const { dataDir } = await served();
    const second = perito(['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0']);
    const { code, lines, errors } = await second.ended;
    expect([code, lines]).toEqual([1, []]);
    expect(errors).toBe(`Another Perito is using ${dataDir}. Close it, or choose another data directory.\n`);
  });

  test.each(['--console-port', '--receiver-port'])('a taken %s is said with the way out', async (option) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const given = ['--receiver-port', '0', '--console-port', '0', option, String(port)];
    const { code, lines, errors } = await perito(['serve', '--data', temporaryFolder(), ...given]).ended;
    expect([code, lines]).toEqual([1, []]);
    expect(errors).toContain(option);
    expect(errors).not.toMatch(/^\s+at /m);
  });
});

describe('command lines that cannot be followed', () => {
  test.each([
    [[], 2, ['Commands:']],
    [['constructor'], 2, ['There is no command "constructor"', 'Commands:']],
    [['serve', '--receiver-port', '65536'], 2, ['--receiver-port takes a whole number from 0 to 65535']],
    [['serve', '--help'], 0, ['--attachment-host HOST[:PORT]', 'PERITO_PLATFORM_KEY', '--console-port N']],
    [['verify', '--data', '/nowhere/at/all'], 1, ['There is no Perito database in /nowhere/at/all.']],
    [['help'], 0, ['Commands:']],
  ])('%j ends with %i', async (given, exitCode, words) => {
    const { code, lines, errors } = await perito(given).ended;
    expect([code, lines]).toEqual([exitCode, []]);
    for (const word of words) expect(errors).toContain(word);
  });

  // What becomes of these is the same as above: the words, the usage, and exit code 2.
  test.each([
    [['--receiver-port', '-1'], '--receiver-port'],
    [['--hold-seconds', '91'], '--hold-seconds takes a whole number from 0 to 90'],
    [['--receiver-address', 'localhost'], '--receiver-address takes an IP address'],
    [['--platform-url', 'plataforma'], '--platform-url takes an http or https address'],
    [['--platform-uri', 'https://x.example'], "Unknown option '--platform-uri'"],
    [['--attachment-host', 'fotos.example:70000'], 'takes a port from 1 to 65535 after "fotos.example:"'],
    [['more'], "Unexpected argument 'more'"],
  ])('serve %j is refused', (given, words) => {
    const read = () => readServeOptions(given, {});
    expect(read).toThrow(UsageProblem);
    expect(read).toThrow(words);
  });

  test('a key of a wrong form is refused without repeating it', async () => {
    const environment = { PERITO_RECEIVER_KEYS: `${key},only-a-secret` };
    const { code, errors } = await perito(['serve'], environment).ended;
    expect(code).toBe(2);
    expect(errors).toContain('Key 2 of PERITO_RECEIVER_KEYS is not of the form email:secret.');
    expect(errors).not.toMatch(/only-a-secret|muy-secreta/);
  });

  test("a platform's key of a wrong form is refused without repeating it", async () => {
    const { code, errors } = await perito(['serve'], { PERITO_PLATFORM_KEY: 'only-a-secret' }).ended;
    expect(code).toBe(2);
    expect(errors).toContain('PERITO_PLATFORM_KEY is not of the form email:secret.');
    expect(errors).not.toContain('only-a-secret');
  });
});
