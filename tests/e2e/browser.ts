/** Finds the Chromium that the tests drive: the one named, Playwright's own, or the system's. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright';

/** Where systems keep theirs. The shell has no window and costs a quarter less than the whole browser. */
const systemPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** What to do where there is none. */
export const whatToInstall =
  'No Chromium was found that starts. Install one with "npx playwright install chromium", or on Debian with ' +
  '"apt-get install chromium-headless-shell", or name one in PERITO_CHROMIUM; then run the tests again.';

/** Those that are there, best first. `PERITO_CHROMIUM` is taken at its word. */
export function chromiumsHere(): string[] {
  const named = process.env['PERITO_CHROMIUM'];
  if (named) return [named];
  return [chromium.executablePath(), ...systemPlaces].filter((path) => existsSync(path));
}

/** That of this process. */
let shared: Promise<Browser> | null = null;

/**
 * The one that the files of a process share, since starting it costs a second of processor; its contexts share nothing. To
 * close it is to close its contexts: it ends with the process.
 */
export async function launchChromium(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected()) return running;
  shared = startChromium();
  const browser = await shared;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(drawAtOnce, waits);
    return context;
  };
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

/** Of the window: where it is set, a screen is waited for as for a person. */
const waits = 'drawsAsForAPerson';

/** Before a page is gone to: has it wait for what a screen shows first, as for a person. */
export const drawAsForAPerson = (page: Page) =>
  page.addInitScript((name) => Object.assign(window, { [name]: true }), waits);

/**
 * A test looks and acts sooner than anybody could, while the console still waits for what the next screen shows first. So each
 * change of the address is followed by what ends that wait, and nothing else of the console listens to: behind whatever else
 * listens to it, and before the test may look again.
 */
function drawAtOnce(unless: string): void {
  const add = window.addEventListener.bind(window);
  const endWait = () =>
    queueMicrotask(() => {
      if (Reflect.get(window, unless) !== true)
        document.body?.dispatchEvent(new Event('beforeinput', { bubbles: true }));
    });
  Object.assign(window, {
    addEventListener(type: string, listener: EventListener, options?: AddEventListenerOptions | boolean) {
      add(type, listener, options);
      if (type !== 'hashchange') return;
      window.removeEventListener('hashchange', endWait);
      add('hashchange', endWait);
    },
  });
}

/** Starts the first that starts, quiet towards the network, with more of an environment; throws what to install where none does. */
export async function startChromium(more: NodeJS.ProcessEnv = {}): Promise<Browser> {
  const failures: string[] = [];
  for (const executablePath of chromiumsHere()) {
    try {
      return await chromium.launch({
        executablePath,
        args: launchArguments(),
        env: { ...environment(), ...more },
      });
    } catch (cause) {
      failures.push(`${executablePath}: ${cause instanceof Error ? cause.message.split('\n')[0] : cause}`);
    }
  }
  throw new Error([whatToInstall, ...failures].join('\n'));
}

/** On Linux Chromium saves files under ASCII names alone where no locale says that names are UTF-8. */
function environment(): NodeJS.ProcessEnv {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  const hasLocale = [LC_ALL, LC_CTYPE, LANG].some((locale) => /utf-?8/i.test(locale ?? ''));
  return hasLocale ? process.env : { ...process.env, LC_ALL: 'C.UTF-8' };
}

function launchArguments(): string[] {
  return [
    // Chromium's own sandbox does not start for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
}
