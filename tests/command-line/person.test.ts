import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBundle } from '../../main/engine/bundles.ts';
import { inspectStore, listAudit } from '../../main/engine/store/index.ts';
import { type Office, openOffice, person } from '../engine/data-subject/office.ts';
import { command, endAll, temporaryFolder } from './perito.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await endAll();
  await office.close();
});

const exportsNoted = async () => {
  const store = await inspectStore(office.dataDir);
  try {
    const query = { subject: 'dataSubjects', beforeId: Number.MAX_SAFE_INTEGER, limit: 10 };
    return (await store.read((tx) => listAudit(tx, query))).map(({ detail }) => JSON.parse(detail));
  } finally {
    await store.close();
  }
};

test('all about a person is found and exported beside a Perito that works, and noted where none does', async () => {
  const folder = temporaryFolder();
  const ask = (...more: string[]) => command(['person', '--data', office.dataDir, ...more]);
  const beside = await ask('--cedula', person.written, '--to', join(folder, 'beside.perito'));
  expect([beside.code, beside.errors]).toEqual([0, expect.stringContaining('The log does not say so')]);
  expect(JSON.parse(beside.lines[0] ?? '')).toMatchObject({
    ok: true,
    key: { by: 'cedula', checks: true },
    records: { total: 6 },
    policies: 1,
    exported: { isLogged: false },
  });
  expect(beside.lines.join('') + beside.errors).not.toContain(person.cedula);
  expect(await verifyBundle(join(folder, 'beside.perito'))).toMatchObject({ ok: true });

  await office.end();
  expect(await exportsNoted()).toEqual([]);
  const passphraseFile = join(folder, 'passphrase');
  const alone = await ask('--policy', person.policy, '--to', join(folder, 'alone.perito'));
  expect(JSON.parse(alone.lines[0] ?? '').exported).toMatchObject({ isLogged: true });
  expect(await exportsNoted()).toMatchObject([{ by: 'policy', key: '••••••21-B' }]);

  const nobody = await ask('--rnc', '999999999', '--to', join(folder, 'nobody.perito'));
  expect([nobody.code, nobody.errors]).toEqual([0, expect.stringContaining('nothing is written')]);
  expect(existsSync(join(folder, 'nobody.perito'))).toBe(false);
  const wrong = [
    [],
    ['--rnc', '1'],
    ['--rnc', person.rnc, '--policy', person.policy],
    ['--policy', person.policy, '--passphrase-file', passphraseFile],
  ];
  for (const one of wrong) expect((await ask(...one)).code).toBe(2);
});
