import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { placeAddressOf } from '../../../main/engine/attachments/place/address.ts';
import { openContentPlace } from '../../../main/engine/attachments/place/content-place.ts';
import { openS3Place } from '../../../main/engine/attachments/place/s3-place.ts';
import {
  isS3StoreInstalled,
  type ProxyWay,
  type S3Store,
  s3Keys,
  startBadProxy,
  startLooseBucket,
  startS3Store,
} from '../../s3-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const alive = () => {};
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A file of random bytes, and where another is brought to. */
function file(length = 300_000) {
  const folder = temporaryFolder();
  const bytes = randomBytes(length);
  const path = join(folder, 'photo');
  writeFileSync(path, bytes);
  return {
    bytes,
    path,
    content: { sha256: hashOf(bytes), bytes: length, path },
    to: join(folder, 'brought'),
  };
}

describe.skipIf(!isS3StoreInstalled)('a bucket of an S3-compatible store (swift-proxy of Debian)', () => {
  let store: S3Store;
  // It keeps what it knows of a file in attributes that not every memory file system has.
  const folder = mkdtempSync('/tmp/perito-s3-');
  beforeAll(async () => {
    store = await startS3Store(folder);
  }, 300_000);
  afterAll(async () => {
    await store?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (at?: string, keys: typeof s3Keys | null = s3Keys) => {
    const address = placeAddressOf(store.address(at));
    if (address.kind !== 's3') throw new Error('It is a bucket.');
    const place = openS3Place(address, keys);
    onTestFinished(() => place.close());
    return place;
  };
  const behind = async (way: (method: string, call: number) => ProxyWay) => {
    let call = 0;
    const proxy = await startBadProxy(store.endpoint, (method) => way(method, ++call));
    onTestFinished(() => proxy.close());
    return { place: open(proxy.endpoint), calls: proxy.calls };
  };

  it('keeps a file, gives it back, and says what it does not have', async () => {
    const place = open();
    const { content, bytes, to } = file();
    expect(await place.get(content, to, alive)).toBe('missing');
    expect(await place.sizeOf(content.sha256)).toBeNull();
    await place.put(content, alive);
    expect(await place.sizeOf(content.sha256)).toBe(bytes.length);
    expect(await place.get(content, to, alive)).toBe('brought');
    expect(readFileSync(to).equals(bytes)).toBe(true);
    await place.remove(content.sha256);
    await place.remove(content.sha256);
    expect(await place.get(content, to, alive)).toBe('missing');
  });

  it('takes no other bytes than the name says', async () => {
    const place = open();
    const { content } = file();
    const other = { ...content, sha256: hashOf(Buffer.from('another')) };
    await expect(place.put(other, alive)).rejects.toThrow();
    expect(await place.sizeOf(other.sha256)).toBeNull();
  });

  it('says of wrong keys, of none, and of a bucket that is not there what it is', async () => {
    const { content, to } = file();
    await expect(
      open(undefined, { ...s3Keys, secretAccessKey: 'other' }).get(content, to, alive),
    ).rejects.toMatchObject({
      code: 'refused',
    });
    await expect(open(undefined, null).get(content, to, alive)).rejects.toMatchObject({ code: 'refused' });
    const none = placeAddressOf(`s3://nowhere?endpoint=${store.endpoint}`);
    if (none.kind !== 's3') throw new Error('It is a bucket.');
    await expect(openS3Place(none, s3Keys).get(content, to, alive)).rejects.toMatchObject({ code: 'away' });
  });

  it('says that the clocks differ', async () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    onTestFinished(() => void vi.useRealTimers());
    const problem = { code: 'refused', message: expect.stringContaining('RequestTimeTooSkewed') };
    await expect(open().readMarker()).rejects.toMatchObject(problem);
  });

  it('tries an upload again that was cut off', async () => {
    const { place, calls } = await behind((method, call) =>
      call === 1 && method === 'PUT' ? 'cutsUploads' : 'passes',
    );
    const { content, bytes } = file(5_000_000);
    await place.put(content, alive);
    expect(calls).toEqual(['PUT', 'PUT']);
    expect(await open().sizeOf(content.sha256)).toBe(bytes.length);
  });

  it('tries again what is answered 503, after the pause that it asks for', async () => {
    const { place, calls } = await behind((_, call) =>
      call === 1 ? { status: 503, retryAfter: '1' } : 'passes',
    );
    const { content } = file();
    const began = performance.now();
    await place.put(content, alive);
    expect(calls).toEqual(['PUT', 'PUT']);
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  it('tries what is refused no second time', async () => {
    const { place, calls } = await behind(() => ({ status: 403 }));
    await expect(place.put(file().content, alive)).rejects.toMatchObject({ code: 'refused' });
    expect(calls).toEqual(['PUT']);
  });

  it('takes no answer for whole that broke off, and asks again', async () => {
    const { content, bytes, to } = file();
    await open().put(content, alive);
    const { place, calls } = await behind((_, call) => (call === 1 ? 'cutsAnswers' : 'passes'));
    expect(await place.get(content, to, alive)).toBe('brought');
    expect(calls).toEqual(['GET', 'GET']);
    expect(readFileSync(to).equals(bytes)).toBe(true);
  });

  it('calls bytes damaged that are not what their name says, after a second look', async () => {
    const { content, to } = file();
    await open().put(content, alive);
    const { place, calls } = await behind(() => 'changesBytes');
    expect(await place.get(content, to, alive)).toBe('damaged');
    expect(calls).toEqual(['GET', 'GET']);
  });

  it('writes no more than a file may have', async () => {
    const { content, to } = file();
    await open().put(content, alive);
    expect(await open().get({ ...content, bytes: 1000 }, to, alive)).toBe('damaged');
    expect(readFileSync(to).length).toBeLessThanOrEqual(1000);
  });

  it('is away while nobody answers, and slow where nothing is said', async () => {
    const proxy = await startBadProxy(store.endpoint, () => 'isSilent');
    onTestFinished(() => proxy.close());
    process.env['AWS_ACCESS_KEY_ID'] = s3Keys.accessKeyId;
    process.env['AWS_SECRET_ACCESS_KEY'] = s3Keys.secretAccessKey;
    const id = crypto.randomUUID();
    const silent = openContentPlace({ address: store.address(proxy.endpoint), id }, 1000);
    onTestFinished(() => silent.close());
    await expect(silent.look()).rejects.toMatchObject({ code: 'slow' });
    const address = placeAddressOf('s3://fotos?endpoint=http://127.0.0.1:9');
    if (address.kind !== 's3') throw new Error('It is a bucket.');
    await expect(openS3Place(address, s3Keys).readMarker()).rejects.toMatchObject({ code: 'away' });
  });

  it('is claimed once, and is nobody else’s from then on', async () => {
    process.env['AWS_ACCESS_KEY_ID'] = s3Keys.accessKeyId;
    process.env['AWS_SECRET_ACCESS_KEY'] = s3Keys.secretAccessKey;
    const address = store.address(store.endpoint, 'claimed');
    const own = crypto.randomUUID();
    const claiming = openContentPlace({ address, id: null });
    onTestFinished(() => claiming.close());
    await expect(claiming.claim(own, false)).rejects.toMatchObject({ code: 'notMarked' });
    const id = await claiming.claim(own, true);
    expect(await claiming.claim(own, false)).toBe(id);
    await expect(claiming.claim(crypto.randomUUID(), true)).rejects.toMatchObject({ code: 'foreign' });
    const known = openContentPlace({ address, id });
    onTestFinished(() => known.close());
    await known.look();
    const { content, to, bytes } = file();
    await known.put(content);
    expect(await known.get(content, to)).toBe('brought');
    expect(readFileSync(to).equals(bytes)).toBe(true);
    const other = openContentPlace({ address, id: crypto.randomUUID() });
    onTestFinished(() => other.close());
    await expect(other.put(content)).rejects.toMatchObject({ code: 'foreign' });
  });
});

describe('a bucket that does as it likes', () => {
  type Act = Parameters<typeof startLooseBucket>[0];
  const bucketOf = async (act?: Act, silence = 5000) => {
    const bucket = await startLooseBucket(act);
    onTestFinished(() => bucket.close());
    const address = placeAddressOf(bucket.address);
    if (address.kind !== 's3') throw new Error('It is a bucket.');
    const keys = { accessKeyId: 'AKIAPRUEBA', secretAccessKey: 'clave-secreta-del-almacen/Zx+81' };
    const place = openS3Place(address, keys, silence);
    onTestFinished(() => place.close());
    return { ...bucket, place, keys };
  };
  /** Writes for as long as somebody reads. */
  const endless: NonNullable<Act> = ({ request, response }) => {
    request.resume();
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, '<Code>A')));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  };
  /** A byte now and then, and never the last one. */
  const trickling: NonNullable<Act> = ({ request, response }) => {
    request.resume();
    response.writeHead(200, { 'content-length': 100_000 });
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  };

  it('is followed nowhere else', async () => {
    const other = await startLooseBucket();
    onTestFinished(() => other.close());
    const { place, heard } = await bucketOf(({ request, response }) => {
      request.resume();
      response.writeHead(307, { location: `${other.endpoint}${request.url}` }).end();
    });
    const { content, to } = file();
    const problem = { code: 'other', message: expect.stringContaining('307') };
    await expect(place.put(content, alive)).rejects.toMatchObject(problem);
    await expect(place.get(content, to, alive)).rejects.toMatchObject(problem);
    await expect(place.readMarker()).rejects.toMatchObject(problem);
    expect([heard.length, other.heard]).toEqual([3, []]);
  });

  it('is read no further than what may be there', { timeout: 60_000 }, async () => {
    const { place } = await bucketOf(endless);
    const { content, to } = file();
    await place.put(content, alive);
    await place.remove(content.sha256);
    expect(await place.get(content, to, alive)).toBe('damaged');
    expect(readFileSync(to).length).toBeLessThanOrEqual(content.bytes);
    expect((await place.readMarker())?.length).toBeLessThan(5000);
    const failing = await bucketOf((call) => {
      call.response.statusCode = 403;
      endless(call);
    });
    await expect(failing.place.put(content, alive)).rejects.toMatchObject({ code: 'refused' });
    // No connection is held by what nobody reads.
    for (let n = 0; n < 20; n += 1) await place.put(content, alive);
  });

  it('is given up where it only trickles', { timeout: 60_000 }, async () => {
    const { place, heard } = await bucketOf(trickling, 300);
    const { content, to } = file(1000);
    await expect(place.readMarker()).rejects.toMatchObject({ code: 'slow' });
    expect(heard).toHaveLength(4);
    await expect(place.get(content, to, alive)).rejects.toMatchObject({ code: 'slow' });
    // It was taken; what is said besides does not matter.
    await place.put(content, alive);
  });

  it('is sent no more of a file once it has refused it', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<number>();
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('close', () => resolve(socket.bytesRead));
      socket.once('data', () => {
        socket.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
        // Until then nothing is taken but what the system keeps of a connection.
        socket.pause();
        setTimeout(() => socket.resume(), 1000);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const found = server.address();
    const port = typeof found === 'object' && found !== null ? found.port : 0;
    const address = placeAddressOf(`s3://fotos?endpoint=http://127.0.0.1:${port}`);
    if (address.kind !== 's3') throw new Error('It is a bucket.');
    const place = openS3Place(address, s3Keys);
    onTestFinished(() => place.close());
    const { content } = file(60_000_000);
    await expect(place.put(content, alive)).rejects.toMatchObject({ code: 'refused' });
    expect(await closed).toBeLessThan(content.bytes / 2);
  });

  it('is away where it fails each time, and what it says breaks no line', { timeout: 60_000 }, async () => {
    const { place, heard } = await bucketOf(({ request, response }) => {
      request.resume();
      response
        .writeHead(500)
        .end('<Error><Code>InternalError</Code><Message>a\n\u001b[31mb</Message></Error>');
    });
    const problem = { code: 'away', message: 'HTTP 500: InternalError: a [31mb' };
    await expect(place.put(file().content, alive)).rejects.toMatchObject(problem);
    expect(heard).toHaveLength(4);
  });

  it('has refused keys that are too old', async () => {
    const { place } = await bucketOf(({ request, response }) => {
      request.resume();
      response.writeHead(400).end('<Error><Code>ExpiredToken</Code></Error>');
    });
    await expect(place.readMarker()).rejects.toMatchObject({ code: 'refused' });
  });

  it('is not believed to have a file damaged whose length it does not say', async () => {
    const { place } = await bucketOf(({ response }) => {
      response.removeHeader('content-length');
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).end();
    });
    await expect(place.sizeOf(file().content.sha256)).rejects.toMatchObject({ code: 'other' });
  });

  it('is not believed to have removed a file where it is another place, or none', async () => {
    const { content } = file();
    let isGone = false;
    const bucket = await bucketOf(({ response, answer }) => {
      if (!isGone) answer();
      else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    });
    process.env['AWS_ACCESS_KEY_ID'] = s3Keys.accessKeyId;
    process.env['AWS_SECRET_ACCESS_KEY'] = s3Keys.secretAccessKey;
    const claiming = openContentPlace({ address: bucket.address, id: null });
    onTestFinished(() => claiming.close());
    const id = await claiming.claim(crypto.randomUUID(), true);
    const place = openContentPlace({ address: bucket.address, id });
    onTestFinished(() => place.close());
    await place.put(content);
    await place.remove(content.sha256);
    expect(await place.sizeOf(content.sha256)).toBeNull();
    isGone = true;
    await expect(place.remove(content.sha256)).rejects.toMatchObject({ code: 'notMarked' });
    await expect(place.sizeOf(content.sha256)).rejects.toMatchObject({ code: 'notMarked' });
  });

  it('never hears the secret key', async () => {
    const { place, heard, keys } = await bucketOf();
    const { content, to } = file();
    await place.put(content, alive);
    expect(await place.get(content, to, alive)).toBe('brought');
    await place.remove(content.sha256);
    expect(heard).toHaveLength(3);
    expect(heard.join()).toContain(keys.accessKeyId);
    for (const secret of [keys.secretAccessKey, encodeURIComponent(keys.secretAccessKey)])
      expect(heard.join()).not.toContain(secret);
  });
});

describe('the address of a place', () => {
  it('is of a folder, or of a bucket at AWS or elsewhere', () => {
    expect(placeAddressOf('/srv/fotos/')).toEqual({
      kind: 'folder',
      text: '/srv/fotos',
      folder: '/srv/fotos',
    });
    expect(placeAddressOf('s3://fotos/a/b/?region=sa-east-1')).toMatchObject({
      ...{ kind: 's3', bucket: 'fotos', prefix: 'a/b/', region: 'sa-east-1', isPathStyle: false },
      endpoint: new URL('https://s3.sa-east-1.amazonaws.com'),
    });
    expect(placeAddressOf('s3://fotos?endpoint=https://s3.office.example:9000')).toMatchObject({
      ...{ prefix: '', isPathStyle: true },
    });
    expect(placeAddressOf('s3://fotos?endpoint=https://s3.office.example&style=virtual')).toMatchObject({
      isPathStyle: false,
    });
  });

  it.each([
    ['s3://key:secret@fotos', 'keys belong'],
    ['s3://fotos?endpoint=http://s3.office.example', 'on this computer alone'],
    ['s3://fotos?endpoint=https://s3.office.example/path', 'without a path'],
    ['s3://fotos/../other?style=path', ''],
    ['s3://Fotos_1', 'small letters'],
    ['s3://fotos?secret=1', 'none of'],
    ['https://s3.office.example/fotos', 's3://bucket'],
    ['', 'no folder'],
  ])('is refused as %s', (text, why) => {
    if (why === '') expect(placeAddressOf(text)).toMatchObject({ prefix: 'other/' });
    else expect(() => placeAddressOf(text)).toThrow(why);
  });
});
