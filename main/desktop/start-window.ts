/** A small window while the console cannot be opened yet: at once where somebody asks for Perito, else after a second. */
import { app, BrowserWindow, nativeTheme } from 'electron';
import type { Locale } from '#shared/terms.ts';
import { type Clock, systemClock } from '../engine/clock.ts';
import type { StartProgress } from '../engine/receiver-thread.ts';
import { type StartWork, startShare, startText, startTexts, workOf } from '../shell/start-text.ts';
import { systemLocale } from './locale.ts';
import { pagePreferences } from './lockdown.ts';

export interface StartWindow {
  /** Opens it now, or brings it to the front. */
  show(): void;
  tell(progress: StartProgress): void;
  close(): void;
}

const openedAfterMs = 1000;

/** Where the start is hidden nothing is opened unasked. */
export function startWindow(
  { isHidden, onFault }: { isHidden: boolean; onFault: (cause: unknown) => void },
  clock: Pick<Clock, 'after'> = systemClock,
): StartWindow {
  let window: BrowserWindow | null = null;
  let latest: StartProgress | null = null;
  let shown: StartWork | 'opening' | null = null;
  let isClosed = false;

  // What is cut off since the window closed is no fault.
  const fail = (cause: unknown) => {
    if (!isClosed && window?.isDestroyed() === false) onFault(cause);
  };
  const draw = () => {
    if (window === null || window.isDestroyed()) return;
    const locale = systemLocale();
    const work = latest === null ? 'opening' : workOf(latest);
    if (shown !== work) {
      shown = work;
      const address = `data:text/html;charset=utf-8,${encodeURIComponent(page(locale, work))}`;
      window.loadURL(address).catch(fail);
    }
    if (latest === null) return;
    const share = startShare(latest);
    window.setProgressBar(share);
    window.webContents.executeJavaScript(showing(share, startText(latest, locale))).catch(fail);
  };
  const openOnce = () => {
    if (isClosed || window !== null) return;
    window = open();
    draw();
  };
  const cancelOpening = isHidden ? () => {} : clock.after(openedAfterMs, openOnce);
  return {
    show() {
      if (window?.isDestroyed()) window = null;
      shown = window === null ? null : shown;
      if (window === null) openOnce();
      else window.focus();
    },
    tell(progress) {
      if (isClosed) return;
      latest = progress;
      if (window === null && !isHidden) openOnce();
      else draw();
    },
    close() {
      isClosed = true;
      cancelOpening();
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
    webPreferences: { ...pagePreferences, devTools: !app.isPackaged },
  });
}

/** What the page runs to show how far it has come. */
const showing = (share: number, text: string): string =>
  `document.querySelector('progress').value = ${share}; document.querySelector('output').textContent = ${JSON.stringify(text)};`;

const opening: Readonly<Record<Locale, { title: string; text: string }>> = {
  es: { title: 'Perito se está abriendo', text: 'Se revisan los datos y se abre el receptor.' },
  en: { title: 'Perito is opening', text: 'The data are looked over and the receiver is opened.' },
};

/** A page that needs nothing else: neither the console's files nor an engine is there yet. */
function page(locale: Locale, work: StartWork | 'opening'): string {
  const known = work === 'opening' ? null : startTexts[locale][work];
  const { title, text } =
    known === null ? opening[locale] : { title: known.title, text: `${known.why} ${known.goesOn}` };
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
<p>${text}</p>
<progress max="1"${known === null ? '' : ' value="0"'} aria-label="${title}"></progress>
<output></output>
</html>`;
}
