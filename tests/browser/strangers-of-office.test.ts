/** What somebody of the office's network without an account may ask for, and what that costs at the most. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openConsoleCertificate } from '../../main/browser/console-certificate.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { patience } from '../patience.ts';
import { builtScreen, openedShell } from './opened-shell.ts';

const made = certificateFolder();
const root = made.authority('root');
const own = made.issue('own', { by: root });
const ca = readFileSync(root.cert, 'utf8');
const MiB = 2 ** 20;

/** A screen with one asset of so many bytes. */
async function screenOf(bytes: number): Promise<{ files: string; asset: Buffer }> {
  const files = await builtScreen();
  const asset = randomBytes(bytes);
  writeFileSync(join(files, 'assets', 'large-1.js'), asset);
  return { files, asset };
}
const large = '/assets/large-1.js';

/** A console that other computers open. */
async function openedOffice(files: string) {
  const certificate = await openConsoleCertificate({
    files: { mode: 'pem', certificateFile: own.cert, keyFile: own.key },
    passphrase: async () => null,
  });
  onTestFinished(() => certificate.close());
  const opened = await openedShell({
    ...{ beyond: { host: '127.0.0.1', certificate }, ca, isOffice: true, files },
  });
  const port = Number(opened.port);
  const host = `localhost:${port}`;
  const sockets = new Set<TLSSocket>();
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    ...opened,
    host,
    /** A connection on which TLS is agreed on. */
    async dial(): Promise<TLSSocket> {
      const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca });
      sockets.add(socket);
      socket.on('error', () => {});
      await once(socket, 'secureConnect');
      return socket;
    },
    get: (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`,
  };
}

/** Of this process, console and callers together. */
const held = () => process.memoryUsage().rss;

/** Resolves once what was asked on these is being answered, and whatever more would be read of the network has been. */
async function beingAnswered(sockets: readonly TLSSocket[]): Promise<void> {
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
}

describe('answers that nobody takes', () => {
  test.each([
    ['eight requests of one connection', 1, 8],
    ['one request of each of forty', 40, 1],
    ['eight requests of each of forty', 40, 8],
  ])('%s, for a file of 16 MiB each, hold pieces of it alone', async (_, connections, requests) => {
    const { files } = await screenOf(16 * MiB);
    const { dial, get } = await openedOffice(files);
    const sockets = await Promise.all(Array.from({ length: connections }, dial));
    const before = held();
    for (const socket of sockets) socket.write(get(large).repeat(requests));
    await beingAnswered(sockets);
    expect(held() - before).toBeLessThan(120 * MiB);
  });

  test('200 requests in one piece end their connection, and cost no more', async () => {
    const { files } = await screenOf(3 * MiB);
    const { dial, get, ask } = await openedOffice(files);
    const socket = await dial();
    const before = held();
    socket.write(get(large).repeat(200));
    socket.resume();
    await once(socket, 'close');
    expect(held() - before).toBeLessThan(60 * MiB);
    expect((await ask('GET', '/health')).status).toBe(200);
  });

  test('end once nobody took anything of them for half a minute', async () => {
    const { files, asset } = await screenOf(32 * MiB);
    const { dial, get } = await openedOffice(files);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = await dial();
    const [, other] = await Promise.all([socket, dial()]);
    for (const one of [socket, other]) one.write(get(large));
    let taken = 0;
    other.on('data', (bytes: Buffer) => {
      taken += bytes.length;
    });
    // One goes on reading, and has all of it.
    await vi.waitUntil(() => taken > asset.length, patience);
    for (let seconds = 0; seconds <= 60; seconds += 3) {
      await setImmediate();
      vi.advanceTimersByTime(3000);
    }
    let left = 0;
    socket.on('data', (bytes: Buffer) => {
      left += bytes.length;
    });
    await once(socket, 'close');
    expect(left).toBeLessThan(asset.length);
  });
});

describe('whoever reads', () => {
  test('has every answer of one connection, whole and in turn, asked one by one or some ahead', async () => {
    const { files, asset } = await screenOf(3 * MiB);
    const { dial, get, host } = await openedOffice(files);
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca, servername: 'localhost' });
    onTestFinished(() => agent.destroy());
    const ports = new Set<number | undefined>();
    for (const path of ['/', large, '/health', '/nowhere', large]) {
      const sent = httpsRequest(`https://${host}${path}`, { agent }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const bytes = await buffer(answer);
      if (path === large) expect(bytes.equals(asset)).toBe(true);
      ports.add(sent.socket?.localPort);
    }
    expect(ports.size).toBe(1);
    const socket = await dial();
    socket.write(
      [large, '/health', large, '/nowhere'].map((path) => get(path)).join('') +
        get('/', 'Connection: close\r\n'),
    );
    const all = await buffer(socket);
    expect([...all.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '200',
      '200',
      '200',
      '404',
      '200',
    ]);
    const first = all.indexOf('\r\n\r\n') + 4;
    expect(all.subarray(first, first + asset.length).equals(asset)).toBe(true);
  });
});
