/**
 * Part of `npm test`: makes sure that a Chromium starts before the tests need it. Where none does it gets
 * Playwright's own; where that cannot be had, Debian's as root; else it says what to install. The exit code
 * is 0 even so: the suite that needs it fails by name, and all others still run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startChromium } from './browser.ts';

const playwright = fileURLToPath(new URL('../../node_modules/playwright/cli.js', import.meta.url));

const ways: { name: string; possible: () => boolean; get: () => void }[] = [
  {
    name: "Playwright's Chromium",
    possible: () => !process.env['PERITO_CHROMIUM'],
    get: () => run(process.execPath, [playwright, 'install', 'chromium']),
  },
  {
    name: "Debian's chromium-headless-shell",
    possible: () =>
      !process.env['PERITO_CHROMIUM'] && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0,
    get: () => {
      run('apt-get', ['update', '-qq']);
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']);
    },
  },
];

let failure = await whyNone();
for (const way of ways) {
  if (failure === null || !way.possible()) continue;
  console.error(`No Chromium for the end-to-end tests starts yet: getting ${way.name}.`);
  way.get();
  failure = await whyNone();
}
if (failure !== null) console.error(failure);

/** Null where a browser starts. */
async function whyNone(): Promise<string | null> {
  try {
    await (await startChromium()).close();
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function run(command: string, given: string[]): void {
  // What it prints belongs to the person who waits; what it lacks shows in whether a browser starts.
  spawnSync(command, given, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
