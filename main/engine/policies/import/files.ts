import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The bytes of files that were sent to be imported, each under its import's id, readable by this account only. */
export interface ImportFiles {
  path(id: number): string;
  /** Writes a piece at its place; the piece is on disk, though not synced, when it resolves. */
  write(id: number, offset: number, bytes: Uint8Array): Promise<void>;
  remove(id: number): Promise<void>;
  /** Removes all that the last run left behind. */
  removeAll(): Promise<void>;
}

export function createImportFiles(dataDir: string): ImportFiles {
  const folder = join(dataDir, 'imports');
  const path = (id: number) => join(folder, `${id}.part`);
  return {
    path,
    async write(id, offset, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(path(id), offset === 0 ? 'w' : 'r+', 0o600);
      try {
        // A disk that is nearly full takes only a part, without a word.
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, offset + done);
          done += bytesWritten;
        }
      } finally {
        await handle.close();
      }
    },
    remove: (id) => rm(path(id), { force: true }),
    async removeAll() {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) if (/^\d+\.part$/.test(name)) await rm(join(folder, name), { force: true });
    },
  };
}
