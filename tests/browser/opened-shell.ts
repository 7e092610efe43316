import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createRouterClient } from '@orpc/server';
import { onTestFinished } from 'vitest';
import { SecretTickets } from '../../main/browser/secret-form.ts';
import { type BrowserShellOptions, openBrowserShell } from '../../main/browser/server.ts';
import type { Clock } from '../../main/engine/clock.ts';
import { type EngineThread, startEngineThread } from '../../main/shell/engine-client.ts';
import { forkExaminer, openFileExaminer } from '../../main/shell/examiner-client.ts';
import { createHost, type SecretTransfer } from '../../main/shell/host.ts';
import { readRendererFiles } from '../../main/shell/renderer-files.ts';
import { openSecretStore, type SecretStore } from '../../main/shell/secret-store.ts';
import { quietReceiver } from '../shell/quiet-receiver.ts';

/** A built screen of three files. */
export async function builtScreen(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'perito-screen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>P</title></head></html>');
  writeFileSync(join(folder, 'assets', 'index-1.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'secret.map'), 'not served');
  return folder;
}

/** What the engine's calls to its host reach: the secrets and faults of the test that runs. */
interface Behind {
  secrets: SecretStore;
  secretTickets: SecretTickets;
  faults: string[];
}

const examiner = openFileExaminer((entry) => forkExaminer(entry));
const hostOf = (secrets: SecretStore, transfer: SecretTransfer) =>
  createHost(
    secrets,
    transfer,
    {
      clipboard: 'inBrowser',
      secretPage: null,
      notifications: 'inBrowser',
      tray: 'inBrowser',
      startAtLogin: 'inBrowser',
      keepAwake: 'inBrowser',
    },
    examiner,
  );

/**
 * The small engine, in a thread that tests use one after the other: it keeps nothing but what its callers have open. It
 * knows the files of one folder. A test that ends it leaves the next one another.
 */
class SharedEngine {
  readonly files = mkdtempSync(join(tmpdir(), 'perito-small-'));
  #behind: Behind | null = null;
  #thread: Promise<EngineThread> | null = null;

  /** The engine, whose host is what stands behind this test from now on. */
  async of(behind: Behind): Promise<EngineThread> {
    this.#behind = behind;
    this.#thread ??= this.#start();
    return this.#thread;
  }

  async #start(): Promise<EngineThread> {
    const now = () => {
      if (this.#behind === null) throw new Error('No test runs.');
      return this.#behind;
    };
    const host = hostOf(
      {
        report: () => now().secrets.report(),
        recheck: () => now().secrets.recheck(),
        save: (account, secret) => now().secrets.save(account, secret),
        place: (account) => now().secrets.place(account),
        read: (account) => now().secrets.read(account),
        forget: (account) => now().secrets.forget(account),
      },
      {
        handOver: (secret, label) => now().secretTickets.handOver(secret, label),
        collect: (ticket, label, purpose) => now().secretTickets.collect(ticket, label, purpose),
      },
    );
    const thread = await startEngineThread({
      options: { dataDir: this.files, version: '0.0.0' },
      host,
      onFault: ({ procedure }) => now().faults.push(procedure),
      workerFile: new URL('../shell/small-engine-worker.ts', import.meta.url),
      startReceiver: quietReceiver,
    });
    return thread;
  }
}
const sharedEngine = new SharedEngine();
process.once('exit', () => rmSync(sharedEngine.files, { recursive: true, force: true }));

/** The folder whose files the engine knows; empty again when the test ends. */
export function filesOfEngine(): string {
  const folder = sharedEngine.files;
  onTestFinished(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  });
  return folder;
}

/** The browser shell before a small engine in its own thread; closed with the test. */
export async function openedShell(
  options: {
    clock?: Clock;
    files?: string;
    /** Beside this computer itself, over TLS. */
    beyond?: BrowserShellOptions['beyond'];
    isOffice?: boolean;
    /** Of an office: whose sign-ins hold. */
    hearing?: NonNullable<BrowserShellOptions['engine']>['hearing'];
    /** PEM of whom is trusted then. */
    ca?: string;
  } = {},
) {
  const faults: string[] = [];
  const secretTickets = new SecretTickets(options.clock);
  const secrets = openSecretStore({
    check: async () => ({ state: 'absent', problem: 'noService', detail: 'none in this test' }),
    get: async () => null,
    set: async () => {},
    remove: async () => {},
  });
  const engine = await sharedEngine.of({ secrets, secretTickets, faults });
  const shell = await openBrowserShell({
    archives: { find: () => null, newFolder: () => null },
    engine: {
      connect: (via) => engine.connect(via),
      acceptCollected: (ticket, secret) => engine.acceptCollected(ticket, secret),
      recognise: (asker) => engine.recognise(asker),
      hearing: options.hearing ?? ((askers) => engine.hearing(askers)),
      attachmentFile: (id, variant, asker) => engine.attachmentFile(id, variant, asker),
      exportFile: (id, asker) => engine.exportFile(id, asker),
      receiving: () => engine.receiving(),
    },
    port: 0,
    files: readRendererFiles(options.files ?? (await builtScreen())),
    secretTickets,
    onFault: (where) => faults.push(where),
    ...(options.clock ? { clock: options.clock } : {}),
    beyond: options.beyond,
    isOffice: options.isOffice ?? false,
  });
  onTestFinished(() => shell.close());
  const { port } = new URL(shell.url);

  /** One raw request: fetch would not let a test choose Host, Origin or Sec-Fetch-Site. */
  async function ask(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
  ): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const to = { host: '127.0.0.1', port, method, path, headers };
    const request =
      options.beyond === undefined
        ? httpRequest(to, resolve)
        : httpsRequest({ ...to, ca: options.ca, servername: 'localhost' }, resolve);
    request.on('error', reject);
    request.end(body);
    const response = await promise;
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }

  /** The cookie of a new session, entered by a one-time link. */
  async function enter(): Promise<string> {
    const link = new URL(shell.newLink());
    const { headers } = await ask('GET', link.pathname + link.search);
    return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  }

  const bearer = { authorization: `Bearer ${shell.token}` };
  const json = { 'content-type': 'application/json' };
  return {
    shell,
    engine,
    secrets,
    secretTickets,
    host: createRouterClient(hostOf(secrets, secretTickets)),
    faults,
    port,
    ask,
    enter,
    bearer,
    json,
  };
}
