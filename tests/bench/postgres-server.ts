/** Servers of PostgreSQL that a benchmark starts, synced as an office's are, and removes. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import {
  copyAsStandby,
  initialize,
  makeServerFolder,
  startPostgres,
  superuser,
} from '../postgres-programs.ts';

export interface PostgresServer {
  port: number;
  /** Of a database of an account that is no superuser, for `--database`. */
  url: string;
  stop(): Promise<void>;
}

const name = 'perito';
const settings = ['fsync=on', 'shared_buffers=128MB', 'max_wal_size=4GB'];

export async function openPostgres(parent: string): Promise<PostgresServer> {
  const server = await serve(parent, initialize);
  await ask(server.port, `CREATE ROLE ${name} LOGIN`);
  await ask(server.port, `CREATE DATABASE ${name} OWNER ${name}`);
  return server;
}

/** One that acknowledges nothing before its standby, a server beside it, has it on its disk. */
export async function openPostgresWithStandby(parent: string): Promise<PostgresServer> {
  const primary = await openPostgres(parent);
  const standby = await serve(parent, (data) => copyAsStandby(data, primary.port));
  await ask(primary.port, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'`);
  await ask(primary.port, 'SELECT pg_reload_conf()');
  const follows = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'quorum'`;
  while ((await ask(primary.port, follows)).length === 0) await pause(100);
  return {
    ...primary,
    async stop() {
      await primary.stop();
      await standby.stop();
    },
  };
}

async function serve(parent: string, make: (data: string) => void): Promise<PostgresServer> {
  const folder = makeServerFolder(parent);
  const data = join(folder, 'data');
  make(data);
  const port = await freePort();
  const child = startPostgres(data, port, settings);
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4000);
  });
  const ended = once(child, 'exit');
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${said}`);
    await pause(100);
  }
  return {
    port,
    url: `postgresql://${name}@127.0.0.1:${port}/${name}`,
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isReady = (port: number): Promise<boolean> =>
  ask(port, 'SELECT 1').then(
    () => true,
    () => false,
  );

async function ask(port: number, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, database: superuser });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
