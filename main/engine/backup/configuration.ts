/**
 * What a data directory says of its copies, in files beside its databases, which these outlive: `copies.json`, what a person
 * configured, and `copies-state.json`, what is known of the copies where their place is away.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import {
  type BackupConfiguration,
  backupConfiguration,
  backupSummary,
  placeProblem,
} from '#shared/contract/backups.ts';
import { instant } from '#shared/contract/common.ts';
import { errorCode } from '../error-code.ts';
import { renameFile } from '../rename-file.ts';

/** What holds where nobody configured anything. */
export const unconfigured: BackupConfiguration = {
  places: [],
  schedule: { isOn: true, hour: 18 },
  keep: { daily: 7, weekly: 4, monthly: 12 },
  warnAfterDays: 3,
  secondCopy: null,
};

const placeState = z.object({
  /** The last good backup there, of those that this program made or saw. */
  lastGood: backupSummary.nullable(),
  /** Why the last one that was begun did not come to its end; null where it did. */
  lastFailure: z.object({ at: instant, problem: placeProblem }).nullable(),
  /** How many have failed since the last good one. */
  failures: z.int().nonnegative(),
});
export type PlaceState = z.infer<typeof placeState>;

const copiesState = z.object({
  /** Since when copies could have been made of this directory. */
  since: instant,
  /** By the ids of the places. */
  places: z.record(z.string(), placeState),
  /** Where the second copy was last, and of which installation; null where there is none. */
  secondCopy: z.object({ folder: z.string(), installationId: z.uuid() }).nullable().default(null),
});
export type CopiesState = z.infer<typeof copiesState>;

/** Every folder in which copies may lie, once. */
export const foldersOf = (configuration: BackupConfiguration | null): string[] => [
  ...new Set([
    ...(configuration?.places ?? []).map(({ folder }) => folder),
    ...(configuration?.secondCopy ? [configuration.secondCopy.folder] : []),
  ]),
];

const configurationFile = (dataDir: string) => join(dataDir, 'copies.json');
const stateFile = (dataDir: string) => join(dataDir, 'copies-state.json');

/** Far more than either file ever has. */
const maxBytes = 1024 * 1024;

/** Rejects where there is one that cannot be read. */
export async function readConfiguration(dataDir: string): Promise<BackupConfiguration> {
  const found = await readJson(configurationFile(dataDir));
  return found === null ? unconfigured : backupConfiguration.parse(found);
}

/** Replaces it whole. */
export async function writeConfiguration(dataDir: string, configuration: BackupConfiguration): Promise<void> {
  await writeJson(configurationFile(dataDir), backupConfiguration.parse(configuration));
}

/** Null where there is none, or none that can be read: it is learnt anew. */
export async function readState(dataDir: string): Promise<CopiesState | null> {
  const found = await readJson(stateFile(dataDir)).catch(() => null);
  const read = copiesState.safeParse(found);
  return read.success ? read.data : null;
}

/** Replaces it whole. */
export async function writeState(dataDir: string, state: CopiesState): Promise<void> {
  await writeJson(stateFile(dataDir), state);
}

/** Null where there is no such file. */
async function readJson(file: string): Promise<unknown> {
  const noLink = constants.O_NOFOLLOW ?? 0;
  const handle = await open(file, constants.O_RDONLY | noLink | (constants.O_NONBLOCK ?? 0)).catch(
    (failure: unknown) => {
      if (errorCode(failure) === 'ENOENT') return null;
      throw failure;
    },
  );
  if (handle === null) return null;
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > maxBytes) throw new Error(`${file} is not what Perito wrote.`);
    return JSON.parse(await handle.readFile('utf8'));
  } finally {
    await handle.close();
  }
}

/** Written aside, synced, renamed. */
async function writeJson(file: string, content: object): Promise<void> {
  const aside = `${file}.new`;
  const handle = await open(aside, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await renameFile(aside, file);
}
