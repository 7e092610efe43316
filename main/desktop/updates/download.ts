/** Fetches the file of an offer. What came of it before a cut stays, and the next try goes on there. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { HttpsGet } from '../../engine/https-get.ts';
import { answeredOtherwise, asUpdateFailure, getFollowing, type Offer, UpdateFailure } from './feed.ts';

interface Download {
  get: HttpsGet;
  offer: Pick<Offer, 'file' | 'url'>;
  /** Where what came so far is kept; parts of other files there are removed. */
  folder: string;
  signal: AbortSignal;
  /** Told of all bytes that are there. */
  onReceived(bytes: number): void;
}

/** A line that gives nothing for so long counts as cut. */
const silenceMs = 60_000;

/**
 * Fetches the file to `destination`, which is written once its SHA-512 is that of the offer. A cut line is tried again at once
 * as long as anything more comes. Rejects with an `UpdateFailure`; a file of another hash is removed.
 */
export async function downloadOffer(download: Download, destination: string): Promise<void> {
  const { offer, folder, signal } = download;
  try {
    const part = await preparePart(folder, offer.file.sha512);
    let before = -1;
    let received = await sizeOf(part);
    let failure: unknown = null;
    while (received < offer.file.size) {
      if (received === before) throw failure;
      before = received;
      failure = await fetchRest(download, part, received).then(
        () => new UpdateFailure('cut', `${offer.url} ended early.`),
        (cause: unknown) => cause,
      );
      if (signal.aborted || (failure instanceof UpdateFailure && failure.code !== 'cut')) throw failure;
      received = await sizeOf(part);
    }
    if (received > offer.file.size || (await hashOf(part)) !== offer.file.sha512) {
      await rm(part, { force: true });
      throw new UpdateFailure('wrongHash', `${offer.url} is not the file that the feed names.`);
    }
    await copyFile(part, destination);
    await rm(part, { force: true });
  } catch (cause) {
    throw asUpdateFailure(cause);
  }
}

async function preparePart(folder: string, sha512: string): Promise<string> {
  const name = `${Buffer.from(sha512, 'base64').toString('hex').slice(0, 40)}.part`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const other of await readdir(folder))
    if (other.endsWith('.part') && other !== name) await rm(join(folder, other), { force: true });
  return join(folder, name);
}

/** Removes what came of any file. */
export async function forgetDownloads(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith('.part')) await rm(join(folder, name), { force: true });
}

const sizeOf = async (file: string): Promise<number> => {
  const found = await stat(file).catch(() => null);
  return found?.size ?? 0;
};

async function fetchRest(
  { get, offer, signal, onReceived }: Download,
  part: string,
  from: number,
): Promise<void> {
  const silent = new AbortController();
  const both = AbortSignal.any([signal, silent.signal]);
  const silence = setTimeout(() => silent.abort(), silenceMs);
  try {
    const headers = from === 0 ? {} : { Range: `bytes=${from}-` };
    const response = await getFollowing(get, offer.url, headers, both);
    const begin = beginOf(response, offer.url, from);
    const file = await open(part, begin === 0 ? 'w' : 'a', 0o600);
    try {
      let received = begin;
      for await (const piece of response) {
        const chunk: Buffer = piece;
        silence.refresh();
        received += chunk.length;
        if (received > offer.file.size) {
          await file.truncate(0);
          throw new UpdateFailure('tooLarge', `${offer.url} is larger than the feed says.`);
        }
        await file.write(chunk);
        onReceived(received);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    clearTimeout(silence);
  }
}

/** At which byte an answer begins: a server that knows no ranges sends all. */
function beginOf(response: IncomingMessage, url: URL, asked: number): number {
  if (response.statusCode === 200) return 0;
  const [, begin] = /^bytes (\d{1,15})-/.exec(response.headers['content-range'] ?? '') ?? [];
  if (response.statusCode === 206 && Number(begin) === asked) return asked;
  throw answeredOtherwise(response, url);
}

/** Base64 of SHA-512. */
async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(piece);
  return hash.digest('base64');
}
