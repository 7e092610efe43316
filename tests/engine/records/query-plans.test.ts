import { expect, test } from 'vitest';
import {
  claimRecheckBatch,
  conditionsOf,
  countAcknowledgedFindings,
  countDrive,
  countPartyRules,
  driveOfKinds,
  drivesOf,
  findRevisionAfter,
  type KeyedOrder,
  listDriveIds,
  listFilterChoices,
  listMatchingIds,
  listMentions,
  listPartyRules,
  listRecordsByIds,
  listRejected,
  listRejectedRepeats,
  nextCurrency,
  nextDriveIds,
  nextPlaces,
  partOfKind,
  type RecordFilter,
  recordTable,
  updateFindingAcknowledgements,
  upsertRejectedRepeat,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import { type PlannedStatement, planOf, statement } from '../store/query-plan.ts';
import { openRecords } from './house.ts';

const kinds = ['purchaseOrder'] as const;
const bounds = { from: 1, until: 9 };

/** Each filter by itself and some together, with the index of each way to come by its records. */
const filters: [RecordFilter, ...RegExp[]][] = [
  [{ ids: [1, 2] }, /SEARCH r USING INTEGER PRIMARY KEY/],
  [{ reviewed: false }, /INDEX record_unreviewed /],
  [{ reviewed: true }, /INDEX record_reviewed /],
  [{ withFindings: true }, /INDEX record_(un)?reviewed_with_attention /],
  [
    { reviewed: false, withFindings: true },
    /INDEX record_unreviewed /,
    /INDEX record_unreviewed_with_attention /,
  ],
  [{ severity: 'warning' }, /INDEX record_(un)?reviewed_with_attention /],
  [
    { severity: 'error' },
    /INDEX record_(un)?reviewed_with_attention /,
    /INDEX record_by_attention \(kind=\? AND attention_rank>\?/,
  ],
  [{ findings: ['vin.form', 'guid.form'] }, /INDEX finding_of_code \(code=\? AND record_id>\?/],
  [
    { datedFrom: '2026-01-01', datedUntil: '2026-02-01' },
    /INDEX record_by_dated \(kind=\? AND dated_on>\? AND dated_on<\?/,
  ],
  [{ amountFrom: 1 }, /INDEX record_by_amount \(kind=\? AND currency=\? AND amount>\?/],
  [{ parties: ['101000001'] }, /INDEX record_of_(party|workshop) /],
  [{ makes: ['toyota'] }, /INDEX record_of_claim_make \(kind=\? AND claim_make=\? AND rowid>\?/],
  [{ workshops: ['101000001'] }, /INDEX record_of_workshop /],
  [
    { vehicleKey: 'A123456' },
    /(INDEX claim_subject_of_(vin|plate) |^)[\s\S]*INDEX record_link_shared \(name=\? AND value=\? AND record_id>\?/,
  ],
  [
    { links: [{ name: 'policy', value: 'P-1' }] },
    /INDEX record_link_shared \(name=\? AND value=\? AND record_id>\?/,
  ],
  [
    { claimKey: 'RC1', claimNumbers: ['RC-1', 'rc 1'] },
    /INDEX record_link_shared \(name=\? AND value=\? AND record_id>\?/,
  ],
  [
    { claimKey: 'RC1' },
    /INDEX claim_by_key [\s\S]*INDEX record_link_shared \(name=\? AND value=\? AND record_id>\?/,
  ],
  [
    { policyKey: 'P1' },
    /INDEX record_link_policy \(<expr>=\? AND record_id>\?|INDEX claim_subject_of_policy [\s\S]*INDEX record_link_shared/,
  ],
  [{ assignedTo: [1] }, /INDEX record_assigned(_reviewed)? /],
  [{ assignedTo: [1], reviewed: false }, /INDEX record_unreviewed /, /INDEX record_assigned /],
  [{ flagged: true }, /INDEX record_flagged /],
  [
    { cancellation: ['waiting', 'deferred'] },
    /COVERING INDEX cancellation_of_state \(state=\? AND record_id>\?/,
  ],
  [{ decision: ['pay', 'hold'] }, /INDEX record_of_decision /],
];
const orders: [KeyedOrder, string][] = [
  ['dated', 'dated_on'],
  ['amount', 'amount'],
  ['party', 'party_order'],
  ['claim', 'claim_number'],
  ['attention', 'attention_rank'],
];
const queue = statement((tx) => listRecordsByIds(tx, [1], {}));
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
  ['latest cancellation', queue, /USING COVERING INDEX cancellation_of_record/],
  [
    'currencies',
    statement((tx) => nextCurrency(tx, 'purchaseOrder', 'A')),
    /INDEX record_by_amount \(kind=\? AND currency>\?/,
  ],
  [
    'choices by their name',
    statement((tx) => listFilterChoices(tx, { name: 'party', beginning: 'a', limit: 9 })),
    /INDEX filter_choice_by_label \(name=\? AND label_order>\? AND label_order<\?/,
  ],
  [
    'choices by their value',
    statement((tx) => listFilterChoices(tx, { name: 'party', beginning: '1', limit: 9 }), 1),
    /PRIMARY KEY \(name=\? AND value>\? AND value<\?/,
  ],
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

test('every filter has its index, for what is counted, listed and walked', async () => {
  const house = await openRecords();
  for (const [filter, ...indexes] of filters) {
    const drives = drivesOf(filter, kinds);
    expect(drives.length, JSON.stringify(filter)).toBe(indexes.length);
    for (const [position, drive] of drives.entries()) {
      for (const list of drive.lists) {
        const one = { ...drive, lists: [list] };
        const walked = drive.isSorted
          ? [(tx: WriteTransaction) => nextDriveIds(tx, one, { ...bounds, descending: true, limit: 9 })]
          : [];
        for (const call of [
          (tx: WriteTransaction) => countDrive(tx, one, bounds, 9),
          (tx: WriteTransaction) => listDriveIds(tx, one, bounds),
          ...walked,
        ]) {
          const plan = await planOf(house.store, statement(call));
          expect(plan).toMatch(indexes[position]!);
          expect(plan).not.toMatch(/TEMP B-TREE|SCAN (record|r|f|c|l|k|s)\b(?! USING)/);
        }
      }
    }
    const matching = statement((tx) => listMatchingIds(tx, recordTable, [1], conditionsOf(filter, kinds)));
    const plan = await planOf(house.store, matching);
    expect(plan).toMatch(/SEARCH r USING INTEGER PRIMARY KEY/);
    expect(plan).not.toMatch(/SCAN (record|r|f|c|l|k|s)\b/);
  }
  await house.close();
  house.remove();
});

test('a list in the order of a key is counted without passing over what lies elsewhere', async () => {
  const drives = drivesOf({ severity: 'error', datedFrom: '2026-01-01', amountFrom: 1 }, kinds);
  for (const drive of drives) {
    const plans: string[] = [];
    const get = async (sql: string) => {
      plans.push(sql);
      return undefined;
    };
    await countDrive({ dialect: 'sqlite', get, all: async () => [] }, drive, bounds, 9);
    expect(plans.length).toBeGreaterThan(0);
    for (const sql of plans) expect(sql.includes('r.id >= ?'), sql).toBe(drive.isSorted);
  }
  expect(drives.filter(({ isSorted }) => !isSorted)).toHaveLength(3);
});

test.each(orders)('the order by %s walks its index both ways, and sorts nothing', async (by, column) => {
  const house = await openRecords();
  const group = by === 'amount' ? 'DOP' : null;
  const walk = { by, part: partOfKind('purchaseOrder'), group, limit: 9 };
  const within = { group, from: 1, until: 9 };
  for (const descending of [true, false]) {
    for (const [after, limits, position] of [
      [null, null, 0],
      [{ key: 1, id: 1 }, null, 0],
      [{ key: 1, id: 1 }, null, 1],
      [null, within, 0],
      [{ key: 1, id: 1 }, within, 1],
    ] as const) {
      const call = (tx: WriteTransaction) =>
        nextPlaces(tx, recordTable, { ...walk, descending, after, bounds: limits });
      const plan = await planOf(house.store, statement(call, position));
      expect(plan).toMatch(new RegExp(`SEARCH r USING (COVERING )?INDEX record_by_${by} `));
      if (after !== null || limits !== null) expect(plan).toMatch(new RegExp(`${column}[=<>]+\\?`));
      expect(plan).not.toMatch(/TEMP B-TREE/);
    }
  }
  const all = statement((tx) =>
    nextDriveIds(tx, driveOfKinds({}, kinds), { ...bounds, descending: true, limit: 9 }),
  );
  expect(await planOf(house.store, all)).toMatch(/INDEX record_unreviewed /);
  await house.close();
  house.remove();
});

test.each(queries)('%s walks its index and sorts nothing', async (_, planned, index) => {
  const house = await openRecords();
  const plan = await planOf(house.store, planned);
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/TEMP B-TREE|SCAN (record|r|rejected_delivery)\b(?! USING)/);
  await house.close();
  house.remove();
});

test('what is examined next, and who is mentioned, is found by its index when the figures of the planner are of a time with few records', async () => {
  const house = await openRecords();
  for (const id of [1, 2, 3]) {
    const body = { purchaseOrderId: id, items: [{ itemName: 'Bonete' }] };
    await house.receive('purchaseOrder', id, body);
  }
  await house.records.examiner.idle();
  const ids = (await house.list.list({})).rows.map((row) => row.id);
  for (const id of ids) await house.records.addNote(id, '@Ana', { person: 'Ana', via: 'token' }, [1]);
  await house.store.write((tx) => tx.run('ANALYZE main'));
  for (const [planned, index] of [
    [statement((tx) => findRevisionAfter(tx, 1, 9)), /^SEARCH e USING INTEGER PRIMARY KEY/],
    [statement((tx) => listMentions(tx, 'note', [1])), /SEARCH m USING INDEX mention_of_note/],
  ] as const)
    expect(await planOf(house.store, planned)).toMatch(index);
  await house.close();
  house.remove();
});
