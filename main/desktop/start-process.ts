import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { type OwnProcess, type ProcessToStart, wholeEnvironment } from '../shell/start-process.ts';

/** Starts a process as Electron's own kind: the packaged program cannot be run as plain Node. */
export function forkProcess({
  file,
  args = [],
  options,
  environment,
  name,
  hasLog,
}: ProcessToStart): OwnProcess {
  const child = utilityProcess.fork(fileURLToPath(file), args, {
    env: wholeEnvironment(environment),
    // Of V8's options Electron hands on only these: Chromium's own switch for them.
    execArgv: [`--js-flags=${options.join(' ')}`],
    stdio: hasLog ? ['ignore', 'ignore', 'inherit'] : 'ignore',
    serviceName: name,
  });
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    listen(onMessage, onEnd) {
      child.on('message', onMessage);
      child.on('exit', (code) => onEnd(`The process ended with exit code ${code}.`));
    },
    kill() {
      // `kill` of a utility process asks; one that is busy would not hear it.
      if (child.pid === undefined) child.once('spawn', () => endNow(child.pid));
      else endNow(child.pid);
    },
    // The window decides how long the program runs.
    ref() {},
    unref() {},
  };
}

function endNow(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
