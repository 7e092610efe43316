import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lookAtDatabase, openStore } from '../../../../main/engine/store/index.ts';
import { moveToDatabase } from '../../../../main/engine/store/postgres/move.ts';
import { databaseState } from '../../../../shared/contract/database.ts';
import { filledFolder } from '../../../command-line/filled-folder.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const server = process.env['PERITO_TEST_DATABASE'] ?? '';

function addressOf(name: string, user?: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  if (user !== undefined) url.username = user;
  return url.href;
}

async function onServer<Row extends pg.QueryResultRow>(sql: string, url = server): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A data directory whose data are in a database of their own. */
async function folderOnServer(): Promise<{ dataDir: string; name: string; url: string }> {
  const name = `perito_state_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name} ENCODING UTF8 TEMPLATE template0`);
  onTestFinished(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`).then(() => {}));
  const dataDir = await filledFolder();
  const url = addressOf(name);
  await moveToDatabase({ dataDir, to: url });
  return { dataDir, name, url };
}

/** As the contract gives it out: nothing of it is more than that takes. */
async function lookAt(dataDir: string) {
  const state = databaseState.parse(await lookAtDatabase(dataDir));
  if (state.kind !== 'server') throw new Error('The data are in files.');
  return state;
}

async function lookInside(dataDir: string) {
  const { server: found } = await lookAt(dataDir);
  if (found === null) throw new Error('The server could not be looked at.');
  return found;
}

describe.skipIf(server === '')('a look at the server (needs PERITO_TEST_DATABASE)', () => {
  test('says where the data are, who leads and who stands by', async () => {
    const { dataDir, name, url } = await folderOnServer();
    const { hostname, port, username } = new URL(server);
    const idle = await lookAt(dataDir);
    expect(idle.address).toBe(url);
    expect(idle.place).toEqual({
      ...{ host: hostname, port: Number(port), user: username },
      ...{ database: name, schema: 'perito' },
    });
    expect(idle).toMatchObject({ problem: null, server: { engines: { leader: null } } });
    const [{ now }] = (await onServer<{ now: string }>('SHOW server_version')).map((row) => ({
      now: Object.values(row)[0],
    })) as [{ now: string }];
    expect(idle.server?.version).toBe(now.split(' ')[0]);
    expect(idle.server?.bytes).toBeGreaterThan(1_000_000);

    const store = await openStore({ dataDir });
    onTestFinished(() => store.close());
    await onServer(
      `INSERT INTO perito.standby VALUES ('office-2 (7)', now() - interval '1 hour', clock_timestamp()),
        ('office-3 (8)', now() - interval '9 days', now() - interval '6 days'),
        ('office-4 (9)', now() - interval '9 days', now() - interval '8 days')`,
      url,
    );
    const { engines, connections } = await lookInside(dataDir);
    expect(engines.leader).toMatchObject({ isThis: true });
    expect(engines.standbys.map((one) => [one.name, one.isThere])).toEqual([
      ['office-2 (7)', true],
      ['office-3 (8)', false],
    ]);
    expect(connections.own).toBeGreaterThan(0);
    expect(connections.used).toBeGreaterThanOrEqual(connections.own);
    expect(connections.limit).toBeGreaterThan(connections.used);
  });

  test('has what is long compressed by LZ4, where it was built with that', async () => {
    const { url } = await folderOnServer();
    const [can] = await onServer<{ lz4: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)) AS lz4`,
    );
    const found = await onServer(
      `SELECT DISTINCT pg_column_compression(bytes) AS way FROM perito.entry WHERE pg_column_compression(bytes) IS NOT NULL`,
      url,
    );
    expect(found).toEqual([{ way: can?.lz4 === true ? 'lz4' : 'pglz' }]);
  });

  test('shows slow queries of Perito without their values, and says where they are not noted', async () => {
    const { dataDir, url } = await folderOnServer();
    expect((await lookInside(dataDir)).statements).toEqual({ state: 'notInstalled' });
    const [loaded] = await onServer<{ libraries: string }>(
      `SELECT current_setting('shared_preload_libraries') AS libraries`,
    );
    await onServer('CREATE EXTENSION pg_stat_statements SCHEMA public', url);
    if (loaded?.libraries.includes('pg_stat_statements') !== true) {
      expect((await lookInside(dataDir)).statements).toEqual({ state: 'notLoaded' });
      return;
    }
    await onServer(`SELECT pg_sleep(0.2), 'Ana Prueba' AS name, 40212345678 AS identity`, url);
    await onServer(`DO $$ BEGIN PERFORM pg_sleep(0.2), 'Ana Prueba'; END $$`, url);
    const { statements } = await lookInside(dataDir);
    if (statements.state !== 'known') throw new Error(statements.state);
    expect(statements.slow.map(({ text }) => text)).toContainEqual(expect.stringContaining('pg_sleep($1)'));
    expect(JSON.stringify(statements)).not.toMatch(/Ana|40212345678/);
  });

  test('says that a role may not see what follows the server, and how far it is behind where it may', async () => {
    const { dataDir, name, url } = await folderOnServer();
    const role = `perito_role_${randomUUID().replaceAll('-', '')}`;
    await onServer(`CREATE ROLE ${role} LOGIN`);
    onTestFinished(() => onServer(`DROP ROLE ${role}`).then(() => {}));
    await onServer(
      `GRANT USAGE ON SCHEMA perito TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA perito TO ${role}`,
      url,
    );
    // Dropped before the role is.
    onTestFinished(() => onServer(`DROP OWNED BY ${role}`, url).then(() => {}));
    const [where] = await onServer<{ binaries: string }>(
      `SELECT setting AS binaries FROM pg_config WHERE name = 'BINDIR'`,
    );
    const { hostname, port, username } = new URL(server);
    const following = spawn(
      join(where?.binaries ?? '', 'pg_receivewal'),
      ['-h', hostname, '-p', port, '-U', username, '-D', temporaryFolder(), '--no-loop'],
      { stdio: 'ignore', env: { ...process.env, PGAPPNAME: 'follower_prueba' } },
    );
    onTestFinished(async () => {
      following.kill();
      if (following.exitCode === null && following.signalCode === null) await once(following, 'exit');
    });
    await expect
      .poll(async () => (await lookInside(dataDir)).replication)
      .toMatchObject({
        protection: 'asynchronous',
        synchronousNames: '',
        replicas: expect.arrayContaining([
          expect.objectContaining({
            ...{ name: 'follower_prueba', state: 'streaming', syncState: 'async' },
            ...{ behindBytes: expect.any(Number), behindSeconds: expect.any(Number) },
          }),
        ]),
      });

    const marker = join(dataDir, 'installation.json');
    const known: object = JSON.parse(readFileSync(marker, 'utf8'));
    writeFileSync(marker, JSON.stringify({ ...known, database: addressOf(name, role) }));
    await expect(openStore({ dataDir })).rejects.toMatchObject({
      ...{ code: 'notAccessible', message: expect.stringContaining('Make it the owner of its schema') },
      fault: { code: 'noRights', detail: expect.stringContaining('permission denied') },
    });
    const { replication } = await lookInside(dataDir);
    expect(replication.protection).toBe('hidden');
    expect(replication.replicas.every(({ state, syncState }) => state === null && syncState === null)).toBe(
      true,
    );
  });

  test('says of a server that is away that it is, and where it was looked for', async () => {
    const { dataDir } = await folderOnServer();
    const marker = join(dataDir, 'installation.json');
    const known: object = JSON.parse(readFileSync(marker, 'utf8'));
    writeFileSync(marker, JSON.stringify({ ...known, database: 'postgresql://perito@localhost:1/perito' }));
    const state = await lookAt(dataDir);
    expect(state).toMatchObject({ place: { host: 'localhost', port: 1, user: 'perito' }, server: null });
    expect(state.problem).toEqual({ code: 'noAnswer', detail: expect.stringContaining('ECONNREFUSED') });
  });
});

test('a look at a directory with files of its own says how large they are', async () => {
  const dataDir = await filledFolder();
  const state = databaseState.parse(await lookAtDatabase(dataDir));
  expect(state).toMatchObject({ kind: 'files', freeBytes: expect.any(Number) });
  expect(state.kind === 'files' && state.databaseBytes > 4096 && state.journalBytes > 4096).toBe(true);
});
