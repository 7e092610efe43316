import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import type { Contract } from '../../../shared/contract/contract.ts';
import { HostInMemory } from '../host-in-memory.ts';

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
  close(): Promise<void>;
  remove(): void;
}

const key = 'mercado@prueba.example:clave';

export interface HouseOptions {
  dataDir?: string;
  attachments?: { allowLoopback?: boolean; hosts?: readonly string[] };
  platform?: { url: string; key: string };
}

/** A whole engine on a data directory of its own; loopback is allowed and `127.0.0.1` approved unless told otherwise. */
export async function openEngineHouse(options: HouseOptions = {}): Promise<EngineHouse> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'perito-attachments-'));
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
    attachments: options.attachments ?? { allowLoopback: true, hosts: ['127.0.0.1'] },
    log: { info: log('info'), warn: log('warn'), error: log('error') },
  });
  const client = createRouterClient(engine.router, { context: { via: 'token' } }) as unknown as ConsoleClient;
  return {
    dataDir,
    engine,
    client,
    host,
    logged,
    async post(path, body) {
      const answer = await fetch(`${engine.receiverUrl()}${path}`, {
        method: 'POST',
        headers: { 'X-API-KEY': Buffer.from(key).toString('base64'), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.status;
    },
    async until(isSo) {
      const left = new AbortController();
      const stream = await client.changes(undefined, { signal: left.signal });
      for await (const _ of stream) if (await isSo()) break;
      left.abort();
    },
    close: () => engine.close(),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
