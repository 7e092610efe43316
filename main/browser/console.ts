import type { CertificateFiles } from '#shared/contract/settings.ts';
import { findInstallationId } from '../engine/copies.ts';
import type { ThreadOptions } from '../engine/engine-protocol.ts';
import { passphraseAccount, type ReceiverThread } from '../engine/receiver-thread.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { archiveStart } from '../shell/archive-pages.ts';
import { createArchives } from '../shell/archives.ts';
import type { EngineThread, EngineThreadOptions } from '../shell/engine-client.ts';
import { startEngineOnFolder } from '../shell/engine-on-folder.ts';
import { forkExaminer, openFileExaminer } from '../shell/examiner-client.ts';
import { createHost, type MissingCapabilities } from '../shell/host.ts';
import type { RendererFiles } from '../shell/renderer-files.ts';
import { createSampleConsole, type SampleConsole } from '../shell/sample-console.ts';
import { openSecretStore, type SecretStore } from '../shell/secret-store.ts';
import { openConsoleCertificate } from './console-certificate.ts';
import { SecretTickets } from './secret-form.ts';
import { type BrowserShell, openBrowserShell } from './server.ts';

export interface ConsoleOptions {
  engine: ThreadOptions;
  /** Started with the same options already; one is started where none is given. */
  receiver?: ReceiverThread;
  /** Where all that is committed is copied in this run, over what is configured. */
  secondCopy?: string | undefined;
  /** Address of the database of a new data directory. */
  database?: string | undefined;
  /** Told where the second copy cannot go on, once for each reason, and with null once it can again. */
  onSecondCopy?: EngineThreadOptions['onSecondCopy'];
  /** Whether this start was told its data directory; it was unless told otherwise. */
  isFolderGiven?: boolean;
  /** Whose data that is known to hold. */
  expects?: string | undefined;
  /** The passphrase of the certificate's key for this run, over the one that is kept. */
  certificatePassphrase?: string | undefined;
  consolePort: number;
  /** Where it listens beyond this computer, over TLS; nowhere unless given. */
  consoleBeyond?:
    | { host: string; files: CertificateFiles; trustedProxies?: readonly string[] | undefined }
    | undefined;
  keychain: Keychain;
  files: RendererFiles;
  /** The demo in a process of its own unless told otherwise. */
  sampleConsole?: SampleConsole;
  onFault: (where: string, cause: unknown) => void;
  /** Told of the secrets as soon as they can be asked for. */
  onSecrets?: ((secrets: Pick<SecretStore, 'read'>) => void) | undefined;
  /** Told about once a second while the start takes longer than usual. */
  onStarting?: EngineThreadOptions['onStarting'];
  /** For tests that end a thread. */
  threads?: Pick<EngineThreadOptions, 'pauses' | 'onWorker' | 'startReceiver' | 'startProcess'>;
}

/** The engine in its thread, served to the local browser. */
export interface Console {
  readonly engine: EngineThread;
  readonly browser: BrowserShell;
  /** SHA-256 of the certificate by which other computers are answered; null where none are. */
  readonly fingerprint: string | null;
  /** Ends the console, then the receiver, then the engine; within five seconds. */
  close(): Promise<'closed' | 'terminated'>;
}

const missing: MissingCapabilities = {
  clipboard: 'inBrowser',
  secretPage: null,
  notifications: 'inBrowser',
  tray: 'inBrowser',
  startAtLogin: 'inBrowser',
  keepAwake: 'inBrowser',
};

/** Starts both; rejects with an `EngineProblem` where the engine or the console cannot start. */
export async function openConsole(options: ConsoleOptions): Promise<Console> {
  const secretTickets = new SecretTickets();
  const examiner = openFileExaminer((entry) => forkExaminer(entry));
  const sample = options.sampleConsole ?? createSampleConsole();
  const archives = createArchives(options.engine.version);
  const openArchive = (file: string, at: string | null) => {
    const archive = archives.openFile(file, at);
    return archive === null ? null : archiveStart(archive);
  };
  const { certificatePassphrase } = options;
  const kept = openSecretStore(options.keychain);
  const secrets: SecretStore =
    certificatePassphrase === undefined
      ? kept
      : {
          ...kept,
          read: async (account) =>
            account.startsWith(passphraseAccount('')) ? certificatePassphrase : kept.read(account),
        };
  options.onSecrets?.(secrets);
  const beyond = await openBeyond(options, secrets).catch(async (failure: unknown) => {
    examiner.close();
    await options.receiver?.close();
    throw failure;
  });
  const host = createHost(secrets, secretTickets, missing, examiner, sample, null, openArchive);
  const engine = await startEngineOnFolder({
    isFolderGiven: options.isFolderGiven ?? true,
    expects: options.expects,
    ...options.threads,
    options: options.engine,
    receiver: options.receiver,
    ...{ database: options.database, secondCopy: options.secondCopy },
    onSecondCopy: options.onSecondCopy,
    openCopy(...copy) {
      const opened = archives.openCopy(...copy);
      return opened === null ? null : archiveStart(opened);
    },
    onStarting: options.onStarting,
    host,
    onFault: ({ procedure, cause }) => options.onFault(`host ${procedure}`, cause),
    onEnd: (problem) => options.onFault('thread', problem.cause ?? problem),
  });
  try {
    const browser = await openBrowserShell({
      engine,
      archives,
      port: options.consolePort,
      beyond,
      isOffice: options.engine.isOffice ?? false,
      files: options.files,
      secretTickets,
      onFault: options.onFault,
    });
    return {
      engine,
      browser,
      fingerprint: beyond?.certificate.fingerprint() ?? null,
      async close() {
        await browser.close();
        beyond?.certificate.close();
        // First, so that the engine does not wait for a file that is being looked at.
        examiner.close();
        sample.close();
        await archives.close();
        return engine.close();
      },
    };
  } catch (failure) {
    beyond?.certificate.close();
    await engine.close();
    examiner.close();
    throw failure;
  }
}

/** First, so that nothing is started where the console could not be served as it was asked. */
async function openBeyond(
  { consoleBeyond, engine }: Pick<ConsoleOptions, 'consoleBeyond' | 'engine'>,
  secrets: Pick<SecretStore, 'read'>,
) {
  if (consoleBeyond === undefined) return undefined;
  const { host, files, trustedProxies } = consoleBeyond;
  const passphrase = () => secrets.read(passphraseAccount(findInstallationId(engine.dataDir) ?? ''));
  return { host, certificate: await openConsoleCertificate({ files, passphrase }), trustedProxies };
}
