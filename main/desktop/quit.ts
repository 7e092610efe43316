import { app } from 'electron';

/** Quitting waits for this first: held calls get their answer, the store is closed. */
export function closeBeforeQuit(close: () => Promise<unknown>): void {
  let state: 'running' | 'closing' | 'closed' = 'running';
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    void close().finally(() => {
      state = 'closed';
      app.quit();
    });
  });
}
