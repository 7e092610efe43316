/**
 * The place beyond the data directory where photos and papers are kept, each once, under its SHA-256: a shared folder, or a
 * prefix of a bucket. It is asked in a thread of its own; one that does not answer is left to itself, and only once it has ended
 * another is begun.
 */
import { Worker } from 'node:worker_threads';
import type { AttachmentsPlaceProblem } from '#shared/contract/database.ts';
import { endThread } from '../../end-thread.ts';
import { workerFile } from '../../worker-file.ts';
import { ContentPlaceProblem, type PlaceAddress, placeAddressOf } from './address.ts';
import type { BroughtContent, PlacedContent } from './driver.ts';

/** Every method rejects with a `ContentPlaceProblem` where the place fails, and as the system says where a file here does. */
export interface ContentPlace {
  readonly address: PlaceAddress;
  /** Has the file at `path` there, synced, whole or not at all; over what may lie there under its name. */
  put(content: PlacedContent & { path: string }): Promise<void>;
  /** Writes it to a new file at `path` and compares its SHA-256; the file is to be removed where it is not `brought`. */
  get(content: PlacedContent, path: string): Promise<BroughtContent>;
  /** In bytes; null where the place is there and has none. */
  sizeOf(sha256: string): Promise<number | null>;
  remove(sha256: string): Promise<void>;
  /** Resolves where the place is there and the one that is meant. */
  look(): Promise<void>;
  /** The id of the place, whoever's it is not yet; it is given its marker where it has none and `mayMake`. */
  claim(installationId: string, mayMake: boolean): Promise<string>;
  close(): Promise<void>;
}

export type ToPlace = { call: number } & (
  | { act: 'put'; content: PlacedContent & { path: string } }
  | { act: 'get'; content: PlacedContent; path: string }
  | { act: 'sizeOf' | 'remove'; sha256: string }
  | { act: 'look' }
  | { act: 'claim'; installationId: string; mayMake: boolean }
);
type Asked = ToPlace extends infer Each ? (Each extends ToPlace ? Omit<Each, 'call'> : never) : never;

export type FromPlace = { call: number } & (
  | { type: 'alive' }
  | { type: 'answer'; value: unknown }
  | { type: 'failed'; problem: AttachmentsPlaceProblem | null; code: string | null; detail: string }
);

/** Without a word of one that is asked, in milliseconds; a store is given up sooner by its own limits, which sum up to this. */
const usualSilence = 120_000;
const folderSilence = 30_000;
/** A thread that was told to end, and waits for what hangs. */
const endingMilliseconds = 500;

interface Open {
  resolve(value: unknown): void;
  reject(failure: Error): void;
  silence: NodeJS.Timeout;
}

/** `id` null: of one that is to be claimed. */
export function openContentPlace(
  { address: text, id }: { address: string; id: string | null },
  silenceMilliseconds?: number,
): ContentPlace {
  const address = placeAddressOf(text);
  const silence = silenceMilliseconds ?? (address.kind === 'folder' ? folderSilence : usualSilence);
  const open = new Map<number, Open>();
  let calls = 0;
  let worker: Worker | null = null;
  /** That the place hangs still; another thread would hang as well. */
  let hanging: Worker | null = null;
  let isClosed = false;

  const endAll = (failure: Error) => {
    for (const { reject, silence: timer } of open.values()) {
      clearTimeout(timer);
      reject(failure);
    }
    open.clear();
  };

  const start = (): Worker => {
    const file = workerFile(
      { source: './place.worker.ts', built: 'attachments-place-worker.js' },
      import.meta.url,
    );
    const started = new Worker(file, {
      name: 'perito attachments place',
      workerData: { address: text, id },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    let detail = 'Its thread ended.';
    started.on('message', (message: FromPlace) => {
      const asked = open.get(message.call);
      if (asked === undefined) return;
      if (message.type === 'alive') {
        asked.silence.refresh();
        return;
      }
      open.delete(message.call);
      clearTimeout(asked.silence);
      if (open.size === 0) started.unref();
      if (message.type === 'answer') asked.resolve(message.value);
      else if (message.problem !== null)
        asked.reject(new ContentPlaceProblem(message.problem, message.detail));
      else asked.reject(Object.assign(new Error(message.detail), { code: message.code ?? undefined }));
    });
    started.on('error', (failure) => {
      detail = failure.message;
    });
    started.on('exit', () => {
      if (hanging === started) hanging = null;
      if (worker !== started) return;
      worker = null;
      endAll(new ContentPlaceProblem('other', detail));
    });
    return started;
  };

  const isHanging = () => {
    const stuck = worker;
    if (stuck === null) return;
    worker = null;
    hanging = stuck;
    endAll(new ContentPlaceProblem('slow', `It did not answer for ${silence / 1000} seconds.`));
    void endThread(stuck, endingMilliseconds);
  };

  const ask = async (asked: Asked): Promise<unknown> => {
    if (isClosed) throw new ContentPlaceProblem('other', 'Perito is closing.');
    if (hanging !== null) throw new ContentPlaceProblem('slow', 'What waits for it has not ended.');
    worker ??= start();
    worker.ref();
    calls += 1;
    const call = calls;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    open.set(call, { resolve, reject, silence: setTimeout(isHanging, silence).unref() });
    worker.postMessage({ ...asked, call });
    return promise;
  };

  return {
    address,
    async put(content) {
      await ask({ act: 'put', content });
    },
    async get(content, path) {
      const found = await ask({ act: 'get', content, path });
      return found === 'brought' || found === 'missing' ? found : 'damaged';
    },
    async sizeOf(sha256) {
      const found = await ask({ act: 'sizeOf', sha256 });
      return typeof found === 'number' ? found : null;
    },
    async remove(sha256) {
      await ask({ act: 'remove', sha256 });
    },
    async look() {
      await ask({ act: 'look' });
    },
    async claim(installationId, mayMake) {
      return String(await ask({ act: 'claim', installationId, mayMake }));
    },
    async close() {
      isClosed = true;
      endAll(new ContentPlaceProblem('other', 'Perito is closing.'));
      const ending = worker;
      worker = null;
      if (ending !== null) await endThread(ending, endingMilliseconds);
    },
  };
}
