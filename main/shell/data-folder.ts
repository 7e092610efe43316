/** Which folder is the data directory when nobody says otherwise: the one that a person chose to stay with, else the system's place. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod';
import { writeWhole } from '../engine/copies.ts';
import { readSmallFile } from '../engine/small-file.ts';

const paths = () => envPaths('Perito', { suffix: '' });

/** It stands outside every data directory. */
const keptFile = () => join(paths().config, 'data-folder.json');
const maxBytes = 64 * 1024;

const kept = z.object({
  format: z.literal(1),
  folder: z.string().min(1).max(4096),
  /** Whose data it holds: an empty folder in its place is one whose disk is away. */
  installationId: z.uuid(),
  chosenAt: z.iso.datetime(),
});
type Kept = z.infer<typeof kept>;

/** Null where nobody chose one, or that cannot be read. */
export function findKeptFolder(): Kept | null {
  try {
    return kept.parse(JSON.parse(readSmallFile(keptFile(), maxBytes)));
  } catch {
    return null;
  }
}

export function keepFolder(folder: string, installationId: string): void {
  const file = keptFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const choice: Kept = { format: 1, folder, installationId, chosenAt: new Date().toISOString() };
  writeWhole(file, `${JSON.stringify(choice, null, 2)}\n`);
}

/** The next start works in the system's place again. */
export const forgetKeptFolder = (): void => rmSync(keptFile(), { force: true });

export const usualDataDir = (): string => paths().data;

/** For what a program can do without, and is outside every data directory. */
export const usualCacheDir = (): string => paths().cache;
