/** The log of the journal while somebody writes on and on. */
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openJournalInFiles } from '../../../main/engine/store/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const mebibyte = 1024 * 1024;

test('the log begins anew while commit follows commit, and does not grow with what was written', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const journal = openJournalInFiles({ dataDir, hasCheckpointer: true });
  onTestFinished(() => journal.close());
  await journal.write((tx) => tx.run('CREATE TABLE something (bytes BLOB)'));
  let [written, longest] = [0, 0];
  // On a slow machine the copying thread comes late: what counts is that the log stays behind what was written.
  while (written < 200 * mebibyte || (written < 3 * longest && written < 1500 * mebibyte)) {
    await journal.write((tx) => tx.run('INSERT INTO something VALUES (?)', randomBytes(mebibyte)));
    journal.added(mebibyte);
    written += mebibyte;
    longest = Math.max(longest, statSync(join(dataDir, 'journal.db-wal')).size);
  }
  expect(3 * longest).toBeLessThanOrEqual(written);
});
