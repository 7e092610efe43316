import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ReceiverProblem } from '../../main/engine/receiver-thread.ts';
import type { CallFault } from '../../main/engine/serve-port.ts';
import { type EngineThread, startEngineThread } from '../../main/shell/engine-client.ts';
import type { EngineProblem } from '../../main/shell/process.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { capabilityNames } from '../../shared/contract/shell.ts';
import { patience } from '../patience.ts';
import { keepFile } from './kept-files.ts';
import { quietHost } from './quiet-host.ts';
import { quietReceiver } from './quiet-receiver.ts';

const workerFile = new URL('./small-engine-worker.ts', import.meta.url);
const browser = { via: 'browser' } as const;
const started: EngineThread[] = [];
const faults: CallFault[] = [];

type More = Pick<Parameters<typeof startEngineThread>[0], 'pauses' | 'startReceiver' | 'onWorker'>;

async function start(dataDir = '/small', more: More = {}) {
  const begun = await startUnwatched(dataDir, more);
  started.push(begun.thread);
  return begun;
}

/** Closed by who asks for it. */
async function startUnwatched(dataDir = '/small', more: More = {}) {
  const { host, secrets } = await quietHost();
  const ends: EngineProblem[] = [];
  const told = new EventEmitter();
  const thread = await startEngineThread({
    options: { dataDir, version: '0.0.0' },
    host,
    onFault: (fault) => faults.push(fault),
    onEnd: (problem) => told.emit(String(ends.push(problem))),
    workerFile,
    startReceiver: quietReceiver,
    ...more,
  });
  /** Resolves at the moment of the `count`th end: what follows it is some milliseconds away. */
  const endNumber = (count: number) => once(told, String(count));
  return { thread, secrets, ends, endNumber };
}

function clientOf(thread: EngineThread, via: 'browser' | 'token' | 'desktop' = 'browser') {
  const port = thread.connect(via);
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port }));
  port.start();
  return { port, client };
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((thread) => thread.close(500)));
  expect(faults.splice(0)).toEqual([]);
});

describe('the engine in its thread', () => {
  test('starts, answers on a port, calls its host, and closes', async () => {
    const { thread } = await start();
    expect(thread.receiverUrl).toBe('http://127.0.0.1:1');
    const { client } = clientOf(thread);
    expect(await client.shell.capabilities()).toContainEqual({
      name: 'clipboard',
      available: false,
      reason: 'inBrowser',
    });
    expect(await client.shell.recheckKeychain()).toEqual({
      state: 'absent',
      problem: 'noService',
      kind: 'memory',
      detail: 'none in this test',
    });
    expect(await thread.close(patience.timeout)).toBe('closed');
    expect(await thread.ended).toBeNull();
  });

  test.each([
    ['/small-in-use', 'inUse', 'Another Perito is using it.'],
    ['/small-broken', 'unexpected', 'The engine could not start: a fault'],
  ])('a start that fails is told as data: %s', async (dataDir, code, message) => {
    await expect(start(dataDir)).rejects.toMatchObject({ name: 'EngineProblem', code, message });
  });

  test('a worker file that cannot be run is a problem, not a hang', async () => {
    const { host } = await quietHost();
    const failing = startEngineThread({
      options: { dataDir: '/small', version: '0.0.0' },
      host,
      onFault: (fault) => faults.push(fault),
      workerFile: new URL('./nowhere.ts', import.meta.url),
      startReceiver: quietReceiver,
    });
    await expect(failing).rejects.toMatchObject({ name: 'EngineProblem', code: 'crashed' });
  });

  test('a crash ends the calls that wait and says so', async () => {
    const { thread, ends } = await start('/small', { pauses: [3_600_000] });
    const { client } = clientOf(thread);
    await expect(client.rejected.list({})).rejects.toThrow();
    await expect.poll(() => ends).toMatchObject([{ code: 'crashed' }]);
    expect(ends[0]?.message).toContain('crashed on request');
    expect(await thread.acceptCollected('any', 'x')).toBeNull();
  });

  test('until it is there again every call is refused with what is known, and then a new port reaches it', async () => {
    const { thread, ends, endNumber } = await start('/small', { pauses: [500] });
    const { port, client } = clientOf(thread);
    const closed = once(port, 'close');
    const ended = endNumber(1);
    const refusedOnce = expect(client.rejected.list({})).rejects.toThrow();
    await ended;
    const { port: during, client: refused } = clientOf(thread);
    const duringClosed = once(during, 'close');
    const refusal = await refused.shell.capabilities().catch((failure: unknown) => failure);
    expect(refusal).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      message: 'There is no engine at present.',
      data: { cause: 'crashed', receiver: 'listening', since: expect.stringMatching(/Z$/) },
    });
    await Promise.all([refusedOnce, closed, duringClosed]);
    const { client: again } = clientOf(thread);
    expect(await again.shell.capabilities()).toHaveLength(capabilityNames.length);
    expect(ends).toHaveLength(1);
  });

  test('one that cannot start again is tried again, and the pauses grow', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perito-tried-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const launched: number[] = [];
    const { thread, ends, endNumber } = await start(folder, {
      pauses: [0, 100, 250],
      onWorker: () => launched.push(performance.now()),
    });
    writeFileSync(join(folder, 'cannot-start'), '3');
    const { client } = clientOf(thread);
    const second = endNumber(2);
    await expect(client.rejected.list({})).rejects.toThrow();
    await second;
    const refused = await clientOf(thread)
      .client.shell.capabilities()
      .catch((failure: unknown) => failure);
    expect(refused).toMatchObject({ status: 503, data: { cause: 'cannotStart' } });
    await expect
      .poll(() =>
        clientOf(thread)
          .client.shell.capabilities()
          .catch(() => []),
      )
      .not.toEqual([]);
    expect(ends.map(({ code }) => code)).toEqual([
      'crashed',
      'notAccessible',
      'notAccessible',
      'notAccessible',
    ]);
    const pauses = launched.slice(1).map((at, index) => at - (launched[index] ?? 0));
    expect(pauses[2]).toBeGreaterThanOrEqual(100);
    expect(pauses[3]).toBeGreaterThanOrEqual(250);
  });

  test('a start of which the database cannot be opened leaves the receiver to go on, until it can', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perito-closed-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'cannot-start'), '1');
    const { thread } = await start(folder, { pauses: [0, 100] });
    expect(thread.lacked).toMatchObject({ code: 'notAccessible' });
    const { port, client } = clientOf(thread);
    const closed = once(port, 'close');
    await expect(client.shell.capabilities()).rejects.toMatchObject({
      data: { cause: 'cannotStart', receiver: 'listening' },
    });
    await closed;
    expect(await clientOf(thread).client.shell.capabilities()).not.toEqual([]);
  });

  test('a close that takes too long is cut', async () => {
    const { thread } = await start('/small-hangs');
    expect(await thread.close(200)).toBe('terminated');
  });

  test('a secret from a page reaches the engine and its outcome comes back; a failing one is null', async () => {
    const { thread, secrets } = await start();
    expect(await thread.acceptCollected('t1', 'a@b.do:s')).toBe('accepted');
    expect(await secrets.read('ticket:t1')).toBe('a@b.do:s');
    expect(await thread.acceptCollected('throws', 'x')).toBeNull();
  });

  test('files are asked for by the dozen, and each asker gets its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perito-files-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { thread } = await start(folder);
    const ids = Array.from({ length: 40 }, (_, index) => index + 1);
    for (const id of ids.filter((one) => one % 2 === 0)) keepFile(folder, { id, variant: 'preview' });
    const found = await Promise.all(ids.map((id) => thread.attachmentFile(id, 'preview', browser)));
    expect(found).toEqual(
      ids.map((id) => (id % 2 === 0 ? expect.objectContaining({ filename: `foto-${id}.jpg` }) : null)),
    );
    expect(await thread.attachmentFile(500, 'preview', browser)).toBeNull();
    expect(await thread.attachmentFile(2, 'thumbnail', browser)).toBeNull();
  });

  test('a file that is asked for while the engine dies is none; afterwards it is given once the engine is back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perito-files-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    keepFile(folder, { id: 2, variant: 'preview' });
    const { thread, ends } = await start(folder, { pauses: [50] });
    expect(await thread.attachmentFile(501, 'original', browser)).toBeNull();
    await expect.poll(() => ends).toMatchObject([{ code: 'crashed' }]);
    expect(await thread.attachmentFile(2, 'preview', browser)).toMatchObject({ filename: 'foto-2.jpg' });
  });

  test('a receiver that cannot open its journal is the problem, whatever the engine says', async () => {
    const failing = () => {
      const opened = Promise.reject(new ReceiverProblem('inUse', 'Another Perito is using it.'));
      opened.catch(() => {});
      return { ...quietReceiver(), opened };
    };
    await expect(start('/small-broken', { startReceiver: failing })).rejects.toMatchObject({
      name: 'EngineProblem',
      code: 'inUse',
    });
  });

  test('a receiver that ends is started again; where its journal is damaged, nobody is answered but about that', async () => {
    const lost = [Promise.withResolvers<ReceiverProblem>(), Promise.withResolvers<ReceiverProblem>()];
    let opened = 0;
    const startReceiver = () => {
      const ended = lost[opened]?.promise ?? new Promise<null>(() => {});
      opened += 1;
      const failure = new ReceiverProblem('corrupt', 'The journal is damaged.');
      const fails = Promise.reject(failure);
      fails.catch(() => {});
      return { ...quietReceiver(), ended, ...(opened === 3 && { opened: fails }) };
    };
    const { thread, ends } = await start('/small', { startReceiver, pauses: [0] });
    lost[0]?.resolve(new ReceiverProblem(null, 'The receiver stopped through a fault: x'));
    await expect.poll(() => opened).toBe(2);
    expect(await clientOf(thread).client.shell.capabilities()).toHaveLength(capabilityNames.length);
    expect(ends).toMatchObject([{ code: 'unexpected' }]);
    lost[1]?.resolve(new ReceiverProblem(null, 'The receiver stopped through a fault: y'));
    const refused = () => clientOf(thread).client.status.get();
    await expect
      .poll(() => refused().catch((failure: unknown) => Object(failure).data))
      .toMatchObject({ illness: 'corrupt', detail: 'The journal is damaged.' });
  });

  test('a fault inside a procedure says nothing of its cause', async () => {
    const { thread } = await start();
    const { client } = clientOf(thread);
    await expect(client.status.get()).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'Internal server error',
    });
  });

  test('streams say how their caller came and end with their port', async () => {
    const { thread } = await start();
    for (const via of ['browser', 'token', 'desktop'] as const) {
      const { port, client } = clientOf(thread, via);
      const changes = await client.changes();
      expect((await changes.next()).value).toMatchObject({ topic: 'status', count: via.length });
      port.close();
      await expect(changes.next()).rejects.toThrow();
    }
  });
});

describe('the engine in its thread', () => {
  let thread: EngineThread;
  beforeAll(async () => {
    ({ thread } = await startUnwatched());
  });
  afterAll(() => thread.close());

  test.each([
    'not json',
    '{}',
    '{"i":"1","p":{"u":"::"}}',
    '[]',
    42,
    { hostile: true },
    null,
    new Uint8Array([255, 254, 0]),
    '{"i":"__proto__","t":4}',
    '{"i":{"deep":[]},"t":3,"p":null}',
  ])('a message that cannot be read does not end the thread: %j', async (message) => {
    const { port, client } = clientOf(thread);
    port.postMessage(message);
    expect(await client.shell.capabilities()).toHaveLength(capabilityNames.length);
    port.close();
  });
});
