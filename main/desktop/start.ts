import { join, resolve } from 'node:path';
import { app, type BrowserWindow, dialog, session } from 'electron';
import { isThreadStuck } from '../engine/end-thread.ts';
import { openKeychain } from '../keychain/keychain.ts';
import { keychainIsStuck } from '../keychain/native-call.ts';
import { archivePath, archiveStart } from '../shell/archive-pages.ts';
import { type Archives, createArchives } from '../shell/archives.ts';
import { findKeptFolder } from '../shell/data-folder.ts';
import type { EngineThread } from '../shell/engine-client.ts';
import { startEngineOnFolder } from '../shell/engine-on-folder.ts';
import { examinerProcess, openFileExaminer } from '../shell/examiner-client.ts';
import { createHost, type MissingCapabilities } from '../shell/host.ts';
import { defaultDataDir, version } from '../shell/process.ts';
import { readRendererFiles } from '../shell/renderer-files.ts';
import { openSecretStore } from '../shell/secret-store.ts';
import { type ArchiveFiles, type ArchiveWindows, archiveWindows } from './archive-windows.ts';
import { chooseFolder } from './choose-folder.ts';
import { clipboardTransfer } from './clipboard-transfer.ts';
import { denyNetwork, denyPermissions } from './lockdown.ts';
import { notifyOfCancellations } from './notifications.ts';
import { passphraseWindows } from './passphrase-windows.ts';
import { pipePorts } from './port-pipe.ts';
import { problemText } from './problem-text.ts';
import { serveConsole } from './scheme.ts';
import { forkProcess } from './start-process.ts';
import { startWindow } from './start-window.ts';
import { openWindow, setMenu, showWindow } from './window.ts';

const missing: MissingCapabilities = {
  clipboard: null,
  secretPage: 'onDesktop',
  notifications: null,
  startAtLogin: 'notBuilt',
};

/** Starts the engine and opens the window; a start that fails is shown in a box, and the app ends. */
export async function startDesktop(dataDir: string, files: ArchiveFiles): Promise<void> {
  let windows: ArchiveWindows | null = null;
  try {
    await app.whenReady();
    const archives = createArchives(version);
    windows = archiveWindows(archives);
    await open(dataDir, archives, windows);
    files.follow(windows.open);
  } catch (failure) {
    showProblem(failure);
    app.exit(1);
  }
}

async function open(dataDir: string, archives: Archives, windows: ArchiveWindows): Promise<void> {
  const transfer = clipboardTransfer();
  const passphrases = passphraseWindows((...given) => engine.acceptCollected(...given));
  const secrets = openSecretStore(openKeychain());
  const examiner = openFileExaminer(() => forkProcess(examinerProcess()));
  const starting = startWindow((cause) => logFault('start window', cause));
  const openArchive = (file: string, at: string | null) => {
    const archive = archives.openFile(file, at);
    if (archive === null) return null;
    windows.show(archive);
    return archiveStart(archive);
  };
  const isFolderGiven = app.commandLine.getSwitchValue('data') !== '';
  const engine = await startEngineOnFolder({
    isFolderGiven,
    expects: isFolderGiven ? undefined : findKeptFolder()?.installationId,
    options: { dataDir, version },
    host: createHost(secrets, passphrases.over(transfer), missing, examiner, null, chooseFolder, openArchive),
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
  closeBeforeQuit(async () => {
    // The engine closes whatever becomes of the clipboard.
    await transfer.clearNow().catch((cause: unknown) => logFault('clipboard', cause));
    // First, so that the engine does not wait for a file that is being looked at.
    examiner.close();
    await archives.close();
    await engine.close();
  });
  endWithEngine(engine);
  setMenu();
  denyPermissions(session.defaultSession);
  denyNetwork(session.defaultSession);
  serveConsole(
    session.defaultSession,
    readRendererFiles(),
    engine,
    archives,
    windows.show,
    passphrases.answer,
  );
  pipePorts((pathname) => {
    const asked = archivePath(pathname);
    if (asked === null) return engine.connect('desktop');
    return archives.find(asked.id)?.connect('desktop') ?? null;
  });
  keepWindow(engine);
  // Last: with no window left the program would end.
  starting.close();
}

/** One window; a second start of the app and the dock bring it back. */
function keepWindow(engine: EngineThread): void {
  let window: BrowserWindow = openWindow();
  const show = (path?: string) => {
    if (window.isDestroyed()) window = openWindow();
    showWindow(window, path);
  };
  app.on('second-instance', () => show());
  app.on('activate', () => show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  notifyOfCancellations(() => engine.connect('desktop'), engine.ended, show).catch((cause: unknown) => {
    logFault('notifications', cause);
  });
}

function endWithEngine(engine: EngineThread): void {
  void engine.ended.then((problem) => {
    if (problem === null) return;
    showProblem(problem);
    app.quit();
  });
}

function showProblem(failure: unknown): void {
  dialog.showErrorBox('Perito', problemText(failure, app.getLocale().startsWith('en')));
}

function logFault(where: string, cause: unknown): void {
  const text = cause instanceof Error ? cause.stack : String(cause);
  process.stderr.write(
    `${JSON.stringify({ level: 'error', time: new Date().toISOString(), where, text })}\n`,
  );
}

/** Quitting waits for this first: held calls get their answer, the store is closed. */
export function closeBeforeQuit(close: () => Promise<unknown>): void {
  let state: 'running' | 'closing' | 'closed' = 'running';
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    const quit = () => {
      state = 'closed';
      app.quit();
    };
    close().then(quit, quit);
  });
  app.on('will-quit', () => {
    // A thread that waits for the keychain or a network folder would keep the process alive without end.
    if (keychainIsStuck() || isThreadStuck()) process.kill(process.pid, 'SIGKILL');
  });
}

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
