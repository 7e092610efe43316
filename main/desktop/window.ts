import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, Menu, type MenuItemConstructorOptions, nativeTheme } from 'electron';
import { escaped, type PlainPage, paragraph, plainPage } from '../shell/plain-page.ts';
import { systemLocale } from './locale.ts';
import { pagePreferences } from './lockdown.ts';
import { consoleUrl, isConsole } from './scheme.ts';
import { askBeforeLosing } from './unsaved-changes.ts';

/** Opens a window of the console. Its page is sandboxed and reaches the engine through the preload's port alone. */
export function openWindow(address: string = consoleUrl): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Perito',
    width: 1360,
    height: 860,
    minWidth: 960,
    minHeight: 600,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0d1117' : '#f6f7f9',
    webPreferences: {
      preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
      ...pagePreferences,
      devTools: !app.isPackaged,
    },
  });
  window.once('ready-to-show', () => {
    if (!window.isDestroyed()) window.show();
  });
  keepOpen.add(window);
  window.on('closed', () => {
    keepOpen.delete(window);
    if (keepOpen.size === 0) whenLastClosed();
  });
  askBeforeLosing(window);
  reloadAfterCrash(window);
  tellOfFailedLoad(window);
  // Its failure is an event of the page.
  window.loadURL(address).catch(() => {});
  return window;
}

/** Those of the console and of archives, as far as they are open. */
const keepOpen = new Set<BrowserWindow>();
let whenLastClosed = () => {};

/** What happens once the last window of the console and of archives is closed, from now on. */
export function onLastWindowClosed(listener: () => void): void {
  whenLastClosed = listener;
}

/** A page that stands so long was well; its next crash is a new one. */
const stableMs = 60_000;
const maxReloads = 3;

/** The page holds nothing that the engine does not; a few reloads are tried, then the person is asked. */
function reloadAfterCrash(window: BrowserWindow): void {
  let reloads = 0;
  let lastAt = 0;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const now = Date.now();
    if (now - lastAt > stableMs) reloads = 0;
    lastAt = now;
    reloads += 1;
    if (reloads <= maxReloads) window.webContents.reload();
    else if (reloads === maxReloads + 1) void askToReload(window);
  });
  const askToReload = async (crashed: BrowserWindow) => {
    const { question, detail, buttons } = crashTexts[systemLocale()];
    const { response } = await dialog.showMessageBox(crashed, {
      ...{ type: 'error', title: 'Perito', message: question, detail, buttons: [...buttons] },
      ...{ defaultId: 0, cancelId: 1, noLink: true },
    });
    reloads = 0;
    if (response === 0 && !crashed.isDestroyed()) crashed.webContents.reload();
  };
}

const crashTexts = {
  es: {
    question: 'La pantalla de Perito falló varias veces seguidas',
    detail:
      'Lo que llega se sigue recibiendo y nada se perdió. Puede abrir la pantalla otra vez; si vuelve a fallar, reinicie la computadora.',
    buttons: ['Abrir otra vez', 'Ahora no'],
  },
  en: {
    question: 'The screen of Perito failed several times in a row',
    detail:
      'What arrives is still received, and nothing is lost. You can open the screen again; if it fails once more, restart the computer.',
    buttons: ['Open again', 'Not now'],
  },
} as const;

/** As Chromium calls a load that another one took the place of. */
const aborted = -3;

/** A page that could not be loaded is never ready to be shown, so the window would stay invisible. */
function tellOfFailedLoad(window: BrowserWindow): void {
  window.webContents.on('did-fail-load', (_event, code, description, address, isMainFrame) => {
    if (!isMainFrame || code === aborted || !isConsole(address) || window.isDestroyed()) return;
    const page = plainPage(failedPage(address, `${description} (${code})`), systemLocale()).body;
    window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page)}`).catch(() => {});
    window.show();
  });
}

function failedPage(address: string, reason: string): PlainPage {
  const content = (text: string, again: string, technical: string) =>
    `${paragraph(text)}<p><a href="${escaped(address)}">${again}</a></p>${paragraph(`${technical}: ${reason}`)}`;
  return {
    title: { es: 'La pantalla no se pudo abrir', en: 'The screen could not be opened' },
    content: {
      es: content(
        'Perito sigue recibiendo. Intente otra vez; si no abre, cierre Perito y ábralo de nuevo.',
        'Intentar otra vez',
        'Detalle técnico',
      ),
      en: content(
        'Perito is still receiving. Try again; if it does not open, close Perito and open it anew.',
        'Try again',
        'Technical detail',
      ),
    },
  };
}

/** Of a path of the console. */
export const consoleAddress = (path = ''): string => `${consoleUrl}${path === '' ? '' : `#${path}`}`;

/** Brings the window to the person, at `path` of the console where one is given. */
export function showWindow(window: BrowserWindow, path?: string): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  if (path !== undefined) window.loadURL(consoleAddress(path)).catch(() => {});
}

/** Editing, zoom and the window; no reload and no developer tools, which Electron's own menu has. */
export function setMenu(quit: () => void): void {
  const isEnglish = systemLocale() === 'en';
  const view: MenuItemConstructorOptions = {
    label: isEnglish ? 'View' : 'Ver',
    submenu: [
      { role: 'zoomIn', label: isEnglish ? 'Larger' : 'Agrandar' },
      { role: 'zoomOut', label: isEnglish ? 'Smaller' : 'Reducir' },
      { role: 'resetZoom', label: isEnglish ? 'Normal size' : 'Tamaño normal' },
      { role: 'togglefullscreen', label: isEnglish ? 'Full screen' : 'Pantalla completa' },
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: isEnglish ? 'File' : 'Archivo',
    submenu: [
      { role: 'close', label: isEnglish ? 'Close the window' : 'Cerrar la ventana' },
      { label: isEnglish ? 'Quit Perito' : 'Salir de Perito', accelerator: 'CmdOrCtrl+Q', click: quit },
    ],
  };
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : [file]),
    { role: 'editMenu', label: isEnglish ? 'Edit' : 'Editar' },
    view,
    { role: 'windowMenu', label: isEnglish ? 'Window' : 'Ventana' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
