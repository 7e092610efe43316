import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { insertContent } from '../../main/engine/store/index.ts';
import { openNewStore } from '../engine/migrated-folder.ts';
import { command, perito, served, temporaryFolder } from './perito.ts';

describe('verify', () => {
  test('finds nothing while Perito works and after it ended, and an entry that was changed', async () => {
    const { dataDir, call, child, ended } = await served();
    await call('settings/update', { person: { name: 'Ana Prueba' } });
    await call('settings/update', { person: { name: 'Luis Prueba' } });
    const during = await perito(['verify', '--data', dataDir]).ended;
    expect(during.code).toBe(0);
    expect(JSON.parse(during.lines[0] ?? '')).toMatchObject({
      ok: true,
      damage: [],
      audit: { intact: true },
    });
    child.kill('SIGTERM');
    await ended;
    const verify = () => command(['verify', '--data', dataDir]);
    expect((await verify()).code).toBe(0);

    const database = new Database(join(dataDir, 'perito.db'));
    const triggers = database.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit'",
    );
    for (const { name } of triggers.all() as { name: string }[]) database.exec(`DROP TRIGGER "${name}"`);
    const { changes } = database.prepare("UPDATE audit SET detail = replace(detail, 'Ana', 'Eva')").run();
    database.close();
    expect(changes).toBeGreaterThan(0);
    const after = await verify();
    expect(after.code).toBe(1);
    expect(JSON.parse(after.lines[0] ?? '')).toMatchObject({ ok: false, audit: { intact: false } });
    expect(after.errors).toContain('The log was changed');
  });

  test('finds photos that are damaged or missing, and says how many', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const store = openNewStore({ dataDir });
    const files = ['uno', 'dos', 'tres', 'cuatro'].map((text) => {
      const sha256 = createHash('sha256').update(text).digest('hex');
      const path = join(dataDir, 'attachments', 'content', sha256.slice(0, 2), sha256);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, text, { mode: 0o600 });
      return { text, sha256, path };
    });
    await store.write(async (tx) => {
      for (const { text, sha256 } of files)
        await insertContent(tx, Buffer.from(sha256, 'hex'), text.length, 1);
    });
    await store.close();
    const verify = () => command(['verify', '--data', dataDir]);
    const whole = await verify();
    expect([whole.code, JSON.parse(whole.lines[0] ?? '').content]).toEqual([
      0,
      { checked: 4, damaged: 0, missing: 0, first: [], aside: 0 },
    ]);
    const [damaged, missing] = files;
    writeFileSync(damaged?.path ?? '', 'una');
    rmSync(missing?.path ?? '');
    const after = await verify();
    expect(after.code).toBe(1);
    const { ok, content } = JSON.parse(after.lines[0] ?? '');
    expect([ok, content.checked, content.damaged, content.missing]).toEqual([false, 4, 1, 1]);
    expect(content.first.sort()).toEqual([damaged?.sha256, missing?.sha256].sort());
    expect(after.errors).toContain('1 are damaged and 1 missing');
    expect(after.errors).not.toContain('aside');
  });

  test.skipIf(process.platform === 'win32')(
    'names what other accounts may read, and how to close it',
    async () => {
      const dataDir = join(temporaryFolder(), 'data');
      await openNewStore({ dataDir }).close();
      chmodSync(join(dataDir, 'perito.db'), 0o644);
      chmodSync(dataDir, 0o750);
      const found = await command(['verify', '--data', dataDir]);
      expect(found.code).toBe(1);
      expect(JSON.parse(found.lines[0] ?? '')).toMatchObject({
        ok: false,
        damage: [],
        openToOthers: { count: 2, first: [dataDir, join(dataDir, 'perito.db')] },
      });
      expect(found.errors).toContain('2 files and folders are open to other accounts');
      expect(found.errors).toContain(join(dataDir, 'perito.db'));
    },
  );

  test('says how many files lie aside, which is no fault', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    await openNewStore({ dataDir }).close();
    for (const part of ['ab', 'cd', 'ef']) {
      const folder = join(dataDir, 'attachments', 'orphaned', part);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, `${part}.jpg`), part, { mode: 0o600 });
    }
    const found = await command(['verify', '--data', dataDir]);
    expect(found.code).toBe(0);
    expect(JSON.parse(found.lines[0] ?? '')).toMatchObject({ ok: true, content: { checked: 0, aside: 3 } });
    expect(found.errors).toContain(`3 files that the database does not name lie aside in ${dataDir}`);
  });
});
