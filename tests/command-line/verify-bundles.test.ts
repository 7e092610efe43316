/** `verify` reads archives through, and holds both chains beside what each knows of them. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifyBundle } from '../../main/engine/archive/index.ts';
import { appendAudit, insertBundle } from '../../main/engine/store/index.ts';
import { bundleOf } from '../engine/archive/archived-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { openRecords } from '../engine/records/house.ts';
import { tamper } from '../engine/tamper.ts';
import { command, temporaryFolder } from './perito.ts';

async function verify(dataDir: string, ...more: string[]) {
  const { code, lines, errors } = await command(['verify', '--data', dataDir, ...more]);
  return { code, errors, ...JSON.parse(lines[0] ?? 'null') };
}

/** A data directory whose log says that an archive was made in another folder, and that archive. */
async function archivedFolder(passphrase: string | null = null) {
  const dataDir = join(temporaryFolder(), 'data');
  const file = join(temporaryFolder(), 'siniestros.perito');
  const house = await openRecords({ dataDir });
  for (let id = 1; id <= 4; id += 1) await house.receive('purchaseOrder', id, purchaseOrder(id));
  const { root, bytes, manifest } = await bundleOf(dataDir, file, {}, passphrase);
  const detail = { file, bytes, root, records: 4, contents: 0, missingContents: 0 };
  const note = (keyFingerprint: string | null) =>
    house.store.write((tx) =>
      appendAudit(tx, {
        ...{ at: Date.UTC(2026, 10, 20), actor: { person: 'Ana Prueba', via: 'desktop' } },
        ...{ action: 'archive.made', subject: 'archives', detail: { ...detail, keyFingerprint } },
      }),
    );
  await note(manifest.keyFingerprint);
  for (let id = 5; id <= 6; id += 1) await house.receive('purchaseOrder', id, purchaseOrder(id));
  await house.close();
  return { dataDir, file, anchor: manifest.anchor };
}

test('an archive that was made is read through, is missed where it is away, and is found where it is named', async () => {
  const { dataDir, file } = await archivedFolder();
  const whole = await verify(dataDir);
  expect(whole).toMatchObject({ code: 0, ok: true, findings: [], remarks: [], bundles: 1 });
  expect(whole.errors).toContain('1 archives say');
  const moved = join(temporaryFolder(), 'guardado.perito');
  copyFileSync(file, moved);
  writeFileSync(file, readFileSync(file).subarray(0, -5000));
  expect(await verify(dataDir, '--bundle', moved)).toMatchObject({
    ...{ code: 1, bundles: 2, findings: [{ part: 'bundles', code: 'bundleDamaged', file }] },
  });
  const away = join(temporaryFolder(), 'nothing.perito');
  expect(await verify(dataDir, '--bundle', away)).toMatchObject({
    ...{ code: 1, findings: [{ code: 'bundleDamaged' }, { code: 'bundleUnreadable', problem: 'away' }] },
  });
});

test('an archive to which records were moved has to be in both its places, and whole', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const [file, secondFile] = [join(temporaryFolder(), 'uno.perito'), join(temporaryFolder(), 'dos.perito')];
  const house = await openRecords({ dataDir });
  await house.receive('purchaseOrder', 1, purchaseOrder(1));
  const { root, bytes } = await bundleOf(dataDir, file);
  copyFileSync(file, secondFile);
  const row = { root, file, secondFile, madeAt: 1, bytes, claims: 1, records: 1 };
  await house.store.write((tx) => insertBundle(tx, row));
  await house.store.write((tx) => insertBundle(tx, { ...row, root: 'ab'.repeat(32), file: 'x.perito' }));
  await house.close();
  const named = { code: 'bundleUnreadable', problem: 'away', file: 'x.perito' };
  // Of what else is said to lie there it is another.
  expect(await verify(dataDir)).toMatchObject({ code: 1, bundles: 2, findings: [named] });
  rmSync(secondFile);
  writeFileSync(file, readFileSync(file).subarray(0, -5000));
  expect(await verify(dataDir)).toMatchObject({
    code: 1,
    findings: [
      named,
      { code: 'bundleUnreadable', problem: 'away', file: secondFile },
      { code: 'bundleDamaged', file },
    ],
  });
});

test('a chain that was cut behind what an archive knows is found by that archive alone', async () => {
  const { dataDir, file, anchor } = await archivedFolder();
  tamper(
    dataDir,
    'journal.db',
    'DELETE FROM entry WHERE seq > 2; UPDATE journal_head SET (seq, hash) = (SELECT seq, chain FROM entry WHERE seq = 2)',
  );
  const { code, findings, errors } = await verify(dataDir);
  expect(code).toBe(1);
  expect(findings).toContainEqual(
    expect.objectContaining({
      ...{ part: 'bundles', code: 'chainShorter', chain: 'journal', ends: 2, entry: 4 },
      ...{ anchoredAt: anchor.at, source: { in: 'bundle', file } },
    }),
  );
  expect(errors).toContain(`(the archive ${file}) knows entry 4`);
});

test('what an archive of another installation knows says nothing of this one', async () => {
  const [here, there] = await Promise.all([archivedFolder(), archivedFolder()]);
  expect(await verify(here.dataDir, '--bundle', there.file)).toMatchObject({ code: 0, bundles: 2 });
});

test('one that is encrypted is said to be so, and is read with its passphrase', async () => {
  const { dataDir, file } = await archivedFolder('una frase larga');
  const locked = await verify(dataDir);
  expect(locked).toMatchObject({ code: 0, remarks: [{ code: 'bundleLocked', file }], bundles: 0 });
  expect(locked.errors).toContain('is encrypted');
  const given = join(temporaryFolder(), 'frase');
  writeFileSync(given, 'una frase larga\n');
  expect(await verify(dataDir, '--passphrase-file', given)).toMatchObject({
    ...{ code: 0, remarks: [], bundles: 1 },
  });
});

test('a bundle of the first version is whole, and what it knows of an empty log is an anchor as any other', async () => {
  const file = fileURLToPath(new URL('../engine/archive/written/format-1-2026-11.perito', import.meta.url));
  const { ok, manifest } = await verifyBundle(file);
  expect(ok).toBe(true);
  expect(manifest).toMatchObject({ format: 1, anchor: { journal: { seq: 2 }, audit: { id: 0, hash: '' } } });
});
