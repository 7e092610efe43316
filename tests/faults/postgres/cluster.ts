/** Clusters of PostgreSQL of a test's own, synced to disk as an office's are, which it may restart, fill, kill and promote. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Issued } from '../../engine/receiver/certificates.ts';
import { freePort } from '../../free-port.ts';
import {
  allowEncrypted,
  askForPassword,
  copyAsStandby,
  hasPostgresPrograms,
  initialize,
  makeServerFolder,
  putCertificate,
  serverAccount,
  startPostgres,
  superuser,
} from '../../postgres-programs.ts';

/** Where a server is given for tests there have to be the programs as well, of which each of these tests starts its own. */
const isRequired = (process.env['PERITO_TEST_DATABASE'] ?? '') !== '';
export const hasCluster = hasPostgresPrograms || isRequired;
export const withPostgres = test.skipIf(!hasCluster);

/** In memory where there is one, since each test waits for many syncs. */
export function newServerFolder(): string {
  const folder = makeServerFolder(existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Asks a server of this computer over a connection of its own. */
export async function queryOnce<Row extends object>(place: pg.ClientConfig, sql: string): Promise<Row[]> {
  const client = new pg.Client({ host: '127.0.0.1', ...place });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A small file system that can be filled; null where this account may mount none. */
export function newSmallDisk(megabytes: number): string | null {
  const folder = newServerFolder();
  const own = serverAccount();
  if (own === null) return null;
  const options = `size=${megabytes}m,uid=${own.uid},gid=${own.gid},mode=700`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return null;
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return folder;
}

/** Both a database and the account that owns it. */
const database = 'perito';

export class Cluster {
  readonly port: number;
  readonly #data: string;
  readonly #settings: readonly string[];
  #server: ChildProcess | null = null;
  #said = '';

  private constructor(port: number, data: string, settings: readonly string[]) {
    this.port = port;
    this.#data = data;
    this.#settings = settings;
  }

  /** One that runs, with a database of an account that is no superuser. Ended with the test. */
  static async open({
    settings = [],
    wal,
    tablespace,
    network,
  }: {
    /** `name=value`. */
    settings?: readonly string[];
    /** A folder for its log of changes. */
    wal?: string;
    /** A folder for all tables. */
    tablespace?: string;
    /** Who calls it by this address too gets in over TLS, by a password. */
    network?: { address: string; certificate: Issued };
  } = {}): Promise<Cluster> {
    const data = join(newServerFolder(), 'data');
    initialize(data, wal === undefined ? [] : ['-X', join(wal, 'wal')]);
    const others = network === undefined ? [] : [`listen_addresses=127.0.0.1,${network.address}`, 'ssl=on'];
    if (network !== undefined) {
      putCertificate(data, network.certificate);
      allowEncrypted(data, network.address);
    }
    const cluster = new Cluster(await freePort(), data, [...settings, ...others]);
    await cluster.#startWithTest();
    await cluster.query(`CREATE ROLE ${database} LOGIN`, superuser);
    if (tablespace !== undefined)
      await cluster.query(`CREATE TABLESPACE small OWNER ${database} LOCATION '${tablespace}'`, superuser);
    const place = tablespace === undefined ? '' : 'TABLESPACE small';
    await cluster.query(`CREATE DATABASE ${database} OWNER ${database} ${place}`, superuser);
    return cluster;
  }

  /** A standby that follows this one. */
  async openStandby(): Promise<Cluster> {
    const data = join(newServerFolder(), 'data');
    copyAsStandby(data, this.port);
    const standby = new Cluster(await freePort(), data, []);
    await standby.#startWithTest();
    return standby;
  }

  async #startWithTest(): Promise<void> {
    onTestFinished(() => this.kill());
    await this.start();
  }

  async start(others: readonly string[] = []): Promise<void> {
    const settings = ['fsync=on', 'max_connections=40', 'shared_buffers=32MB', ...this.#settings, ...others];
    const server = startPostgres(this.#data, this.port, settings);
    server.stderr?.on('data', (chunk) => {
      this.#said = `${this.#said}${chunk}`.slice(-4000);
    });
    this.#server = server;
    const isReady = () =>
      this.query('SELECT 1', superuser, 'postgres').then(
        () => server.exitCode ?? 'ready',
        () => server.exitCode,
      );
    await expect.poll(isReady, { timeout: 60_000, message: this.#said }).toBe('ready');
  }

  /** `fast` as an administrator does it, `immediate` as a crash. */
  async stop(how: 'fast' | 'immediate'): Promise<void> {
    const server = this.#server;
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  kill(): Promise<void> {
    return this.stop('immediate');
  }

  /** With other settings, where they are given. */
  async restart(how: 'fast' | 'immediate', others: readonly string[] = []): Promise<void> {
    await this.stop(how);
    await this.start(others);
  }

  /** Whether it has ended by itself. */
  hasEnded(): boolean {
    return this.#server?.exitCode !== null || this.#server.signalCode !== null;
  }

  /** Perito's account gets in by this password alone from now on; whoever is in is put out. */
  async setPassword(password: string): Promise<void> {
    await this.ask(`ALTER ROLE ${database} PASSWORD '${password}'`);
    askForPassword(this.#data, database);
    await this.ask('SELECT pg_reload_conf()');
    const isAsked = () =>
      this.query('SELECT 1').then(
        () => 'let in',
        () => 'asked',
      );
    await expect.poll(isAsked).toBe('asked');
    await this.ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${database}'`);
  }

  /** Whoever connects from now on is shown this one. */
  async setCertificate(certificate: Issued): Promise<void> {
    putCertificate(this.#data, certificate);
    await this.ask('SELECT pg_reload_conf()');
    const wanted = new X509Certificate(readFileSync(certificate.cert)).fingerprint256;
    await expect.poll(() => this.#shownCertificate()).toBe(wanted);
  }

  /** The fingerprint of what it shows to whoever asks for TLS. */
  async #shownCertificate(): Promise<string> {
    const socket = connect(this.port, '127.0.0.1');
    try {
      // Asks for TLS (PostgreSQL, 55.7: SSLRequest).
      socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
      await once(socket, 'data');
      const secured = tls.connect({ socket, rejectUnauthorized: false });
      await once(secured, 'secureConnect');
      return secured.getPeerX509Certificate()?.fingerprint256 ?? '';
    } finally {
      socket.destroy();
    }
  }

  /** Acknowledges from now on only what this standby has. */
  async setSynchronous(standby: string): Promise<void> {
    await this.ask(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`);
    await this.ask('SELECT pg_reload_conf()');
    const isSynchronous = async () =>
      (await this.ask(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)).length;
    await expect.poll(isSynchronous).toBe(1);
  }

  /** A standby takes nothing more from its primary. */
  async stopFollowing(): Promise<void> {
    await this.ask(`ALTER SYSTEM SET primary_conninfo = ''`);
    await this.ask('SELECT pg_reload_conf()');
    const follows = async () => (await this.ask('SELECT 1 FROM pg_stat_wal_receiver')).length;
    await expect.poll(follows).toBe(0);
  }

  async promote(): Promise<void> {
    await this.query('SELECT pg_promote(true, 60)', superuser, 'postgres');
  }

  async query<Row extends object>(
    sql: string,
    user = database,
    name = user === superuser ? superuser : database,
  ): Promise<Row[]> {
    return queryOnce<Row>({ port: this.port, user, database: name, options: '-c search_path=perito' }, sql);
  }

  /** As `superuser`, over the database of Perito. */
  ask<Row extends object>(sql: string): Promise<Row[]> {
    return this.query<Row>(sql, superuser, database);
  }
}

/** Address of a cluster's database as other computers have it. */
export const addressFrom = (address: string, { port }: Cluster): string =>
  `postgresql://${database}@${address}:${port}/${database}`;

/** Address of a database that may be on several servers, for `--database`. */
export const addressOf = (...ports: readonly number[]): string =>
  `postgresql://${database}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}`;
