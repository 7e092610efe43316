/** Many consoles hear of changes by one subscription, each as long as its person may. */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { implement } from '@orpc/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openChangesFanOut } from '../../main/browser/changes-fan-out.ts';
import { createChanges } from '../../main/engine/changes/index.ts';
import type { FileAsker, Hearing } from '../../main/engine/engine-protocol.ts';
import { serveOnPort } from '../../main/engine/serve-port.ts';
import { contract } from '../../shared/contract/contract.ts';
import { ManualClock } from '../engine/manual-clock.ts';

const ids = Array.from({ length: 100 }, (_, index) => 2 ** 52 + index);
const always: Hearing = { state: 'hears', until: Number.MAX_SAFE_INTEGER };

/** Resolves once it is so, however busy the machine is. */
const seen = (isSo: () => boolean) => vi.waitUntil(isSo, 20_000);

/** The fan-out before real changes over a real port; each caller is known by the token in its `x-who`. */
async function fannedOut() {
  const clock = new ManualClock();
  const changes = createChanges(clock);
  const ports = new Set<MessagePort>();
  const on = implement(contract);
  let subscriptions = 0;
  const router = {
    changes: on.changes.handler(async function* ({ signal }) {
      subscriptions += 1;
      try {
        yield* changes.subscribe(signal);
      } finally {
        subscriptions -= 1;
      }
    }),
  };
  const standing = new Map<string, Hearing>();
  const asked: (string | undefined)[][] = [];
  const fanOut = openChangesFanOut({
    connect() {
      const { port1, port2 } = new MessageChannel();
      ports.add(port2);
      serveOnPort(router, port2, {}, () => {});
      return port1;
    },
    hearing(askers: readonly FileAsker[]) {
      asked.push(askers.map(({ signIn }) => signIn));
      return Promise.resolve(askers.map(({ signIn = '' }) => standing.get(signIn) ?? always));
    },
    clock,
  });
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    void fanOut.join(response, { via: 'browser', signIn: String(request.headers['x-who']) });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    fanOut.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** A console that listens; resolves once it was answered. */
  async function listen(who: string) {
    const sent = httpRequest({ host: '127.0.0.1', port, agent: false, headers: { 'x-who': who } }).end();
    sent.on('error', () => {});
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let said = '';
    answer.on('data', (part) => {
      said += part;
    });
    answer.on('error', () => {});
    const ended = new Promise<void>((resolve) => answer.once('close', resolve));
    return { answer, said: () => said, ended, leave: () => sent.destroy() };
  }
  const publish = (...topics: ('records' | 'people' | 'presence')[]) => {
    for (const topic of topics) changes.publish({ topic, ids });
    clock.advance(100);
  };
  return { clock, listen, publish, standing, asked, responses, ports, subscriptions: () => subscriptions };
}

test('forty consoles hear each change by one subscription, which ends with the last and begins anew with the next', async () => {
  const { listen, publish, subscriptions } = await fannedOut();
  const consoles = await Promise.all(Array.from({ length: 40 }, (_, index) => listen(`desk ${index}`)));
  expect(subscriptions()).toBe(1);
  expect(consoles.every(({ answer }) => answer.headers['content-type'] === 'text/event-stream')).toBe(true);
  publish('records');
  await seen(() => consoles.every(({ said }) => said().includes('"records"')));
  // Each begins with the state, so that a listener knows it is connected.
  expect(consoles.every(({ said }) => said().indexOf('"status"') < said().indexOf('"records"'))).toBe(true);
  for (const { leave } of consoles.slice(1)) leave();
  publish('presence');
  await seen(() => consoles[0]?.said().includes('"presence"') === true);
  expect(subscriptions()).toBe(1);
  consoles[0]?.leave();
  await seen(() => subscriptions() === 0);
  await listen('another');
  expect(subscriptions()).toBe(1);
});

test('who may not hear is told why; who may not any more is told nothing of that moment', async () => {
  const { listen, publish, standing, asked } = await fannedOut();
  standing.set('nobody', { state: 'signedOut', until: 0 });
  const refused = await listen('nobody');
  await refused.ended;
  expect(refused.answer.statusCode).toBe(401);
  expect(JSON.parse(refused.said()).json).toMatchObject({ code: 'SIGN_IN', data: { reason: 'signedOut' } });
  const [ana, luis] = [await listen('ana'), await listen('luis')];
  const before = asked.length;
  publish('records');
  await seen(() => ana.said().includes('"records"') && luis.said().includes('"records"'));
  // Nothing is asked of the engine for a change of what is the same for all.
  expect(asked.length).toBe(before);
  const heard = luis.said().length;
  standing.set('luis', { state: 'locked', until: 0 });
  publish('presence', 'people');
  await luis.ended;
  expect(luis.said().slice(heard)).not.toContain('topic');
  await seen(() => ana.said().includes('"presence"'));
  expect(ana.said()).toContain('"people"');
  // Of all at once.
  expect(asked.slice(before)).toEqual([['ana', 'luis']]);
});

test('after the time for which it was known, it is asked again before anything is told', async () => {
  const { clock, listen, publish, standing } = await fannedOut();
  standing.set('ana', { state: 'hears', until: clock.now() + 1000 });
  const ana = await listen('ana');
  publish('records');
  await seen(() => ana.said().includes('"records"'));
  standing.set('ana', { state: 'locked', until: 0 });
  clock.advance(2000);
  publish('presence');
  await ana.ended;
  expect(ana.said()).not.toContain('"presence"');
});

test('a reader that takes nothing holds a bounded memory and looks at everything again; others are told meanwhile', async () => {
  const { listen, publish, responses } = await fannedOut();
  const slow = await listen('slow');
  slow.answer.pause();
  const quick = await listen('quick');
  const [ofSlow] = responses;
  for (let sent = 0; ofSlow?.writableNeedDrain === false && sent < 100_000; sent += 1) {
    publish('records');
    await setImmediate();
  }
  const full = ofSlow?.writableLength ?? 0;
  const [before] = [quick.said().length];
  for (let more = 0; more < 500; more += 1) {
    publish('records');
    await setImmediate();
  }
  expect(quick.said().length - before).toBeGreaterThan(100_000);
  expect(full).toBeGreaterThan(0);
  expect(full).toBeLessThan(128 * 1024);
  expect(ofSlow?.writableLength).toBe(full);
  expect(slow.said()).not.toContain('"retention"');
  slow.answer.resume();
  await seen(() => slow.said().includes('"retention"'));
});

test('where the engine ends, the streams end, and the next is told so or hears of the one in its place', async () => {
  const { listen, publish, ports } = await fannedOut();
  const ana = await listen('ana');
  for (const port of ports) port.close();
  await ana.ended;
  const again = await listen('ana');
  publish('records');
  await seen(() => again.said().includes('"records"'));
});
