/** The command line as a process of its own. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished, TestRunner } from 'vitest';
import { cli } from '../built-program.ts';
import { compileCache } from '../compile-cache.ts';

const atTheEnd: (() => unknown)[] = [];

/** Ends what hooks of a whole file began; in its `afterAll`. */
export async function endAll(): Promise<void> {
  for (const work of atTheEnd.splice(0).reverse()) await work();
}

/** With the test; what a hook of a whole file began is ended by `endAll`. */
function whenFinished(work: () => unknown): void {
  if (TestRunner.getCurrentTest() === undefined) atTheEnd.push(work);
  else onTestFinished(async () => void (await work()));
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perito-cli-'));
  whenFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A process for all command lines that end by themselves: most of their time is the start of a process. Ends with this one. */
let runner: ChildProcess | null = null;

/** What comes of a command line that ends by itself; one after the other. */
export async function command(
  given: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; lines: string[]; errors: string }> {
  runner ??= startRunner();
  runner.send({ given, environment });
  const [result] = await once(runner, 'message');
  return result;
}

function startRunner(): ChildProcess {
  return fork(fileURLToPath(new URL('./run-commands.ts', import.meta.url)), {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, PERITO_LOG_LEVEL: 'silent' },
  });
}

/** What is started: the built command line under this Node, or what a test puts in its place. */
const builtProgram: readonly [string, ...string[]] = [process.execPath, cli];

/** Starts a command; ended with the test at the latest. */
export function perito(given: string[], environment: Record<string, string> = {}, program = builtProgram) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: temporaryFolder(),
    NODE_COMPILE_CACHE: compileCache,
    ...environment,
  };
  const [file, ...before] = program;
  const child = spawn(file, [...before, ...given], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    lines,
    errors,
  }));
  whenFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    reader.once('line', resolve);
    void ended.then(() => reject(new Error(`ended before it printed a line: ${errors}`)));
  });
  firstLine.catch(() => {});
  return { child, ended, lines, firstLine, errors: () => errors };
}

export interface Ready {
  ready: true;
  receiverUrl: string;
  consoleUrl: string;
  consoleToken: string;
}

/** `serve` on free ports, ready. */
export async function served(
  given: string[] = [],
  environment: Record<string, string> = {},
  program = builtProgram,
) {
  const dataDir = join(temporaryFolder(), 'data');
  const all = ['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0', ...given];
  const running = perito(all, environment, program);
  const ready: Ready = JSON.parse(await running.firstLine);
  const call = async (procedure: string, input: unknown = {}) => {
    const response = await fetch(`${ready.consoleUrl}/rpc/${procedure}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ready.consoleToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    });
    return (await response.json()).json;
  };
  return { ...running, ready, dataDir, call };
}
