/** Starts Perito as a process of its own, as a person or a service does, and reads where it is. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import * as z from 'zod';
import type { Contract } from '../../shared/contract/contract.ts';
import { cli } from '../built-program.ts';
import { compileCache } from '../compile-cache.ts';
import { deliver } from '../deliver.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';

/** Its first line. With a data directory that is ill nothing is received, until one that is ready follows it. */
const firstLine = z.object({
  ready: z.boolean(),
  receiverUrl: z.url().optional(),
  consoleUrl: z.url(),
  consoleToken: z.string().min(20),
});

export interface Perito extends AsyncDisposable {
  /** Empty where the data directory is ill. */
  receiverUrl: string;
  consoleUrl: string;
  /** Opens the console in one browser, once. */
  link: string;
  /** For scripts. */
  consoleToken: string;
  dataDir: string;
  pid: number;
  /** What a script does through the same contract as the screen. */
  client: ContractRouterClient<Contract>;
  /** Delivers a body as the marketplace does, with the key that was given; the status of the answer. */
  post(path: string, body: object): Promise<number>;
  /** Ends it as a power loss does; its data stays. */
  kill(): Promise<void>;
  /** Ends it as a service is ended; its data stays. */
  stop(): Promise<void>;
}

export interface PeritoOptions {
  /** As in PERITO_RECEIVER_KEYS; one, where the test delivers something. */
  keys?: string;
  /** Who works at the screen; the first run is done then. */
  person?: string;
  holdSeconds?: number;
  /** Listens at the port of the settings, which may be taken; at any free one unless told so. */
  atPortOfSettings?: boolean;
  /** Address and key, as in PERITO_PLATFORM_KEY, of a platform for this run. */
  platform?: { url: string; key: string };
  /** The private key that signs archives, as in PERITO_ARCHIVE_KEY. */
  archiveKey?: string;
  /** Whose files are fetched in this run. */
  attachmentHosts?: readonly string[];
  /** Whether addresses of this machine are fetched from; they are where hosts are given, unless told otherwise. */
  allowLoopback?: boolean;
  /** One that is there already, and stays. */
  dataDir?: string;
  /** Of a server that has the data, as in `--database`. */
  database?: string;
  /** What it takes the time to be. */
  yearsAgo?: number;
  /** Over this process's own. */
  environment?: Readonly<Record<string, string>>;
  /** The command line's file; what was built unless told otherwise. */
  program?: string;
}

/** `serve` on a new data directory, which is removed at the end. */
export async function startPerito(options: PeritoOptions = {}): Promise<Perito> {
  const dataDir = options.dataDir ?? (await newDataDir(options.database === undefined));
  const { attachmentHosts = [], allowLoopback = attachmentHosts.length > 0 } = options;
  const attachments = [
    ...attachmentHosts.flatMap((host) => ['--attachment-host', host]),
    ...(allowLoopback ? ['--allow-loopback-attachments'] : []),
  ];
  const port = options.atPortOfSettings === true ? [] : ['--receiver-port', '0'];
  const hold = options.holdSeconds === undefined ? [] : ['--hold-seconds', String(options.holdSeconds)];
  const platform = options.platform === undefined ? [] : ['--platform-url', options.platform.url];
  const child = spawn(
    process.execPath,
    [
      options.program ?? cli,
      ...['serve', '--data', dataDir, ...port, '--console-port', '0', ...hold],
      ...platform,
      ...attachments,
      ...(options.database === undefined ? [] : ['--database', options.database]),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: compileCache,
        PERITO_RECEIVER_KEYS: options.keys ?? '',
        PERITO_PLATFORM_KEY: options.platform?.key ?? '',
        PERITO_ARCHIVE_KEY: options.archiveKey ?? '',
        ...options.environment,
        ...(options.yearsAgo === undefined
          ? {}
          : {
              PERITO_TEST_YEARS_AGO: String(options.yearsAgo),
              NODE_OPTIONS: `--import ${new URL('./years-ago.ts', import.meta.url).href}`,
            }),
      },
    },
  );
  const said: string[] = [];
  const link = Promise.withResolvers<string>();
  createInterface(child.stderr).on('line', (line) => {
    said.push(line);
    const found = /http:\S+ticket=\S+/.exec(line)?.[0];
    if (found) link.resolve(found);
  });
  const exited = once(child, 'exit');
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await exited;
  };
  const first = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => firstLine.parse(JSON.parse(String(line)))),
    exited.then(([code]) => Promise.reject(new Error(`serve ended with ${code}:\n${said.join('\n')}`))),
  ]);
  const client: Perito['client'] = createORPCClient(
    new RPCLink({
      url: `${first.consoleUrl}/rpc`,
      headers: { Authorization: `Bearer ${first.consoleToken}` },
    }),
  );
  if (options.person !== undefined) {
    await client.people.rename({ name: options.person });
    await client.settings.update({ firstRunDone: true });
  }
  return {
    receiverUrl: first.receiverUrl ?? '',
    consoleUrl: first.consoleUrl,
    link: await link.promise,
    consoleToken: first.consoleToken,
    dataDir,
    pid: child.pid ?? 0,
    client,
    post: (path, body) => deliver(first.receiverUrl ?? '', options.keys ?? '', path, body),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function newDataDir(hasFiles: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'perito-e2e-'));
  return hasFiles ? putNewDatabase(folder) : folder;
}
