import { app } from 'electron';
import { keychainIsStuck } from '../keychain/native-call.ts';

/** Quitting waits for this first: held calls get their answer, the store is closed. */
export function closeBeforeQuit(close: () => Promise<unknown>): void {
  let state: 'running' | 'closing' | 'closed' = 'running';
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    const quit = () => {
      state = 'closed';
      app.quit();
    };
    close().then(quit, quit);
  });
  app.on('will-quit', () => {
    // A thread that waits for the keychain would keep the process alive without end.
    if (keychainIsStuck()) process.kill(process.pid, 'SIGKILL');
  });
}
