/** What is opened read-only beside the live data: each in a temporary folder and a thread of its own. */
import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { OpenedArchive } from '#shared/contract/archives.ts';
import { type ReviewThread, startReview } from '../engine/review-thread.ts';
import { makeTemporaryFolder, removeLeftFolders, type TemporaryFolder } from '../engine/temporary-folder.ts';

/** Each takes a thread and its memory. */
const maxOpenArchives = 5;

export interface OpenArchive extends Omit<ReviewThread, 'close'> {
  /** In the address of its console; nobody guesses it. */
  readonly id: string;
  /** What the person knows it by: the name of its file or folder. */
  readonly name: string;
  /** Closes it and removes its folder. Safe to call twice. */
  close(): Promise<void>;
}

/** In a folder that somebody else fills; `discard` removes it again where that fails. */
interface ArchiveFolder {
  readonly path: string;
  /** Where the bundle goes that `openBundle` opens, which a person knows by a name. */
  readonly bundle: string;
  openBundle(name: string): OpenArchive;
  /** Opens the data directory that was put into `<path>/data`. */
  open(archive: OpenedArchive): OpenArchive;
  discard(): void;
}

export interface Archives {
  /** Opens a bundle; what comes of it its state says. Null where as many are open as may be. */
  openFile(file: string): OpenArchive | null;
  /** Null where as many are open as may be. */
  newFolder(): ArchiveFolder | null;
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

  const keep = (folder: TemporaryFolder, name: string, thread: ReviewThread): OpenArchive => {
    const { close: end, ...rest } = thread;
    const id = randomBytes(9).toString('base64url');
    let closing: Promise<void> | null = null;
    const close = async () => {
      open.delete(id);
      await end();
      folder.remove();
    };
    const archive: OpenArchive = { ...rest, id, name, close: () => (closing ??= close()) };
    open.set(id, archive);
    return archive;
  };

  return {
    openFile(file) {
      if (isFull()) return null;
      const folder = makeTemporaryFolder();
      const name = basename(file);
      const source = { kind: 'bundle', file, name } as const;
      return keep(folder, name, startReview({ version, dataDir: join(folder.path, 'data'), source }));
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
        path: folder.path,
        bundle,
        openBundle(name) {
          filled();
          const source = { kind: 'bundle', file: bundle, name } as const;
          return keep(folder, name, startReview({ version, dataDir, source }));
        },
        open(archive) {
          filled();
          const source = { kind: 'folder', archive } as const;
          const thread = startReview({ version, dataDir, source });
          return keep(folder, archive.name, thread);
        },
        discard() {
          filled();
          folder.remove();
        },
      };
    },
    find: (id) => open.get(id) ?? null,
    list: () => [...open.values()],
    async close() {
      await Promise.all([...open.values()].map((one) => one.close()));
    },
  };
}
