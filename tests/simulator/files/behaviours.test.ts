import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import exifr from 'exifr';
import { fileTypeFromBuffer } from 'file-type';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BehaviourRef,
  behaviourPath,
  type FileBehaviourName,
  type Files,
  fileBehaviourNames,
  fileBehaviours,
  openFiles,
} from '../../../main/simulator/index.ts';

let files: Files;
beforeAll(async () => {
  files = await openFiles({ slowMilliseconds: 60, elsewhereUrl: 'http://127.0.0.1:1' });
});
afterAll(() => files.close());

interface Answer {
  status: number | null;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** All came that Content-Length or the last piece promised. */
  whole: boolean;
}

/** Reads an answer as it is on the wire, up to so many bytes. */
async function ask(path: string, most = 3_000_000): Promise<Answer> {
  const call = request(`${files.url}${path}`, { agent: false });
  // What follows the end of an answer is an error that nobody waits for.
  call.on('error', () => undefined);
  call.end();
  let response: IncomingMessage;
  try {
    [response] = (await once(call, 'response')) as [IncomingMessage];
  } catch {
    return { status: null, headers: {}, bytes: Buffer.alloc(0), whole: false };
  }
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      size += piece.length;
      if (size > most) break;
    }
  } catch {
    // It ended early.
  }
  call.destroy();
  const { statusCode = null, headers, complete } = response;
  return { status: statusCode, headers, bytes: Buffer.concat(pieces), whole: complete };
}

const askFor = (written: BehaviourRef, label?: string) => ask(behaviourPath(written, label));
const decodes = async (bytes: Buffer) => {
  const { width, height } = await new Transformer(bytes).metadata();
  await new Transformer(bytes).rawPixels();
  return [width, height];
};
const typeOf = async (bytes: Buffer) => (await fileTypeFromBuffer(bytes))?.mime ?? null;
const whole = { status: 200, whole: true };
const wholeJpeg = async (answer: Answer) => {
  expect(answer).toMatchObject({ status: 200, whole: true });
  expect(await decodes(answer.bytes)).toHaveLength(2);
};
const leadsTo = (location: string | RegExp) => (answer: Answer) => {
  expect(answer.status).toSatisfy((status: number) => status >= 300 && status < 400);
  expect(answer.headers['location']).toMatch(location);
};

/** What each is on the wire; those that do not end have tests of their own. */
const expected: Record<
  Exclude<FileBehaviourName, 'stalled' | 'endless' | 'saysHuge'>,
  (answer: Answer) => unknown
> = {
  well: wholeJpeg,
  slowDrip: wholeJpeg,
  verySlow: wholeJpeg,
  dropped: (answer) => expect(answer.status).toBeNull(),
  closedEarly: (answer) => expect(answer).toMatchObject({ status: 200, whole: false }),
  closedInPieces: (answer) => {
    expect(answer).toMatchObject({ status: 200, whole: false });
    expect(answer.headers['content-length']).toBeUndefined();
  },
  lengthTooLong: (answer) => {
    expect(answer.whole).toBe(false);
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length + 1_000);
  },
  lengthTooShort: async (answer) => {
    expect(answer.bytes.length).toBe(Number(answer.headers['content-length']));
    const { bytes } = await askFor('well');
    expect(answer.bytes.length).toBe(bytes.length - 1_000);
  },
  notHttp: (answer) => expect(answer.status).toBeNull(),
  status: (answer) => expect(answer.status).toBe(404),
  retryAfter: (answer) => expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '2' } }),
  busyFirst: async (answer) => {
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await askFor('busyFirst')).status).toBe(200);
  },
  failFirst: async (answer) => {
    expect(answer.status).toBe(500);
    expect([(await askFor('failFirst')).status, (await askFor('failFirst')).status]).toEqual([500, 200]);
  },
  gzip: async (answer) => {
    expect(answer.headers['content-encoding']).toBe('gzip');
    await decodes(gunzipSync(answer.bytes));
  },
  gzipBomb: (answer) => {
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.bytes.length).toBeLessThan(3_000_000);
    // The first of its 300 members, all alike.
    const member = answer.bytes.length / 300;
    expect(gunzipSync(answer.bytes.subarray(0, member)).length * 300).toBeGreaterThan(2e9);
  },
  nameTricks: ({ headers }) => expect(headers['content-disposition']).toContain('../../'),
  redirectOnce: async (answer) => {
    leadsTo(/^\/como\/well\//)(answer);
    expect((await ask(String(answer.headers['location']))).status).toBe(200);
  },
  redirectChain: async (answer) => {
    let hops = 0;
    let next = answer;
    for (; next.status === 307; hops++) next = await ask(String(next.headers['location']));
    expect([hops, next.status]).toEqual([4, 200]);
  },
  redirectLoop: leadsTo(behaviourPath('redirectLoop')),
  redirectToOtherPort: leadsTo(/^http:\/\/127\.0\.0\.1:1\//),
  redirectToLinkLocal: leadsTo(/^http:\/\/169\.254\.169\.254\//),
  redirectToPrivate: leadsTo(/^http:\/\/192\.168\./),
  redirectToUnapproved: leadsTo(/^https:\/\/archivos-sin-aprobar\.example\//),
  redirectToHttp: leadsTo(/^http:\/\/archivos\.mercado-prueba\.example\//),
  redirectToFile: leadsTo(/^file:/),
  redirectNowhere: (answer) => {
    expect(answer.status).toBe(302);
    expect(answer.headers['location']).toBeUndefined();
  },
  empty: (answer) => expect(answer).toMatchObject({ ...whole, bytes: Buffer.alloc(0) }),
  htmlAsJpeg: ({ bytes }) => expect(bytes.toString()).toMatch(/^<!doctype html>.*<script>/),
  svgAsJpeg: ({ bytes }) => expect(bytes.toString()).toMatch(/<svg .*onload=.*<script>/),
  gifAndScript: async ({ bytes }) => {
    expect(await typeOf(bytes)).toBe('image/gif');
    // As a script: `GIF89a`, a comment, and an assignment.
    expect(() => new Function(bytes.toString('latin1'))).not.toThrow();
  },
  jpegAndZip: async ({ bytes }) => {
    await decodes(bytes);
    expect(bytes.lastIndexOf('PK\x05\x06')).toBe(bytes.length - 22);
  },
  pdfAndHtml: ({ bytes }) => {
    expect(bytes.indexOf('%PDF-')).toBeGreaterThan(0);
    expect(bytes.indexOf('%PDF-')).toBeLessThan(1_024);
    expect(bytes.toString('latin1')).toMatch(/^<!doctype html>/);
  },
  pngBomb: async ({ bytes }) => {
    expect(bytes.length).toBeLessThan(2_000);
    expect(await typeOf(bytes)).toBe('image/png');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([60_000, 60_000]);
  },
  jpegBomb: async ({ bytes }) => {
    expect(await exifr.parse(bytes, { ifd0: {} })).toBeTruthy();
    expect(bytes.indexOf(Buffer.from([0xfd, 0xe8, 0xfd, 0xe8]))).toBeGreaterThan(0);
  },
  truncatedJpeg: async (answer) => {
    expect(answer).toMatchObject(whole);
    expect(answer.bytes.subarray(-2)).not.toEqual(Buffer.from([0xff, 0xd9]));
  },
  damagedJpeg: async ({ bytes }) => expect(bytes.indexOf(Buffer.alloc(500, 0xff))).toBeGreaterThan(0),
  pngAsJpeg: async (answer) => {
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(await typeOf(answer.bytes)).toBe('image/png');
  },
  textAsPdf: (answer) => {
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.bytes.toString()).toMatch(/^Esto no es un PDF/);
  },
  heic: async ({ bytes }) => expect(await typeOf(bytes)).toBe('image/heic'),
  webp: async ({ bytes }) => expect(await typeOf(bytes)).toBe('image/webp'),
  hostileExif: async ({ bytes }) => {
    await decodes(bytes);
    const { Make, Model } = (await exifr.parse(bytes, { reviveValues: false })) as Record<string, string>;
    expect(Make).toContain('onerror');
    expect(Model).toContain('DROP TABLE');
  },
};

test.each(Object.entries(expected))('%s', async (name, check) => {
  const answer = await askFor(name as FileBehaviourName);
  await check(answer);
});

test('every behaviour is tested here, and has a description', () => {
  expect([...Object.keys(expected), 'stalled', 'endless', 'saysHuge'].sort()).toEqual(
    [...fileBehaviourNames].sort(),
  );
  for (const name of fileBehaviourNames) expect(fileBehaviours[name].description).toMatch(/^[A-Z].{10,}\.$/);
});

test('an endless body goes on until the reader leaves', async () => {
  const answer = await ask(behaviourPath('endless'), 5_000_000);
  expect(answer.bytes.length).toBeGreaterThan(5_000_000);
});

test.each(['stalled', 'saysHuge'] as const)(
  '%s: something comes, and then nothing, until the server closes',
  async (name) => {
    const own = await openFiles();
    const response = await fetch(`${own.url}${behaviourPath(name)}`);
    const reader = response.body!.getReader();
    const begun = await reader.read();
    expect(begun.value!.length).toBeGreaterThan(1_000);
    await own.close();
    await expect(
      (async () => {
        for (;;) if ((await reader.read()).done) return;
      })(),
    ).rejects.toThrow();
  },
);

test('a number in the path is the behaviour’s own', async () => {
  expect((await askFor('status.503')).status).toBe(503);
  expect((await askFor('retryAfter.86400')).headers['retry-after']).toBe('86400');
  expect((await askFor('failFirst.1', 'otra')).status).toBe(500);
  expect((await askFor('failFirst.1', 'otra')).status).toBe(200);
});
