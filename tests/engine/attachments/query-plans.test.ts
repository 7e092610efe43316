import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  attachmentHostSql,
  attachmentSql,
  attachmentViewSql,
  contentSql,
  likeContentsSql,
  listSimilarContents,
  marksSql,
  openStore,
  picturesBesideSql,
  type Store,
  updateContentFacts,
} from '../../../main/engine/store/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const all: Record<string, string> = {
  ...named('attachmentSql', attachmentSql),
  ...named('contentSql', contentSql),
  ...named('attachmentViewSql', attachmentViewSql),
  ...named('attachmentHostSql', attachmentHostSql),
  ...named('picturesBesideSql', picturesBesideSql),
  likeContentsSql,
  marksSql,
};

function named(name: string, statements: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(statements).map(([key, sql]) => [`${name}.${key}`, sql]));
}

/** The index that carries a statement whose wrong one would also be an index. */
const indexOf: Record<string, RegExp> = {
  'attachmentSql.byIdentity': /INDEX attachment_identity \(record_id=\? AND identity=\?\)/,
  'attachmentSql.due': /INDEX attachment_due \(host=\? AND next_attempt_at>\? AND next_attempt_at<\?\)/,
  'attachmentSql.nextDue': /INDEX attachment_due \(host=\? AND next_attempt_at>\?\)/,
  'attachmentSql.ofState': /INDEX attachment_waiting \(state=\? AND id>\?\)/,
  'attachmentSql.failed': /COVERING INDEX attachment_failed \((rowid|id)>\?\)/,
  'attachmentSql.countFailed': /COVERING INDEX attachment_failed/,
  'attachmentSql.drop': /INDEX attachment_identity \(record_id=\?\)/,
  'attachmentSql.ofHost': /INDEX attachment_of_host \(host=\? AND state=\?\)/,
  'attachmentSql.ofHostWithProblem': /INDEX attachment_of_host \(host=\? AND state=\?\)/,
  'attachmentSql.triableOfRecord': /INDEX attachment_identity \(record_id=\?\)/,
  'attachmentSql.ofContent': /INDEX attachment_content \(sha256=\?\)/,
  'contentSql.unexamined': /INDEX content_unexamined \(examination_attempts<\?\)/,
  'attachmentViewSql.ofRecord': /INDEX attachment_identity \(record_id=\?\)/,
  'attachmentViewSql.waiting': /INDEX attachment_not_here \(id<\?\)/,
  'attachmentViewSql.waitingInState': /INDEX attachment_waiting \(state=\? AND id<\?\)/,
  'attachmentViewSql.waitingFailed': /INDEX attachment_failed \((rowid|id)<\?\)/,
  'attachmentHostSql.awaited':
    /INDEX attachment_of_host \(host>\?\)[\s\S]*INDEX attachment_of_host \(host=\? AND state=\?\)/,
  'attachmentHostSql.next': /INDEX attachment_of_host \(host>\?\)/,
  'attachmentHostSql.awaiting': /INDEX attachment_of_host \(host=\? AND state=\?\)/,
  'picturesBesideSql.recordsOfContent': /COVERING INDEX attachment_content \(sha256=\?\)/,
  likeContentsSql: /SEARCH l USING PRIMARY KEY \(quarter=\? AND value=\?\)/,
  marksSql: /INDEX attachment_mark_shown \(attachment_id=\?\)/,
};
/** These keep few rows apart: what one record, or one content, has at the most. */
const mayBeSmall = /besideSame|besideAlike|likeContentsSql/;

/** Figures of many rows, so that a plan is not one for an empty table. */
async function openLargeStore(): Promise<Store> {
  const store = openStore({ dataDir: temporaryFolder() });
  await store.write(async (tx) => {
    tx.run('ANALYZE');
    for (const [table, index, figures] of [
      ['attachment', 'attachment_identity', '1000000 20 1'],
      ['attachment', 'attachment_due', '100000 20000 10 1'],
      ['attachment', 'attachment_of_host', '200000 40000 10000 1'],
      ['attachment', 'attachment_waiting', '200000 40000 1'],
      ['attachment', 'attachment_not_here', '200000 1'],
      ['attachment', 'attachment_failed', '5000 1'],
      ['attachment', 'attachment_content', '800000 2 1'],
      ['content', 'content', '700000 1'],
      ['content', 'content_unexamined', '100 20 1'],
      ['perceptual_hash_quarter', 'content_likeness', '2800000 700000 11 1'],
      ['like_content', 'like_content', '10000 4 1'],
      ['attachment_mark', 'attachment_mark_shown', '1000 3 1'],
      ['record', null, '1000000'],
    ] as const)
      tx.run('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)', table, index, figures);
  });
  return store;
}

test.each(['empty', 'large'])(
  'every statement walks its index and sorts nothing long, in an %s database',
  async (size) => {
    let store = size === 'empty' ? openStore({ dataDir: temporaryFolder() }) : await openLargeStore();
    if (size === 'large') {
      const { dataDir } = store;
      await store.close();
      store = openStore({ dataDir });
    }
    const wrong: string[] = [];
    for (const [name, sql] of Object.entries(all)) {
      const parameters = Array.from(sql.matchAll(/\?/g), () => 1);
      const plan = await store.read(async (tx) =>
        tx.all<{ detail: string }>(
          `EXPLAIN QUERY PLAN ${sql}`,
          ...(sql === likeContentsSql ? ['[]', 1] : parameters),
        ),
      );
      const lines = plan.map((row) => row.detail).join('\n');
      const isScanned = /SCAN (attachment|content|a|c|l|r|other|like_content)\b(?! USING)/.test(lines);
      const isSorted = /TEMP B-TREE/.test(lines) && !mayBeSmall.test(name);
      const isByIndex = (indexOf[name] ?? /USING (COVERING )?INDEX|USING (INTEGER )?PRIMARY KEY/).test(lines);
      if (isScanned || isSorted || !isByIndex) wrong.push(`${name}:\n${lines}`);
    }
    await store.close();
    expect(wrong).toEqual([]);
  },
);

test('what looks like a photo is found among 200,000 in no time', async () => {
  const store = openStore({ dataDir: temporaryFolder() });
  const likeness = '8f3c5a6900ff17e2';
  await store.write(async (tx) => {
    tx.run(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO content (sha256, bytes, stored_at, decoder_version, perceptual_hash)
      SELECT hash, 1, 1, 1, lower(hex(randomblob(8))) FROM (SELECT randomblob(32) AS hash FROM n) ORDER BY hash`);
    tx.run(`INSERT INTO perceptual_hash_quarter (quarter, value, sha256)
      SELECT quarter, value, sha256 FROM (
        SELECT q.value AS quarter, abs(random() % 65536) AS value, sha256 FROM content, json_each('[0, 1, 2, 3]') q
      ) ORDER BY quarter, value, sha256`);
  });
  const near = randomBytes(32);
  await store.write(async (tx) => {
    tx.run('INSERT INTO content (sha256, bytes, stored_at) VALUES (?, 1, 1)', near);
    await updateContentFacts(
      tx,
      near,
      {
        mediaType: 'image/jpeg',
        shownAs: 'image',
        problem: null,
        detail: null,
        width: 1,
        height: 1,
        hasPreviews: false,
        photo: null,
        perceptualHash: '8f3c5a6900ff17e1',
      },
      1,
    );
  });
  const took: number[] = [];
  for (let n = 0; n < 20; n++) {
    const begun = performance.now();
    const found = await store.read((tx) => listSimilarContents(tx, likeness, 7));
    took.push(performance.now() - begun);
    expect(found.map(({ sha256, distance }) => [Buffer.compare(sha256, near), distance])).toEqual([[0, 2]]);
  }
  await store.close();
  // The least disturbed of them says what it costs.
  expect(Math.min(...took)).toBeLessThan(5);
}, 60_000);
