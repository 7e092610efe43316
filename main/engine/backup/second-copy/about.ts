/** Whose second copy it is, and how one is begun, or set aside. */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../error-code.ts';
import { renameFile } from '../../rename-file.ts';
import { manifestFormat, placeFormat } from '../manifest.ts';
import { type InstallationFolder, PlaceFailure, readBounded, syncFolder } from '../place.ts';
import { type About, about, aboutFile, maxAboutBytes } from './format.ts';

/** Rejects with `newerFormat` or `damaged`. */
export async function readAbout(folder: InstallationFolder): Promise<About> {
  const bytes = await readBounded(join(folder.secondCopy, aboutFile), maxAboutBytes);
  let json: unknown = null;
  try {
    json = JSON.parse(bytes.toString('utf8'));
  } catch {
    // It says so below.
  }
  const format = manifestFormat.safeParse(json);
  if (format.success && format.data.format > placeFormat)
    throw new PlaceFailure(
      'newerFormat',
      `The second copy has the format ${format.data.format}; this Perito knows ${placeFormat}.`,
    );
  const read = about.safeParse(json);
  if (read.success && read.data.installationId === folder.installationId) return read.data;
  throw new PlaceFailure('damaged', `${aboutFile} is not what Perito wrote.`);
}

/** Has a folder that says whose it is. One that says it no more is told by what lies in it. */
export async function beginSecondCopy(folder: InstallationFolder, now: number): Promise<void> {
  await folder.make();
  await mkdir(folder.secondCopy, { mode: 0o700 }).catch((failure) => {
    if (errorCode(failure) !== 'EEXIST') throw failure;
  });
  if (!(await lstat(folder.secondCopy)).isDirectory())
    throw new PlaceFailure('damaged', `${folder.secondCopy} is not a folder.`);
  const isThere = await readAbout(folder).then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof PlaceFailure && failure.problem.code === 'damaged') return false;
      throw failure;
    },
  );
  if (isThere) return;
  const content: About = {
    format: placeFormat,
    installationId: folder.installationId,
    begunAt: new Date(now).toISOString(),
  };
  const aside = join(folder.incoming, randomUUID());
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await renameFile(aside, join(folder.secondCopy, aboutFile));
  await syncFolder(folder.secondCopy);
  await syncFolder(folder.path);
}

/** Moves what was copied of another history aside, whole. */
export async function setSecondCopyAside(folder: InstallationFolder, now: number): Promise<void> {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  await renameFile(folder.secondCopy, `${folder.secondCopy}-until-${time}`);
  await syncFolder(folder.path);
}
