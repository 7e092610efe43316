/** Which backups are kept, and what a place holds that none of them needs. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupKeep } from '#shared/contract/backups.ts';
import { errorCode } from '../error-code.ts';
import { readList } from './list.ts';
import { type Manifest, sha256Text } from './manifest.ts';
import { type InstallationFolder, PlaceFailure } from './place.ts';
import { namedBySecondCopies } from './second-copy/read.ts';
import { severalAtOnce } from './several-at-once.ts';

/** A backup, as far as keeping it depends on it. */
export interface KeptBackup {
  name: string;
  /** Whether it has what people made; one that was made while that could not be read has not. */
  hasDatabase: boolean;
}

export const dayMilliseconds = 86_400_000;

/**
 * Which backups are one too many: of each of the newest days, weeks of ISO 8601 and months that have one, as this computer's
 * calendar has them, the newest is kept, and always the newest of all and the newest with what people made. One of a time that
 * is yet to come was named by a clock that was wrong: it is left alone, and takes nobody's place.
 */
export function surplusBackups(
  backups: readonly KeptBackup[],
  keep: BackupKeep,
  now: number,
): readonly string[] {
  const known = backups
    .map((backup) => ({ ...backup, at: instantOf(backup.name) }))
    .filter(({ at }) => at <= now + dayMilliseconds)
    .sort((one, other) => other.at - one.at);
  const kept = new Set<string>();
  for (const first of [known[0], known.find(({ hasDatabase }) => hasDatabase)])
    if (first !== undefined) kept.add(first.name);
  const periods: [number, (date: Date) => string][] = [
    [keep.daily, dayOf],
    [keep.weekly, weekOf],
    [keep.monthly, monthOf],
  ];
  for (const [count, periodOf] of periods) {
    const seen = new Set<string>();
    for (const { name, at } of known) {
      const period = periodOf(new Date(at));
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      kept.add(name);
    }
  }
  return known.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** `YYYYMMDDTHHMMSSZ`, in milliseconds since 1970. */
export function instantOf(name: string): number {
  const [year, month, day, hour, minute, second] = [
    name.slice(0, 4),
    name.slice(4, 6),
    name.slice(6, 8),
    name.slice(9, 11),
    name.slice(11, 13),
    name.slice(13, 15),
  ].map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

const monthOf = (date: Date): string => `${date.getFullYear()}-${date.getMonth() + 1}`;
const dayOf = (date: Date): string => `${monthOf(date)}-${date.getDate()}`;

/** The Monday of it. */
function weekOf(date: Date): string {
  const sinceMonday = (date.getDay() + 6) % 7;
  return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - sinceMonday));
}

/** Removes the backups of a place that are too many; their names. One that cannot be read, or is of a newer Perito, is left alone. */
export async function rotate(folder: InstallationFolder, keep: BackupKeep, now: number): Promise<string[]> {
  const backups: KeptBackup[] = [];
  for (const name of await folder.listBackups()) {
    const found = await folder.readManifest(name).catch(passOver);
    if (found !== null) backups.push({ name, hasDatabase: found.database !== null });
  }
  const surplus = [...surplusBackups(backups, keep, now)];
  for (const name of surplus) await folder.removeManifest(name);
  return surplus;
}

/** Null of a manifest that says nothing; rejects where the place fails. */
function passOver(failure: unknown): null {
  if (failure instanceof PlaceFailure && ['damaged', 'newerFormat'].includes(failure.problem.code))
    return null;
  throw failure;
}

/** What was written or needed since may belong to a backup that is just being made. */
const sweptAfter = 2 * dayMilliseconds;
const lookedAtOnce = 16;

/**
 * Removes the files of a place that nothing names any more: how many, and their bytes. Where it cannot be known what is
 * needed, as where a backup cannot be read, nothing is removed.
 */
export async function sweep(
  folder: InstallationFolder,
  now: number,
  signal?: AbortSignal,
): Promise<{ files: number; bytes: number }> {
  const removed = { files: 0, bytes: 0 };
  const removeOld = async (path: string) => {
    signal?.throwIfAborted();
    const found = await lstat(path).catch(ignoreMissing);
    if (found === null || found.isDirectory() || now - found.mtimeMs < sweptAfter) return;
    await rm(path, { force: true });
    removed.files += 1;
    removed.bytes += found.size;
  };
  const incoming = await readdir(folder.incoming).catch(ignoreMissing);
  await severalAtOnce(incoming ?? [], lookedAtOnce, (name) => removeOld(join(folder.incoming, name)));
  for (const name of [...(await folder.lookForDamaged())])
    if (sha256Text.safeParse(name).success && (await folder.sizeOf(name)) === null)
      await folder.forgetDamaged(name);
  const named = await namedIn(folder).catch(passOver);
  if (named === null) return removed;
  await severalAtOnce(contentsOf(folder, signal), lookedAtOnce, async (sha256) => {
    if (!named.has(sha256)) await removeOld(folder.fileOf(sha256));
  });
  return removed;
}

/** The SHA-256 of all that a place holds under one. */
async function* contentsOf(folder: InstallationFolder, signal?: AbortSignal): AsyncGenerator<string> {
  const files = join(folder.path, 'files');
  for (const part of (await readdir(files)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    signal?.throwIfAborted();
    for (const name of await readdir(join(files, part)))
      if (name.startsWith(part) && sha256Text.safeParse(name).success) yield name;
  }
}

/** All that is needed. Rejects with `damaged` or `newerFormat` where that cannot be known. */
async function namedIn(folder: InstallationFolder): Promise<Set<string>> {
  const named = new Set<string>();
  for (const name of await folder.listBackups()) {
    const { journal, database, attachments, others }: Manifest = await folder.readManifest(name);
    for (const { sha256 } of others) named.add(sha256);
    for (const list of [journal, database, attachments]) {
      // The same list is often that of several.
      if (list === null || named.has(list.list)) continue;
      named.add(list.list);
      for await (const sha256 of readList(folder, list)) named.add(sha256);
    }
  }
  const entries = await readdir(folder.path);
  if (entries.some((name) => name.startsWith('second-copy')))
    for await (const sha256 of namedBySecondCopies(folder)) named.add(sha256);
  return named;
}

function ignoreMissing(failure: unknown): null {
  if (errorCode(failure) === 'ENOENT') return null;
  throw failure;
}
