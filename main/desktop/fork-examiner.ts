import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { examinerEnvironment, examinerFile, examinerOptions } from '../shell/examiner-file.ts';
import type { ExaminerProcess } from '../shell/file-examiner.ts';

/** Starts the process as Electron's own kind: the packaged program cannot be run as plain Node. */
export function forkExaminer(): ExaminerProcess {
  const child = utilityProcess.fork(fileURLToPath(examinerFile()), [], {
    env: examinerEnvironment(),
    execArgv: examinerOptions,
    stdio: 'ignore',
    serviceName: 'Perito: files',
  });
  return {
    send: (message) => child.postMessage(message),
    listen(onMessage, onEnd) {
      child.on('message', onMessage);
      child.on('exit', (code) => onEnd(`The process ended with exit code ${code}.`));
    },
    kill() {
      // `kill` of a utility process asks; one that is busy would not hear it.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
    // The window decides how long the program runs.
    hold() {},
  };
}
