import { join } from 'node:path';
import type { PlaceProblem } from '#shared/contract/backups.ts';
import type { Locale } from '#shared/terms.ts';
import { isOnServer } from '../engine/copies.ts';
import {
  passphraseAccount,
  type ReceiverThread,
  type StartProgress,
  startReceiverThread,
} from '../engine/receiver-thread.ts';
import { within } from '../engine/within.ts';
import { endNow } from '../own-process.ts';
import { certificateSentence } from '../shell/certificate-words.ts';
import type { EngineThread } from '../shell/engine-client.ts';
import { EngineProblem } from '../shell/process.ts';
import type { SecretStore } from '../shell/secret-store.ts';
import { movedText, type StartWork, startText, startTexts, workOf } from '../shell/start-text.ts';
import { type Command, type CommandRun, exitCodes, logFault } from './command.ts';
import { readPassphrase } from './passphrase-file.ts';
import { sentenceOnPlace } from './place-sentences.ts';
import { readServeOptions, type ServeOptions } from './serve-options.ts';
import { serviceManager } from './service-manager.ts';
import { terminalLocale } from './terminal-locale.ts';

export const serve: Command = {
  summary: 'receiver and browser console, with no window',
  usage: `serve [--data DIR] [--database URL] [--receiver-address IP] [--receiver-port N] [--console-port N] [--console-host IP [--console-tls-cert FILE --console-tls-key FILE] [--console-trusted-proxy ADDRESS]...] [--hold-seconds N] [--platform-url URL] [--attachment-host HOST[:PORT]]... [--allow-loopback-attachments] [--attachments PLACE] [--second-copy DIR] [--tls-cert FILE --tls-key FILE | --tls-pfx FILE] [--tls-passphrase-file FILE] [--ca-file FILE] [--public-url URL] [--trusted-proxy ADDRESS]...

  --data DIR             the data directory (default: the system's place for this account)
  --database URL         for a new data directory: postgresql://user@host:port/database, with several host:port where one follows
                         the other, and ?schema=NAME where it is not to be "perito". The password stands in PGPASSWORD, or in
                         the file that PGPASSFILE names, or in ~/.pgpass, or in the keychain. Of two engines on one database one stands by
  --receiver-address IP  where the marketplace's calls are taken, over what the settings say
  --receiver-port N      its port; 0 for any free one
  --console-port N       port of the console on 127.0.0.1; 0 for any free one (default 8651)
  --console-host IP      where the console is opened from other computers too, over TLS alone: by the certificate of
                         --console-tls-cert and --console-tls-key (PEM), or else by the receiver's of this run. Then
                         everybody signs in with a password ("perito accounts" gives the first one)
  --console-trusted-proxy ADDRESS
                         a proxy before the console, or a network of them, whose word (X-Forwarded-For) on where a call comes
                         from is taken; may be repeated. Also of 127.0.0.1: what comes from there counts as from elsewhere then
  --hold-seconds N       how long a cancellation call is held, 0 to 90
  --platform-url URL     base address of the platform, over what the settings say; http for this machine only
  --attachment-host HOST[:PORT]
                         where photos and papers may come from in this run: a name or IP address (of IPv6 in brackets) at one
                         port, 443 unless another is named; may be repeated
  --allow-loopback-attachments
                         photos and papers may come from this machine too, unencrypted as well
  --attachments PLACE    where photos and papers are kept besides the data directory, for several engines: a shared folder, or
                         s3://bucket/prefix?endpoint=https://host:port&region=NAME of an S3-compatible store, whose keys stand
                         in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Needed once, at the first start; "perito move
                         --attachments" brings there what is stored already
  --second-copy DIR      where all that is kept is copied within a second in this run, over what is configured: a folder of
                         another disk
  --tls-cert FILE        the receiver answers over TLS by this certificate: PEM, its own first and then its chain
  --tls-key FILE         its key: PEM
  --tls-pfx FILE         both in one PKCS 12 (.pfx, .p12) in their place
  --tls-passphrase-file FILE
                         a file whose first line is the passphrase of the key
  --ca-file FILE         certificate authorities (PEM) that are trusted beside the system's when Perito calls out: for photos
                         and papers, the platform's lists, and its own public address
  --public-url URL       the base address that the marketplace is told
  --trusted-proxy ADDRESS
                         a proxy, or a network of them, whose word on where a call comes from is taken; may be repeated

  PERITO_RECEIVER_KEYS   keys for this run, email:secret, comma-separated
  PERITO_PLATFORM_KEY    the platform's key for this run, email:secret
  PERITO_OIDC_CLIENT_SECRET
                         the client secret at the office's OpenID provider, for this run
  PERITO_TLS_PASSPHRASE  the passphrase of the certificate's key
  PERITO_ARCHIVE_KEY     the key that signs archives (PEM of an Ed25519 private key, or Base64 of it)

  As a service (docs/service.md) keys come as files of $CREDENTIALS_DIRECTORY: receiver-keys (one a line), platform-key,
  oidc-client-secret, certificate-passphrase, archive-key, database-password. GET /health on the console's port says whether it receives: 200 or 503.

  Exit codes: 0 ended when asked to, 1 a failure, 2 wrong options, 69 a port or the data directory is taken, 77 this account
  may not listen on the port.`,
  async run(run) {
    try {
      return await serveConsole(run, readServeOptions(run.arguments, run.environment));
    } catch (failure) {
      if (!(failure instanceof EngineProblem)) throw failure;
      run.report(failure.message);
      return exitCodeOf(failure);
    }
  },
};

/** Tells a service manager whether to try again. */
export function exitCodeOf({ code }: EngineProblem): number {
  if (['inUse', 'receiverPort', 'consolePortTaken'].includes(code)) return exitCodes.unavailable;
  return code === 'consolePortDenied' ? exitCodes.denied : exitCodes.failed;
}

/** Serves until the system asks to end; `open` is given the one-time link once all is ready. */
export async function serveConsole(
  run: CommandRun,
  options: ServeOptions,
  open: (link: string) => void = () => {},
): Promise<number> {
  const { dataDir, receiver: given, environmentKeys, authorityFile } = options.engine;
  if (authorityFile !== undefined) await checkAuthorityFile(authorityFile);
  const { text, file } = options.certificatePassphrase;
  const certificatePassphrase = text ?? (await readPassphrase(file, '--tls-passphrase-file')) ?? undefined;
  reportSecondCopyOfServer(run, options);
  const secrets = Promise.withResolvers<Pick<SecretStore, 'read'>>();
  const start = new StartReport(run, dataDir);
  let engine: EngineThread | null = null;
  const service = serviceManager(run.environment, () => engine?.receiving().isAlive ?? true);
  void run.shutdown.then(() => service.stopping());
  const onStarting = (progress: StartProgress) => {
    start.tell(progress);
    // One that stands by is as ready as it will be while another leads.
    if (progress.step === 'standingBy') service.ready(`Stands by; ${progress.leader} leads.`);
    else service.extend(serviceStartMs);
  };
  // It comes to listen while the code of all the others is loaded here.
  const receiver = startReceiverThread({
    dataDir,
    database: options.database,
    given,
    environmentKeys,
    expects: options.expects,
    onStarting,
    // The keychain is looked at only then.
    certificatePassphrase: async (installationId) =>
      certificatePassphrase ?? (await secrets.promise).read(passphraseAccount(installationId)),
  });
  const [{ openConsole }, { openKeychain }, { readRendererFiles }] = await Promise.all([
    import('../browser/console.ts'),
    import('../keychain/keychain.ts'),
    import('../shell/renderer-files.ts'),
  ]);
  const opening = openConsole({
    engine: options.engine,
    receiver,
    ...{ database: options.database, secondCopy: options.secondCopy },
    onSecondCopy: (problem, folder) => run.report(sentenceOnSecondCopy(problem, folder)),
    isFolderGiven: options.isFolderGiven,
    expects: options.expects,
    certificatePassphrase,
    onSecrets: secrets.resolve,
    consolePort: options.consolePort,
    consoleBeyond: options.consoleBeyond,
    keychain: openKeychain(),
    files: readRendererFiles(),
    onFault: logFault(run.report),
    onStarting,
  });
  const opened = await Promise.race([opening, start.stopped]);
  if (opened === 'stopped') {
    // The process ends with what is begun.
    opening.catch(() => {});
    const isListening = receiver.state().state !== 'starting';
    if (isListening) await within(closingMs, receiver.close(closingMs));
    // SQLite is within a statement, for which a plain exit would wait.
    if (start.work === 'compacting') endNow();
    // Nothing was begun that is cut short where another leads.
    return start.work === 'standingBy' && !isListening ? exitCodes.done : exitCodes.failed;
  }
  start.finish();
  const { browser } = opened;
  engine = opened.engine;
  const { isIll, lacked } = engine;
  const cause = causeOfSilence(engine, options, receiver);
  if (cause !== null) {
    await opened.close();
    throw cause;
  }
  reportLacks(run, engine, receiver);
  const printReady = (receiverUrl: string | null) => {
    const { url: consoleUrl, token: consoleToken } = browser;
    run.print(JSON.stringify({ ready: true, receiverUrl, consoleUrl, consoleToken }));
    service.ready(receiverUrl === null ? 'The receiver does not listen.' : `Receives on ${receiverUrl}.`);
  };
  if (isIll) {
    const { url: consoleUrl, token: consoleToken } = browser;
    run.print(JSON.stringify({ ready: false, problem: lacked?.code, consoleUrl, consoleToken }));
    service.ready('Nothing is received: the console says what was found.');
    void engine.isWell.then(printReady);
  } else printReady(engine.receiverUrl);
  const link = browser.newLink();
  if (options.engine.isOffice === true)
    for (const line of officeLines(browser.url, opened.fingerprint)) run.report(line);
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

/** What follows files is not begun where the data are in a database of a server. */
function reportSecondCopyOfServer(run: CommandRun, { secondCopy, database, engine }: ServeOptions): void {
  if (secondCopy === undefined || (database === undefined && !isOnServer(engine.dataDir))) return;
  run.report(
    '--second-copy follows files, and the data are in a database of a server: a synchronous standby of it takes its place (docs/office.md).',
  );
}

const officeLines = (url: string, fingerprint: string | null): string[] => [
  `Consola de la oficina / Console of the office: ${url}/`,
  `Huella SHA-256 de su certificado / SHA-256 fingerprint of its certificate: ${fingerprint ?? ''}`,
  'Cada persona entra con su contraseña; la primera se da con «perito accounts invite». / Everybody signs in with a password; the first is given by "perito accounts invite".',
];

/** Throws an `EngineProblem` where it cannot be taken: whoever named it would wait for what is never fetched. */
async function checkAuthorityFile(file: string): Promise<void> {
  const { reportAuthorityFile } = await import('../engine/authority-file.ts');
  const { problem } = await reportAuthorityFile(file);
  if (problem === null) return;
  const words = {
    noFile: 'is not there',
    notReadable: 'cannot be read by this account',
    tooLarge: 'is too large to hold certificates of authorities alone',
    notCertificate: 'holds no certificate in PEM, or one that cannot be read',
  };
  throw new EngineProblem('authorityFile', `--ca-file: ${file} ${words[problem.code]}.`);
}

function sentenceOnSecondCopy(problem: PlaceProblem | null, folder: string): string {
  if (problem === null) return `The second copy goes on in ${folder}.`;
  return `The second copy waits: ${sentenceOnPlace(problem, folder)} It is tried again by itself; meanwhile what arrives is received and kept here alone.`;
}

/** So much longer a service manager waits for a start that says about once a second how far it is. */
const serviceStartMs = 60_000;

/** Why a receiver that was told for this run how to listen does not; null where it does, or was not told. */
function causeOfSilence(
  { lacked, receiverUrl }: EngineThread,
  { engine, receiverPortGiven }: ServeOptions,
  receiver: Pick<ReceiverThread, 'state'>,
): EngineProblem | null {
  if (lacked !== null || receiverUrl !== null) return null;
  const { error } = receiver.state();
  if (error?.code === 'certificate') {
    // One of the settings is mended in the console.
    const isGiven = engine.receiver?.tls !== undefined;
    return isGiven ? new EngineProblem('certificate', certificateSentence('receiver', error.detail)) : null;
  }
  return receiverPortGiven
    ? new EngineProblem(
        'receiverPort',
        'The receiver cannot listen where --receiver-address and --receiver-port say; is the port taken? Choose another, or 0 for any free one.',
      )
    : null;
}

/** Says what there is not of what was started. */
function reportLacks(
  run: CommandRun,
  { lacked, isIll, receiverUrl }: EngineThread,
  receiver: Pick<ReceiverThread, 'state'>,
): void {
  if (lacked === null) {
    const { error } = receiver.state();
    if (receiverUrl !== null || error === null) return;
    if (error.code === 'certificate') run.report(certificateSentence('receiver', error.detail));
    else for (const line of silenceSentences(error)) run.report(line);
    return;
  }
  run.report(lacked.message);
  const isToBeMade = ['corrupt', 'databaseLost'].includes(lacked.code);
  const wayOn = isToBeMade ? 'the console makes the database anew on request' : 'it is tried again';
  run.report(
    isIll
      ? 'Nothing is received. The console says what was found, and what there is to recover it.'
      : `What arrives is received and kept meanwhile; ${wayOn}.`,
  );
}

/** Why the receiver does not listen, in both languages; the settings are mended in the console. */
function silenceSentences({
  code,
  detail,
}: NonNullable<ReturnType<ReceiverThread['state']>['error']>): string[] {
  const why =
    code === 'addressInUse'
      ? ['otro programa ocupa su puerto', 'another program has its port']
      : code === 'addressNotAvailable'
        ? ['esta computadora no tiene su dirección', 'this computer does not have its address']
        : code === 'permission'
          ? ['esta cuenta no puede usar su puerto', 'this account may not use its port']
          : ['no se pudo abrir su puerto', 'its port could not be opened'];
  return [
    `No se recibe nada: ${why[0]} (${detail}). Elija otro en Ajustes, o con --receiver-port.`,
    `Nothing is received: ${why[1]} (${detail}). Choose another in Settings, or with --receiver-port.`,
  ];
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
