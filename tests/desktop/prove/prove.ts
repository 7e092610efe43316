/**
 * `npm run prove:electron`: what only Electron's runtime can show, on a machine that has one, in one command. Builds the desktop, runs
 * the Playwright suite of it, tries each proof, and prints a line for each: passed, failed, not here.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from 'playwright';
import { electronPackageFolder, findDesktopRuntime } from '../../../main/command-line/start.ts';
import { asTable, exitCodeOf, type ProofContext, type ProofResult, proveAll } from './probes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const runtime = findDesktopRuntime({
  environment: process.env,
  platform: process.platform,
  packageFolder: electronPackageFolder(),
});
const folder = mkdtempSync(join(tmpdir(), 'perito-prove-'));

const launch = (args: readonly string[]) =>
  _electron.launch({
    executablePath: runtime.program ?? '',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--lang=es-DO', root, ...args],
  });

const context: ProofContext = {
  async open(args) {
    const app = await launch(args);
    return {
      evaluate: (act, given) => app.evaluate(act as never, given) as never,
      page: await app.firstWindow(),
      close: () => app.close(),
      async kill() {
        const child = app.process();
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      },
    };
  },
  openAny: (name) => context.open([`--data=${context.folder(name)}`]),
  async exitCodeOf(args) {
    const app = await launch(args);
    const child = app.process();
    if (child.exitCode === null) await once(child, 'exit');
    return child.exitCode;
  },
  folder(name) {
    const made = join(folder, name);
    mkdirSync(made, { recursive: true });
    return made;
  },
  times: { reloads: 50, threads: 500 },
  packed: process.env['PERITO_PACKED'] ?? null,
};

/** The suite that a person would run by itself: first run, an order, a cancellation refused and one approved. */
function runSuite(): ProofResult {
  const name = 'the Playwright suite of the desktop';
  if (runtime.program === null) return { name, outcome: 'not here', seen: runtime.why.en };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', 'tests/e2e/electron.test.ts'], {
    ...{ cwd: root, stdio: 'inherit', timeout: 600_000 },
  });
  return { name, outcome: status === 0 ? 'passed' : 'failed', seen: `exit code ${status}` };
}

const why = runtime.program === null ? runtime.why.en : null;
const results = [runSuite(), ...(await proveAll(context, why))];
rmSync(folder, { recursive: true, force: true });
console.log(asTable(results));
process.exitCode = exitCodeOf(results);
