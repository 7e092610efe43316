/** Newer versions of Perito, as this desktop looks for them. */
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { app } from 'electron';
import { systemClock } from '../../engine/clock.ts';
import { httpsGet } from '../../engine/https-get.ts';
import type { KeptPreferences } from '../preferences.ts';
import type { Program } from '../program.ts';
import { findBlockers } from './blockers.ts';
import { installerByHand, installerOfSystem, wantedPackage } from './installer.ts';
import { readUpdateSource } from './update-source.ts';
import { openUpdates, type Updates } from './updates.ts';

export type { Updates } from './updates.ts';

/** Looks for newer versions from now on, where the package brings a feed, and ends the program by the installer where it is to. */
export function startUpdates(options: {
  preferences: KeptPreferences;
  dataDir: string;
  program: Program;
  /** Of the console; called once somebody wants to install. Null where nothing ends with this program but itself. */
  connect: (() => MessagePort) | null;
}): Updates {
  const { preferences, dataDir, program, connect } = options;
  const source = app.isPackaged ? readUpdateSource(app.getAppPath()) : null;
  const wanted = wantedPackage();
  const folder = join(dataDir, 'desktop', 'updates');
  const installer =
    source === null
      ? null
      : wanted.isByHand
        ? installerByHand(wanted, folder)
        : installerOfSystem(wanted, process.resourcesPath);
  const updates = openUpdates({
    ...{ version: app.getVersion(), source, preferences, installer, isByHand: wanted.isByHand, folder },
    ...{ get: httpsGet(systemClock), clock: systemClock },
    blockers: async () => (connect === null ? [] : findBlockers(connect)),
    quit: () => app.quit(),
  });
  program.endBy(() => {
    const install = updates.installation();
    if (install === null) return null;
    return () =>
      install(() => {
        // Nothing was installed: whoever wanted it now finds Perito again, which says so.
        app.relaunch();
        app.quit();
      });
  });
  return updates;
}
