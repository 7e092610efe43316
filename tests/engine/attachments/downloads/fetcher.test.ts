import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { startFetcher } from '../../../../main/engine/attachments/downloads/fetcher.ts';
import type { FetchOutcome, FetchProgress } from '../../../../main/engine/attachments/downloads/http-get.ts';
import { ManualClock } from '../../manual-clock.ts';
import { openRawServer } from './hostile-server.ts';
import { openLanding, rulesFor } from './house.ts';

const photo = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfoto';
const rulesAt = (url: string) => rulesFor([url], { allowLoopback: true });
const never = new AbortController().signal;
const nobody = () => {};

/** A server that sends a part of a file and then waits, at `/mitad`, or all of it. */
const openServer = () =>
  openRawServer((socket, head) => {
    if (head.startsWith('GET /mitad')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfoto');
    else socket.end(photo);
  });

function openFetcher(clock = new ManualClock()) {
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on('worker', note);
  const fetcher = startFetcher(clock);
  const landing = openLanding();
  onTestFinished(async () => {
    process.off('worker', note);
    await fetcher.close();
  });
  /** Begins a fetch; resolves once its first bytes have come. */
  async function begin(port: number, id = 7, signal = never): Promise<{ outcome: Promise<FetchOutcome> }> {
    const { promise, resolve } = Promise.withResolvers<FetchProgress>();
    const task = landing.task(`http://127.0.0.1:${port}/mitad`, { id });
    const outcome = fetcher.fetch(task, rulesAt(task.url), { signal, onProgress: resolve });
    expect(await promise).toEqual({ bytes: 4, total: 100 });
    return { outcome };
  }
  return { fetcher, threads, begin, clock, ...landing };
}

test('files are fetched in one thread, which is started by the first', async () => {
  const server = await openServer();
  const { fetcher, threads, task, left } = openFetcher();
  expect(threads).toHaveLength(0);
  const ids = [1, 2, 3, 4, 5, 6, 7, 8];
  const rules = rulesAt(`http://127.0.0.1:${server.port}/`);
  const outcomes = await Promise.all(
    ids.map((id) =>
      fetcher.fetch(task(`http://127.0.0.1:${server.port}/${id}`, { id }), rules, {
        signal: never,
        onProgress: nobody,
      }),
    ),
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'downloaded'));
  expect(left()).toHaveLength(8);
  expect(threads).toHaveLength(1);
});

test('one is given up, the others go on', async () => {
  const server = await openServer();
  const { fetcher, begin, task, left } = openFetcher();
  const controller = new AbortController();
  const { outcome } = await begin(server.port, 7, controller.signal);
  controller.abort();
  expect(await outcome).toEqual({ outcome: 'aborted' });
  const url = `http://127.0.0.1:${server.port}/`;
  const other = await fetcher.fetch(task(url, { id: 8 }), rulesAt(url), {
    signal: never,
    onProgress: nobody,
  });
  expect(other).toMatchObject({ outcome: 'downloaded' });
  expect(left()).toHaveLength(1);
  const late = await fetcher.fetch(task(url), rulesAt(url), {
    signal: controller.signal,
    onProgress: nobody,
  });
  expect(late).toEqual({ outcome: 'aborted' });
});

test('a thread that is killed takes its fetches with it and leaves nothing; the next fetch has a new one', async () => {
  const server = await openServer();
  const { fetcher, threads, begin, task, left } = openFetcher();
  const { outcome } = await begin(server.port, 7);
  const { outcome: second } = await begin(server.port, 8);
  expect(left().toSorted()).toEqual(['7.part', '8.part']);
  await threads[0]?.terminate();
  const ended = { outcome: 'notFetched', problem: 'writeFailed', host: null };
  expect([await outcome, await second]).toMatchObject([ended, ended]);
  expect(left()).toEqual([]);
  const url = `http://127.0.0.1:${server.port}/`;
  expect(await fetcher.fetch(task(url), rulesAt(url), { signal: never, onProgress: nobody })).toMatchObject({
    outcome: 'downloaded',
  });
  expect(threads).toHaveLength(2);
});

test('closing gives up what is open, and all that comes', async () => {
  const server = await openServer();
  const { fetcher, threads, begin, task, left } = openFetcher();
  const { outcome } = await begin(server.port);
  const exited = once(threads[0] as Worker, 'exit');
  await fetcher.close();
  expect(await outcome).toEqual({ outcome: 'aborted' });
  expect(left()).toEqual([]);
  await exited;
  const url = `http://127.0.0.1:${server.port}/`;
  expect(await fetcher.fetch(task(url), rulesAt(url), { signal: never, onProgress: nobody })).toEqual({
    outcome: 'aborted',
  });
  expect(threads).toHaveLength(1);
});

test('a thread with nothing to do ends after 30 seconds, and not while it has', async () => {
  const server = await openServer();
  const { fetcher, threads, begin, task, clock } = openFetcher();
  const url = `http://127.0.0.1:${server.port}/`;
  const fetchOne = () => fetcher.fetch(task(url), rulesAt(url), { signal: never, onProgress: nobody });
  await fetchOne();
  clock.advance(29_999);
  const controller = new AbortController();
  const { outcome } = await begin(server.port, 8, controller.signal);
  clock.advance(60_000);
  controller.abort();
  expect(await outcome).toEqual({ outcome: 'aborted' });
  expect(threads).toHaveLength(1);
  const exited = once(threads[0] as Worker, 'exit');
  clock.advance(30_000);
  await exited;
  expect(await fetchOne()).toMatchObject({ outcome: 'downloaded' });
  expect(threads).toHaveLength(2);
});
