/** Where this run works: the data directory, and the folder of Chromium's own files. */
import { createHash } from 'node:crypto';
import { mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { usualCacheDir } from '../shell/data-folder.ts';
import { defaultDataDir } from '../shell/process.ts';

/**
 * Chooses the data directory, from `given` or the system's place. Chromium's own files get a folder of their own inside:
 * on macOS both would otherwise share one. Where that cannot be written they lie in the system's place for such, so that the
 * screen can say what ails the data directory. Throws where neither can be written.
 */
export function chooseFolders(given: string | null): string {
  const dataDir = resolve(given ?? defaultDataDir());
  const own = join(dataDir, 'desktop');
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const isOwn = tryFolder(own) === null;
  const chosen = isOwn ? own : join(usualCacheDir(), `desktop-${name}`);
  const failure = isOwn ? null : tryFolder(chosen);
  if (failure !== null) throw failure;
  app.setPath('userData', chosen);
  return dataDir;
}

/** Null where a file can be written in it, which is made where it is missing. */
function tryFolder(folder: string): unknown {
  const file = join(folder, '.writable');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, '', { mode: 0o600 });
    rmSync(file);
    return null;
  } catch (failure) {
    return failure;
  }
}

/**
 * Which other computer holds Chromium's files, as where a data directory lies on a network: it is never heard there that
 * Perito is to show itself. Null where none does. Chromium notes it in the target of a link, `<computer>-<process>`; Windows
 * has none.
 */
export function holdingComputer(): string | null {
  try {
    const target = readlinkSync(join(app.getPath('userData'), 'SingletonLock'));
    const [, computer = null] = /^(.+)-\d+$/.exec(target) ?? [];
    return computer === hostname() ? null : computer;
  } catch {
    return null;
  }
}
