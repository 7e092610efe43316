/** Has photographs made in a thread of their own, one at a time, and keeps some of them. */
import { Worker } from 'node:worker_threads';
import type { PhotoForm } from './encode-photo.ts';
import type { PhotoSpec } from './photo-spec.ts';

export interface PhotoMaker {
  /** JPEG, the same bytes for the same spec. Rejects where it could not be made, or the maker was closed. */
  photo(key: string, spec: () => PhotoSpec, form: PhotoForm, megapixels: number): Promise<Buffer>;
  close(): Promise<void>;
}

interface PhotoMakerOptions {
  /** Of pictures that are kept for the next who asks. */
  keptBytes: number;
}

/** The thread starts with the first photograph. */
export function openPhotoMaker({ keptBytes }: PhotoMakerOptions): PhotoMaker {
  const kept = new Map<string, Promise<Buffer>>();
  const sizes = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();
  let thread: PhotoThread | null = null;
  let isClosed = false;

  /** The oldest go first. */
  function keep(key: string, size: number): void {
    sizes.set(key, size);
    let total = [...sizes.values()].reduce((sum, each) => sum + each, 0);
    for (const [oldest, bytes] of sizes) {
      if (total <= keptBytes) break;
      total -= bytes;
      sizes.delete(oldest);
      kept.delete(oldest);
    }
  }

  async function make(key: string, spec: PhotoSpec, form: PhotoForm, megapixels: number): Promise<Buffer> {
    if (isClosed) throw new Error('the file server was closed');
    thread ??= startThread();
    const jpeg = await thread.make(spec, form, megapixels);
    keep(key, jpeg.length);
    return jpeg;
  }

  return {
    photo(key, spec, form, megapixels) {
      const name = `${form} ${megapixels} ${key}`;
      const before = kept.get(name);
      if (before !== undefined) return before;
      const made = last.then(() => make(name, spec(), form, megapixels));
      last = made.catch(() => kept.delete(name));
      kept.set(name, made);
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
  const worker = new Worker(new URL('./photo.worker.ts', import.meta.url), { name: 'sample photographs' });
  // Whoever only looks at what was made is not kept from leaving.
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  let calls = 0;
  const fail = (why: Error) => {
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  worker.on('message', (answer: PhotoAnswer) => {
    const asked = waiting.get(answer.call);
    waiting.delete(answer.call);
    if ('jpeg' in answer) asked?.resolve(Buffer.from(answer.jpeg.buffer, 0, answer.jpeg.length));
    else asked?.reject(new Error(answer.failure));
  });
  worker.on('error', (cause) => fail(new Error('the thread of photographs failed', { cause })));
  worker.on('exit', () => fail(new Error('the file server was closed')));
  return {
    make(spec, form, megapixels) {
      const call = calls++;
      const asked = Promise.withResolvers<Buffer>();
      waiting.set(call, asked);
      const order: PhotoOrder = { call, spec, form, megapixels };
      worker.postMessage(order);
      return asked.promise;
    },
    end: async () => void (await worker.terminate()),
  };
}

/** What is said between the server and the thread that makes photographs. */

export interface PhotoOrder {
  call: number;
  spec: PhotoSpec;
  form: PhotoForm;
  megapixels: number;
}

export type PhotoAnswer = { call: number; jpeg: Uint8Array } | { call: number; failure: string };
