/** What only Electron's own runtime can show, each as something that is tried and passes, fails, or cannot be tried here. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getCurrentFuseWire } from '@electron/fuses';
import type { Page } from 'playwright';

/** A desktop that runs, whatever runs it; `electron` is the module as the main process has it. */
export interface Running {
  evaluate<Value>(act: (electron: typeof import('electron')) => Value | Promise<Value>): Promise<Value>;
  page: Page;
  close(): Promise<unknown>;
}

export interface ProofContext {
  /** Starts it with these arguments, of which `--data` is one. */
  open(args: readonly string[]): Promise<Running>;
  /** Starts one that should end by itself; its exit code. */
  exitCodeOf(args: readonly string[]): Promise<number | null>;
  /** A new folder of this name. */
  folder(name: string): string;
  /** How often what is tried many times is tried. */
  times: { reloads: number; threads: number };
  /** A packed directory; null where none was named. */
  packed: string | null;
}

export type Outcome = 'passed' | 'failed' | 'not here';
export interface Proof {
  name: string;
  /** Why it cannot be tried on this machine; null where it can. */
  lacks: (context: ProofContext) => string | null;
  /** Says what was seen; throws where it is not as it should be. */
  prove: (context: ProofContext) => Promise<string>;
}

const always = () => null;
const onlyOn = (platform: NodeJS.Platform, what: string) => () =>
  process.platform === platform ? `a person has to do it: ${what}` : `needs ${platform}`;

/** What has to be done with hands, or on another system, stands in the table as such. */
const byHand = (name: string, lacks: Proof['lacks']): Proof => ({
  ...{ name, lacks },
  prove: () => Promise.reject(new Error('It was not tried.')),
});

function hold(isSo: boolean, seen: string): string {
  if (!isSo) throw new Error(seen);
  return seen;
}

async function withDesktop(
  context: ProofContext,
  name: string,
  act: (running: Running) => Promise<string>,
): Promise<string> {
  const running = await context.open([`--data=${context.folder(name)}`]);
  try {
    await running.page.getByRole('heading').first().waitFor();
    return await act(running);
  } finally {
    await running.close();
  }
}

export const proofs: readonly Proof[] = [
  {
    name: 'numbers are written as in the Dominican Republic',
    lacks: always,
    prove: (context) =>
      withDesktop(context, 'numbers', async ({ page }) => {
        const seen = await page.evaluate(() =>
          new Intl.NumberFormat('es-DO', { style: 'currency', currency: 'DOP' }).format(1234567.5),
        );
        return hold(seen.replace(/\s/g, '') === 'RD$1,234,567.50', seen);
      }),
  },
  {
    name: 'the authorities of the system are read',
    lacks: always,
    prove: (context) =>
      withDesktop(context, 'authorities', async ({ evaluate }) => {
        const count = await evaluate(
          () => process.getBuiltinModule('node:tls').getCACertificates('system').length,
        );
        return hold(count > 0, `${count} authorities`);
      }),
  },
  {
    name: 'threads are started and ended, many times',
    lacks: always,
    prove: (context) =>
      withDesktop(context, 'threads', async ({ evaluate }) => {
        let ended = 0;
        while (ended < context.times.threads) {
          ended += await evaluate(async () => {
            const { Worker } = process.getBuiltinModule('node:worker_threads');
            const codes = await Promise.all(
              Array.from(
                { length: 20 },
                () =>
                  new Promise((resolve) => {
                    new Worker('setImmediate(() => {})', { eval: true }).on('exit', resolve);
                  }),
              ),
            );
            return codes.filter((code) => code === 0).length;
          });
        }
        return `${ended} threads ended with 0`;
      }),
  },
  {
    name: 'a thread out of memory ends alone',
    lacks: always,
    prove: (context) =>
      withDesktop(context, 'memory', async ({ evaluate, page }) => {
        const code = await evaluate(async () => {
          const { Worker } = process.getBuiltinModule('node:worker_threads');
          const worker = new Worker('let kept = null; for (;;) kept = { kept };', {
            ...{ eval: true, resourceLimits: { maxOldGenerationSizeMb: 24 } },
          });
          return new Promise<string>((resolve) => {
            worker.on('error', (failure: NodeJS.ErrnoException) => resolve(String(failure.code)));
          });
        });
        await page.getByRole('heading').first().waitFor();
        return hold(code === 'ERR_WORKER_OUT_OF_MEMORY', code);
      }),
  },
  {
    name: 'the page is loaded again, many times',
    lacks: always,
    prove: (context) =>
      withDesktop(context, 'reloads', async ({ page }) => {
        for (let time = 0; time < context.times.reloads; time += 1) {
          await page.reload();
          await page.getByRole('heading').first().waitFor();
        }
        return `${context.times.reloads} times`;
      }),
  },
  {
    name: 'what is copied is on the clipboard, and only it',
    lacks: always,
    prove: (context) =>
      withDesktop(context, 'clipboard', async ({ evaluate }) => {
        const seen = await evaluate(async ({ clipboard }) => {
          await clipboard.writeText('prueba:clave');
          const text = await clipboard.readText();
          clipboard.clear();
          return [text, await clipboard.readText()].join('|');
        });
        return hold(seen === 'prueba:clave|', 'written, read and emptied');
      }),
  },
  {
    name: '--data in both forms, and empty',
    lacks: always,
    async prove(context) {
      for (const args of [[`--data=${context.folder('one')}`], ['--data', context.folder('two')]]) {
        const running = await context.open(args);
        await running.page.getByRole('heading').first().waitFor();
        await running.close();
        const folder = args.at(-1)?.replace('--data=', '') ?? '';
        hold(existsSync(join(folder, 'installation.json')), `${args[0]} made no data in its folder`);
      }
      const empty = await context.exitCodeOf(['--data=']);
      return hold(empty === 1, `both forms; empty ends with ${empty}`);
    },
  },
  {
    name: 'the fuses of the packed program are as decided',
    lacks: ({ packed }) => (packed === null ? 'no packed directory is named (PERITO_PACKED)' : null),
    async prove({ packed }) {
      const names = { darwin: 'Perito.app', win32: 'Perito.exe' } as Record<string, string>;
      const wire = await getCurrentFuseWire(join(packed ?? '', names[process.platform] ?? 'perito'));
      const on = Object.entries(wire).filter(([name, state]) => name !== 'version' && state === 49);
      const seen = on.map(([name]) => name).join(',');
      return hold(seen === '4,5,8', `on: ${seen}`);
    },
  },
  byHand(
    'one byte of the archive flipped: the program does not start',
    () => 'needs a signed, packed program',
  ),
  byHand('--data that is read-only, and one that is gone', () => 'a person has to look at the window'),
  byHand('JPEG, HEIC and PDF through the examiner', () => 'needs files sent through the receiver, by hand'),
  byHand(
    'an image of a type that is not shown is refused',
    () => 'needs files sent through the receiver, by hand',
  ),
  byHand('the end of a Windows session answers held calls', onlyOn('win32', 'log off while a call is held')),
  byHand(
    'installation.json held by another program for a second',
    onlyOn('win32', 'open it without sharing'),
  ),
  byHand('a notification clicked after five minutes', () => 'a person has to click it'),
  byHand('a locked keychain is said, and asked for once', () => 'a person has to lock it'),
  byHand('a window closed for half an hour still receives', onlyOn('darwin', 'App Nap')),
  byHand('signatures and notarisation', () => 'needs signed installers'),
  byHand('several pages printed', () => 'a person has to look at them'),
  byHand('a key copied under Wayland', onlyOn('linux', 'paste it into another program')),
];

export interface ProofResult {
  name: string;
  outcome: Outcome;
  seen: string;
}

/** Tries each; `why` says why none can be tried. */
export async function proveAll(
  context: ProofContext,
  why: string | null,
  which: readonly Proof[] = proofs,
): Promise<ProofResult[]> {
  const results: ProofResult[] = [];
  for (const { name, lacks, prove } of which) {
    const lack = why ?? lacks(context);
    if (lack !== null) {
      results.push({ name, outcome: 'not here', seen: lack });
      continue;
    }
    try {
      results.push({ name, outcome: 'passed', seen: await prove(context) });
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause);
      results.push({ name, outcome: 'failed', seen: text.split('\n')[0] ?? '' });
    }
  }
  return results;
}

/** 0 where all passed, 1 where one failed, 2 where none failed and some could not be tried. */
export function exitCodeOf(results: readonly ProofResult[]): 0 | 1 | 2 {
  if (results.some(({ outcome }) => outcome === 'failed')) return 1;
  return results.some(({ outcome }) => outcome === 'not here') ? 2 : 0;
}

export const asTable = (results: readonly ProofResult[]): string =>
  results.map(({ name, outcome, seen }) => `${outcome.padEnd(8)}  ${name}: ${seen}`).join('\n');
