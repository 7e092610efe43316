import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const memory = '/dev/shm';
const gibibyte = 2 ** 30;

/**
 * Lets the tests of this run, and what they start, keep their temporary files in memory where there is room for them:
 * most of their time on a disk is waiting for its syncs, which are asked for all the same. A `TMPDIR` that is given stands.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(`${memory}/perito-`);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < 6 * gibibyte) return false;
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory);
    // Some tests run programs that they wrote.
    return mount !== undefined && !mount.includes('noexec');
  } catch {
    return false;
  }
}
