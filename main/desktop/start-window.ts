/** A small window while a start takes minutes before the console can open. */
import { app, BrowserWindow, nativeTheme } from 'electron';
import type { Locale } from '#shared/terms.ts';
import type { StartProgress } from '../engine/receiver-thread.ts';
import { type StartWork, startShare, startText, startTexts, workOf } from '../shell/start-text.ts';

export interface StartWindow {
  tell(progress: StartProgress): void;
  close(): void;
}

/** Opens the window at the first word of such work; where there is none, nothing is shown. */
export function startWindow(onFault: (cause: unknown) => void): StartWindow {
  let window: BrowserWindow | null = null;
  let work: StartWork | null = null;
  let isClosed = false;
  return {
    tell(progress) {
      if (isClosed) return;
      const locale: Locale = app.getLocale().startsWith('en') ? 'en' : 'es';
      window ??= open();
      if (window.isDestroyed()) return;
      if (work !== workOf(progress)) {
        work = workOf(progress);
        void window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page(locale, work))}`);
      }
      const share = startShare(progress);
      window.setProgressBar(share);
      window.webContents
        .executeJavaScript(showing(share, startText(progress, locale)))
        .catch((cause: unknown) => onFault(cause));
    },
    close() {
      isClosed = true;
      if (window?.isDestroyed() === false) window.destroy();
    },
  };
}

function open(): BrowserWindow {
  return new BrowserWindow({
    title: 'Perito',
    width: 520,
    height: 300,
    resizable: false,
    maximizable: false,
    fullscreenable: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0d1117' : '#f6f7f9',
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false },
  });
}

/** What the page runs to show how far it has come. */
const showing = (share: number, text: string): string =>
  `document.querySelector('progress').value = ${share}; document.querySelector('output').textContent = ${JSON.stringify(text)};`;

/** A page that needs nothing else: neither the console's files nor an engine is there yet. */
function page(locale: Locale, work: StartWork): string {
  const { title, why, goesOn } = startTexts[locale][work];
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<title>Perito</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 28px 32px; font: 14px/1.5 system-ui, sans-serif; background: light-dark(#f6f7f9, #0d1117); color: light-dark(#10131a, #e6e9ef); }
  h1 { margin: 0 0 12px; font-size: 16px; font-weight: 600; }
  p { margin: 0 0 16px; color: light-dark(#475063, #a7b0c0); }
  progress { width: 100%; height: 8px; accent-color: light-dark(#1d4fd7, #7ea6ff); }
  output { display: block; margin-top: 8px; font-variant-numeric: tabular-nums; }
</style>
<h1>${title}</h1>
<p>${why} ${goesOn}</p>
<progress max="1" value="0" aria-label="${title}"></progress>
<output></output>
</html>`;
}
