/** What is opened read-only beside the live data: each in a temporary folder and a thread of its own. */
import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { OpenedArchive } from '#shared/contract/archives.ts';
import { errorCode } from '../engine/error-code.ts';
import { type ReviewState, type ReviewThread, startReview } from '../engine/review-thread.ts';
import { makeTemporaryFolder, removeLeftFolders, type TemporaryFolder } from '../engine/temporary-folder.ts';

/** Each takes a thread and its memory. */
const maxOpenArchives = 5;

export type ArchiveState =
  | ReviewState
  /** A copy is fetched from its place; in bytes, of `all` 0 nobody knows yet. */
  | { is: 'fetching'; done: number; all: number };

/** A copy on its way into a folder. */
export interface FetchedCopy {
  progress(): { done: number; all: number };
  /** Resolves once it can be looked at; rejects with an error that has a code where it cannot be. */
  readonly ready: Promise<OpenedArchive>;
  /** Ends it, also what would still follow; nothing writes into the folder any more once it is resolved. */
  stop(): Promise<void>;
}

export interface OpenArchive extends Omit<ReviewThread, 'close' | 'state' | 'settled'> {
  state(): ArchiveState;
  /** Resolves once it opens no more: it is open, asks for its passphrase, or failed. */
  settled(): Promise<Exclude<ArchiveState, { is: 'opening' | 'fetching' }>>;
  /** In the address of its console; nobody guesses it. */
  readonly id: string;
  /** What the person knows it by: the name of its file or folder. */
  readonly name: string;
  /** The screen at which its console begins, as a path below its address; null where that is the first one. */
  readonly at: string | null;
  /** Closes it and removes its folder. Safe to call twice. */
  close(): Promise<void>;
}

/** For a bundle that somebody else puts there; `discard` removes it again where that fails. */
interface ArchiveFolder {
  /** Where the bundle goes that `openBundle` opens, which a person knows by a name. */
  readonly bundle: string;
  openBundle(name: string): OpenArchive;
  discard(): void;
}

export interface Archives {
  /** Opens a bundle, at a screen of it; what comes of it its state says. Null where as many are open as may be. */
  openFile(file: string, at?: string | null): OpenArchive | null;
  /** Null where as many are open as may be. */
  newFolder(): ArchiveFolder | null;
  /** Opens a copy that is fetched into a folder; what comes of it its state says. Null where as many are open as may be. */
  openCopy(name: string, fetch: (into: string) => FetchedCopy): OpenArchive | null;
  find(id: string): OpenArchive | null;
  list(): readonly OpenArchive[];
  /** Closes all. */
  close(): Promise<void>;
}

export function createArchives(version: string): Archives {
  // In its own time; what is left lies there until the next start.
  void removeLeftFolders().catch(() => {});
  const open = new Map<string, OpenArchive>();
  let filling = 0;
  const isFull = () => open.size + filling >= maxOpenArchives;

  const keep = (
    folder: TemporaryFolder,
    name: string,
    thread: Omit<OpenArchive, 'id' | 'name' | 'at'>,
    at: string | null = null,
  ): OpenArchive => {
    const id = randomBytes(9).toString('base64url');
    let closing: Promise<void> | null = null;
    const close = async () => {
      open.delete(id);
      await thread.close();
      folder.remove();
    };
    const archive: OpenArchive = { ...thread, id, name, at, close: () => (closing ??= close()) };
    open.set(id, archive);
    return archive;
  };

  return {
    openFile(file, at = null) {
      if (isFull()) return null;
      const folder = makeTemporaryFolder();
      const name = basename(file);
      const source = { kind: 'bundle', file, name } as const;
      return keep(folder, name, startReview({ version, dataDir: join(folder.path, 'data'), source }), at);
    },
    newFolder() {
      if (isFull()) return null;
      const folder = makeTemporaryFolder();
      filling += 1;
      let isFilling = true;
      const filled = () => {
        if (isFilling) filling -= 1;
        isFilling = false;
      };
      const bundle = join(folder.path, 'bundle.perito');
      const dataDir = join(folder.path, 'data');
      return {
        bundle,
        openBundle(name) {
          filled();
          const source = { kind: 'bundle', file: bundle, name } as const;
          return keep(folder, name, startReview({ version, dataDir, source }));
        },
        discard() {
          filled();
          folder.remove();
        },
      };
    },
    openCopy(name, fetch) {
      if (isFull()) return null;
      const folder = makeTemporaryFolder();
      const dataDir = join(folder.path, 'data');
      return keep(folder, name, reviewOfCopy(version, dataDir, fetch(dataDir)));
    },
    find: (id) => open.get(id) ?? null,
    list: () => [...open.values()],
    async close() {
      await Promise.all([...open.values()].map((one) => one.close()));
    },
  };
}

/** One that is fetched first; the thread that shows it is started once it can be looked at. */
function reviewOfCopy(
  version: string,
  dataDir: string,
  fetched: FetchedCopy,
): Omit<OpenArchive, 'id' | 'name' | 'at'> {
  let thread: ReviewThread | null = null;
  let failed: Extract<ReviewState, { is: 'failed' }> | null = null;
  const fail = (code: string, detail: string) => (failed ??= { is: 'failed', code, detail });
  const started = fetched.ready.then(
    (archive) => {
      // It was closed meanwhile.
      if (failed !== null) return;
      thread = startReview({ version, dataDir, source: { kind: 'folder', archive } });
    },
    (failure: unknown) =>
      void fail(
        errorCode(failure) ?? 'unexpected',
        failure instanceof Error ? failure.message : String(failure),
      ),
  );
  return {
    state: () => thread?.state() ?? failed ?? { is: 'fetching', ...fetched.progress() },
    async settled() {
      await started;
      return thread?.settled() ?? fail('closed', '');
    },
    connect(via) {
      if (thread !== null) return thread.connect(via);
      const { port1, port2 } = new MessageChannel();
      port2.close();
      return port1;
    },
    attachmentFile: async (id, variant) => thread?.attachmentFile(id, variant) ?? null,
    // Copies are not encrypted.
    givePassphrase() {},
    async close() {
      fail('closed', '');
      await fetched.stop();
      await thread?.close();
    },
  };
}
