import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { liesWithin } from '../engine/copies.ts';
import { UsageProblem } from './command.ts';

/** Throws a `UsageProblem` where a path is, or lies in, the data directory, with which it would be lost; `what` begins its sentence. */
export function refuseInside(dataDir: string, path: string, what: string): void {
  if (liesWithin(realPath(path), realPath(dataDir)))
    throw new UsageProblem(`${what} outside the data directory, best of another disk.`);
}

/** Where links lead, as far as something is there. */
function realPath(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    return dirname(whole) === whole ? whole : join(realPath(dirname(whole)), basename(whole));
  }
}
