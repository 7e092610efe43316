/** The desktop as a client of an office: its own window, icon, notifications and keychain, and nothing of an engine. */
import { app, session } from 'electron';
import type { OfficeAddressFault } from '#shared/contract/shell.ts';
import { systemClock } from '../engine/clock.ts';
import { createTlsContext, readCaCertificatesInThread } from '../engine/trusted-authorities.ts';
import { openKeychain } from '../keychain/keychain.ts';
import { readOfficeAddress } from '../office/address.ts';
import { forgetOffice, type KeptOffice, keepOffice } from '../office/kept-office.ts';
import { openOffice } from '../office/office.ts';
import { archivePath } from '../shell/archive-pages.ts';
import type { Archives } from '../shell/archives.ts';
import { version } from '../shell/process.ts';
import { readRendererFiles } from '../shell/renderer-files.ts';
import { openSecretStore } from '../shell/secret-store.ts';
import type { ArchiveWindows } from './archive-windows.ts';
import { withoutData, withoutOffice } from './arguments.ts';
import { openComputer } from './computer.ts';
import { denyNetwork, denyPermissions } from './lockdown.ts';
import { logFault } from './log-fault.ts';
import { pipePorts } from './port-pipe.ts';
import { keepPreferences } from './preferences.ts';
import type { Program } from './program.ts';
import { keepResident } from './residency.ts';
import { serveConsole } from './scheme.ts';
import { closeAtSessionEnd } from './session-end.ts';
import { startUpdates } from './updates/index.ts';

/** From the next start on, which is at once, an office is opened in place of this computer's data. */
export function joinOffice(address: string): 'joined' | OfficeAddressFault {
  const read = readOfficeAddress(address);
  if ('refused' in read) return read.refused;
  keepOffice(read.origin);
  // Whoever asked is answered first.
  setImmediate(() => {
    app.relaunch({ args: withoutData(process.argv.slice(1)) });
    app.quit();
  });
  return 'joined';
}

interface OfficeStart {
  /** Where this program's own files lie. */
  dataDir: string;
  isHidden: boolean;
}

export function openAtOffice(
  { dataDir, isHidden }: OfficeStart,
  { origin, certificate }: KeptOffice,
  program: Program,
  { archives, windows }: { archives: Archives; windows: ArchiveWindows },
): void {
  const preferences = keepPreferences(dataDir);
  const computer = openComputer(preferences, null);
  const updates = startUpdates({ preferences, dataDir, program, connect: null });
  // In the system's keychain alone: where that does not work, the sign-in ends with the program.
  const secrets = openSecretStore(openKeychain());
  const office = openOffice({
    ...{ origin, certificate, version, secrets },
    keepCertificate(known) {
      try {
        keepOffice(origin, known);
      } catch (cause) {
        // It holds for this run; the next start asks again.
        logFault('office', cause);
      }
    },
    tlsContext: createTlsContext({
      read: () => readCaCertificatesInThread(systemClock),
      onFailure: (code) => logFault('office', new Error(`The system's authorities were not read: ${code}.`)),
    }),
    shell: { keychain: secrets, computer, updates },
    leave() {
      forgetOffice();
      app.relaunch({ args: withoutOffice(process.argv.slice(1)) });
      app.quit();
    },
    onFault: ({ procedure, cause }) => logFault(`office ${procedure}`, cause),
  });
  program.closeWith(async () => {
    updates.close();
    await archives.close();
    await office.close();
  });
  if (program.isQuitting()) return;
  closeAtSessionEnd(() => office.close());
  denyPermissions(session.defaultSession);
  denyNetwork(session.defaultSession);
  serveConsole(session.defaultSession, readRendererFiles(), office.file, archives, windows.show);
  pipePorts((pathname) => {
    const asked = archivePath(pathname);
    if (asked === null) return office.connect();
    return archives.find(asked.id)?.connect('desktop') ?? null;
  });
  keepResident({
    engine: {
      connect: office.connectOwn,
      ended: office.ended,
      checkListening: () => void office.retry(),
    },
    ...{ program, computer, updates, isHidden, isOffice: true, onFault: logFault },
  });
}
