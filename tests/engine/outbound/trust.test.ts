import { once } from 'node:events';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../../main/engine/clock.ts';
import type { EngineLog } from '../../../main/engine/log.ts';
import {
  createTlsContext,
  logBundledCertificatesOnly,
  readCaCertificates,
  readCaCertificatesInThread,
} from '../../../main/engine/outbound/index.ts';
import { goodCertificate, officeAuthority } from './office-authority.ts';

/** What a connection that is made so comes to: null where it is trusted, else the word for why not. */
async function connectedWith(trust: { secureContext?: tls.SecureContext }): Promise<string | null> {
  const server = tls.createServer(goodCertificate, (socket) => socket.on('error', () => {}).end());
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: true, ...trust });
  onTestFinished(() => void socket.destroy());
  return once(socket, 'secureConnect').then(
    () => null,
    ({ code }) => String(code),
  );
}

const unknown = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';

test('who takes the trust trusts them, and nobody else in the thread; they are read once', async () => {
  let reads = 0;
  const trust = createTlsContext({
    read() {
      reads += 1;
      return { all: [officeAuthority], system: 1 };
    },
    onFailure: (word) => expect.unreachable(word),
  });
  expect(reads).toBe(0);
  const [first, second] = await Promise.all([trust(), trust()]);
  expect([first === second, reads]).toEqual([true, 1]);
  expect(await connectedWith({ secureContext: first })).toBeNull();
  expect(await connectedWith({})).toBe(unknown);
});

test('where reading fails, those count that Node trusts by itself, and it is told once', async () => {
  const words: string[] = [];
  const trust = createTlsContext({
    read() {
      throw Object.assign(new Error('locked'), { code: 'EACCES' });
    },
    onFailure: (word) => words.push(word),
  });
  const secureContext = await trust();
  expect(await trust()).toBe(secureContext);
  expect(words).toEqual(['EACCES']);
  expect(await connectedWith({ secureContext })).toBe(unknown);
});

test('what is no certificate is passed over', async () => {
  const trust = createTlsContext({
    read: () => ({ all: ['nothing', officeAuthority], system: 2 }),
    onFailure: (word) => expect.unreachable(word),
  });
  expect(await connectedWith({ secureContext: await trust() })).toBeNull();
});

test('the thread reads what Node trusts and the store of the system, each once', async () => {
  const read = await readCaCertificatesInThread(systemClock);
  expect(read).toEqual(readCaCertificates());
  const bodies = (authorities: string[]) => authorities.map((pem) => pem.replaceAll(/\s/g, ''));
  expect(bodies(read.all)).toEqual(expect.arrayContaining(bodies(tls.getCACertificates('default'))));
  expect(new Set(bodies(read.all)).size).toBe(read.all.length);
});

test('a store that does not answer is not waited for', async () => {
  const atOnce: Clock = {
    now: () => 0,
    after(_, then) {
      queueMicrotask(then);
      return () => {};
    },
  };
  await expect(readCaCertificatesInThread(atOnce)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('a log is told once, whoever meets it', () => {
  const written: object[] = [];
  const write = (fields: object) => void written.push(fields);
  const log: EngineLog = { info: write, warn: write, error: write };
  logBundledCertificatesOnly(log, 'EACCES');
  logBundledCertificatesOnly(log, 'EACCES');
  expect(written).toEqual([{ word: 'EACCES' }]);
});
