import { statSync } from 'node:fs';
import { StoreProblem } from './problem.ts';

/**
 * The files of an open database, as they were when it was opened. Where one of them is deleted or replaced, SQLite writes
 * on into a file that has no name any more, and all of it is gone when the program ends.
 */
export class FileIdentity {
  readonly #files: readonly { path: string; device: bigint; inode: bigint }[];

  /** Those that are there now. */
  constructor(paths: readonly string[]) {
    this.#files = paths.flatMap((path) => {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      return found === undefined ? [] : [{ path, device: found.dev, inode: found.ino }];
    });
  }

  /** Throws a `StoreProblem` where one of them is not what it was. A few microseconds. */
  check(): void {
    for (const { path, device, inode } of this.#files) {
      let found: { dev: bigint; ino: bigint } | undefined;
      try {
        found = statSync(path, { bigint: true, throwIfNoEntry: false });
      } catch {
        // A folder on the way that is gone, or is none any more, is the same as a file that is.
      }
      if (found?.dev === device && found.ino === inode) continue;
      throw new StoreProblem(
        'databaseGone',
        `${path} was deleted or replaced while Perito worked with it. Nothing more is taken; close Perito, put the files or a backup back, and start again.`,
      );
    }
  }
}
