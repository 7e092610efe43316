import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openConsoleCertificate } from '../../main/browser/console-certificate.ts';
import { openBrowserShell } from '../../main/browser/server.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { openedShell } from './opened-shell.ts';

const call = '/rpc/shell/capabilities';

/** Another console of the same engine, at a port. */
const openBeside = (
  { engine, secretTickets }: Pick<Awaited<ReturnType<typeof openedShell>>, 'engine' | 'secretTickets'>,
  port: number,
) =>
  openBrowserShell({
    ...{ engine, port, secretTickets },
    archives: { find: () => null, newFolder: () => null },
    files: { answer: () => null },
    onFault: () => {},
  });

describe('who may reach the console', () => {
  test('another name, another site and another origin are turned away before anything is looked at', async () => {
    const { ask, bearer, json, port, shell } = await openedShell();
    const own = shell.url;
    const cases: [string, number, Record<string, string>][] = [
      ['own address', 200, {}],
      ['localhost', 200, { host: `localhost:${port}` }],
      ['own origin', 200, { origin: own }],
      ['origin as localhost', 200, { host: `localhost:${port}`, origin: `http://localhost:${port}` }],
      ['same-origin fetch', 200, { origin: own, 'sec-fetch-site': 'same-origin' }],
      ['a rebound name', 421, { host: 'rebound.example' }],
      ['a rebound name with our port', 421, { host: `rebound.example:${port}` }],
      ['no port', 421, { host: '127.0.0.1' }],
      ['another origin', 403, { origin: 'https://other.example' }],
      ['the other local name as origin', 403, { origin: `http://localhost:${port}` }],
      ['another port as origin', 403, { origin: 'http://127.0.0.1:1' }],
      ['an opaque origin', 403, { origin: 'null' }],
      ['another site', 403, { 'sec-fetch-site': 'cross-site' }],
      ['another port of this host', 403, { 'sec-fetch-site': 'same-site' }],
      [
        'a form of another site',
        403,
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      ],
    ];
    for (const [name, status, headers] of cases) {
      const answer = await ask('POST', call, { ...bearer, ...json, ...headers }, '{}');
      expect([name, answer.status]).toEqual([name, status]);
    }
  });

  test('a link from another site may lead to a page, without a session', async () => {
    const { ask } = await openedShell();
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await ask('GET', '/', headers)).status).toBe(401);
    expect((await ask('GET', '/', { ...headers, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
  });

  test('it listens on loopback alone', async () => {
    const { shell } = await openedShell();
    expect(new URL(shell.url).hostname).toBe('127.0.0.1');
  });

  test('a taken port is one clear sentence', async () => {
    const opened = await openedShell();
    await expect(openBeside(opened, Number(opened.port))).rejects.toMatchObject({
      code: 'consolePortTaken',
      message: expect.stringContaining('--console-port'),
    });
  });

  // The system's own refusal, and that of a service's unit.
  test.each(['EACCES', 'EPERM'])('a port that is refused by %s is one clear sentence', async (code) => {
    const opened = await openedShell();
    const listen = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
      queueMicrotask(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
      return this;
    });
    onTestFinished(() => listen.mockRestore());
    await expect(openBeside(opened, 81)).rejects.toMatchObject({
      code: 'consolePortDenied',
      message: expect.stringContaining('SocketBindAllow'),
    });
  });
});

describe('a console that other computers open', () => {
  const made = certificateFolder();
  const root = made.authority('root');
  const names = ['DNS:consola.example', 'DNS:*.oficina.example', 'DNS:localhost', 'IP:127.0.0.1'];
  const own = made.issue('own', { by: root, names });
  const ca = readFileSync(root.cert, 'utf8');

  async function openedBeyond(issued = own) {
    const certificate = await openConsoleCertificate({
      files: { mode: 'pem', certificateFile: issued.cert, keyFile: issued.key },
      passphrase: async () => null,
    });
    onTestFinished(() => certificate.close());
    return openedShell({ beyond: { host: '0.0.0.0', certificate }, ca });
  }

  test('answers over TLS alone, by the names of its certificate and the addresses of its computer', async () => {
    const { ask, bearer, json, port, shell } = await openedBeyond();
    expect(shell.url).toBe(`https://consola.example:${port}`);
    const ofThisComputer = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .find(({ family }) => family === 'IPv4')?.address;
    const cases: [string, number, Record<string, string>][] = [
      ['a name of it', 200, { host: `consola.example:${port}` }],
      ['in capitals', 200, { host: `Consola.Example:${port}` }],
      ['of its wildcard', 200, { host: `perito.oficina.example:${port}` }],
      ['localhost', 200, { host: `localhost:${port}`, origin: `https://localhost:${port}` }],
      ['an address of this computer', 200, { host: `${ofThisComputer}:${port}` }],
      ['below its wildcard', 421, { host: `a.b.oficina.example:${port}` }],
      ['the wildcard itself', 421, { host: `oficina.example:${port}` }],
      ['a rebound name', 421, { host: `rebound.example:${port}` }],
      ['an address of another computer', 421, { host: `192.0.2.1:${port}` }],
      ['a user in it', 421, { host: `x@consola.example:${port}` }],
      ['the usual port', 421, { host: 'consola.example' }],
      ['another port', 421, { host: 'consola.example:1' }],
      ['its own origin without TLS', 403, { host: `localhost:${port}`, origin: `http://localhost:${port}` }],
      ['another origin', 403, { host: `consola.example:${port}`, origin: 'https://other.example' }],
      ['another site', 403, { host: `consola.example:${port}`, 'sec-fetch-site': 'cross-site' }],
    ];
    for (const [name, status, headers] of cases) {
      const answer = await ask('POST', call, { ...bearer, ...json, ...headers }, '{}');
      expect([name, answer.status]).toEqual([name, status]);
    }
  });

  test('600 connections that do not agree on TLS shut nobody out', async () => {
    const { ask, port } = await openedBeyond();
    for (let count = 0; count < 600; count += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      await once(socket, 'connect');
    }
    expect((await ask('GET', '/health', { host: `localhost:${port}` })).status).toBe(200);
  });

  test('gives its session to TLS alone, and answers nobody without', async () => {
    const { ask, port, shell } = await openedBeyond();
    const link = new URL(shell.newLink());
    const entered = await ask('GET', `${link.pathname}${link.search}`, { host: link.host });
    expect(entered.headers['set-cookie']?.[0]).toMatch(
      /^perito_session_\d+=.*; HttpOnly; SameSite=Strict; Secure$/,
    );
    const plain = connect(Number(port), '127.0.0.1');
    plain.on('error', () => {});
    let said = '';
    plain.on('data', (chunk) => {
      said += chunk;
    });
    plain.write(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    await once(plain, 'close');
    expect(said).not.toContain('HTTP/1.1');
    const old = tls.connect({
      port: Number(port),
      ca,
      servername: 'localhost',
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'ALL:@SECLEVEL=0',
    });
    const [refused] = await once(old, 'error');
    expect(String(refused)).toMatch(/protocol version/);
  });

  test('ends at once beside connections that have not agreed on TLS, and leaves a place for whoever calls', async () => {
    const { ask, port, shell } = await openedBeyond();
    const silent = connect(Number(port), '127.0.0.1');
    silent.on('error', () => {});
    await once(silent, 'connect');
    expect((await ask('GET', '/', { host: `localhost:${port}` })).status).toBe(401);
    const begun = performance.now();
    await Promise.all([once(silent, 'close'), shell.close(100)]);
    expect(performance.now() - begun).toBeLessThan(1500);
  });

  test('says why its certificate cannot be taken', async () => {
    await expect(openedBeyond({ cert: own.cert, key: root.key })).rejects.toMatchObject({
      code: 'consoleCertificate',
      message:
        'The console does not listen, since its certificate cannot be taken: the key is not that of the certificate.',
    });
  });
});
