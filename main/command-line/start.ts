import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Command, type CommandRun, exitCodes, UsageProblem } from './command.ts';
import { electronPackageFolder, findDesktopRuntime } from './desktop-runtime.ts';
import { openLink } from './open-link.ts';
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
  const bundle = fileURLToPath(new URL('../../out/main/index.js', import.meta.url));
  if (runtime.program !== null && existsSync(bundle)) {
    refuseOthersThanData(run.arguments);
    const { environment, stopAsked } = run;
    return runDesktop({
      program: runtime.program,
      bundle,
      dataDir: options.engine.dataDir,
      environment,
      stopAsked,
    });
  }
  const why = runtime.program === null ? runtime.why : 'The desktop is not built here (npm run build).';
  run.tell(`El escritorio no puede abrirse aquí; la consola se abre en el navegador. ${why}`);
  run.tell(`The desktop cannot run here; the console opens in the browser. ${why}`);
  // The link that opens names the port, so no fixed one need be free.
  const isPortGiven = run.arguments.some((option) => option.startsWith('--console-port'));
  const consolePort = isPortGiven ? options.consolePort : 0;
  return serveConsole(run, { ...options, consolePort }, (link) =>
    openLink(link, process.platform, run.environment),
  );
}

/** What the desktop would leave unheard is refused, rather than passed over. */
function refuseOthersThanData(given: string[]): void {
  const other = given.find((option) => option.startsWith('--') && !/^--data(=|$)/.test(option));
  if (other !== undefined) {
    throw new UsageProblem(`The desktop takes --data alone, not ${other}; "perito serve" takes the others.`);
  }
}

export interface DesktopStart {
  program: string;
  bundle: string;
  dataDir: string;
  environment: NodeJS.ProcessEnv;
  stopAsked: Promise<void>;
}

/** Runs the desktop until it ends; resolves with the exit code. */
export async function runDesktop(start: DesktopStart): Promise<number> {
  const given = [start.bundle, `--data=${start.dataDir}`];
  const desktop = spawn(start.program, given, { stdio: 'inherit', env: withoutKeys(start.environment) });
  void start.stopAsked.then(() => desktop.kill('SIGTERM'));
  const [code] = await once(desktop, 'exit');
  return code === 0 ? exitCodes.done : exitCodes.failed;
}

/** The desktop takes no keys this way, and Chromium would hand them on to the process of the renderer. */
function withoutKeys(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^PERITO_(RECEIVER_KEYS|PLATFORM_KEY)$/i.test(name)),
  );
}
