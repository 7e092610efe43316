/** `verify` holds both chains beside what was noted of them in the data directory and in backups. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appendAnchor } from '../../main/engine/audit/anchors.ts';
import { takeAnchor } from '../../main/engine/audit/index.ts';
import { unconfigured, writeConfiguration } from '../../main/engine/backup/configuration.ts';
import { readList } from '../../main/engine/backup/list.ts';
import { InstallationFolder } from '../../main/engine/backup/place.ts';
import { appendAudit } from '../../main/engine/store/index.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { openRecords } from '../engine/records/house.ts';
import { tamper } from '../engine/tamper.ts';
import { command, temporaryFolder } from './perito.ts';

/**
 * A data directory with 30 entries of the log and a dozen of the journal, and a place with a backup of it; `anchors.jsonl` has both
 * chains as they were ten entries before.
 */
async function anchoredFolder() {
  const dataDir = join(temporaryFolder(), 'data');
  const place = temporaryFolder();
  const house = await openRecords({ dataDir });
  const act = async (entries: number) => {
    await house.store.write(async (tx) => {
      for (let index = 1; index <= entries; index += 1)
        await appendAudit(tx, {
          ...{ at: Date.UTC(2026, 10, 20), actor: { person: 'Ana Prueba', via: 'desktop' } },
          ...{ action: 'record.noted', subject: `record:${index}`, detail: { index } },
        });
    });
  };
  await act(20);
  for (let id = 1; id <= 8; id += 1) await house.receive('purchaseOrder', id, purchaseOrder(id));
  const chains = { audit: house.store, journal: house.store };
  await appendAnchor(dataDir, await takeAnchor(chains, Date.UTC(2026, 10, 20, 12)));
  await act(10);
  for (let id = 9; id <= 12; id += 1) await house.receive('purchaseOrder', id, purchaseOrder(id));
  const { installationId } = house.store;
  await house.close();
  expect((await command(['backup', '--data', dataDir, '--to', place])).code).toBe(0);
  const folder = new InstallationFolder(place, installationId);
  const [name = ''] = await folder.listBackups();
  const manifest = await folder.readManifest(name);
  return { dataDir, place, folder, name, manifest, manifestFile: join(folder.backups, `${name}.json`) };
}

async function verify(dataDir: string, ...more: string[]) {
  const { code, lines, errors } = await command(['verify', '--data', dataDir, ...more]);
  return { code, errors, ...JSON.parse(lines[0] ?? 'null') };
}

/** The last entries go, and the head says that there never were any. */
const cut = {
  log: 'DELETE FROM audit WHERE id > 20; UPDATE audit_head SET (last_id, hash) = (SELECT id, hash FROM audit WHERE id = 20)',
  journal:
    'DELETE FROM entry WHERE seq > 6; UPDATE journal_head SET (seq, hash) = (SELECT seq, chain FROM entry WHERE seq = 6)',
};

test('what was noted of a whole directory and of its backups is found to be so', async () => {
  const { dataDir, place } = await anchoredFolder();
  const { code, errors, ...found } = await verify(dataDir, '--place', place);
  expect(found).toMatchObject({ ok: true, findings: [], anchors: 1, backups: 1 });
  expect(code).toBe(0);
  expect(errors).toContain('as 1 anchors and 1 backups say');
});

test('a changed entry of the log and the ten that were removed behind it are both named', async () => {
  const { dataDir, place, name, manifest } = await anchoredFolder();
  const anchoredAt = manifest.anchor.at;
  tamper(dataDir, 'perito.db', cut.log);
  tamper(dataDir, 'perito.db', `UPDATE audit SET detail = '{"index":10}' WHERE id = 12`);
  const { code, errors, findings } = await verify(dataDir, '--place', place);
  expect(findings).toMatchObject([
    { part: 'audit', code: 'auditBroken', what: 'changed', entry: 12, kind: 'record.noted' },
    {
      ...{ part: 'backups', code: 'chainShorter', chain: 'audit', ends: 20, entry: 30, anchors: 1 },
      ...{ anchoredAt, source: { in: 'backup', folder: place, name } },
    },
  ]);
  expect(code).toBe(1);
  expect(errors).toContain('entry 12 (record.noted, 2026-11-20T00:00:00.000Z) does not follow');
  expect(errors).toContain(`The log ends at entry 20, although the anchor of ${anchoredAt}`);
  expect(errors).toContain('knows entry 30');
});

test('of the journal as well, by the anchors of the directory alone', async () => {
  const { dataDir } = await anchoredFolder();
  tamper(dataDir, 'journal.db', cut.journal);
  tamper(dataDir, 'journal.db', `UPDATE entry SET bytes = CAST('{}' AS BLOB) WHERE seq = 3`);
  const { code, findings, errors } = await verify(dataDir);
  expect(findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'journalBroken', what: 'bytes', entry: 3, kind: 'purchaseOrder' }),
      expect.objectContaining({ code: 'chainShorter', chain: 'journal', ends: 6, entry: 8 }),
    ]),
  );
  expect(code).toBe(1);
  expect(errors).toContain('The journal ends at entry 6');
  expect(errors).toContain(`anchors.jsonl of ${dataDir}`);
});

test('several places of the journal that are not what was written are all named', async () => {
  const { dataDir } = await anchoredFolder();
  tamper(
    dataDir,
    'journal.db',
    `UPDATE entry SET bytes = CAST('{}' AS BLOB) WHERE seq = 3; UPDATE entry SET at = at + 1 WHERE seq = 9; DELETE FROM entry WHERE seq > 10`,
  );
  const { findings } = await verify(dataDir);
  const broken = findings.filter(({ code }: { code: string }) => code === 'journalBroken');
  expect(broken).toMatchObject([
    { what: 'bytes', entry: 3, until: 3 },
    { what: 'chain', entry: 9, until: 9 },
    { what: 'missing', entry: 11, until: 12 },
  ]);
});

test('the anchors themselves, and a place that cannot be read, are named where they are not what was written', async () => {
  const { dataDir, place, name, manifestFile } = await anchoredFolder();
  writeFileSync(join(dataDir, 'anchors.jsonl'), 'no anchor\n');
  writeFileSync(manifestFile, readFileSync(manifestFile, 'utf8').slice(0, 100));
  const away = join(temporaryFolder(), 'away');
  const { code, errors, findings } = await verify(dataDir, '--place', place, '--place', away);
  expect(findings).toMatchObject([
    { part: 'anchors', code: 'anchorsUnreadable', lines: 1 },
    { code: 'placeUnreadable', folder: place, name, problem: { code: 'damaged' } },
    { code: 'placeUnreadable', folder: away, name: null, problem: { code: 'away' } },
  ]);
  expect(code).toBe(1);
  expect(errors).toContain('somebody wrote in anchors.jsonl');
  expect(errors).toContain(`The backup ${name} in ${place} cannot be checked (damaged`);
  expect(errors).toContain(`The backups in ${away} cannot be checked (away`);
});

test('of a backup in a configured place, files that are missing or have another length are counted, and other bytes where all are read', async () => {
  const { dataDir, place, folder, name, manifest } = await anchoredFolder();
  const configuration = { ...unconfigured, places: [{ id: crypto.randomUUID(), folder: place }] };
  await writeConfiguration(dataDir, configuration);
  expect(await verify(dataDir)).toMatchObject({ ok: true, places: 1, backups: 1 });
  const parts: string[] = [];
  for await (const part of readList(folder, manifest.journal)) parts.push(part);
  const [first = ''] = parts;
  const file = folder.fileOf(first);
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  // The sizes are what they were.
  expect((await verify(dataDir)).code).toBe(0);
  const thorough = await verify(dataDir, '--thorough');
  const found = { part: 'backups', code: 'backupDamaged', folder: place, name };
  expect([thorough.code, thorough.findings]).toEqual([
    1,
    [{ ...found, missing: 0, damaged: 1, first: [first] }],
  ]);
  expect(thorough.errors).toContain(`The backup ${name} in ${place} is not whole`);
  writeFileSync(file, bytes.subarray(1));
  expect((await verify(dataDir)).findings).toMatchObject([{ ...found, missing: 0, damaged: 1 }]);
  rmSync(file);
  expect((await verify(dataDir)).findings).toMatchObject([{ ...found, missing: 1, damaged: 0 }]);
});
