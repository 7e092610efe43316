import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const marker = z.object({
  installationId: z.uuid(),
  createdAt: z.iso.datetime(),
  closedCleanly: z.boolean(),
});
export type Marker = z.infer<typeof marker>;

/**
 * The installation marker stands outside the database and tells a lost database from a new one. Null where
 * there is none; an unreadable one counts as none, and is written anew from the database.
 */
export function readMarker(dataDir: string): Marker | null {
  const file = markerFile(dataDir);
  if (!existsSync(file)) return null;
  try {
    return marker.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Replaces the marker whole: written aside, synced, renamed. */
export function writeMarker(dataDir: string, content: Marker): void {
  const aside = `${markerFile(dataDir)}.new`;
  const descriptor = openSync(aside, 'w', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(aside, markerFile(dataDir));
}

function markerFile(dataDir: string): string {
  return join(dataDir, 'installation.json');
}
