/** What somebody of the office's network without an account may ask for, and what that costs at the most. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openConsoleCertificate } from '../../main/browser/console-certificate.ts';
import type { FileAsker, Hearing } from '../../main/engine/engine-protocol.ts';
import { signInHeader } from '../../shared/contract/people.ts';
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

/** A console that other computers open; whose sign-ins hold is what `hearing` says. */
async function openedOffice(
  files?: string,
  hearing?: (askers: readonly FileAsker[]) => Promise<Hearing[] | null>,
) {
  const certificate = await openConsoleCertificate({
    files: { mode: 'pem', certificateFile: own.cert, keyFile: own.key },
    passphrase: async () => null,
  });
  onTestFinished(() => certificate.close());
  const opened = await openedShell({
    ...{ beyond: { host: '127.0.0.1', certificate }, ca, isOffice: true },
    ...(files !== undefined && { files }),
    ...(hearing !== undefined && { hearing }),
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

const madeUp = () => randomBytes(32).toString('base64url');
const signedOut: Hearing = { state: 'signedOut', until: 0 };
const hears: Hearing = { state: 'hears', until: Number.MAX_SAFE_INTEGER };

describe('sign-ins that somebody makes up', () => {
  test('are asked about one at a time on a connection, fifty in all, and answers do not wait for it', async () => {
    const asked: (string | undefined)[] = [];
    const answer = Promise.withResolvers<void>();
    const { dial, get } = await openedOffice(undefined, async (askers) => {
      asked.push(...askers.map(({ signIn }) => signIn));
      await answer.promise;
      return askers.map(() => signedOut);
    });
    const sockets = await Promise.all(Array.from({ length: 60 }, dial));
    const said = sockets.map(async (socket) => {
      const three = Array.from({ length: 3 }, () => get('/health', `${signInHeader}: ${madeUp()}\r\n`));
      socket.write(three.join('') + get('/health', 'Connection: close\r\n'));
      return text(socket);
    });
    // All were answered, and closed, while the engine still thinks of the first.
    for (const one of await Promise.all(said)) expect(one.match(/HTTP\/1\.1 200/g)).toHaveLength(4);
    expect(asked).toHaveLength(50);
    answer.resolve();
  });

  test('that can be none are not asked about at all', async () => {
    const asked: unknown[] = [];
    const { ask } = await openedOffice(undefined, async (askers) => {
      asked.push(...askers);
      return askers.map(() => signedOut);
    });
    for (const token of ['x', 'A'.repeat(44), `${'A'.repeat(42)}=`, 'A'.repeat(4000)])
      expect((await ask('GET', '/health', { [signInHeader]: token })).status).toBe(200);
    expect(asked).toEqual([]);
  });

  test('do not have the engine asked again of those who are signed in', async () => {
    const ana = madeUp();
    let ofAna = 0;
    const { host } = await openedOffice(undefined, async (askers) =>
      askers.map(({ signIn }) => {
        if (signIn !== ana) return signedOut;
        ofAna += 1;
        return hears;
      }),
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 8, ca, servername: 'localhost' });
    onTestFinished(() => agent.destroy());
    const look = async (token: string) => {
      const headers = { [signInHeader]: token };
      const sent = httpsRequest(`https://${host}/health`, { agent, headers }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await buffer(answer);
    };
    await look(ana);
    await Promise.all(Array.from({ length: 1100 }, () => look(madeUp())));
    await look(ana);
    expect(ofAna).toBe(1);
  });
});

describe('calls of an office', () => {
  const head = (host: string, path: string, more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${more}\r\n`;

  test.each([signedOut, { state: 'locked', until: 0 } as const])(
    'of a sign-in that is $state are refused before their content comes',
    async (standing) => {
      const { dial, host } = await openedOffice(undefined, async () => [standing]);
      const socket = await dial();
      socket.write(
        head(host, '/rpc/records/list', `${signInHeader}: ${madeUp()}\r\nContent-Length: 1048576\r\n`),
      );
      const said = await text(socket);
      expect(said).toMatch(/^HTTP\/1\.1 401 /);
      expect(said).toMatch(/\r\nconnection: close\r\n/i);
      const { json } = JSON.parse(said.slice(said.indexOf('\r\n\r\n')));
      expect(json).toMatchObject({ code: 'SIGN_IN', data: { reason: standing.state } });
    },
  );

  test('so that their connection stays where little of it was to come', async () => {
    const { dial, host, get } = await openedOffice(undefined, async () => [signedOut]);
    const socket = await dial();
    socket.write(head(host, '/rpc/records/list', `${signInHeader}: ${madeUp()}\r\nContent-Length: 2\r\n`));
    const [refused] = await once(socket, 'data');
    expect(String(refused)).toMatch(/^HTTP\/1\.1 401 /);
    socket.write(`{}${get('/health', 'Connection: close\r\n')}`);
    expect(await text(socket)).toMatch(/HTTP\/1\.1 200 /);
  });

  test('are read to 1 MiB of whoever is signed in, and to 32 KiB of what anybody may call or while the engine is away', async () => {
    let standing: Hearing | null = hears;
    const { ask, json } = await openedOffice(undefined, async () => standing && [standing]);
    const statusOf = async (path: string, bytes: number, token = madeUp()) => {
      const body = JSON.stringify({ json: { long: '' } });
      const long = body.replace('""', `"${'a'.repeat(bytes - body.length)}"`);
      return (await ask('POST', path, { ...json, [signInHeader]: token }, long)).status;
    };
    const [kib, mib] = [32 * 1024, 1024 * 1024];
    expect(await statusOf('/rpc/settings/get', mib)).toBe(200);
    expect(await statusOf('/rpc/settings/get', mib + 1)).toBe(413);
    expect(await statusOf('/rpc/shell/capabilities', kib)).toBe(200);
    expect(await statusOf('/rpc/shell/capabilities', kib + 1)).toBe(413);
    standing = null;
    expect(await statusOf('/rpc/settings/get', kib)).toBe(200);
    expect(await statusOf('/rpc/settings/get', kib + 1)).toBe(413);
  });
});
