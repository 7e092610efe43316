import { once } from 'node:events';
import { ReadStream, rmSync, truncateSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerAttachment } from '../../main/browser/answer-file.ts';
import { type AnswerFile, attachmentFiles } from '../../main/shell/attachment-files.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { keepFile, keepLargeFile, openFilesBelow } from '../shell/kept-files.ts';
import { filesOfEngine, openedShell } from './opened-shell.ts';

const shellWithFiles = async () => ({ folder: filesOfEngine(), ...(await openedShell()) });

describe('a stored file', () => {
  test('that is shown comes as what it is, confined, and is kept by the browser under its version', async () => {
    const { folder, ask, enter, bearer } = await shellWithFiles();
    const file = keepFile(folder, { id: 7, variant: 'preview', content: Buffer.from('jpeg') });
    for (const headers of [bearer, { cookie: await enter() }]) {
      const answer = await ask('GET', '/attachments/7/preview', headers);
      expect([answer.status, answer.body]).toEqual([200, 'jpeg']);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': '4',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'cache-control': 'private, no-cache',
        'accept-ranges': 'bytes',
        vary: 'sec-fetch-dest',
        etag: `"${file.tag}"`,
      });
      expect(answer.headers).not.toHaveProperty('content-disposition');
    }
    const caching = async (query: string) =>
      (await ask('GET', `/attachments/7/preview${query}`, bearer)).headers['cache-control'];
    const lasting = 'private, max-age=31536000, immutable';
    expect(await caching(`?v=${file.tag.slice(0, 12)}`)).toBe(lasting);
    expect(await caching(`?v=${file.tag}`)).toBe(lasting);
    for (const other of ['?v=', '?v=0', `?v=${file.tag.slice(0, 11)}`, `?v=${file.tag.slice(1, 13)}`, '?w=1'])
      expect([other, await caching(other)]).toEqual([other, 'private, no-cache']);
  });

  test('is for those who are signed in, and only to read', async () => {
    const { folder, ask, bearer, enter, port } = await shellWithFiles();
    keepFile(folder, { id: 7, variant: 'preview' });
    const path = '/attachments/7/preview';
    const cookie = await enter();
    const cases: [string, string, Record<string, string>, number][] = [
      ['nobody', 'GET', {}, 401],
      ['a wrong token', 'GET', { authorization: 'Bearer wrong', cookie }, 401],
      ['a token in the address', 'GET', {}, 401],
      ['a rebound name', 'GET', { ...bearer, host: `rebound.example:${port}` }, 421],
      [
        'an image of another site',
        'GET',
        { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
        403,
      ],
      [
        'an image of another port',
        'GET',
        { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' },
        403,
      ],
      ['posting', 'POST', bearer, 405],
      ['deleting', 'DELETE', bearer, 405],
      ['reading', 'GET', { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }, 200],
    ];
    for (const [name, method, headers, status] of cases)
      expect([name, (await ask(method, path, headers)).status]).toEqual([name, status]);
  });

  test('is named by a whole number and one of its forms; what is none, or gone, or cut short, is not found', async () => {
    const { folder, ask, bearer, faults } = await shellWithFiles();
    keepFile(folder, { id: 7, variant: 'preview' });
    rmSync(keepFile(folder, { id: 8, variant: 'preview' }).path);
    truncateSync(keepFile(folder, { id: 9, variant: 'preview' }).path, 3);
    keepFile(folder, { id: 10, variant: 'preview', path: folder });
    for (const path of [
      '/attachments/8/preview',
      '/attachments/9/preview',
      '/attachments/10/preview',
      '/attachments/7/thumbnail',
      '/attachments/7/Preview',
      '/attachments/7/preview/',
      '/attachments/7/preview.json',
      '/attachments/7/..%2f7-preview',
      '/attachments/07/preview',
      '/attachments/-7/preview',
      '/attachments/0/preview',
      '/attachments/7.0/preview',
      '/attachments/9007199254740993/preview',
      '/attachments/99999999999999999999/preview',
      '/attachments/7/__proto__',
      '/attachments/500/preview',
      '/attachments/',
    ]) {
      const answer = await ask('GET', path, bearer);
      expect([path, answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        path,
        404,
        'text/plain; charset=utf-8',
        'no-store',
      ]);
    }
    expect(faults).toEqual([]);
    await expect.poll(() => openFilesBelow(folder)).toBe(0);
  });

  test('is only saved where it is of a type that is not shown, or is asked for to be saved', async () => {
    const { folder, ask, bearer } = await shellWithFiles();
    const kept = [
      [1, 'original', { mediaType: 'text/html', filename: 'reporte.html' }],
      [2, 'original', { mediaType: 'image/svg+xml' }],
      [3, 'original', { mediaType: 'image/jpeg', isShown: false }],
      [4, 'download', { mediaType: 'image/jpeg' }],
      [5, 'original', { mediaType: 'text/html\r\nx: y' }],
    ] as const;
    for (const [id, variant, given] of kept) {
      const { tag, filename } = keepFile(folder, { id, variant, ...given });
      const path = `/attachments/${id}/${variant}?v=${tag}`;
      const script = { ...bearer, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
      const { status, headers } = await ask('GET', path, script);
      // Where nobody says what for, it may be an image.
      expect((await ask('GET', path, bearer)).status).toBe(variant === 'download' ? 200 : 403);
      expect([id, status, headers['content-type'], headers['content-disposition'], headers.etag]).toEqual([
        id,
        200,
        'application/octet-stream',
        `attachment; filename="${filename}"; filename*=UTF-8''${filename}`,
        `"${tag}-saved"`,
      ]);
      const image = { ...bearer, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' };
      expect((await ask('GET', `/attachments/${id}/${variant}`, image)).status).toBe(403);
      // What is not shown today may be once it was looked at.
      expect(headers['cache-control']).toContain(variant === 'download' ? 'immutable' : 'no-cache');
    }
  });

  test('is shown to images and scripts of the console, and to nobody as a page', async () => {
    const { folder, ask, enter } = await shellWithFiles();
    keepFile(folder, { id: 7, variant: 'original', mediaType: 'application/pdf', filename: 'póliza.pdf' });
    const cookie = await enter();
    const saved = `attachment; filename="p_liza.pdf"; filename*=UTF-8''p%C3%B3liza.pdf`;
    const given = async (destination: string) => {
      const site = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': destination };
      const { status, headers } = await ask('GET', '/attachments/7/original', { cookie, ...site });
      return [status, headers['content-type'], headers['content-disposition']];
    };
    for (const destination of ['image', 'empty'])
      expect(await given(destination)).toEqual([200, 'application/pdf', undefined]);
    for (const destination of ['document', 'iframe', 'frame', 'embed', 'object'])
      expect([destination, ...(await given(destination))]).toEqual([
        destination,
        200,
        'application/octet-stream',
        saved,
      ]);
    for (const destination of ['script', 'worker', 'style', 'font', 'video', 'unknown'])
      expect([destination, (await given(destination))[0]]).toEqual([destination, 403]);
  });

  test('that the browser has is not sent again', async () => {
    const { folder, ask, bearer } = await shellWithFiles();
    const { tag } = keepFile(folder, { id: 7, variant: 'preview' });
    const cases: [string, number][] = [
      [`"${tag}"`, 304],
      [`W/"${tag}"`, 304],
      [`"other", "${tag}"`, 304],
      ['*', 304],
      [`"${tag}-saved"`, 200],
      ['"other"', 200],
      [tag, 200],
    ];
    for (const [given, status] of cases) {
      const answer = await ask('GET', '/attachments/7/preview', { ...bearer, 'if-none-match': given });
      expect([given, answer.status, answer.body]).toEqual([
        given,
        status,
        status === 304 ? '' : 'bytes of 7',
      ]);
      expect(answer.headers.etag).toBe(`"${tag}"`);
    }
    await expect.poll(() => openFilesBelow(folder)).toBe(0);
  });

  test('comes in the part that is asked for; HEAD tells of the whole', async () => {
    const { folder, ask, bearer } = await shellWithFiles();
    const { tag } = keepFile(folder, { id: 7, variant: 'original', content: Buffer.from('0123456789') });
    const cases: [Record<string, string>, number, string, string | undefined][] = [
      [{ range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
      [{ range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
      [{ range: 'bytes=8-99' }, 206, '89', 'bytes 8-9/10'],
      [{ range: 'bytes=10-' }, 416, '', 'bytes */10'],
      [{ range: 'bytes=0-1,4-5' }, 200, '0123456789', undefined],
      [{ range: 'bytes=2-4', 'if-range': `"${tag}"` }, 206, '234', 'bytes 2-4/10'],
      [{ range: 'bytes=2-4', 'if-range': '"other"' }, 200, '0123456789', undefined],
      [{ range: 'bytes=2-4', 'if-range': `W/"${tag}"` }, 200, '0123456789', undefined],
    ];
    for (const [headers, status, body, part] of cases) {
      const answer = await ask('GET', '/attachments/7/original', { ...bearer, ...headers });
      expect([headers, answer.status, answer.body, answer.headers['content-range']]).toEqual([
        headers,
        status,
        body,
        part,
      ]);
      expect(answer.headers['content-length']).toBe(String(body.length));
    }
    const head = await ask('HEAD', '/attachments/7/original', { ...bearer, range: 'bytes=2-4' });
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', '10']);
    await expect.poll(() => openFilesBelow(folder)).toBe(0);
  });
});

describe('a large file', () => {
  const bytes = 2 * 1024 ** 3;

  async function begun(headers: Record<string, string> = {}) {
    const opened = await shellWithFiles();
    keepLargeFile(opened.folder, { id: 7, variant: 'download' }, bytes);
    const request = httpRequest({
      host: '127.0.0.1',
      port: opened.port,
      path: '/attachments/7/download',
      headers: { ...opened.bearer, ...headers },
    });
    request.on('error', () => {});
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    return { ...opened, request, response };
  }

  test('is read no faster than it is taken', async () => {
    const folder = temporaryFolder();
    const file = keepLargeFile(folder, { id: 7, variant: 'download' }, bytes);
    const answer = attachmentFiles({ attachmentFile: async () => file });
    const sent = Promise.withResolvers<{ body: ReadStream; response: ServerResponse }>();
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://127.0.0.1');
      const sending: AnswerFile = async (asked) => {
        const found = await answer(asked);
        if (found.body instanceof ReadStream) sent.resolve({ body: found.body, response });
        return found;
      };
      void answerAttachment(request, response, url, sending, { caller: 'browser', signIn: null });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void server.close());
    socket.pause();
    socket.write('GET /attachments/7/download HTTP/1.1\r\nHost: x\r\n\r\n');
    const { body, response } = await sent.promise;
    let read = -1;
    const isAtRest = () => {
      const isSame = read === body.bytesRead;
      read = body.bytesRead;
      return isSame && response.writableNeedDrain;
    };
    await expect.poll(isAtRest).toBe(true);
    expect(read).toBeLessThan(32 * 1024 ** 2);
    socket.destroy();
    await expect.poll(() => openFilesBelow(folder)).toBe(0);
  });

  test('is closed when its reader leaves, which is no fault', async () => {
    const { folder, request, response, faults } = await begun();
    expect(response.headers['content-length']).toBe(String(bytes));
    await once(response, 'readable');
    expect(openFilesBelow(folder)).toBe(1);
    request.destroy();
    await expect.poll(() => openFilesBelow(folder)).toBe(0);
    expect(faults).toEqual([]);
  });

  test('has its last bytes at hand', async () => {
    const { response } = await begun({ range: 'bytes=-2' });
    expect(response.headers['content-range']).toBe(`bytes ${bytes - 2}-${bytes - 1}/${bytes}`);
    expect(Buffer.concat(await response.toArray()).toString()).toBe('\0z');
  });

  test('that shrinks while it is sent ends its connection, so that no other answer is taken for the rest', async () => {
    const { folder, response } = await begun();
    response.pause();
    truncateSync(join(folder, '7-download'), 8 * 1024 ** 2);
    const closed = new Promise((resolve) => response.on('close', resolve));
    response.resume();
    await closed;
    expect(response.complete).toBe(false);
    await expect.poll(() => openFilesBelow(folder)).toBe(0);
  });

  test('is closed when the console closes', async () => {
    const { folder, response, shell } = await begun();
    await once(response, 'readable');
    await shell.close(50);
    await expect.poll(() => openFilesBelow(folder)).toBe(0);
  });
});

test('readers who leave before they are answered leave nothing open', async () => {
  const { folder, port, ask, bearer } = await shellWithFiles();
  keepLargeFile(folder, { id: 7, variant: 'download' }, 1024 ** 2);
  const head = `GET /attachments/7/download HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  const readers = Array.from({ length: 50 }, async () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`${head}Authorization: ${bearer.authorization}\r\n\r\n`, () => socket.destroy());
    await once(socket, 'close');
  });
  await Promise.all(readers);
  // The engine answers in turn: all of theirs were answered before this one.
  expect((await ask('HEAD', '/attachments/7/download', bearer)).status).toBe(200);
  await expect.poll(() => openFilesBelow(folder)).toBe(0);
});
