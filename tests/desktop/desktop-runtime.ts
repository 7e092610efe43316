/**
 * A process that runs the built desktop as Electron's would: `electron` is the stand-in, its windows are pages of a real Chromium,
 * its lock is one between processes. What it is to do it hears from its parent as functions, as Playwright gives them to Electron.
 */
import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { startChromiumWindows } from './chromium-windows.ts';
import * as electron from './electron-stand-in.ts';

/** What its parent gives it at first. */
export interface DesktopToRun {
  /** The main file. */
  file: string;
  args: string[];
  chromium: string;
  downloads: string;
  locale: string;
  /** Where its own files lie, and the package's resources, where a test gives it others. */
  appPath: string | null;
  /** What Chromium keeps from one start to the next lies there; nothing is kept where it is null. */
  profile: string | null;
}

export interface ToDesktop {
  call: number;
  /** A function of the `electron` module and of `given`, as text. */
  act: string;
  given: unknown;
}

export type FromDesktop =
  | { type: 'started'; endpoint: string; chromiumPid: number }
  | { type: 'answer'; call: number; value?: unknown; failure?: string };

const { app, BrowserWindow } = electron;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./electron-stand-in.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

const tell = (message: FromDesktop) => process.send?.(message);

/** By a link that names the process, as Chromium has it; what a second one was started with is left beside it for the first. */
class FolderLock {
  #link = '';
  take(userData: string, onSecond: (argv: string[], workingDirectory: string) => void): boolean {
    const notes = join(userData, 'SecondInstances');
    try {
      mkdirSync(notes, { recursive: true });
      this.#link = join(userData, 'SingletonLock');
      if (this.#isHeld()) {
        const note = join(notes, randomUUID());
        writeFileSync(`${note}.part`, JSON.stringify({ argv: process.argv, folder: process.cwd() }));
        renameSync(`${note}.part`, `${note}.json`);
        return false;
      }
      rmSync(this.#link, { force: true });
      symlinkSync(String(process.pid), this.#link);
    } catch {
      return false;
    }
    const read = () => {
      for (const name of readdirSync(notes).filter((found) => found.endsWith('.json'))) {
        const { argv, folder } = JSON.parse(readFileSync(join(notes, name), 'utf8'));
        rmSync(join(notes, name));
        onSecond(argv, folder);
      }
    };
    watch(notes, read).unref();
    return true;
  }
  #isHeld(): boolean {
    try {
      return process.kill(Number(readlinkSync(this.#link)), 0);
    } catch {
      return false;
    }
  }
  release(): void {
    rmSync(this.#link, { force: true });
  }
}

async function run({
  file,
  args,
  chromium,
  downloads,
  locale,
  appPath,
  profile,
}: DesktopToRun): Promise<void> {
  process.argv = ['/opt/Perito/perito', ...args];
  app.startAgain();
  app.isReadyHeld = true;
  app.locale = locale;
  if (appPath !== null) {
    app.appPath = appPath;
    Object.assign(process, { resourcesPath: appPath });
  }
  app.lock = new FolderLock();
  for (const [, name = '', value = ''] of args.map((text) => /^--([\w-]+)(?:=(.*))?$/.exec(text) ?? []))
    if (name !== '') app.switches[name] = value;
  const windows = await startChromiumWindows(chromium, downloads, profile);
  BrowserWindow.openPage = windows.openPage;
  app.onEnd = (exitCode) => {
    app.lock?.release();
    const closed = windows.close();
    if (profile === null) process.exit(exitCode);
    else void closed.then(() => process.exit(exitCode));
  };
  // Without its parent it has nobody to end it.
  process.on('disconnect', () => {
    void windows.close();
    process.kill(process.pid, 'SIGKILL');
  });
  const begun = Promise.withResolvers<void>();
  process.on('message', (message: ToDesktop | 'begin') =>
    message === 'begin' ? begun.resolve() : void act(message),
  );
  tell({ type: 'started', endpoint: windows.endpoint, chromiumPid: windows.pid });
  // A program that ends at once would take its pages along before anybody is connected to them.
  await begun.promise;
  await import(file);
  setImmediate(() => app.becomeReady());
}

async function act({ call, act: text, given }: ToDesktop): Promise<void> {
  try {
    const does = new Function(`return (${text})`)() as (module: typeof electron, given: unknown) => unknown;
    tell({ type: 'answer', call, value: await does(electron, given) });
  } catch (cause) {
    tell({ type: 'answer', call, failure: cause instanceof Error ? String(cause.stack) : String(cause) });
  }
}

process.once('message', (first: DesktopToRun) => void run(first));
