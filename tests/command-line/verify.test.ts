import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { perito, served } from './perito.ts';

describe('verify', () => {
  test('finds nothing while Perito works and after it ended, and an entry that was changed', async () => {
    const { dataDir, call, child, ended } = await served();
    await call('settings/update', { person: { name: 'Ana Prueba' } });
    await call('settings/update', { person: { name: 'Luis Prueba' } });
    const look = () => perito(['verify', '--data', dataDir]).ended;
    const during = await look();
    expect(during.code).toBe(0);
    expect(JSON.parse(during.lines[0] ?? '')).toMatchObject({
      ok: true,
      damage: [],
      audit: { intact: true },
    });
    child.kill('SIGTERM');
    await ended;
    expect((await look()).code).toBe(0);

    const database = new Database(join(dataDir, 'perito.db'));
    const triggers = database.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit'",
    );
    for (const { name } of triggers.all() as { name: string }[]) database.exec(`DROP TRIGGER "${name}"`);
    const { changes } = database.prepare("UPDATE audit SET detail = replace(detail, 'Ana', 'Eva')").run();
    database.close();
    expect(changes).toBeGreaterThan(0);
    const after = await look();
    expect(after.code).toBe(1);
    expect(JSON.parse(after.lines[0] ?? '')).toMatchObject({ ok: false, audit: { intact: false } });
    expect(after.errors).toContain('The log was changed');
  });
});
