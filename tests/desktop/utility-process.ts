/** Stands in for Electron's `utilityProcess`, with a real process behind it; its `pid` is there once it has started. */
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';

const parentPort = new URL('./parent-port.ts', import.meta.url).href;

interface Options {
  env: Record<string, string>;
  execArgv: string[];
  stdio: string;
}

export const forked: { pid: number | undefined; options: Options }[] = [];

export const utilityProcess = {
  fork(path: string, given: string[], options: Options) {
    const child = fork(path, given, {
      env: options.env,
      execArgv: [...options.execArgv, '--import', parentPort],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const standIn = Object.assign(new EventEmitter(), {
      pid: undefined as number | undefined,
      postMessage: (message: object) => child.send(message),
    });
    forked.push({ pid: child.pid, options });
    child.on('spawn', () => {
      standIn.pid = child.pid;
      standIn.emit('spawn');
    });
    child.on('message', (message) => standIn.emit('message', message));
    child.on('exit', (code) => standIn.emit('exit', code ?? 1));
    return standIn;
  },
};
