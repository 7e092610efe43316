/** Makes photographs in a thread of their own, one at a time, and caches some of them. */
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../engine/worker-file.ts';
import type { PhotoForm } from './encode-photo.ts';
import type { PhotoSpec } from './photo-spec.ts';

export interface PhotoMaker {
  /** JPEG, the same bytes for the same spec. Rejects where it could not be made, or the maker was closed. */
  photo(key: string, spec: () => PhotoSpec, form: PhotoForm, megapixels: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** The thread starts with the first photograph; at most `cachedBytes` of photographs are cached. */
export function openPhotoMaker(cachedBytes: number): PhotoMaker {
  const cache = new Map<string, Promise<Buffer>>();
  const sizes = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();
  let thread: PhotoThread | null = null;
  let isClosed = false;

  /** Counts a photograph as cached, and removes the oldest that are too many. */
  function addToCache(key: string, size: number): void {
    sizes.set(key, size);
    let total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const [oldest, bytes] of sizes) {
      if (total <= cachedBytes) break;
      total -= bytes;
      sizes.delete(oldest);
      cache.delete(oldest);
    }
  }

  async function make(key: string, spec: PhotoSpec, form: PhotoForm, megapixels: number): Promise<Buffer> {
    if (isClosed) throw new Error('the file server was closed');
    thread ??= startThread();
    const jpeg = await thread.make(spec, form, megapixels);
    addToCache(key, jpeg.length);
    return jpeg;
  }

  return {
    photo(key, spec, form, megapixels) {
      const name = `${form} ${megapixels} ${key}`;
      const before = cache.get(name);
      if (before !== undefined) return before;
      const made = last.then(() => make(name, spec(), form, megapixels));
      last = made.catch(() => cache.delete(name));
      cache.set(name, made);
      return made;
    },
    async close() {
      isClosed = true;
      await thread?.end();
    },
  };
}

interface PhotoThread {
  make(spec: PhotoSpec, form: PhotoForm, megapixels: number): Promise<Buffer>;
  end(): Promise<void>;
}

function startThread(): PhotoThread {
  const file = workerFile(
    { source: './photo.worker.ts', built: 'sample-photographs-worker.js' },
    import.meta.url,
  );
  const worker = new Worker(file, { name: 'sample photographs' });
  // The thread does not keep the process alive.
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  let calls = 0;
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (answer: PhotoAnswer) => {
    const photo = waiting.get(answer.call);
    waiting.delete(answer.call);
    if ('jpeg' in answer) photo?.resolve(Buffer.from(answer.jpeg.buffer, 0, answer.jpeg.length));
    else photo?.reject(new Error(answer.failure));
  });
  worker.on('error', (cause) => fail(new Error('the thread of photographs failed', { cause })));
  worker.on('exit', () => fail(new Error('the file server was closed')));
  return {
    make(spec, form, megapixels) {
      const call = calls++;
      const photo = Promise.withResolvers<Buffer>();
      waiting.set(call, photo);
      const order: PhotoOrder = { call, spec, form, megapixels };
      worker.postMessage(order);
      return photo.promise;
    },
    end: async () => void (await worker.terminate()),
  };
}

/** The messages to the thread and back. */
export interface PhotoOrder {
  call: number;
  spec: PhotoSpec;
  form: PhotoForm;
  megapixels: number;
}

export type PhotoAnswer = { call: number; jpeg: Uint8Array } | { call: number; failure: string };
