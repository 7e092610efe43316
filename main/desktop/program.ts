/**
 * What the system tells the program, heard from the first moment on: a second start or a click in the dock may come, and the
 * session may end, before there is anything to show or to close.
 */
import { app } from 'electron';
import { isThreadStuck } from '../engine/end-thread.ts';
import { within } from '../engine/within.ts';
import { keychainIsStuck } from '../keychain/native-call.ts';
import { letPagesGo } from './unsaved-changes.ts';

export interface Program {
  /** Who brings Perito to the person from now on. */
  showWith(show: () => void): void;
  /** Quitting waits for this first: held calls get their answer, the store is closed. */
  closeWith(close: () => Promise<unknown>): void;
  /** What is done in place of quitting once all is closed, such as installing a newer version, which then quits; null for nothing. */
  endBy(find: () => (() => void) | null): void;
  /** Quitting waits for nothing: there is nothing to close. */
  closeNothing(): void;
  isQuitting(): boolean;
}

/** A start that is under way is waited for so long, in milliseconds, to be closed as a whole; then it is cut. */
const startToCloseMs = 4000;

export function hearProgram(): Program {
  let show = () => {};
  let state: 'running' | 'closing' | 'closed' = 'running';
  let findEnd: () => (() => void) | null = () => null;
  const closing = Promise.withResolvers<(() => Promise<unknown>) | null>();
  letPagesGo(() => state === 'closed');
  app.on('second-instance', () => show());
  app.on('activate', () => show());
  // Whether the program ends with its last window is decided where windows are kept.
  app.on('window-all-closed', () => {});
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    const quit = () => {
      state = 'closed';
      const end = findEnd();
      if (end === null) app.quit();
      else end();
    };
    let isBegun = false;
    const closed = closing.promise.then((close) => {
      isBegun = true;
      return close?.();
    });
    // What closes has limits of its own.
    within(startToCloseMs, closing.promise)
      .then(() => (isBegun ? closed : undefined))
      .then(quit, quit);
  });
  // Also where the program was ended with no question, as after a start that failed.
  app.on('quit', () => {
    // A thread that waits for the keychain or a network folder would keep the process alive without end.
    if (keychainIsStuck() || isThreadStuck()) process.kill(process.pid, 'SIGKILL');
  });
  return {
    showWith(next) {
      show = next;
    },
    closeWith: (close) => closing.resolve(close),
    endBy(find) {
      findEnd = find;
    },
    closeNothing() {
      if (state === 'running') state = 'closed';
      closing.resolve(null);
    },
    isQuitting: () => state !== 'running',
  };
}

/** Also the `appId` of the installers, by which Windows joins windows, shortcuts and notifications to one program. */
const appUserModelId = 'do.perito.desktop';
/** By which a click on a notification finds the program, after an update too: it must never change. */
const toastActivator = '{84DB79A0-84F3-4CC8-A3AC-5BCDBEA93063}';

/** Before anything is shown. */
export function nameProgram(): void {
  if (process.platform !== 'win32') return;
  app.setAppUserModelId(appUserModelId);
  app.setToastActivatorCLSID(toastActivator);
}
