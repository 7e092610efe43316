import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { examinerEnvironment, examinerFile, examinerOptions } from './examiner-file.ts';
import type { ExaminerProcess } from './file-examiner.ts';

/**
 * Starts the process under plain Node. Its output goes nowhere: standard output belongs to the ready line. Another file,
 * with arguments, is for tests of the shell's side.
 */
export function forkExaminer(file = examinerFile(), given: string[] = []): ExaminerProcess {
  const child = fork(fileURLToPath(file), given, {
    env: examinerEnvironment(),
    execArgv: examinerOptions,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    pid: child.pid,
    // What comes of a message that cannot be sent is heard as the end of the process.
    send: (message) => child.send(message, () => {}),
    listen(onMessage, onEnd) {
      child.on('message', onMessage);
      child.on('error', (failure) => {
        child.kill('SIGKILL');
        onEnd(`The process failed: ${failure.message}`);
      });
      child.on('exit', (code, signal) => onEnd(`The process ended with ${signal ?? `exit code ${code}`}.`));
    },
    kill: () => child.kill('SIGKILL'),
    hold(isHeld) {
      const change = isHeld ? 'ref' : 'unref';
      child[change]();
      child.channel?.[change]();
    },
  };
}
