/** What must be settled before the app is ready: whether this start is refused, where it works, and whether it is the first. */
import { app } from 'electron';
import { readOfficeAddress } from '../office/address.ts';
import { findKeptOffice, type KeptOffice, keepOffice, officeFolder } from '../office/kept-office.ts';
import type { StartArguments } from './arguments.ts';
import { chooseFolders, holdingComputer } from './folders.ts';
import type { Program } from './program.ts';
import { refuseStart, type StartRefusal } from './refusal.ts';

export interface Start {
  dataDir: string;
  /** Whether the data directory was named for this run. */
  isFolderGiven: boolean;
  /** The office that is opened in place of data of this computer; its own files lie in `dataDir` then. Null where none is. */
  office: KeptOffice | null;
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
  if (given.office !== null && given.dataDir !== null) return refuse({ why: 'officeAndData' });
  const named = given.office === null ? null : readOfficeAddress(given.office);
  if (named !== null && 'refused' in named)
    return refuse({ why: named.refused === 'notSecure' ? 'officeNotSecure' : 'noOffice' });
  const kept = given.dataDir === null ? findKeptOffice() : null;
  let dataDir: string;
  try {
    dataDir = chooseFolders(named === null && kept === null ? given.dataDir : officeFolder());
  } catch (failure) {
    return refuse({
      why: 'notWritable',
      detail: failure instanceof Error ? failure.message : String(failure),
    });
  }
  // The folder was written in, so that there is another Perito where this is refused.
  if (app.requestSingleInstanceLock())
    return {
      ...{ dataDir, isFolderGiven: given.dataDir !== null, isHidden: given.isHidden },
      office: named === null ? kept : keepOffice(named.origin),
    };
  const computer = holdingComputer();
  if (computer !== null) return refuse({ why: 'otherComputer', detail: computer });
  program.closeNothing();
  app.quit();
  return null;
}
