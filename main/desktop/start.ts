import { join } from 'node:path';
import { app, dialog, safeStorage, session } from 'electron';
import { writeWhole } from '../engine/copies.ts';
import { openKeychain } from '../keychain/keychain.ts';
import { openSafeStorage } from '../keychain/safe-storage.ts';
import { archivePath, archiveStart } from '../shell/archive-pages.ts';
import { type Archives, createArchives } from '../shell/archives.ts';
import { findKeptFolder } from '../shell/data-folder.ts';
import type { EngineThread } from '../shell/engine-client.ts';
import { startEngineOnFolder } from '../shell/engine-on-folder.ts';
import { examinerProcess, openFileExaminer } from '../shell/examiner-client.ts';
import { createHost, type MissingCapabilities } from '../shell/host.ts';
import { version } from '../shell/process.ts';
import { readRendererFiles } from '../shell/renderer-files.ts';
import { openSecretStore } from '../shell/secret-store.ts';
import { type ArchiveFiles, type ArchiveWindows, archiveWindows } from './archive-windows.ts';
import { clipboardTransfer } from './clipboard-transfer.ts';
import { openComputer } from './computer.ts';
import { chooseFile, chooseFolder } from './dialogs.ts';
import { systemLocale } from './locale.ts';
import { denyNetwork, denyPermissions } from './lockdown.ts';
import { logFault } from './log-fault.ts';
import { joinOffice, openAtOffice } from './office.ts';
import { passphraseWindows } from './passphrase-windows.ts';
import { pipePorts } from './port-pipe.ts';
import { keepPreferences } from './preferences.ts';
import type { Start } from './prepare-start.ts';
import { problemText } from './problem-text.ts';
import type { Program } from './program.ts';
import { keepResident } from './residency.ts';
import { filesOfEngine, serveConsole } from './scheme.ts';
import { closeAtSessionEnd } from './session-end.ts';
import { wasOpenedAtLogin } from './start-at-login.ts';
import { forkProcess } from './start-process.ts';
import { type StartWindow, startWindow } from './start-window.ts';
import { startUpdates } from './updates/index.ts';

const missing: MissingCapabilities = {
  clipboard: null,
  secretPage: 'onDesktop',
  notifications: null,
  tray: null,
  startAtLogin: null,
  keepAwake: null,
};

/** Starts the engine and opens the window; a start that fails is shown in a box, and the app ends. */
export async function startDesktop(given: Start, program: Program, files: ArchiveFiles): Promise<void> {
  await app.whenReady();
  const start = { ...given, isHidden: given.isHidden || wasOpenedAtLogin() };
  const starting = startWindow({
    isHidden: start.isHidden,
    onFault: (cause) => logFault('start window', cause),
  });
  program.showWith(() => starting.show());
  try {
    const archives = createArchives(version);
    const windows = archiveWindows(archives);
    const parts = { archives, windows, starting };
    if (start.office === null) await open(start, program, parts);
    else openAtOffice(start, start.office, program, parts);
    files.follow(windows.open);
  } catch (failure) {
    program.closeNothing();
    showProblem(failure);
    app.exit(1);
  } finally {
    starting.close();
  }
}

interface Parts {
  archives: Archives;
  windows: ArchiveWindows;
  starting: StartWindow;
}

async function open(start: Start, program: Program, { archives, windows, starting }: Parts): Promise<void> {
  const { dataDir, isFolderGiven } = start;
  const preferences = keepPreferences(dataDir);
  const computer = openComputer(preferences, isFolderGiven ? dataDir : null);
  const updates = startUpdates({ preferences, dataDir, program, connect: () => engine.connect('desktop') });
  const transfer = clipboardTransfer();
  const passphrases = passphraseWindows((...given) => engine.acceptCollected(...given));
  const secrets = openSecretStore(
    openKeychain(),
    openSafeStorage({ file: join(dataDir, 'desktop', 'secrets.json'), safeStorage, write: writeWhole }),
  );
  const examiner = openFileExaminer((entry) => forkProcess(examinerProcess(entry)));
  const openArchive = (file: string, at: string | null) => {
    const archive = archives.openFile(file, at);
    if (archive === null) return null;
    windows.show(archive);
    return archiveStart(archive);
  };
  const engine = await startEngineOnFolder({
    isFolderGiven,
    expects: isFolderGiven ? undefined : findKeptFolder()?.installationId,
    options: { dataDir, version },
    host: createHost(
      secrets,
      passphrases.over(transfer),
      missing,
      examiner,
      null,
      { chooseFolder, chooseFile },
      openArchive,
      computer,
      updates,
      joinOffice,
    ),
    startProcess: forkProcess,
    openCopy(...copy) {
      const opened = archives.openCopy(...copy);
      if (opened === null) return null;
      windows.show(opened);
      return archiveStart(opened);
    },
    onFault: ({ procedure, cause }) => logFault(`host ${procedure}`, cause),
    onStarting: (progress) => starting.tell(progress),
    onEnd: (problem) => logFault('thread', problem.cause ?? problem),
  });
  program.closeWith(async () => {
    // The engine closes whatever becomes of the clipboard.
    await transfer.clearNow().catch((cause: unknown) => logFault('clipboard', cause));
    // First, so that the engine does not wait for a file that is being looked at.
    examiner.close();
    updates.close();
    await archives.close();
    await engine.close();
  });
  endWithEngine(engine);
  // What was asked to quit meanwhile closes now.
  if (program.isQuitting()) return;
  closeAtSessionEnd(() => engine.closeNow());
  denyPermissions(session.defaultSession);
  denyNetwork(session.defaultSession);
  serveConsole(
    session.defaultSession,
    readRendererFiles(),
    filesOfEngine(engine),
    archives,
    windows.show,
    passphrases.answer,
  );
  pipePorts((pathname) => {
    const asked = archivePath(pathname);
    if (asked === null) return engine.connect('desktop');
    return archives.find(asked.id)?.connect('desktop') ?? null;
  });
  keepResident({ engine, program, computer, updates, isHidden: start.isHidden, onFault: logFault });
}

function endWithEngine(engine: EngineThread): void {
  void engine.ended.then((problem) => {
    if (problem === null) return;
    showProblem(problem);
    app.quit();
  });
}

function showProblem(failure: unknown): void {
  dialog.showErrorBox('Perito', problemText(failure, systemLocale() === 'en'));
}
