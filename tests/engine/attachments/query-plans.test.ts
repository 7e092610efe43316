import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  countAwaitingOfHost,
  countFailedAttachments,
  deleteContent,
  findAttachment,
  findAttachmentView,
  findContent,
  findDeclaredType,
  findHostAfter,
  findNextDueTime,
  findNextUnexamined,
  isPictureElsewhere,
  listAnnotations,
  listAttachmentsInState,
  listAttachmentsOfContent,
  listAttachmentsOfHost,
  listAttachmentsOfRecord,
  listAttachmentsOfRecords,
  listAttachmentsOfRevision,
  listAwaitedHosts,
  listContentsAfter,
  listDueAttachments,
  listFailedAttachments,
  listRecordsOfContent,
  listRecordsWithSharedPictures,
  listReleasedContentsAfter,
  listRetryableAttachments,
  listSamePictures,
  listSimilarContents,
  listSimilarPictures,
  listStoredPictures,
  listUnstoredAttachments,
  releaseContents,
  type Store,
  setAttachmentsDropped,
  updateContentFacts,
  upsertAttachment,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import { openNewStore } from '../migrated-folder.ts';
import { type PlannedStatement, planOf, statement } from '../store/query-plan.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { namedAttachment } from './named-attachment.ts';

const sha256 = Buffer.alloc(32, 1);
const host = 'fotos.example';
const queued = { state: 'queued', problem: null, detail: null, nextAttemptAt: 1 } as const;
const picture = namedAttachment({ identity: 'picture-1', position: 1, marketplaceId: 1 });
const sharedPictures = (tx: WriteTransaction) => listRecordsWithSharedPictures(tx, 1, 9);

/** By what is looked for: the statement, and the index that carries it where a wrong one would also be an index. */
const plans: Record<string, [statement: PlannedStatement, index?: RegExp]> = {
  byId: [statement((tx) => findAttachment(tx, 1))],
  released: [statement((tx) => releaseContents(tx, 1, 1)), /INDEX attachment_content \(sha256=\?\)/],
  releasedAfter: [
    statement((tx) => listReleasedContentsAfter(tx, 1, 9)),
    /INDEX audit_of_subject \(subject=\? AND rowid>\?\)/,
  ],
  byIdentity: [
    statement((tx) => upsertAttachment(tx, { recordId: 1, revision: 1, at: 1 }, picture, queued)),
    /INDEX attachment_identity \(record_id=\? AND identity=\?\)/,
  ],
  due: [
    statement((tx) => listDueAttachments(tx, host, 1, 9)),
    /INDEX attachment_due \(host=\? AND next_attempt_at>\? AND next_attempt_at<\?\)/,
  ],
  nextDue: [
    statement((tx) => findNextDueTime(tx, host)),
    /INDEX attachment_due \(host=\? AND next_attempt_at>\?\)/,
  ],
  ofState: [
    statement((tx) => listAttachmentsInState(tx, 'queued', 0, 9)),
    /INDEX attachment_waiting \(state=\? AND id>\?\)/,
  ],
  failed: [
    statement((tx) => listFailedAttachments(tx, 0, 9)),
    /COVERING INDEX attachment_failed \((rowid|id)>\?\)/,
  ],
  countFailed: [statement((tx) => countFailedAttachments(tx, 9)), /COVERING INDEX attachment_failed/],
  drop: [statement((tx) => setAttachmentsDropped(tx, 1)), /INDEX attachment_identity \(record_id=\?\)/],
  ofHost: [
    statement((tx) => listAttachmentsOfHost(tx, { host, state: 'failed' }, 9)),
    /INDEX attachment_of_host \(host=\? AND state=\?\)/,
  ],
  ofHostWithProblem: [
    statement((tx) => listAttachmentsOfHost(tx, { host, state: 'failed', problem: 'httpNotAllowed' }, 9)),
    /INDEX attachment_of_host \(host=\? AND state=\?\)/,
  ],
  triableOfRecord: [
    statement((tx) => listRetryableAttachments(tx, 1)),
    /INDEX attachment_identity \(record_id=\?\)/,
  ],
  ofContent: [
    statement((tx) => listAttachmentsOfContent(tx, sha256, 9)),
    /INDEX attachment_content \(sha256=\?\)/,
  ],
  content: [statement((tx) => findContent(tx, sha256))],
  unexamined: [
    statement((tx) => findNextUnexamined(tx, 3)),
    /INDEX content_unexamined \(examination_attempts<\?\)/,
  ],
  contentsAfter: [statement((tx) => listContentsAfter(tx, sha256, 9))],
  similarOfContent: [statement((tx) => deleteContent(tx, sha256))],
  declaredType: [statement((tx) => findDeclaredType(tx, sha256))],
  ofRevision: [
    statement((tx) => listAttachmentsOfRevision(tx, 1, 1)),
    /INDEX attachment_identity \(record_id=\?\)/,
  ],
  earlierOfRecord: [statement((tx) => listAttachmentsOfRecord(tx, 1, 1), 1)],
  ofRecords: [statement((tx) => listAttachmentsOfRecords(tx, [1], 9))],
  view: [statement((tx) => findAttachmentView(tx, 1))],
  unstored: [
    statement((tx) => listUnstoredAttachments(tx, undefined, 9, 9)),
    /INDEX attachment_not_here \(id<\?\)/,
  ],
  unstoredInState: [
    statement((tx) => listUnstoredAttachments(tx, 'queued', 9, 9)),
    /INDEX attachment_waiting \(state=\? AND id<\?\)/,
  ],
  unstoredFailed: [
    statement((tx) => listUnstoredAttachments(tx, 'failed', 9, 9)),
    /INDEX attachment_failed \((rowid|id)<\?\)/,
  ],
  awaitedHosts: [
    statement((tx) => listAwaitedHosts(tx, 9)),
    /INDEX attachment_of_host \(host>\?\)[\s\S]*INDEX attachment_of_host \(host=\? AND state=\?\)/,
  ],
  nextHost: [statement((tx) => findHostAfter(tx, host)), /INDEX attachment_of_host \(host>\?\)/],
  awaitingOfHost: [
    statement((tx) => countAwaitingOfHost(tx, host)),
    /INDEX attachment_of_host \(host=\? AND state=\?\)/,
  ],
  storedPictures: [statement((tx) => listStoredPictures(tx, 1, 1))],
  samePictures: [statement((tx) => listSamePictures(tx, 1, sha256, 9))],
  similarPictures: [statement((tx) => listSimilarPictures(tx, 1, sha256, 9))],
  pictureElsewhere: [statement((tx) => isPictureElsewhere(tx, 1, sha256))],
  recordsOfContent: [
    statement((tx) => listRecordsOfContent(tx, sha256, 9)),
    /COVERING INDEX attachment_content \(sha256=\?\)/,
  ],
  recordsWithSame: [statement(sharedPictures)],
  recordsWithSimilar: [statement(sharedPictures, 1)],
  similarContents: [
    statement((tx) => listSimilarContents(tx, '8f3c5a6900ff17e2', 7)),
    /SEARCH l USING PRIMARY KEY \(quarter=\? AND value=\?\)/,
  ],
  annotations: [
    statement((tx) => listAnnotations(tx, 1)),
    /INDEX attachment_mark_(shown|of_attachment) \(attachment_id=\?\)/,
  ],
};
/** These keep few rows apart: what one record, or one content, has at the most. */
const mayBeSmall = /recordsWithSame|recordsWithSimilar|similarContents/;

/** Figures of many rows, so that a plan is not one for an empty table. */
async function openLargeStore(): Promise<Store> {
  const store = await openNewStore({ dataDir: temporaryFolder() });
  await store.write(async (tx) => {
    await tx.run('ANALYZE');
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
      ['similar_content', 'similar_content', '10000 4 1'],
      ['attachment_mark', 'attachment_mark_shown', '1000 3 1'],
      ['record', null, '1000000'],
    ] as const)
      await tx.run('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)', table, index, figures);
  });
  return store;
}

test.each(['empty', 'large'])(
  'every statement walks its index and sorts nothing long, in an %s database',
  async (size) => {
    let store =
      size === 'empty' ? await openNewStore({ dataDir: temporaryFolder() }) : await openLargeStore();
    if (size === 'large') {
      const { dataDir } = store;
      await store.close();
      store = await openNewStore({ dataDir });
    }
    const wrong: string[] = [];
    for (const [name, [planned, index]] of Object.entries(plans)) {
      const lines = await planOf(store, planned);
      const isScanned = /SCAN (attachment|content|a|c|l|r|other|similar_content)\b(?! USING)/.test(lines);
      const isSorted = /TEMP B-TREE/.test(lines) && !mayBeSmall.test(name);
      const isByIndex = (index ?? /USING (COVERING )?INDEX|USING (INTEGER )?PRIMARY KEY/).test(lines);
      if (isScanned || isSorted || !isByIndex) wrong.push(`${name}:\n${lines}`);
    }
    await store.close();
    expect(wrong).toEqual([]);
  },
);

/** Milliseconds until what looks like a photo is found among so many contents. */
async function timeOfLikeness(contents: number): Promise<number> {
  const store = await openNewStore({ dataDir: temporaryFolder() });
  const likeness = '8f3c5a6900ff17e2';
  await store.write(async (tx) => {
    await tx.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO content (sha256, bytes, stored_at, decoder_version, perceptual_hash)
      SELECT hash, 1, 1, 1, lower(hex(randomblob(8))) FROM (SELECT randomblob(32) AS hash FROM n) ORDER BY hash`,
      contents,
    );
    await tx.run(`INSERT INTO perceptual_hash_quarter (quarter, value, sha256)
      SELECT quarter, value, sha256 FROM (
        SELECT q.value AS quarter, abs(random() % 65536) AS value, sha256 FROM content, json_each('[0, 1, 2, 3]') q
      ) ORDER BY quarter, value, sha256`);
  });
  const near = randomBytes(32);
  await store.write(async (tx) => {
    await tx.run('INSERT INTO content (sha256, bytes, stored_at) VALUES (?, 1, 1)', near);
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
  return Math.min(...took);
}

test('what looks like a photo is found as soon among 200,000 as among a hundredth of them', async () => {
  const few = await timeOfLikeness(2_000);
  // Some hundred of them are near enough to be compared, of the few hardly one; a walk along all takes 100 times as long.
  expect(await timeOfLikeness(200_000)).toBeLessThan(25 * few);
});
