import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { folderWithPhotos, removeFolder } from '../engine/archive/archived-folder.ts';
import { patience } from '../patience.ts';
import { copied } from './filled-folder.ts';
import { command, endAll, perito, temporaryFolder } from './perito.ts';

let filled = '';
beforeAll(async () => {
  filled = await folderWithPhotos();
});
afterAll(async () => {
  await endAll();
  removeFolder(filled);
});

const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const withKey = { PERITO_ARCHIVE_KEY: key };
const create = (dataDir: string, to: string, ...more: string[]) =>
  command(['archive', 'create', '--data', dataDir, '--to', to, ...more], withKey);

/** A tool of the system in the folder of an archive that was extracted; what it printed. */
function run(folder: string, line: string): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

describe('archive create', () => {
  test('writes what other programs extract, check and verify', async () => {
    const dataDir = copied(filled, temporaryFolder());
    const folder = temporaryFolder();
    const to = join(folder, 'all.perito');
    const made = await create(dataDir, to);
    expect([made.code, made.errors]).toEqual([0, expect.stringContaining('Signed by the key')]);
    const { ok, root, manifest } = JSON.parse(made.lines[0] ?? '');
    expect(ok).toBe(true);
    const open = join(folder, 'open');
    mkdirSync(open);
    expect(run(open, `unzip -q ${to}`)).toEqual({ code: 0, said: '' });
    expect(
      run(open, 'sha256sum --quiet --strict -c root.sha256 && sha256sum --quiet --strict -c manifest.sha256'),
    ).toEqual({
      code: 0,
      said: '',
    });
    expect(run(open, 'sha256sum manifest.sha256').said).toContain(root);
    const verified = run(
      open,
      'openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in root.sha256 -sigfile root.sig',
    );
    expect(verified).toEqual({ code: 0, said: expect.stringContaining('Signature Verified Successfully') });
    const fingerprint = run(open, 'openssl pkey -pubin -in public-key.pem -outform DER | sha256sum').said;
    expect(fingerprint).toContain(manifest.keyFingerprint);
    expect(readFileSync(join(open, 'public-key.pem'), 'utf8')).toBe(
      createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'pem' }),
    );

    const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
    const count = (sql: string) => database.prepare(sql).pluck().get();
    expect(Object.values(manifest.counts.records).reduce<number>((sum, one) => sum + Number(one), 0)).toBe(
      count('SELECT count(*) FROM record'),
    );
    expect(manifest.counts.contents).toBe(count('SELECT count(DISTINCT sha256) FROM attachment'));
    expect(manifest.counts.contents).toBeGreaterThan(3);
    expect(manifest.anchor.audit.id).toBe(count('SELECT last_id FROM audit_head'));
    database.close();
    const journal = new Database(join(dataDir, 'journal.db'), { readonly: true });
    const entries = journal
      .prepare<[], { kind: string; id: number; revision: number; bytes: Buffer }>(
        'SELECT kind, subject_id AS id, revision, bytes FROM entry WHERE revision IS NOT NULL',
      )
      .all();
    expect(entries.length).toBe(manifest.counts.revisions);
    for (const { kind, id, revision, bytes } of entries)
      expect(readFileSync(join(open, 'records', kind, String(id), 'revisions', `${revision}.body`))).toEqual(
        bytes,
      );
    journal.close();
    expect(readdirSync(dataDir).filter((name) => /spool|archiving/.test(name))).toEqual([]);
    expect(existsSync(`${to}.part`)).toBe(false);

    const checked = await command(['archive', 'verify', to]);
    expect([checked.code, JSON.parse(checked.lines[0] ?? '').faults]).toEqual([0, []]);
    const bytes = readFileSync(to);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(to, bytes);
    const damaged = await command(['archive', 'verify', to]);
    expect(damaged.code).toBe(1);
    expect(damaged.errors).toMatch(/records\/\S+ \(purchaseOrder \S+\) is damaged/);
  });

  test('takes a claim, a kind or some days alone, beside a Perito that works, and writes over nothing', async () => {
    const folder = copied(filled, temporaryFolder());
    const database = new Database(join(folder, 'perito.db'), { readonly: true });
    const claim = String(
      database
        .prepare('SELECT claim_number FROM claim ORDER BY financial_documents DESC LIMIT 1')
        .pluck()
        .get(),
    );
    const own = Number(
      database.prepare('SELECT count(*) FROM record WHERE claim_number = ?').pluck().get(claim),
    );
    const [number = '', other = ''] = database
      .prepare<[], string>(
        "SELECT number FROM record WHERE kind <> 'financialDocument' ORDER BY id DESC LIMIT 2",
      )
      .pluck()
      .all();
    database.close();
    const running = perito(['serve', '--data', folder, '--receiver-port', '0', '--console-port', '0']);
    await running.firstLine;
    const to = join(temporaryFolder(), 'claim.perito');
    const made = await create(folder, to, '--claim', claim);
    expect(made.code).toBe(0);
    const { counts } = JSON.parse(made.lines[0] ?? '').manifest;
    const all = Object.values<number>(counts.records).reduce((sum, one) => sum + one, 0);
    expect(all).toBeGreaterThanOrEqual(own);
    expect(counts.claims).toBeGreaterThanOrEqual(1);
    expect(run('/', `unzip -p ${to} claims/1.json`).said).toContain(JSON.stringify(claim));
    const again = await create(folder, to, '--claim', claim);
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('is there already')]);
    const kind = await create(folder, join(temporaryFolder(), 'k.perito'), '--kind', 'serviceOrder');
    expect(Object.keys(JSON.parse(kind.lines[0] ?? '').manifest.counts.records)).toEqual(['serviceOrder']);
    for (const [given, records] of [
      [['--record', number, '--record', other], 2],
      [['--record', number, '--search', number], 1],
    ] as const) {
      const chosen = await create(folder, join(temporaryFolder(), 'r.perito'), ...given);
      const { manifest } = JSON.parse(chosen.lines[0] ?? '');
      expect(Object.values<number>(manifest.counts.records).reduce((sum, one) => sum + one, 0)).toBe(records);
    }
    for (const [given, sentence] of [
      [['--until', '2001-01-01'], 'No record is as it was chosen'],
      [['--record', number, '--record', 'OC-1999-000001'], 'No record has the number OC-1999-000001'],
      [['--search', 'x'.repeat(201)], '--search takes words'],
    ] as const) {
      const none = await create(folder, join(temporaryFolder(), 'n.perito'), ...given);
      expect([none.code > 0, none.errors]).toEqual([true, expect.stringContaining(sentence)]);
    }
  });

  test('without a key it is not signed, and says so', async () => {
    const to = join(temporaryFolder(), 'unsigned.perito');
    const made = await command([
      'archive',
      'create',
      '--data',
      copied(filled, temporaryFolder()),
      '--to',
      to,
    ]);
    expect([made.code, made.errors]).toEqual([0, expect.stringContaining('It is not signed')]);
    const checked = await command(['archive', 'verify', to]);
    expect([checked.code, checked.errors]).toEqual([0, expect.stringContaining('It is not signed')]);
    const wrong = await command(['archive', 'create', '--data', filled, '--to', `${to}2`], {
      PERITO_ARCHIVE_KEY: 'x',
    });
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining('not an Ed25519 private key')]);
    expect(existsSync(`${to}2`) || existsSync(`${to}2.part`)).toBe(false);
  });

  test('killed while it writes leaves a part, which the next one removes', async () => {
    const dataDir = copied(filled, temporaryFolder());
    const killed = async () => {
      const to = join(temporaryFolder(), 'killed.perito');
      const running = perito(['archive', 'create', '--data', dataDir, '--to', to]);
      await vi.waitFor(() => expect(existsSync(`${to}.part`) || existsSync(to)).toBe(true), {
        ...patience,
        interval: 1,
      });
      running.child.kill('SIGKILL');
      return { to, signal: (await running.ended).signal };
    };
    let { to, signal } = await killed();
    // On a busy machine it may be seen when it is whole.
    while (existsSync(to)) ({ to, signal } = await killed());
    expect([signal, existsSync(`${to}.part`)]).toEqual(['SIGKILL', true]);
    const other = join(temporaryFolder(), 'other.perito');
    expect((await create(dataDir, other)).code).toBe(0);
    expect([existsSync(`${to}.part`), existsSync(other)]).toEqual([false, true]);
  });

  test.each([
    [['archive'], 'Say whether to create'],
    [['archive', 'create'], '--to says'],
    [['archive', 'create', '--to', 'x', '--kind', 'order'], '--kind takes purchaseOrder'],
    [['archive', 'create', '--to', 'x', '--from', '1.2.2026'], '--from takes a day'],
    [['archive', 'verify'], 'verify takes one file'],
  ])('%j is no command', async (given, sentence) => {
    const { code, errors } = await command(given);
    expect([code, errors]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

describe('archive open', () => {
  test('shows an archive on a machine that knows nothing of it, and leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const to = join(folder, 'claim.perito');
    await create(copied(filled, temporaryFolder()), to, '--kind', 'incidentReport');
    const place = temporaryFolder();
    const opened = perito(['archive', 'open', to], { TMPDIR: place });
    const { consoleUrl, consoleToken } = JSON.parse(await opened.firstLine);
    const call = async (procedure: string, input: unknown = {}) => {
      const response = await fetch(`${consoleUrl}/rpc/${procedure}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${consoleToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ json: input }),
      });
      return (await response.json()).json;
    };
    const { archive } = await call('status/get');
    expect(archive).toMatchObject({ kind: 'bundle', name: 'claim.perito', signature: 'good', damaged: [] });
    const { rows } = await call('records/list', { limit: 200 });
    expect(new Set(rows.map((row: { kind: string }) => row.kind))).toEqual(new Set(['incidentReport']));
    expect(await call('records/setReviewed', { id: rows[0].id, revision: 1, reviewed: true })).toMatchObject({
      code: 'READ_ONLY',
      status: 405,
    });
    expect((await fetch(`${consoleUrl}/`)).status).toBe(401);
    expect(readdirSync(place).filter((name) => name.startsWith('perito-temporary-'))).toHaveLength(1);
    opened.child.kill('SIGTERM');
    expect((await opened.ended).code).toBe(0);
    expect(readdirSync(place).filter((name) => name.startsWith('perito-temporary-'))).toEqual([]);
  });

  test('what a kill left behind is removed by the next one', async () => {
    const to = join(temporaryFolder(), 'all.perito');
    await create(copied(filled, temporaryFolder()), to, '--kind', 'serviceOrder');
    const place = temporaryFolder();
    const killed = perito(['archive', 'open', to], { TMPDIR: place });
    await killed.firstLine;
    killed.child.kill('SIGKILL');
    await killed.ended;
    const [left = ''] = readdirSync(place).filter((name) => name.startsWith('perito-temporary-'));
    // As one of a while ago: one that was made a moment ago may not be held yet.
    utimesSync(join(place, left), new Date(0), new Date(0));
    const next = perito(['archive', 'open', to], { TMPDIR: place });
    await next.firstLine;
    await vi.waitFor(() => expect(readdirSync(place)).not.toContain(left), patience);
  });

  test('says in plain words what is no archive', async () => {
    const file = join(temporaryFolder(), 'other.perito');
    writeFileSync(file, 'something else');
    const { code, lines, errors } = await command(['archive', 'open', file]);
    expect([code, lines]).toEqual([1, []]);
    expect(errors).toContain('It is no archive of Perito');
    expect((await command(['archive', 'open'])).code).toBe(2);
  });
});
