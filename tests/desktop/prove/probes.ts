/** What only Electron's own runtime can show, each as something that is tried and passes, fails, or cannot be tried here. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRawHeader } from '@electron/asar';
import { getCurrentFuseWire } from '@electron/fuses';
import type { Page } from 'playwright';
import { encodePhoto } from '../../../main/simulator/files/encode-photo.ts';
import { photoSpec } from '../../../main/simulator/files/photo-spec.ts';
import { samplePdf } from '../../e2e/sample-pdf.ts';
import { deliverOrder, openForOrders } from './office.ts';

/** A desktop that runs, whatever runs it; `electron` is the module as the main process has it. */
export interface Running {
  evaluate<Value, Given>(
    act: (electron: typeof import('electron'), given: Given) => Value | Promise<Value>,
    given: Given,
  ): Promise<Value>;
  page: Page;
  close(): Promise<unknown>;
  /** Ends it as a power cut would. */
  kill(): Promise<unknown>;
}

export interface ProofContext {
  /** Starts it with these arguments, of which `--data` is one. */
  open(args: readonly string[]): Promise<Running>;
  /** One on data of its own by this name, or one that runs already and was not spoilt. */
  openAny(name: string): Promise<Running>;
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
/** Where the program of a packed directory lies, and its archive. */
const packedFiles: Readonly<Partial<Record<NodeJS.Platform, { program: string; archive: string }>>> = {
  darwin: {
    program: 'Perito.app/Contents/MacOS/Perito',
    archive: 'Perito.app/Contents/Resources/app.asar',
  },
  win32: { program: 'Perito.exe', archive: 'resources/app.asar' },
};

const noPacked = 'no packed directory is named (PERITO_PACKED)';

/** Of one file in an archive: where its bytes lie. */
function placeInArchive(archive: string, path: readonly string[]): number {
  const { header, headerSize } = getRawHeader(archive);
  let entry: unknown = header;
  for (const name of path) entry = Object(Object(Object(entry).files)[name]);
  return 8 + headerSize + Number(Object(entry).offset);
}

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
  const running = await context.openAny(name);
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
          null,
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
          }, null);
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
        }, null);
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
        }, null);
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
    lacks: ({ packed }) => (packed === null ? noPacked : null),
    async prove({ packed }) {
      const names = { darwin: 'Perito.app', win32: 'Perito.exe' } as Record<string, string>;
      const wire = await getCurrentFuseWire(join(packed ?? '', names[process.platform] ?? 'perito'));
      const on = Object.entries(wire).filter(([name, state]) => name !== 'version' && state === 49);
      const seen = on.map(([name]) => name).join(',');
      return hold(seen === '4,5,8', `on: ${seen}`);
    },
  },
  {
    name: 'an order is answered, and has its number again after the program was killed',
    lacks: always,
    async prove(context) {
      const folder = context.folder('order');
      const office = await openForOrders(folder);
      const running = await context.open([`--data=${folder}`]);
      await running.page.getByRole('heading').first().waitFor();
      const first = await deliverOrder(office, 1);
      await running.kill();
      const again = await context.open([`--data=${folder}`]);
      try {
        await again.page.getByRole('heading').first().waitFor();
        const [second, other] = [await deliverOrder(office, 1), await deliverOrder(office, 2)];
        return hold(first === second && first !== other, `${first}, then ${second} and ${other}`);
      } finally {
        await again.close();
      }
    },
  },
  {
    name: 'JPEG, HEIC and PDF through the examiner',
    lacks: always,
    prove: (context) =>
      withDesktop(context, 'examiner', async ({ evaluate }) => {
        const folder = context.folder('files');
        const jpeg = join(folder, 'prueba.jpg');
        const report = { reportId: 7, incidentAt: '2026-11-16T15:20:00' };
        writeFileSync(jpeg, await encodePhoto(photoSpec(4, 'prueba', { position: 0, report }), 'whole', 1));
        const pdf = join(folder, 'prueba.pdf');
        writeFileSync(pdf, samplePdf({ pages: [{ lines: ['Prueba'] }] }));
        const heic = fileURLToPath(new URL('../../file-examiner/fixtures/corners.heic', import.meta.url));
        const given = {
          program: fileURLToPath(new URL('../../../out/main/file-examiner.js', import.meta.url)),
          files: [jpeg, heic, pdf].map((path, call) => ({
            ...{ path, declaredType: null },
            thumbnailPath: join(folder, `${call}-thumbnail.jpg`),
            previewPath: join(folder, `${call}-preview.jpg`),
          })),
        };
        const seen = await evaluate(async ({ utilityProcess }, { program, files }) => {
          const examiner = utilityProcess.fork(program, [], { stdio: 'ignore', serviceName: 'prueba' });
          const found: string[] = [];
          for (const [call, file] of files.entries()) {
            const done = new Promise<string>((resolve, reject) => {
              examiner.once('exit', (code) => reject(new Error(`ended with ${code}`)));
              examiner.on('message', (message) => {
                if (message.type === 'done' && message.call === call)
                  resolve(`${message.answer.mediaType} ${message.answer.problem ?? ''}`.trim());
              });
            });
            examiner.postMessage({ call, file });
            found.push(await done);
          }
          examiner.removeAllListeners('exit');
          examiner.kill();
          return found.join(', ');
        }, given);
        const previews = given.files.filter(({ previewPath }) => existsSync(previewPath)).length;
        return hold(
          seen === 'image/jpeg, image/heic, application/pdf' && previews === 2,
          `${seen}; ${previews} previews`,
        );
      }),
  },
  {
    name: 'the page crashed four times: loaded again three times, then a person is asked',
    lacks: always,
    prove: (context) =>
      withDesktop(context, 'crashes', async ({ evaluate }) => {
        const seen = await evaluate(async ({ BrowserWindow, dialog }) => {
          const asked: unknown[] = [];
          // Nobody is there to press a button.
          dialog.showMessageBox = (async (...given: unknown[]) => {
            asked.push(given.at(-1));
            return { response: 1, checkboxChecked: false };
          }) as typeof dialog.showMessageBox;
          const [window] = BrowserWindow.getAllWindows();
          if (window === undefined) throw new Error('no window');
          const until = async (isSo: () => unknown) => {
            const limit = Date.now() + 30_000;
            while (!(await isSo())) {
              if (Date.now() > limit) throw new Error('it took longer than 30 seconds');
              await new Promise((resolve) => {
                setTimeout(resolve, 100);
              });
            }
          };
          const isShown = () =>
            window.webContents
              .executeJavaScript('document.querySelector("h1, h2") !== null')
              .catch(() => false);
          let loaded = 0;
          for (let crash = 1; crash <= 4; crash += 1) {
            const gone = new Promise((resolve) => {
              window.webContents.once('render-process-gone', resolve);
            });
            window.webContents.forcefullyCrashRenderer();
            await gone;
            if (crash === 4) continue;
            await until(isShown);
            loaded += 1;
          }
          await until(() => asked.length > 0);
          return `loaded again ${loaded} times, asked ${asked.length} time`;
        }, null);
        return hold(seen === 'loaded again 3 times, asked 1 time', seen);
      }),
  },
  {
    name: 'installation.json held by another program for a second',
    lacks: () => (process.platform === 'win32' ? null : 'needs win32'),
    async prove(context) {
      const folder = context.folder('held');
      await (await context.open([`--data=${folder}`])).close();
      const file = join(folder, 'installation.json').replaceAll("'", "''");
      const holding = `$f = [IO.File]::Open('${file}', 'Open', 'Read', 'None'); 'held'; Start-Sleep 1; $f.Close()`;
      const holder = spawn('powershell', ['-NoProfile', '-Command', holding], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(holder.stdout, 'data');
      const running = await context.open([`--data=${folder}`]);
      await running.page.getByRole('heading').first().waitFor();
      await running.close();
      return 'it was opened';
    },
  },
  {
    name: 'one byte of the archive flipped: the program does not start',
    lacks: ({ packed }) =>
      packedFiles[process.platform] === undefined
        ? 'Electron looks on Windows and macOS only'
        : packed === null
          ? noPacked
          : null,
    async prove(context) {
      const files = packedFiles[process.platform];
      const folder = join(context.folder('flipped'), 'Perito');
      cpSync(context.packed ?? '', folder, { recursive: true, verbatimSymlinks: true });
      const archive = join(folder, files?.archive ?? '');
      const bytes = readFileSync(archive);
      const at = placeInArchive(archive, ['out', 'main', 'index.js']);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(archive, bytes);
      const data = context.folder('data-of-flipped');
      const child = spawn(join(folder, files?.program ?? ''), [`--data=${data}`], { stdio: 'ignore' });
      const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
      const [code, signal] = await once(child, 'exit');
      clearTimeout(limit);
      const isOpened = existsSync(join(data, 'installation.json'));
      return hold(
        !isOpened && code !== 0 && signal !== 'SIGKILL',
        `ended with ${code ?? signal}${isOpened ? ', and made its data' : ''}`,
      );
    },
  },
  {
    name: 'signatures and notarisation',
    lacks: ({ packed }) => {
      if (packedFiles[process.platform] === undefined) return 'on Linux the package is not signed';
      if (packed === null) return noPacked;
      return process.env['CSC_LINK'] || process.env['WIN_CSC_LINK'] ? null : 'no key to sign with was given';
    },
    async prove({ packed }) {
      const run = (program: string, args: readonly string[]) =>
        execFileSync(program, args, { encoding: 'utf8' });
      if (process.platform === 'darwin') {
        const app = join(packed ?? '', 'Perito.app');
        run('codesign', ['--verify', '--deep', '--strict', app]);
        run('spctl', ['--assess', '--type', 'execute', app]);
        return 'codesign and spctl take it';
      }
      const file = join(packed ?? '', 'Perito.exe').replaceAll("'", "''");
      const status = run('powershell', [
        '-NoProfile',
        '-Command',
        `(Get-AuthenticodeSignature '${file}').Status`,
      ]);
      return hold(status.trim() === 'Valid', status.trim());
    },
  },
  byHand('--data that is read-only, and one that is gone', () => 'a person has to look at the window'),
  byHand(
    'an image of a type that is not shown is refused',
    () => 'needs files sent through the receiver, by hand',
  ),
  byHand('the end of a Windows session answers held calls', onlyOn('win32', 'log off while a call is held')),
  byHand('a notification clicked after five minutes', () => 'a person has to click it'),
  byHand('a locked keychain is said, and asked for once', () => 'a person has to lock it'),
  byHand('a window closed for half an hour still receives', onlyOn('darwin', 'App Nap')),
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
