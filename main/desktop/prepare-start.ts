/** What must be settled before the app is ready: whether this start is refused, where it works, and whether it is the first. */
import { app } from 'electron';
import type { StartArguments } from './arguments.ts';
import { chooseFolders, holdingComputer } from './folders.ts';
import type { Program } from './program.ts';
import { refuseStart, type StartRefusal } from './refusal.ts';

export interface Start {
  dataDir: string;
  /** Whether the data directory was named for this run. */
  isFolderGiven: boolean;
  /** Whether no window is opened, as at the start of a session. */
  isHidden: boolean;
}

/** Null where the start is refused, or hands over to a Perito that runs, which shows itself. */
export function prepareStart(given: StartArguments, program: Program): Start | null {
  const refuse = (refusal: StartRefusal): null => {
    program.closeNothing();
    void refuseStart(refusal);
    return null;
  };
  if (app.isPackaged && app.commandLine.hasSwitch('no-sandbox')) return refuse({ why: 'noSandbox' });
  if (given.dataDir === '') return refuse({ why: 'noFolder' });
  let dataDir: string;
  try {
    dataDir = chooseFolders(given.dataDir);
  } catch (failure) {
    return refuse({
      why: 'notWritable',
      detail: failure instanceof Error ? failure.message : String(failure),
    });
  }
  // The folder was written in, so that there is another Perito where this is refused.
  if (app.requestSingleInstanceLock())
    return { dataDir, isFolderGiven: given.dataDir !== null, isHidden: given.isHidden };
  const computer = holdingComputer();
  if (computer !== null) return refuse({ why: 'otherComputer', detail: computer });
  program.closeNothing();
  app.quit();
  return null;
}
