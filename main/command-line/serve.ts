import { join } from 'node:path';
import type { Locale } from '#shared/terms.ts';
import { type StartProgress, startReceiverThread } from '../engine/receiver-thread.ts';
import { within } from '../engine/within.ts';
import { endNow } from '../own-process.ts';
import { EngineProblem } from '../shell/process.ts';
import { movedText, type StartWork, startText, startTexts, workOf } from '../shell/start-text.ts';
import { type Command, type CommandRun, exitCodes, logFault } from './command.ts';
import { readServeOptions, type ServeOptions } from './serve-options.ts';
import { terminalLocale } from './terminal-locale.ts';

export const serve: Command = {
  summary: 'receiver and browser console, with no window',
  usage: `serve [--data DIR] [--receiver-address IP] [--receiver-port N] [--console-port N] [--hold-seconds N] [--platform-url URL] [--attachment-host HOST[:PORT]]... [--allow-loopback-attachments] [--second-copy DIR]

  --data DIR             the data directory (default: the system's place for this account)
  --receiver-address IP  where the marketplace's calls are taken, over what the settings say
  --receiver-port N      its port; 0 for any free one
  --console-port N       port of the console on 127.0.0.1; 0 for any free one (default 8651)
  --hold-seconds N       how long a cancellation call is held, 0 to 90
  --platform-url URL     base address of the platform, over what the settings say; http for this machine only
  --attachment-host HOST[:PORT]
                         where photos and papers may come from in this run: a name or IP address (of IPv6 in brackets) at one
                         port, 443 unless another is named; may be repeated
  --allow-loopback-attachments
                         photos and papers may come from this machine too, unencrypted as well
  --second-copy DIR      where all that is kept is copied within a second in this run, over what is configured: a folder of
                         another disk

  PERITO_RECEIVER_KEYS   keys for this run, email:secret, comma-separated
  PERITO_PLATFORM_KEY    the platform's key for this run, email:secret
  PERITO_ARCHIVE_KEY     the key that signs archives (PEM of an Ed25519 private key, or Base64 of it)`,
  run: (run) => serveConsole(run, readServeOptions(run.arguments, run.environment)),
};

/** Serves until the system asks to end; `open` is given the one-time link once all is ready. */
export async function serveConsole(
  run: CommandRun,
  options: ServeOptions,
  open: (link: string) => void = () => {},
): Promise<number> {
  const { dataDir, receiver: given, environmentKeys } = options.engine;
  const start = new StartReport(run, dataDir);
  const onStarting = (progress: StartProgress) => start.tell(progress);
  // It comes to listen while the code of all the others is loaded here.
  const receiver = startReceiverThread({
    dataDir,
    given,
    environmentKeys,
    expects: options.expects,
    onStarting,
  });
  const [{ openConsole }, { openKeychain }, { readRendererFiles }] = await Promise.all([
    import('../browser/console.ts'),
    import('../keychain/keychain.ts'),
    import('../shell/renderer-files.ts'),
  ]);
  const opening = openConsole({
    engine: options.engine,
    receiver,
    secondCopy: options.secondCopy,
    isFolderGiven: options.isFolderGiven,
    expects: options.expects,
    consolePort: options.consolePort,
    keychain: openKeychain(),
    files: readRendererFiles(),
    onFault: logFault(run.report),
    onStarting,
  });
  const opened = await Promise.race([opening, start.stopped]);
  if (opened === 'stopped') {
    // The process ends with what is begun.
    opening.catch(() => {});
    if (start.work === 'compacting') {
      if (receiver.state().state !== 'starting') await within(closingMs, receiver.close(closingMs));
      // SQLite is within a statement, for which a plain exit would wait.
      endNow();
    }
    return exitCodes.failed;
  }
  start.finish();
  const { engine, browser } = opened;
  const { lacked, isIll } = engine;
  if (lacked !== null) {
    run.report(lacked.message);
    const isToBeMade = ['corrupt', 'databaseLost'].includes(lacked.code);
    const wayOn = isToBeMade ? 'the console makes the database anew on request' : 'it is tried again';
    run.report(
      isIll
        ? 'Nothing is received. The console says what was found, and what there is to recover it.'
        : `What arrives is received and kept meanwhile; ${wayOn}.`,
    );
  } else if (engine.receiverUrl === null && options.receiverPortGiven) {
    await opened.close();
    throw new EngineProblem(
      'receiverPort',
      'The receiver cannot listen where --receiver-address and --receiver-port say; is the port taken? Choose another, or 0 for any free one.',
    );
  }
  const printReady = (receiverUrl: string | null) => {
    const { url: consoleUrl, token: consoleToken } = browser;
    run.print(JSON.stringify({ ready: true, receiverUrl, consoleUrl, consoleToken }));
  };
  if (isIll) {
    const { url: consoleUrl, token: consoleToken } = browser;
    run.print(JSON.stringify({ ready: false, problem: lacked?.code, consoleUrl, consoleToken }));
    void engine.isWell.then(printReady);
  } else printReady(engine.receiverUrl);
  const link = browser.newLink();
  run.report(`Consola (este enlace abre una sola vez) / Console (this link opens once): ${link}`);
  open(link);
  const ended = await Promise.race([run.shutdown.then(() => 'asked' as const), engine.ended]);
  if (ended === 'asked') {
    const how = await opened.close();
    if (how === 'closed') return exitCodes.done;
    run.report('The engine did not close in time and was ended; nothing that was acknowledged is lost.');
    return exitCodes.failed;
  }
  await opened.close();
  run.report(ended?.message ?? 'The engine ended.');
  return exitCodes.failed;
}

/** What a receiver has to end, where its engine is still starting. */
const closingMs = 3000;

/** Says how far a start is that takes longer than usual; may be ended meanwhile. */
class StartReport {
  /** Resolves where the system asks to end meanwhile, which the next start copes with. */
  readonly stopped: Promise<'stopped'>;
  readonly #report: (line: string) => void;
  readonly #locale: Locale;
  readonly #dataDir: string;
  #last: string | null = null;
  readonly #told = new Set<StartWork>();
  /** What is under way. */
  #work: StartWork | null = null;

  get work(): StartWork | null {
    return this.#work;
  }

  constructor(run: CommandRun, dataDir: string) {
    this.#report = run.report;
    this.#locale = terminalLocale(run.environment);
    this.#dataDir = dataDir;
    this.stopped = run.shutdown.then(() => {
      if (this.#work === null) return new Promise<never>(() => {});
      this.#report(startTexts[this.#locale][this.#work].stopped);
      return 'stopped' as const;
    });
  }

  tell(progress: StartProgress): void {
    const work = workOf(progress);
    const { why, goesOn } = startTexts[this.#locale][work];
    if (!this.#told.has(work)) this.#report(`${why} ${goesOn}`);
    this.#told.add(work);
    this.#work = progress.step !== 'moving' || progress.done < progress.all ? work : null;
    const line = startText(progress, this.#locale);
    if (line !== this.#last) this.#report(line);
    this.#last = line;
  }

  finish(): void {
    this.#work = null;
    if (this.#told.has('moving')) this.#report(movedText(join(this.#dataDir, 'backups'), this.#locale));
  }
}
