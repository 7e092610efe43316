import { join, resolve } from 'node:path';
import { app } from 'electron';
import { defaultDataDir } from '../shell/data-directory.ts';

/**
 * The data directory, from `--data=DIR` or the system's place. Chromium's own files get a folder of their
 * own inside: on macOS both would otherwise share one.
 */
export function chooseFolders(): string {
  const given = app.commandLine.getSwitchValue('data');
  const dataDir = resolve(given === '' ? defaultDataDir() : given);
  app.setPath('userData', join(dataDir, 'desktop'));
  return dataDir;
}
