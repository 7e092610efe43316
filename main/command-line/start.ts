import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locale } from '#shared/terms.ts';
import { workerFile } from '../engine/worker-file.ts';
import { readOfficeAddress } from '../office/address.ts';
import { findKeptOffice } from '../office/kept-office.ts';
import { cleanEnvironment, EngineProblem } from '../shell/process.ts';
import { type Command, type CommandRun, exitCodes, parseOptions, UsageProblem } from './command.ts';
import { exitCodeOf, serveConsole } from './serve.ts';
import { readServeOptions } from './serve-options.ts';

export const start: Command = {
  summary: 'the desktop; where it cannot run, the same console in the local browser',
  usage: `start [--data DIR | --office URL]

  --data DIR    the data directory (default: the system's place for this account)
  --office URL  the console of an office, such as https://perito.office.example:8651, in place of data of this computer.
                It is remembered: the next start without --data opens it again, until somebody leaves it in the program

  Where only the browser is possible, the options of "serve" are taken as well.`,
  run: runStart,
};

const bundle = fileURLToPath(
  workerFile({ source: '../../out/main/index.js', built: 'index.js' }, import.meta.url),
);

async function runStart(run: CommandRun): Promise<number> {
  const office = findOffice(run.arguments);
  if (office !== null) return startAtOffice(run, office);
  const options = readServeOptions(run.arguments, run.environment);
  const runtime = findDesktopRuntime({
    environment: run.environment,
    platform: process.platform,
    packageFolder: electronPackageFolder(),
  });
  if (runtime.program !== null && existsSync(bundle)) {
    refuseOthersThanData(run.arguments);
    const { environment, shutdown } = run;
    return runDesktop({
      program: runtime.program,
      bundle,
      option: options.isFolderGiven ? `--data=${options.engine.dataDir}` : null,
      environment,
      shutdown,
    });
  }
  const why = runtime.program === null ? runtime.why : notBuilt;
  run.report(`El escritorio no puede abrirse aquí; la consola se abre en el navegador. ${why.es}`);
  run.report(`The desktop cannot run here; the console opens in the browser. ${why.en}`);
  const { dataDir } = options.engine;
  run.report(`Datos / Data: ${dataDir}. Ctrl+C termina / ends.`);
  // The link that opens names the port, so no fixed one need be free.
  const isPortGiven = run.arguments.some((option) => option.startsWith('--console-port'));
  const consolePort = isPortGiven ? options.consolePort : 0;
  try {
    return await serveConsole(run, { ...options, consolePort }, (link) =>
      openLink(link, process.platform, run.environment),
    );
  } catch (failure) {
    if (!(failure instanceof EngineProblem)) throw failure;
    if (failure.code === 'inUse')
      run.report(
        `Otro Perito trabaja ya con estos datos: su consola está en la pestaña que abrió. Termínelo con Ctrl+C donde se inició, o elija otra carpeta con --data.`,
      );
    run.report(failure.message);
    return exitCodeOf(failure);
  }
}

/**
 * The office that is opened in place of data of this computer: the one that is named, or else the one that was opened last, where
 * nothing is named that is of data. Throws a `UsageProblem` where both are named, or it is no address of an office.
 */
function findOffice(args: string[]): { origin: string; isNamed: boolean } | null {
  const at = args.findIndex((option) => /^--office(=|$)/.test(option));
  if (at < 0) {
    const kept = args.length === 0 ? findKeptOffice() : null;
    return kept && { origin: kept.origin, isNamed: false };
  }
  const { values } = parseOptions({ args: args.slice(at), options: { office: { type: 'string' } } });
  const others = args.slice(0, at);
  if (others.length > 0)
    throw new UsageProblem(
      `--office stands alone, without ${others[0]}: the data of an office, and all that is set for them, are at the office's computer.`,
    );
  const read = readOfficeAddress(values.office ?? '');
  if ('origin' in read) return { origin: read.origin, isNamed: true };
  throw new UsageProblem(
    read.refused === 'notSecure'
      ? '--office takes https alone: in clear, anybody on the network could read everything and sign in.'
      : 'The address of an office is such as https://perito.office.example:8651, with nothing before the name or behind the port.',
  );
}

/** Where there is no desktop, an office's console is opened in the browser, as at any other desk. */
async function startAtOffice(
  run: CommandRun,
  { origin, isNamed }: { origin: string; isNamed: boolean },
): Promise<number> {
  const { environment, shutdown } = run;
  const runtime = findDesktopRuntime({
    ...{ environment, platform: process.platform, packageFolder: electronPackageFolder() },
  });
  if (runtime.program !== null && existsSync(bundle)) {
    const option = isNamed ? `--office=${origin}` : null;
    return runDesktop({ program: runtime.program, bundle, option, environment, shutdown });
  }
  const why = runtime.program === null ? runtime.why : notBuilt;
  run.report(`El escritorio no puede abrirse aquí; la oficina se abre en el navegador: ${origin}/ ${why.es}`);
  run.report(`The desktop cannot run here; the office opens in the browser: ${origin}/ ${why.en}`);
  openLink(`${origin}/`, process.platform, environment);
  return exitCodes.done;
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
  /** What names the data directory or the office; null where the desktop finds it by itself. */
  option: string | null;
  environment: NodeJS.ProcessEnv;
  shutdown: Promise<void>;
}

/** Runs the desktop until it ends; resolves with the exit code. */
export async function runDesktop(start: DesktopStart): Promise<number> {
  const args = [start.bundle, ...(start.option === null ? [] : [start.option])];
  const desktop = spawn(start.program, args, { stdio: 'inherit', env: withoutKeys(start.environment) });
  void start.shutdown.then(() => desktop.kill('SIGTERM'));
  const [code] = await once(desktop, 'exit');
  return code === 0 ? exitCodes.done : exitCodes.failed;
}

/** The desktop takes no keys this way, and Chromium would hand them on to the process of the renderer. */
function withoutKeys(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^PERITO_(RECEIVER_KEYS|PLATFORM_KEY|OIDC_CLIENT_SECRET|TLS_PASSPHRASE)$/i.test(name),
    ),
  );
}

type DesktopRuntime = { program: string } | { program: null; why: Sentence };

type Sentence = Readonly<Record<Locale, string>>;

const notBuilt: Sentence = {
  es: 'El escritorio no está compilado aquí (npm run build).',
  en: 'The desktop is not built here (npm run build).',
};
const noRuntime: Sentence = {
  es: 'El programa de Electron no está instalado aquí (lo trae npx install-electron, o ELECTRON_OVERRIDE_DIST_PATH).',
  en: "Electron's runtime is not installed here (npx install-electron, or ELECTRON_OVERRIDE_DIST_PATH, brings it).",
};
const noDisplay: Sentence = {
  es: 'No hay pantalla aquí (ni DISPLAY ni WAYLAND_DISPLAY están puestos).',
  en: 'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set).',
};

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
  if (program === null) return { program: null, why: noRuntime };
  const { DISPLAY, WAYLAND_DISPLAY } = at.environment;
  if (at.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) {
    return { program: null, why: noDisplay };
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
