/** A directory with a backup of it, and its restore. */
import { join } from 'node:path';
import { type RestoreOptions, restore } from '../../../main/engine/backup/restore.ts';
import { planRestore } from '../../../main/engine/backup/restore-plan.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { allRows, backUp, liveOn } from './lived-in.ts';

export const ana = { person: 'Ana', via: 'browser' } as const;

export async function backedUp() {
  const dataDir = join(temporaryFolder(), 'data');
  const place = temporaryFolder();
  const { installationId, numbers } = await liveOn(dataDir, { orders: [1, 2, 3], photos: ['a', 'b'] });
  const rows = allRows(dataDir);
  const { folder, manifest } = await backUp(dataDir, place);
  return { dataDir, place, installationId, numbers, rows, folder, manifest, name: manifest.name };
}

type Given = Pick<RestoreOptions, 'dataDir' | 'installationId' | 'name'> & { place: string };

export const restoring = (
  { place, dataDir, installationId, name }: Given,
  options: Partial<RestoreOptions> = {},
) => restore({ folder: place, dataDir, installationId, name, actor: ana, ...options });

/** Restores, and expects that it comes to its end. */
export async function restored(given: Given, options: Partial<RestoreOptions> = {}) {
  const outcome = await restoring(given, options);
  if (outcome.state !== 'restored') throw new Error(JSON.stringify(outcome));
  return outcome.restored;
}

export const planned = ({ place, dataDir, installationId, name }: Given) =>
  planRestore({ folder: place, dataDir, installationId, name });

/** The number after one of the default template. */
export const numberAfter = (number: string | undefined, by = 1): string =>
  (number ?? '').replace(/\d{6}$/, (digits) => String(Number(digits) + by).padStart(6, '0'));
