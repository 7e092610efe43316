import { expect, onTestFinished, test } from 'vitest';
import { verifyAudit } from '../../../main/engine/audit/index.ts';
import {
  appendAudit,
  auditHash,
  countAuditEntries,
  openStoreInFiles,
} from '../../../main/engine/store/index.ts';
import { auditHead } from '../../../main/engine/store/migrations/0022-audit-head.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A log of a version that had no head yet. */
async function olderLog(entries: number): Promise<string> {
  const dataDir = temporaryFolder();
  const store = openStoreInFiles({ dataDir, migrations: migrations.slice(0, migrations.indexOf(auditHead)) });
  await store.write(async (tx) => {
    let hash: Uint8Array | null = null;
    for (let at = 1; at <= entries; at += 1) {
      const entry = { at, actor: '{}', action: 'record.noted', subject: `record:${at}`, detail: '{}' };
      hash = auditHash(hash, entry);
      await tx.run(
        'INSERT INTO audit (at, actor, action, subject, detail, hash) VALUES (?, ?, ?, ?, ?, ?)',
        ...Object.values(entry),
        hash,
      );
    }
  });
  await store.close();
  return dataDir;
}

test.each([0, 1, 700])('a log of %i entries that an older version wrote goes on', async (entries) => {
  const store = openStoreInFiles({ dataDir: await olderLog(entries) });
  onTestFinished(() => store.close());
  expect(await verifyAudit(store)).toMatchObject({ intact: true, entries });
  const actor = { person: 'Ana Prueba', via: 'desktop' } as const;
  await store.write((tx) =>
    appendAudit(tx, { at: 1, actor, action: 'record.noted', subject: 'record:1', detail: {} }),
  );
  expect(await verifyAudit(store)).toMatchObject({ intact: true, entries: entries + 1 });
  expect(await store.read(countAuditEntries)).toBe(entries + 1);
});
