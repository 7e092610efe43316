import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workerFile } from '../engine/worker-file.ts';
import { cleanEnvironment } from '../shell/process.ts';
import { type Command, type CommandRun, exitCodes, UsageProblem } from './command.ts';
import { serveConsole } from './serve.ts';
import { readServeOptions } from './serve-options.ts';

export const start: Command = {
  summary: 'the desktop; where it cannot run, the same console in the local browser',
  usage: `start [--data DIR]

  --data DIR  the data directory (default: the system's place for this account)

  Where only the browser is possible, the options of "serve" are taken as well.`,
  run: runStart,
};

async function runStart(run: CommandRun): Promise<number> {
  const options = readServeOptions(run.arguments, run.environment);
  const runtime = findDesktopRuntime({
    environment: run.environment,
    platform: process.platform,
    packageFolder: electronPackageFolder(),
  });
  const bundle = fileURLToPath(
    workerFile({ source: '../../out/main/index.js', built: 'index.js' }, import.meta.url),
  );
  if (runtime.program !== null && existsSync(bundle)) {
    refuseOthersThanData(run.arguments);
    const { environment, shutdown } = run;
    return runDesktop({
      program: runtime.program,
      bundle,
      dataDir: options.isFolderGiven ? options.engine.dataDir : null,
      environment,
      shutdown,
    });
  }
  const why = runtime.program === null ? runtime.why : 'The desktop is not built here (npm run build).';
  run.report(`El escritorio no puede abrirse aquí; la consola se abre en el navegador. ${why}`);
  run.report(`The desktop cannot run here; the console opens in the browser. ${why}`);
  // The link that opens names the port, so no fixed one need be free.
  const isPortGiven = run.arguments.some((option) => option.startsWith('--console-port'));
  const consolePort = isPortGiven ? options.consolePort : 0;
  return serveConsole(run, { ...options, consolePort }, (link) =>
    openLink(link, process.platform, run.environment),
  );
}

/** What the desktop would leave unheard is refused, rather than passed over. */
function refuseOthersThanData(args: string[]): void {
  const other = args.find((option) => option.startsWith('--') && !/^--data(=|$)/.test(option));
  if (other !== undefined) {
    throw new UsageProblem(`The desktop takes --data alone, not ${other}; "perito serve" takes the others.`);
  }
}

interface DesktopStart {
  program: string;
  bundle: string;
  /** Null where the desktop finds it by itself. */
  dataDir: string | null;
  environment: NodeJS.ProcessEnv;
  shutdown: Promise<void>;
}

/** Runs the desktop until it ends; resolves with the exit code. */
export async function runDesktop(start: DesktopStart): Promise<number> {
  const args = [start.bundle, ...(start.dataDir === null ? [] : [`--data=${start.dataDir}`])];
  const desktop = spawn(start.program, args, { stdio: 'inherit', env: withoutKeys(start.environment) });
  void start.shutdown.then(() => desktop.kill('SIGTERM'));
  const [code] = await once(desktop, 'exit');
  return code === 0 ? exitCodes.done : exitCodes.failed;
}

/** The desktop takes no keys this way, and Chromium would hand them on to the process of the renderer. */
function withoutKeys(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^PERITO_(RECEIVER_KEYS|PLATFORM_KEY|TLS_PASSPHRASE)$/i.test(name),
    ),
  );
}

type DesktopRuntime = { program: string } | { program: null; why: string };

interface DesktopSearch {
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** Folder of the `electron` package, null where it is not installed. */
  packageFolder: string | null;
}

/**
 * Finds Electron's program and a display to run it on. Checks files only: importing the package would
 * start a download of its runtime.
 */
export function findDesktopRuntime(at: DesktopSearch): DesktopRuntime {
  const program = programOf(at);
  if (program === null) {
    return {
      program: null,
      why: "Electron's runtime is not installed here (npx install-electron, or ELECTRON_OVERRIDE_DIST_PATH, brings it).",
    };
  }
  const { DISPLAY, WAYLAND_DISPLAY } = at.environment;
  if (at.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) {
    return { program: null, why: 'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set).' };
  }
  return { program };
}

function programOf({ environment, packageFolder, platform }: DesktopSearch): string | null {
  const named = packageFolder === null ? null : readName(join(packageFolder, 'path.txt'));
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  const found = override
    ? join(override, named ?? (platform === 'win32' ? 'electron.exe' : 'electron'))
    : packageFolder !== null && named !== null
      ? join(packageFolder, 'dist', named)
      : null;
  return found !== null && existsSync(found) ? found : null;
}

const readName = (file: string): string | null =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : null;

/** Where this installation keeps the `electron` package. */
export function electronPackageFolder(): string | null {
  try {
    return dirname(fileURLToPath(import.meta.resolve('electron/package.json')));
  } catch {
    return null;
  }
}

/** Asks the system to open an address in its browser; where it cannot, the printed link is enough. */
export function openLink(link: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): void {
  const [program, ...args] = openerOf(link, platform);
  if (program === undefined) return;
  if (platform === 'linux' && !environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']) return;
  const opener = spawn(program, args, {
    stdio: 'ignore',
    detached: true,
    env: cleanEnvironment(environment),
  });
  opener.on('error', () => {});
  opener.unref();
}

function openerOf(link: string, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return ['open', link];
  // rundll32 takes the address as one argument; cmd's start would read a & in it as another command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', link];
  return ['xdg-open', link];
}
