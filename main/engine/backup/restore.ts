/**
 * The way back: which copies lie in a folder, what a restore of one would do, and the restore itself. All of it reads a place,
 * which may hang, so it runs in a process that can be ended.
 */
import type {
  CopiesInFolder,
  CopyRequest,
  PlaceProblem,
  Restored,
  RestorePlan,
  RestoreProgress,
} from '#shared/contract/backups.ts';
import type { Actor } from '#shared/contract/common.ts';

export interface RestoreRequest extends CopyRequest {
  /** It need not be there. */
  dataDir: string;
  /** Milliseconds since 1970; the system's clock where it is not given. */
  now?: () => number;
  signal?: AbortSignal;
}

export interface RestoreOptions extends RestoreRequest {
  /** Who asked for it, for the log of the restored directory. */
  actor: Actor;
  onProgress?: (progress: RestoreProgress) => void;
}

/** What came of a restore. But for `restored` nothing was changed. */
export type RestoreOutcome =
  | { state: 'restored'; restored: Restored }
  /** `where`: whether it is the copy that cannot be read, or the data directory that cannot be written. */
  | { state: 'failed'; where: 'copy' | 'dataDirectory'; problem: PlaceProblem }
  /** By the signal. */
  | { state: 'ended' }
  /** Another Perito works on the data directory. */
  | { state: 'inUse' };

/** Lists the copies that lie in a folder that somebody chose: a place, or the folder of one installation in it. */
export async function listCopies(folder: string, dataDir: string): Promise<CopiesInFolder> {
  throw new Error(`Not written yet: ${folder}, ${dataDir}.`);
}

/** Says what a restore would do, and changes nothing. May run while Perito works on the directory. */
export async function planRestore(request: RestoreRequest): Promise<RestorePlan> {
  throw new Error(`Not written yet: ${request.folder}.`);
}

/**
 * Makes a data directory of a copy: beside what is there, checked, and then put in its place; what was there is moved aside
 * whole. Holds the directory while it lasts, so Perito must not work on it.
 */
export async function restore(options: RestoreOptions): Promise<RestoreOutcome> {
  throw new Error(`Not written yet: ${options.folder}.`);
}
