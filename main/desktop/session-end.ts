/** The end of the session, which on Windows asks no program whether it may quit: `before-quit` is not emitted there. */
import { app, BrowserWindow, powerMonitor } from 'electron';
import { pagePreferences } from './lockdown.ts';

/**
 * Closes what is open when the session ends. On Windows `closeNow` is called while the system waits, and must not take longer
 * than it does; elsewhere the program quits as ever, and the system is asked to wait for it.
 */
export function closeAtSessionEnd(
  closeNow: () => unknown,
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform !== 'win32') {
    powerMonitor.on('shutdown', (...given: unknown[]) => {
      // Electron's types leave the event out.
      const [event] = given;
      if (isPreventable(event)) event.preventDefault();
      app.quit();
    });
    return;
  }
  // Only windows are told, and Perito may have none: this one is never shown and loads nothing.
  const listener = new BrowserWindow({
    show: false,
    skipTaskbar: true,
    webPreferences: { ...pagePreferences, devTools: !app.isPackaged },
  });
  listener.on('session-end', () => {
    closeNow();
    app.exit(0);
  });
}

const isPreventable = (event: unknown): event is { preventDefault(): void } =>
  typeof event === 'object' && event !== null && 'preventDefault' in event;
