import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../main/engine/store/index.ts';
import { needsSql } from '../../../main/engine/store/needs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test.each(Object.entries(needsSql))('counting %s walks an index, never a table', async (_name, sql) => {
  const store = openStore({ dataDir: temporaryFolder() });
  onTestFinished(() => store.close());
  const parameters = sql.includes('?') ? ['waiting'] : [];
  const plan = await store.read(async (tx) =>
    tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...parameters),
  );
  expect(plan.map((step) => step.detail).join('; ')).toMatch(/USING (COVERING )?INDEX/);
});
