/**
 * Pages that would not go, since something on them was not saved. A browser asks about that; Electron does not: the window stays
 * without a word, and so does a program that is quitting, after its engine was closed.
 */
import { app, type BrowserWindow, dialog } from 'electron';
import { systemLocale } from './locale.ts';

/** Once `isClosed` says that the engine is, no page holds up the end. Call it before there are windows. */
export function letPagesGo(isClosed: () => boolean): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-prevent-unload', (event) => {
      if (isClosed()) event.preventDefault();
    });
  });
}

/** Asks the person whose window does not close whether what was not saved is let go. */
export function askBeforeLosing(window: BrowserWindow): void {
  let isAsked = false;
  const ask = async () => {
    isAsked = true;
    const { message, detail, buttons } = texts[systemLocale()];
    const { response } = await dialog.showMessageBox(window, {
      ...{ type: 'question', title: 'Perito', message, detail, buttons: [...buttons] },
      ...{ defaultId: 0, cancelId: 0, noLink: true },
    });
    isAsked = false;
    if (response === 1 && !window.isDestroyed()) window.destroy();
  };
  window.webContents.on('will-prevent-unload', (event) => {
    if (!event.defaultPrevented && !isAsked) void ask();
  });
}

const texts = {
  es: {
    message: '¿Cerrar sin guardar?',
    detail: 'Hizo cambios que no ha guardado. Si cierra esta ventana, se pierden.',
    buttons: ['Seguir editando', 'Cerrar sin guardar'],
  },
  en: {
    message: 'Close without saving?',
    detail: 'You made changes that are not saved. If you close this window, they are lost.',
    buttons: ['Keep editing', 'Close without saving'],
  },
} as const;
