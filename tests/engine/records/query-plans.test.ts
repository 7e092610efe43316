import { expect, test } from 'vitest';
import {
  claimRecheckBatch,
  countAcknowledgedFindings,
  countPartyRules,
  countRecordQueue,
  listPartyRules,
  listRecordQueue,
  listRejected,
  listRejectedRepeats,
  type RecordFilter,
  updateFindingAcknowledgements,
  upsertRejectedRepeat,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import { type PlannedStatement, planOf, statement } from '../store/query-plan.ts';
import { openRecords } from './house.ts';

const filters = [true, false].flatMap((reviewed) => [
  { reviewed },
  { reviewed, withFindings: true },
  { reviewed, withFindings: false },
]);

const kinds = ['purchaseOrder'] as const;
const queue = (filter: RecordFilter) =>
  statement((tx) => listRecordQueue(tx, { kinds, filter, belowId: 9, limit: 9 }));
const rejected = (unseen: boolean) => statement((tx) => listRejected(tx, { unseen, belowTurn: 9, limit: 9 }));
const repeat = (tx: WriteTransaction) =>
  upsertRejectedRepeat(
    tx,
    {
      receivedAt: 1,
      method: 'POST',
      path: '/',
      contentType: null,
      status: 400,
      title: '',
      code: '',
      reason: '',
      errors: [],
      keyLabel: '',
      receivedBytes: 0,
      keptBytes: 0,
      seq: 9,
      arrivalSequence: 9,
    },
    { common: Buffer.of(1), content: Buffer.of(2) },
    1,
  );
const acknowledge = (tx: WriteTransaction) => updateFindingAcknowledgements(tx, { recordId: 1, revision: 1 });
/** A finding, no acknowledgement of its record, and the record's party. */
const withParty = [[{ acknowledgementId: null }], [], [{ id: '101000001' }]];

const queries: [name: string, statement: PlannedStatement, index: RegExp][] = [
  ...filters.map((filter): [string, PlannedStatement, RegExp] => {
    const half = filter.reviewed ? 'reviewed' : 'unreviewed';
    const index = new RegExp(
      `USING (COVERING )?INDEX record_${half}${filter.withFindings ? '_with_attention' : ''} `,
    );
    return [`queue ${JSON.stringify(filter)}`, queue(filter), index];
  }),
  ...filters
    .filter(({ withFindings }) => withFindings !== false)
    .map((filter): [string, PlannedStatement, RegExp] => [
      `count ${JSON.stringify(filter)}`,
      statement((tx) => countRecordQueue(tx, { kinds, filter, limit: 9 })),
      /USING (COVERING )?INDEX record_/,
    ]),
  ['latest cancellation', queue({ reviewed: false }), /USING COVERING INDEX cancellation_of_record/],
  ['rejected', rejected(false), /USING INDEX rejected_by_arrival/],
  ['acknowledgements of a record', statement(acknowledge, 1, withParty), /INDEX acknowledgement_of_record/],
  ['acknowledgements of a party', statement(acknowledge, 3, withParty), /INDEX acknowledgement_of_party/],
  ['rules of parties', statement((tx) => listPartyRules(tx, 9, 9)), /INDEX acknowledgement_rules/],
  ['count of rules', statement((tx) => countPartyRules(tx, 9)), /INDEX acknowledgement_rules/],
  [
    'findings that one holds for',
    statement((tx) => countAcknowledgedFindings(tx, 1, 9)),
    /INDEX finding_acknowledged/,
  ],
  [
    'records that one holds for',
    statement((tx) => claimRecheckBatch(tx, { id: 1, name: 'acknowledgement', value: '1', belowId: 9 }, 9)),
    /INDEX finding_acknowledged/,
  ],
  ['rejected, unseen', rejected(true), /USING (COVERING )?INDEX rejected_unseen/],
  ['rejected before', statement(repeat), /USING INDEX rejected_by_repeat_hash \(repeat_hash=\?\)/],
  ['repeats of a rejected', statement((tx) => listRejectedRepeats(tx, 1)), /USING INDEX rejected_repeat_of/],
  [
    'how many repeats',
    // After it was looked for among the repeats that are there.
    statement(repeat, 2, [[{ id: 1, isSame: 0 }], [{ count: 100 }]]),
    /USING COVERING INDEX rejected_repeat_of/,
  ],
];

test.each(queries)('%s walks its index and sorts nothing', async (_, planned, index) => {
  const house = await openRecords();
  const plan = await planOf(house.store, planned);
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/TEMP B-TREE|SCAN (record|r|rejected_delivery)\b(?! USING)/);
  await house.close();
  house.remove();
});
