import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openRawServer } from './hostile-server.ts';

const program = fileURLToPath(new URL('fetch-process.ts', import.meta.url));
const openServer = () =>
  openRawServer((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfoto'));

async function fetchInProcess(
  url: string,
  { under = [] as string[], environment = {} as Record<string, string> } = {},
) {
  const folder = temporaryFolder();
  const [command = '', ...words] = [...under, process.execPath, program, folder, url];
  const child = spawn(command, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { folder, outcome: JSON.parse(printed) as unknown };
}

test('a proxy of the environment is not used', async () => {
  const server = await openServer();
  const proxy = await openRawServer((socket) => void socket.end('HTTP/1.1 403 No\r\n\r\n'));
  const address = `http://127.0.0.1:${proxy.port}`;
  const environment = {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: address,
    httpProxy: address,
    HTTPS_PROXY: address,
    ALL_PROXY: address,
    NO_PROXY: '',
    noProxy: '',
  };
  const { outcome } = await fetchInProcess(`http://127.0.0.1:${server.port}/`, { environment });
  expect(outcome).toMatchObject({ outcome: 'downloaded', bytes: 4 });
  expect([server.connections, proxy.connections]).toEqual([1, 0]);
});

const hasStrace = spawnSync('strace', ['-V']).status === 0;
const needsStrace = process.env['PERITO_REQUIRE_STRACE'] === '1';

test.skipIf(!hasStrace && !needsStrace)(
  'strace: a file has its name only once its bytes are synced, and then the name is synced too',
  async () => {
    const server = await openServer();
    const trace = join(temporaryFolder(), 'trace');
    const under = ['strace', '-f', '-y', '-qq', '-e', 'trace=fsync,rename,renameat,renameat2', '-o', trace];
    const { folder } = await fetchInProcess(`http://127.0.0.1:${server.port}/`, { under });
    const [name = ''] = readdirSync(folder);
    const done = readFileSync(trace, 'utf8')
      .split('\n')
      .filter((line) => line.includes(folder))
      .map((line) => line.replace(/^\d+\s+/, ''));
    expect(done).toEqual([
      expect.stringMatching(new RegExp(`^fsync\\(\\d+<${folder}/7\\.part>`)),
      expect.stringMatching(new RegExp(`^rename.*"${folder}/7\\.part".*"${folder}/${name}"`)),
      expect.stringMatching(new RegExp(`^fsync\\(\\d+<${folder}>`)),
    ]);
    expect(name).toMatch(/^7\.[0-9a-f]{64}$/);
  },
);
