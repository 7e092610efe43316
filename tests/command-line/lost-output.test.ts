/** Where what the program says cannot be written: it goes on, and answers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { linesTo } from '../../main/engine/log.ts';
import { makePurchaseOrder } from '../../main/simulator/index.ts';
import { cli } from '../built-program.ts';
import { compileCache } from '../compile-cache.ts';
import { deliver } from '../deliver.ts';
import { type Ready, temporaryFolder } from './perito.ts';

const key = 'mercado@prueba.example:clave-de-prueba';

/** `serve`, ready, with its standard error going there. */
async function served(stderr: number | 'pipe') {
  const given = [
    'serve',
    '--data',
    join(temporaryFolder(), 'data'),
    '--receiver-port',
    '0',
    '--console-port',
    '0',
  ];
  const child = spawn(process.execPath, [cli, ...given], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: temporaryFolder(),
      NODE_COMPILE_CACHE: compileCache,
      PERITO_RECEIVER_KEYS: key,
      PERITO_LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', stderr],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('it has no standard output');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const ready: Ready = JSON.parse(String(line));
  return { child, ready };
}

/** Has the engine and the shell write lines; answers where the receiver listens then. */
async function makeNoise({ consoleUrl, consoleToken }: Ready): Promise<string> {
  const call = async (procedure: string, body: object) => {
    const answer = await fetch(`${consoleUrl}/rpc/${procedure}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${consoleToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  // The engine listens elsewhere, and says so; that a call's form is a fault says the shell.
  for (const last of [2, 3]) {
    await call('settings/update', { json: { receiver: { address: `127.0.0.${last}` } } });
  }
  await call('status/get', { json: {}, meta: 'nonsense' });
  const { receiver } = (await call('status/get', { json: {} })).json;
  expect(receiver.url).toContain('127.0.0.3');
  return receiver.url;
}

async function goesOn({ child, ready }: Awaited<ReturnType<typeof served>>): Promise<void> {
  const receiverUrl = await makeNoise(ready);
  const order = makePurchaseOrder({ seed: 1, index: 0, createdAt: new Date(0) });
  expect(await deliver(receiverUrl, key, '/PurchaseOrders', order)).toBe(200);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}

test.runIf(existsSync('/dev/full'))('on a full disk it goes on, and closes cleanly', async () => {
  await goesOn(await served(openSync('/dev/full', 'w')));
});

test('where nobody reads its standard error and output any more, it goes on, and closes cleanly', async () => {
  const running = await served('pipe');
  running.child.stderr?.destroy();
  running.child.stdout?.destroy();
  await goesOn(running);
});

test.runIf(existsSync('/dev/full'))('a line that cannot be written is lost, and throws nothing', () => {
  const full = linesTo(openSync('/dev/full', 'w'));
  for (let line = 0; line < 3; line++) expect(() => full.write('{"msg":"a"}\n')).not.toThrow();
  const closed = linesTo(9999);
  expect(() => closed.write('{"msg":"b"}\n')).not.toThrow();
});
