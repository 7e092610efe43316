import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorCode } from '../engine/error-code.ts';
import { defaultDataDir } from '../shell/process.ts';
import { UsageProblem } from './command.ts';

/**
 * The whole path of the data directory that `--data` names, or of this account's own; it need not be there. Throws a `UsageProblem`
 * where something else than a folder lies there: what reads it would name one of its files.
 */
export function readDataFolder(given: string | undefined): string {
  const dataDir = resolve(given ?? defaultDataDir());
  if (isOtherThanFolder(dataDir))
    throw new UsageProblem(`--data takes the folder that holds the data, and ${dataDir} is no folder.`);
  return dataDir;
}

function isOtherThanFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch (failure) {
    // A part of its path is a file. Whatever else it is, who opens it says it.
    return errorCode(failure) === 'ENOTDIR';
  }
}
