/**
 * Stands in for Electron's `utilityProcess`, with a real process behind it: what is sent is cloned as structures are, V8's options
 * count only as `--js-flags`, and its `pid` is there only while it runs.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';

const parentPort = new URL('./parent-port.ts', import.meta.url).href;

interface Options {
  env?: Record<string, string>;
  execArgv?: string[];
  stdio?: string | string[];
  serviceName?: string;
}

export const forked: { pid: number | undefined; options: Options }[] = [];

export const utilityProcess = {
  fork(path: string, given: string[] = [], options: Options = {}): UtilityProcess {
    const child = fork(path, given, {
      ...(options.env === undefined ? {} : { env: options.env }),
      execArgv: [...v8Options(options.execArgv ?? []), '--import', parentPort],
      stdio: [...outputs(options.stdio ?? 'inherit'), 'ipc'],
      serialization: 'advanced',
    });
    forked.push({ pid: child.pid, options });
    return new UtilityProcess(child);
  },
};

class UtilityProcess extends EventEmitter {
  pid: number | undefined;
  readonly #child: ChildProcess;
  constructor(child: ChildProcess) {
    super();
    this.#child = child;
    child.on('spawn', () => {
      this.pid = child.pid;
      this.emit('spawn');
    });
    child.on('message', (message) => this.emit('message', message));
    child.on('exit', (code) => {
      this.emit('exit', code ?? 1);
      this.pid = undefined;
    });
  }
  /** What cannot be cloned throws; to one that is gone nothing is said. */
  postMessage = (message: unknown) => {
    structuredClone(message);
    if (this.#child.connected) this.#child.send(message as object, () => {});
  };
  /** Asks it to end; one that is busy does not hear it. */
  kill = () => this.#child.kill('SIGTERM');
}

/** Those that Chromium hands on; other options of V8 go unheard. */
const v8Options = (given: string[]): string[] =>
  given.flatMap((option) => (option.startsWith('--js-flags=') ? option.slice(11).split(' ') : []));

type Output = 'ignore' | 'inherit' | 'pipe';

function outputs(given: string | string[]): Output[] {
  const [input = 'ignore', ...rest] = typeof given === 'string' ? ['ignore', given, given] : given;
  if (input !== 'ignore') throw new TypeError('stdin other than ignore is not supported');
  return [input, ...rest].map((way) => {
    if (way === 'ignore' || way === 'inherit' || way === 'pipe') return way;
    throw new TypeError(`stdio must be ignore, inherit or pipe: ${way}`);
  });
}
