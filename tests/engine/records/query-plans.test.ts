import { expect, test } from 'vitest';
import {
  acknowledgementSql,
  linkSql,
  recordQueueCountSql,
  recordQueueSql,
  rejectedPageSql,
  rejectedSql,
} from '../../../main/engine/store/index.ts';
import { openRecords } from './house.ts';

const filters = [true, false].flatMap((reviewed) => [
  { reviewed },
  { reviewed, withFindings: true },
  { reviewed, withFindings: false },
]);

const queries: [name: string, sql: string, index: RegExp][] = [
  ...filters.map((filter): [string, string, RegExp] => {
    const half = filter.reviewed ? 'reviewed' : 'unreviewed';
    const index = new RegExp(
      `USING (COVERING )?INDEX record_${half}${filter.withFindings ? '_with_attention' : ''} `,
    );
    return [`queue ${JSON.stringify(filter)}`, recordQueueSql(filter), index];
  }),
  ...filters
    .filter(({ withFindings }) => withFindings !== false)
    .map((filter): [string, string, RegExp] => [
      `count ${JSON.stringify(filter)}`,
      recordQueueCountSql(filter),
      /USING (COVERING )?INDEX record_/,
    ]),
  ['latest cancellation', recordQueueSql({ reviewed: false }), /USING COVERING INDEX cancellation_of_record/],
  ['rejected', rejectedPageSql(false), /USING INDEX rejected_by_arrival/],
  ['acknowledgements of a record', acknowledgementSql.ofRecord, /INDEX acknowledgement_of_record/],
  ['acknowledgements of a party', acknowledgementSql.ofParty, /INDEX acknowledgement_of_party/],
  ['rules of parties', acknowledgementSql.rules, /INDEX acknowledgement_rules/],
  ['count of rules', acknowledgementSql.countRules, /INDEX acknowledgement_rules/],
  ['findings that one holds for', acknowledgementSql.held, /INDEX finding_acknowledged/],
  ['records that one holds for', linkSql.acknowledged, /INDEX finding_acknowledged/],
  ['rejected, unseen', rejectedPageSql(true), /USING (COVERING )?INDEX rejected_unseen/],
  ['rejected before', rejectedSql.common, /USING INDEX rejected_by_repeat_hash \(repeat_hash=\?\)/],
  ['repeats of a rejected', rejectedSql.repeats, /USING INDEX rejected_repeat_of/],
  ['how many repeats', rejectedSql.countRepeats, /USING COVERING INDEX rejected_repeat_of/],
];

test.each(queries)('%s walks its index and sorts nothing', async (_, sql, index) => {
  const house = await openRecords();
  const parameters = Array.from(sql.matchAll(/\?/g), () => 1);
  const plan = await house.store.read(async (tx) =>
    tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...parameters),
  );
  const lines = plan.map((row) => row.detail).join('\n');
  expect(lines).toMatch(index);
  expect(lines).not.toMatch(/TEMP B-TREE|SCAN (record|r|rejected_delivery)\b(?! USING)/);
  await house.close();
  house.remove();
});
