import { resolve } from 'node:path';
import { archiveHome, reasonOf } from '../shell/archive-pages.ts';
import type { OpenArchive } from '../shell/archives.ts';
import { EngineProblem, version } from '../shell/process.ts';
import { type CommandRun, exitCodes, logFault, parseOptions, UsageProblem, wholeNumber } from './command.ts';

/** The console on an archive alone, until the system asks to end. Nothing of it is left behind. */
export async function openArchive(
  run: CommandRun,
  readPassphrase: (file: string | undefined) => Promise<string | null>,
): Promise<number> {
  const { values, positionals } = parseOptions({
    args: run.arguments,
    allowPositionals: true,
    options: { 'console-port': { type: 'string', default: '0' }, 'passphrase-file': { type: 'string' } },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageProblem('Name the one archive that is opened.');
  const port = wholeNumber(values['console-port'], '--console-port', 65535);
  const passphrase = await readPassphrase(values['passphrase-file']);
  const [{ createArchives }, { openBrowserShell }, { readRendererFiles }, { SecretTickets }] =
    await Promise.all([
      import('../shell/archives.ts'),
      import('../browser/server.ts'),
      import('../shell/renderer-files.ts'),
      import('../browser/secret-form.ts'),
    ]);
  const archives = createArchives(version);
  try {
    const archive = archives.openFile(resolve(file));
    if (archive === null) throw new Error('Nothing else is open.');
    const ended = run.shutdown.then(() => 'ended' as const);
    if ((await Promise.race([opened(archive, passphrase), ended])) === 'ended') return exitCodes.done;
    const home = archiveHome(archive.id);
    const browser = await openBrowserShell({
      ...{ engine: null, archives, home, port, files: readRendererFiles() },
      secretTickets: new SecretTickets(),
      onFault: logFault(run.report),
    });
    run.print(
      JSON.stringify({
        ready: true,
        consoleUrl: `${browser.url}${home.slice(0, -1)}`,
        consoleToken: browser.token,
        isLocked: archive.state().is === 'locked',
      }),
    );
    run.report(
      `Legajo (este enlace abre una sola vez) / Archive (this link opens once): ${browser.newLink()}`,
    );
    await run.shutdown;
    await browser.close();
    return exitCodes.done;
  } finally {
    await archives.close();
  }
}

/** Resolves once it is open, or waits for a passphrase that a person gives on its page. */
async function opened(archive: OpenArchive, passphrase: string | null): Promise<void> {
  let state = await archive.settled();
  if (state.is === 'locked' && passphrase !== null) {
    archive.givePassphrase(passphrase);
    state = await archive.settled();
    if (state.is === 'locked')
      throw new EngineProblem('wrongPassphrase', 'That is not the passphrase with which it was encrypted.');
  }
  if (state.is === 'failed') throw new EngineProblem(state.code, reasonOf(state.code).en);
}
