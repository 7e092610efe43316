import { app, type Session, type WebPreferences } from 'electron';
import { archivePath } from '../shell/archive-pages.ts';
import { isFilePath } from '../shell/attachment-files.ts';
import { consoleOrigin, isConsole } from './scheme.ts';

/** Of every window: its page is confined, and has nothing of Node. */
export const pagePreferences: Readonly<WebPreferences> = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // Chromium would fetch its dictionaries from the network.
  spellcheck: false,
};

/** No page of this app may go elsewhere, open another window or hold a webview. */
export function denyNavigation(): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { preventDefault(): void; url: string }) => {
      if (!isConsole(event.url) || isShownFile(event.url)) event.preventDefault();
    };
    contents.on('will-navigate', stay);
    contents.on('will-frame-navigate', stay);
    contents.on('will-redirect', stay);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** A stored file is no page to go to; one that is only saved leads nowhere. */
function isShownFile(address: string): boolean {
  const { pathname = '' } = URL.parse(address) ?? {};
  return isFilePath(archivePath(pathname)?.rest ?? pathname) && !isSavedFile(address);
}

const isSavedFile = (address: string): boolean =>
  isConsole(address) &&
  /^(?:(\/archive\/[\w-]+)?\/attachments\/\d+|\/exports\/[\da-f-]{36})\/download$/.test(
    URL.parse(address)?.pathname ?? '',
  );

/** Copying a number is all that the console asks of the browser below it. */
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Refuses every permission and device but that, and that to every origin but the console's. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(allowed.has(permission) && isConsole(contents.getURL()));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => {
    return allowed.has(permission) && origin.replace(/\/$/, '') === consoleOrigin;
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  // What the console saves it made itself from what it shows, or it is a stored file; the system asks where to put it.
  session.on('will-download', (event, item) => {
    const address = item.getURL();
    if (!address.startsWith(`blob:${consoleOrigin}/`) && !isSavedFile(address)) event.preventDefault();
  });
}

/** The screen needs nothing of the network: its files and its calls come from this process. */
export function denyNetwork(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const url = URL.parse(details.url);
    const isLocal = ['app:', 'data:', 'blob:', 'devtools:'].includes(url?.protocol ?? '');
    answer({ cancel: !isLocal });
  });
}
