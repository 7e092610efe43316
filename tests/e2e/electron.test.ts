/**
 * The desktop itself, with Electron's runtime and a display. Where either is missing the suite is skipped
 * by name and says why; the same journey runs in a browser in `journey.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { electronPackageFolder, findDesktopRuntime } from '../../main/command-line/start.ts';
import { openMarketplace } from '../../main/simulator/index.ts';
import * as en from '../../renderer/app/locale/en.ts';
import {
  type AtScreen,
  approveCancellation,
  doFirstRun,
  refuseCancellation,
  seeOrderArrive,
} from './journey.ts';

const runtime = findDesktopRuntime({
  environment: process.env,
  platform: process.platform,
  packageFolder: electronPackageFolder(),
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const why = runtime.program === null ? ` (skipped: ${runtime.why.en})` : '';

describe.skipIf(runtime.program === null)(`the desktop in Electron${why}`, () => {
  let dataDir: string;
  let app: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    if (runtime.program === null) return;
    dataDir = mkdtempSync(join(tmpdir(), 'perito-electron-'));
    const built = spawnSync(
      process.execPath,
      [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    if (built.status !== 0) throw new Error(`the desktop does not build:\n${built.stdout}\n${built.stderr}`);
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    app = await _electron.launch({
      executablePath: runtime.program,
      args: [...sandbox, '--lang=en-US', root, `--data=${dataDir}`],
    });
    page = await app.firstWindow();
  });
  afterAll(async () => {
    await app?.close();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  });

  test('the page is sandboxed and has nothing of Node', async () => {
    expect(
      await page.evaluate(() =>
        ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
      ),
    ).toEqual([]);
  });

  test('the page stays where it is and opens nothing', async () => {
    expect(page.url()).toMatch(/^app:\/\/perito\//);
    expect(await page.evaluate(() => window.open('https://other.example/'))).toBeNull();
    await page.evaluate(() => window.location.assign('https://other.example/'));
    expect(await page.evaluate(() => window.location.origin)).toBe('app://perito');
    expect(app.windows()).toHaveLength(1);
  });

  test('as a desk of an office that is away it says so, in a window of its own profile', async () => {
    if (runtime.program === null) return;
    const home = mkdtempSync(join(tmpdir(), 'perito-electron-office-'));
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const desk = await _electron.launch({
      executablePath: runtime.program,
      args: [...sandbox, '--lang=en-US', root, '--office=https://127.0.0.1:1'],
      env: { ...definedEnvironment(), HOME: home, XDG_CONFIG_HOME: join(home, 'config') },
    });
    const first = await desk.firstWindow();
    await first.getByRole('heading', { name: en.office.unreachable.title }).waitFor();
    expect(first.url()).toMatch(/^app:\/\/perito\//);
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  });

  test('first run, an order live, a cancellation refused with a reason, another approved', async () => {
    const screen: AtScreen = {
      page,
      words: en,
      async takeKey(handOver) {
        await handOver.click();
        await page.getByText(begins(en.settings.keys.clipboard_other)).waitFor();
        return app.evaluate(({ clipboard }) => clipboard.readText());
      },
    };
    const key = await doFirstRun(screen);
    const marketplace = openMarketplace({ insurerUrl: await receiverUrl(page), key, seed: 12 });
    const first = await seeOrderArrive(screen, marketplace);
    await refuseCancellation(screen, marketplace, first);
    const second = await marketplace.sendPurchaseOrder();
    if (second.event !== 'orderAnswered') throw new Error('the second order was not taken');
    await approveCancellation(screen, marketplace, second.number);
  });
});

const definedEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** The part of a text before its first placeholder. */
function begins(text: string): RegExp {
  return new RegExp(`^${text.split('{{')[0]?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}

/** Where the receiver answers, as the screen tells it. */
async function receiverUrl(page: Page): Promise<string> {
  await page.evaluate(() => {
    window.location.hash = '/settings/connection';
  });
  const url = await page
    .getByText(/^http:\/\/127\.0\.0\.1:\d+/)
    .first()
    .textContent();
  return (url ?? '').trim();
}
