import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFileServer } from '../../../files/file-server.ts';
import { openRawServer } from './hostile-server.ts';
import { openLanding, rulesFor } from './house.ts';

const rulesAt = (url: string) => rulesFor([url], { allowLoopback: true });

async function serve(body: Buffer): Promise<string> {
  const server = await openFileServer();
  onTestFinished(server.close);
  return server.serve('', body);
}

test('a file lands under its id and its SHA-256, for its owner alone', async () => {
  const body = randomBytes(3_000_000);
  const { fetch, folder, left } = openLanding();
  const told: { bytes: number; total: number | null }[] = [];
  const onProgress = (progress: { bytes: number; total: number | null }) => void told.push(progress);
  const url = await serve(body);
  const outcome = await fetch(url, rulesAt(url), { maximumBytes: body.length }, { onProgress });
  const sha256 = createHash('sha256').update(body).digest('hex');
  const path = join(folder, `7.${sha256}`);
  expect(outcome).toEqual({ outcome: 'downloaded', path, sha256, bytes: body.length });
  expect(readFileSync(path).equals(body)).toBe(true);
  expect(left()).toEqual([`7.${sha256}`]);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(told.at(-1)).toEqual({ bytes: body.length, total: body.length });
  expect(told.map(({ bytes }) => bytes)).toEqual(told.map(({ bytes }) => bytes).toSorted((a, b) => a - b));
});

test('what a fetch before this one left behind is written over', async () => {
  const { fetch, folder, left } = openLanding();
  writeFileSync(join(folder, '7.part'), 'x'.repeat(1000));
  const url = await serve(Buffer.from('foto'));
  const outcome = await fetch(url, rulesAt(url));
  expect(outcome).toMatchObject({ outcome: 'downloaded', bytes: 4 });
  expect(left()).toHaveLength(1);
});

test('one byte above the limit is too large', async () => {
  const body = randomBytes(1001);
  const { fetch, left } = openLanding();
  const url = await serve(body);
  expect(await fetch(url, rulesAt(url), { maximumBytes: 1001 })).toMatchObject({ outcome: 'downloaded' });
  expect(await fetch(url, rulesAt(url), { maximumBytes: 1000, id: 8 })).toMatchObject({
    problem: 'tooLarge',
    detail: '1001',
  });
  expect(left()).toHaveLength(1);
});

test.each([
  '/../../../../../../tmp/perito-fuera',
  '/%2e%2e/%2e%2e/perito-fuera',
  '/..%2f..%2fperito-fuera',
  '/..\\..\\perito-fuera',
  '/C:\\perito-fuera',
  '/perito-fuera%00.jpg',
  '/7.part',
  '//perito-fuera',
  `/${'a'.repeat(6000)}`,
  '/?archivo=../../perito-fuera',
  '/con',
])('a path names nothing here: %s', async (path) => {
  const server = await openRawServer((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nfoto'));
  const { fetch, left, around } = openLanding();
  const origin = `http://127.0.0.1:${server.port}`;
  const outcome = await fetch(`${origin}${path}`, rulesAt(origin));
  if (outcome.outcome !== 'downloaded') throw new Error(JSON.stringify(outcome));
  expect([left(), around()]).toEqual([[`7.${outcome.sha256}`], ['landing']]);
  expect(existsSync('/tmp/perito-fuera')).toBe(false);
});

describe('what this side cannot write', () => {
  test.skipIf(!existsSync('/dev/full'))('a full disk', async () => {
    const { fetch, folder, left } = openLanding();
    symlinkSync('/dev/full', join(folder, '7.part'));
    const url = await serve(Buffer.from('foto'));
    expect(await fetch(url, rulesAt(url))).toMatchObject({
      problem: 'diskLow',
      detail: 'ENOSPC',
    });
    expect(left()).toEqual([]);
  });

  test('no folder', async () => {
    const { fetch, folder } = openLanding();
    rmSync(folder, { recursive: true });
    const url = await serve(Buffer.from('foto'));
    expect(await fetch(url, rulesAt(url))).toMatchObject({
      problem: 'writeFailed',
      detail: 'ENOENT',
    });
  });
});
