/** Bundles that are being written, noted in the data directory, so that what is left of one that was cut off is removed. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { errorCode } from '../error-code.ts';

const note = z.object({ part: z.string().max(5000), pid: z.int().positive(), since: z.iso.datetime() });
const noteName = /^archiving-[\da-f-]{36}\.json$/;

/** The end of the name of a bundle that is not whole. */
export const unfinishedEnd = '.part';

/** Notes that a bundle is being written at a path; the function that it returns takes the note away. */
export async function noteUnfinished(dataDir: string, part: string): Promise<() => Promise<void>> {
  const file = join(dataDir, `archiving-${randomUUID()}.json`);
  const content = { part, pid: process.pid, since: new Date().toISOString() };
  await writeFile(file, JSON.stringify(content), { mode: 0o600, flag: 'wx' });
  return () => rm(file, { force: true });
}

/** Removes what is left of bundles whose process ended before they were whole. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!noteName.test(name)) continue;
    const file = join(dataDir, name);
    const found = await readNote(file);
    if (found !== null && isRunning(found)) continue;
    if (found?.part.endsWith(unfinishedEnd) === true) {
      const isGone = await rm(found.part, { force: true }).then(
        () => true,
        // A place that is away now may be there the next time.
        () => false,
      );
      if (!isGone) continue;
    }
    await rm(file, { force: true });
  }
}

async function readNote(file: string): Promise<z.infer<typeof note> | null> {
  try {
    return note.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

function isRunning({ pid, since }: z.infer<typeof note>): boolean {
  // The same number may have been another process's before this one began.
  if (pid === process.pid) return Date.parse(since) >= Date.now() - 1000 * process.uptime();
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return errorCode(failure) === 'EPERM';
  }
}
