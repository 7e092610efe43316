/** Which place photos and papers of a data directory are kept in: as its marker says, or as a start is told for the first time. */
import {
  countContents,
  findSetting,
  isOnServer,
  readMarker,
  type Store,
  StoreProblem,
  upsertSetting,
  writeMarker,
} from '../../store/index.ts';
import { ContentPlaceProblem, placeAddressOf } from './address.ts';
import { type ContentPlace, openContentPlace } from './content-place.ts';

/**
 * Name of the setting in which a database of a server has the id of the place, since several engines with directories of their own
 * work with it. In files it would come back with an older copy, and what the directory's marker says holds.
 */
const settingName = 'attachmentsPlace';

/**
 * Opens the place; null where there is none. Nothing waits for one that is known and away. Rejects with a `StoreProblem` where
 * `given` is another one than they are in, or where they are in one that this directory does not know.
 */
export async function settlePlace(store: Store, given: string | undefined): Promise<ContentPlace | null> {
  const { dataDir, installationId } = store;
  const known = readMarker(dataDir)?.attachments ?? null;
  const noted = isOnServer(dataDir) ? await readNoted(store) : (known?.id ?? null);
  const address = given === undefined ? known?.address : placeAddressOf(given).text;
  if (address === undefined) {
    if (noted !== null) throw elsewhere(dataDir, 'a place of their own, which this directory does not know');
    return null;
  }
  if (known !== null && address === known.address && (noted === null || noted === known.id)) {
    await note(store, known.id);
    return openContentPlace(known);
  }
  const hasContents = (await store.read(countContents)) > 0;
  if (noted === null && hasContents)
    throw new StoreProblem(
      'elsewhere',
      `${dataDir} has photos and papers of its own. Stop Perito and run "perito move --data ${dataDir} --attachments ${address}" to bring them there; nothing was changed.`,
    );
  const id = await claimed(address, installationId, noted === null && known === null).catch(
    (failure: unknown) => {
      const isOther = noted !== null && failure instanceof StoreProblem && isOtherPlace(failure.cause);
      throw isOther ? elsewhere(dataDir, known?.address ?? 'another place') : failure;
    },
  );
  if (noted !== null && id !== noted) throw elsewhere(dataDir, known?.address ?? 'another place');
  await note(store, id);
  const marker = readMarker(dataDir);
  if (marker !== null) writeMarker(dataDir, { ...marker, attachments: { address, id } });
  return openContentPlace({ address, id });
}

/** The id of the place at an address, which has to be reached. Rejects with a `StoreProblem`. */
export async function claimed(address: string, installationId: string, mayMake: boolean): Promise<string> {
  const place = openContentPlace({ address, id: null });
  try {
    return await place.claim(installationId, mayMake);
  } catch (failure) {
    if (!(failure instanceof ContentPlaceProblem)) throw failure;
    throw new StoreProblem(
      'elsewhere',
      `Photos and papers cannot be kept in ${address}: ${failure.message} Nothing was changed.`,
      failure,
    );
  } finally {
    await place.close();
  }
}

/** Notes which place it is, for engines with other directories; null for none. */
export async function note(store: Store, id: string | null): Promise<void> {
  const wanted = isOnServer(store.dataDir) ? id : null;
  if ((await readNoted(store)) === wanted) return;
  await store.write((tx) => upsertSetting(tx, settingName, JSON.stringify(wanted ?? '')));
}

async function readNoted(store: Store): Promise<string | null> {
  const saved = await store.read((tx) => findSetting(tx, settingName));
  const id: unknown = saved === null ? '' : JSON.parse(saved);
  return typeof id === 'string' && id !== '' ? id : null;
}

const isOtherPlace = (cause: unknown): boolean =>
  cause instanceof ContentPlaceProblem && (cause.code === 'notMarked' || cause.code === 'foreign');

const elsewhere = (dataDir: string, where: string): StoreProblem =>
  new StoreProblem(
    'elsewhere',
    `The photos and papers of ${dataDir} are in ${where}. Start with --attachments and that place, or run "perito move --attachments" to bring them elsewhere; nothing was changed.`,
  );
