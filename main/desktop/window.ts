import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, Menu, type MenuItemConstructorOptions, nativeTheme } from 'electron';
import { consoleUrl } from './scheme.ts';

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
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
      // Chromium would fetch its dictionaries from the network.
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  reloadAfterCrash(window);
  void window.loadURL(address);
  return window;
}

/** The page holds nothing that the engine does not; a few reloads are tried, a crash loop is not. */
function reloadAfterCrash(window: BrowserWindow): void {
  let reloads = 0;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || reloads >= 3 || window.isDestroyed()) return;
    reloads += 1;
    window.webContents.reload();
  });
}

/** Brings the window to the person, at `path` of the console where one is given. */
export function showWindow(window: BrowserWindow, path?: string): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  if (path !== undefined) void window.loadURL(`${consoleUrl}#${path}`);
}

/** Editing, zoom and the window; no reload and no developer tools, which Electron's own menu has. */
export function setMenu(): void {
  const isEnglish = app.getLocale().startsWith('en');
  const view: MenuItemConstructorOptions = {
    label: isEnglish ? 'View' : 'Ver',
    submenu: [
      { role: 'zoomIn', label: isEnglish ? 'Larger' : 'Agrandar' },
      { role: 'zoomOut', label: isEnglish ? 'Smaller' : 'Reducir' },
      { role: 'resetZoom', label: isEnglish ? 'Normal size' : 'Tamaño normal' },
      { role: 'togglefullscreen', label: isEnglish ? 'Full screen' : 'Pantalla completa' },
    ],
  };
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'editMenu', label: isEnglish ? 'Edit' : 'Editar' },
    view,
    { role: 'windowMenu', label: isEnglish ? 'Window' : 'Ventana' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
