import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import type { Contract } from '../../../shared/contract/contract.ts';
import { deliver } from '../../deliver.ts';
import { type FileServer, openFileServer } from '../../files/file-server.ts';
import { until } from '../../files/settled.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { migratedFolder, newDataDirectory } from '../migrated-folder.ts';

export type ConsoleClient = ContractRouterClient<Contract>;

export interface EngineHouse {
  dataDir: string;
  engine: Engine;
  client: ConsoleClient;
  host: HostInMemory;
  logged: { level: string; fields: object; text: string }[];
  /** Delivers a body as the marketplace does; the status of the answer. */
  post(path: string, body: object): Promise<number>;
  /** Waits, by the stream of changes, until something is so. */
  until(isSo: () => Promise<boolean>): Promise<void>;
  /** Before the test ends, for another engine on the same data. */
  close(): Promise<void>;
}

const key = 'mercado@prueba.example:clave';

export interface HouseOptions {
  dataDir?: string;
  /** Servers of this machine that are approved for this run. */
  files?: readonly { url: string }[];
  attachments?: { allowLoopback?: boolean; hosts?: readonly string[] };
  platform?: { url: string; key: string };
}

/** A whole engine, closed when the test ends, on a data directory of its own; loopback is allowed unless told otherwise. */
export async function openEngineHouse(options: HouseOptions = {}): Promise<EngineHouse> {
  const house = await openHouse(options.dataDir ?? (await migratedFolder()), options);
  onTestFinished(house.close);
  return house;
}

/**
 * One engine for tests of a file, which look at their own records and hosts alone: it costs most of a second of processor.
 * Its file servers stay open until all of these tests are over, so that no port is ever that of another test.
 */
export function sharedEngineHouse(options: HouseOptions): {
  house(): EngineHouse;
  openServer(): Promise<FileServer>;
} {
  let house: EngineHouse | null = null;
  const servers: FileServer[] = [];
  beforeAll(async () => {
    house = await openHouse(await newDataDirectory(mkdtempSync(join(tmpdir(), 'perito-test-'))), options);
  });
  afterAll(async () => {
    await house?.close();
    await Promise.all(servers.map((server) => server.close()));
    if (house !== null) rmSync(house.dataDir, { recursive: true, force: true });
  });
  return {
    house() {
      if (house === null) throw new Error('No engine is open.');
      return house;
    },
    async openServer() {
      const server = await openFileServer();
      servers.push(server);
      return server;
    },
  };
}

async function openHouse(dataDir: string, options: HouseOptions): Promise<EngineHouse> {
  const host = new HostInMemory();
  const logged: EngineHouse['logged'] = [];
  const log = (level: string) => (fields: object, text: string) => void logged.push({ level, fields, text });
  const engine = await openEngine({
    dataDir,
    host,
    version: '0.0.0',
    receiver: { address: '127.0.0.1', port: 0 },
    environmentKeys: [key],
    ...(options.platform && { platform: options.platform }),
    attachments: options.attachments ?? {
      allowLoopback: true,
      hosts: (options.files ?? []).map(({ url }) => new URL(url).host),
    },
    log: { info: log('info'), warn: log('warn'), error: log('error') },
  });
  const client = createRouterClient(engine.router, { context: { via: 'token' } }) as unknown as ConsoleClient;
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= engine.close());
  return {
    dataDir,
    engine,
    client,
    host,
    logged,
    post: (path, body) => deliver(engine.receiverUrl() ?? '', key, path, body),
    until: (isSo) => until(client, isSo),
    close,
  };
}
