import { keychainIsStuck } from '../keychain/native-call.ts';

/**
 * Ends the process once everything is closed. Where the keychain still blocks a thread, a plain exit
 * would wait for it without end, so the process is killed: nothing of it is open any more.
 */
export function endProcess(exitCode: number): never {
  if (keychainIsStuck()) process.kill(process.pid, 'SIGKILL');
  process.exit(exitCode);
}
