/** What works on the files of a data directory, where the data are in a database of a server. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { moveToDatabase } from '../../main/engine/store/index.ts';
import { filledFolder, rowsOf } from './filled-folder.ts';
import { command, temporaryFolder } from './perito.ts';

const server = process.env['PERITO_TEST_DATABASE'] ?? '';

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function folderOnServer(): Promise<{ dataDir: string; before: Record<string, string[]> }> {
  const name = `perito_files_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name} ENCODING UTF8 TEMPLATE template0`);
  onTestFinished(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`));
  const dataDir = await filledFolder();
  const before = rowsOf(dataDir);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await moveToDatabase({ dataDir, to: url.href });
  return { dataDir, before };
}

/** Whole commands, one after the other, each of which reads all of the database. */
const patience = { timeout: 240_000 };

describe.skipIf(server === '')('with the data on a server (needs PERITO_TEST_DATABASE)', patience, () => {
  test('a backup is portable: restored into files it has every row, and its chains are whole', async () => {
    const { dataDir, before } = await folderOnServer();
    const place = join(temporaryFolder(), 'place');
    mkdirSync(place);
    const made = await command(['backup', '--data', dataDir, '--to', place]);
    expect(made.errors).not.toContain('missing or damaged and is not in this backup');
    expect(JSON.parse(made.lines[0] ?? '')).toMatchObject({ hasDatabase: true });
    expect(existsSync(join(dataDir, 'perito.db'))).toBe(false);

    const anew = join(temporaryFolder(), 'anew');
    const restored = await command(['restore', '--from', place, '--data', anew]);
    expect([restored.code, restored.errors]).toEqual([0, expect.stringContaining('Restored')]);
    expect(JSON.parse(readFileSync(join(anew, 'installation.json'), 'utf8'))).toMatchObject({
      database: null,
    });
    const { words: _, bookWords: __, ...rows } = rowsOf(anew);
    const { words: ___, bookWords: ____, ...were } = before;
    expect(rows['record']).toEqual(were['record']);
    expect(Object.keys(rows)).toEqual(Object.keys(were));
    const verified = await command(['verify', '--data', anew]);
    expect(JSON.parse(verified.lines[0] ?? '').findings).not.toContainEqual(
      expect.objectContaining({
        part: expect.stringMatching(/^(journal|audit|anchors|database|derived)$/),
      }),
    );
  });

  test('what is of files alone says so and changes nothing; the rest works', async () => {
    const { dataDir } = await folderOnServer();
    const place = join(temporaryFolder(), 'place');
    mkdirSync(place);
    await command(['backup', '--data', dataDir, '--to', place]);
    for (const given of [
      ['rebuild', '--data', dataDir],
      ['salvage', '--data', dataDir, '--to', join(temporaryFolder(), 'rescate.perito')],
      ['restore', '--from', place, '--data', dataDir, '--yes'],
      ['restore', '--from', place, '--data', dataDir, '--plan'],
    ]) {
      const { code, lines, errors } = await command(given);
      expect([given[0], code]).toEqual([given[0], 1]);
      expect(errors + lines.join('')).toContain('in a database of a server');
      expect(errors).not.toMatch(/ENOENT|SQLITE|at .*\.ts/);
    }
    const verified = await command(['verify', '--data', dataDir]);
    expect(JSON.parse(verified.lines[0] ?? '').findings).not.toContainEqual(
      expect.objectContaining({ code: expect.stringMatching(/notChecked|Damaged|Broken/) }),
    );
    expect(verified.errors).toContain('in a database of a server');
    const archive = join(temporaryFolder(), 'todo.perito');
    for (const given of [
      ['archive', 'create', '--data', dataDir, '--to', archive],
      ['retention', '--data', dataDir],
      ['person', '--data', dataDir, '--rnc', '101000001'],
    ]) {
      const { errors } = await command(given);
      expect(errors).not.toMatch(/ENOENT|SQLITE|perito\.db|at .*\.ts/);
    }
    expect(existsSync(archive)).toBe(true);
    expect(existsSync(join(dataDir, 'perito.db'))).toBe(false);
    expect(existsSync(join(dataDir, 'journal.db'))).toBe(false);
  });
});
