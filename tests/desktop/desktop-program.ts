/** Starts the built desktop in a process of its own, with real pages, as Playwright starts one in Electron. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { vi } from 'vitest';
import { builtThreadsVariable } from '../../main/engine/worker-file.ts';
import { compileCache } from '../compile-cache.ts';
import { chromiumsHere, whatToInstall } from '../e2e/browser.ts';
import { endGroup } from './chromium-windows.ts';
import type { DesktopToRun, FromDesktop, ToDesktop } from './desktop-runtime.ts';
import type * as electron from './electron-stand-in.ts';

const runtime = fileURLToPath(new URL('./desktop-runtime.ts', import.meta.url));
const main = new URL('../../out/main/index.js', import.meta.url);

export interface Desktop extends AsyncDisposable {
  pid: number;
  browser: Browser;
  downloads: string;
  /** What it wrote to its standard error. */
  said: string[];
  /** Runs a function in the main process; it sees the `electron` module and what is given, and nothing of the test. */
  evaluate<Given, Value>(
    act: (module: typeof electron, given: Given) => Value | Promise<Value>,
    given?: Given,
  ): Promise<Value>;
  /** The page at an address that begins so, once it is there. */
  page(address?: string): Promise<Page>;
  /** Ends as a person ends it; its exit code. */
  quit(): Promise<number | null>;
  exited: Promise<number | null>;
}

interface Options {
  /** Follow the data directory, or name it themselves where `isDataGiven`. */
  args?: string[];
  locale?: string;
  isDataGiven?: boolean;
  appPath?: string | null;
  /** Chromium's own folder, where pages are to find at the next start what they kept. */
  profile?: string | null;
  /** More than this process's own. */
  environment?: Record<string, string>;
}

/** Starts one that should end by itself, as a second one does, and waits for that. */
export async function runDesktopProgram(
  dataDir: string,
  options: Options = {},
): Promise<{ exitCode: number | null; said: string }> {
  const { child, said, exited, started } = forkDesktop(dataDir, options);
  const { chromiumPid } = await started;
  child.send('begin');
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const exitCode = await exited;
  clearTimeout(limit);
  endGroup(chromiumPid);
  return { exitCode, said: said.join('') };
}

function forkDesktop(dataDir: string, options: Options) {
  const { args = [], locale = 'es-DO', isDataGiven = false, appPath = null, profile = null } = options;
  const { environment: more = {} } = options;
  const [executable] = chromiumsHere();
  if (executable === undefined) throw new Error(whatToInstall);
  const downloads = join(dataDir, '..', 'downloads');
  mkdirSync(downloads, { recursive: true });
  const { [builtThreadsVariable]: _, ...environment } = process.env;
  const child = fork(runtime, [], {
    env: { ...environment, ...more, NODE_COMPILE_CACHE: compileCache },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const said: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const answers = new Map<number, PromiseWithResolvers<unknown>>();
  const started = Promise.withResolvers<Extract<FromDesktop, { type: 'started' }>>();
  child.on('message', (message: FromDesktop) => {
    if (message.type === 'started') return started.resolve(message);
    if (message.failure === undefined) answers.get(message.call)?.resolve(message.value);
    else answers.get(message.call)?.reject(new Error(message.failure));
  });
  const gone = exited.then((code) => {
    const failure = new Error(`the desktop ended with ${code}:\n${said.join('')}`);
    started.reject(failure);
    for (const answer of answers.values()) answer.reject(failure);
  });
  const toRun: DesktopToRun = {
    ...{ file: main.href, chromium: executable, downloads, locale, appPath, profile },
    args: isDataGiven ? args : [`--data=${dataDir}`, ...args],
  };
  child.send(toRun);
  return { child, said, exited, answers, started: started.promise, gone, downloads };
}

/** On a data directory that is there. */
export async function startDesktopProgram(dataDir: string, options: Options = {}): Promise<Desktop> {
  const { child, said, exited, answers, started, gone, downloads } = forkDesktop(dataDir, options);
  const { endpoint, chromiumPid } = await started;
  const browser = await chromium.connectOverCDP(endpoint);
  child.send('begin');
  const desktop: Desktop = {
    ...{ pid: child.pid ?? 0, browser, downloads, said, exited },
    evaluate: (act, given) => ask(child, answers, { act: String(act), given }) as never,
    async page(address = 'http://perito.app.localhost/') {
      const [context] = browser.contexts();
      if (context === undefined) throw new Error('no context');
      // A window that says how a start goes on comes and goes before it.
      const find = () => {
        const found = context.pages().find((page) => page.url().startsWith(address));
        if (found === undefined) throw new Error(`no page at ${address}:\n${said.join('')}`);
        return found;
      };
      return vi.waitFor(find, { timeout: 30_000, interval: 20 });
    },
    async quit() {
      // It may be gone before it answers.
      await desktop.evaluate(({ app }) => app.quit()).catch(() => {});
      return exited;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      child.kill('SIGKILL');
      await gone;
      endGroup(chromiumPid);
    },
  };
  return desktop;
}

let calls = 0;
function ask(
  child: ChildProcess,
  answers: Map<number, PromiseWithResolvers<unknown>>,
  what: Omit<ToDesktop, 'call'>,
): Promise<unknown> {
  const call = ++calls;
  const answer = Promise.withResolvers<unknown>();
  answers.set(call, answer);
  if (!child.connected) answer.reject(new Error('the desktop is gone'));
  else child.send({ call, ...what } satisfies ToDesktop);
  return answer.promise;
}
