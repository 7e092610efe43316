import { expect, test } from 'vitest';
import {
  claimRecheckBatch,
  countLinkedRecords,
  findClaim,
  findNextRecheck,
  listClaimAssignments,
  listClaimsByPrefix,
  listLatestClaimsByPrefix,
  listLedgerRecords,
  listLedgerRelated,
  listLinkedRecords,
  listLinks,
  listLinksOfRecords,
  listPolicySubjects,
  listRecordEvents,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import { type PlannedStatement, planOf, statement } from '../store/query-plan.ts';
import { openClaims } from './house.ts';

const related = (tx: WriteTransaction) => listLedgerRelated(tx, [1], { ofEach: 9, all: 9 });
const money = statement((tx) => listLedgerRecords(tx, [1]));
const events = (tx: WriteTransaction) => listRecordEvents(tx, [1]);
const subjects = statement((tx) => listPolicySubjects(tx, ['AUTO-1']));
const link = { name: 'order', value: 'purchaseOrder:1' } as const;
const reports = { id: 1, name: 'incidentReport', value: '', belowId: 9 } as const;

const queries: [name: string, statement: PlannedStatement, index: RegExp][] = [
  [
    'the latest of a beginning',
    statement((tx) => listLatestClaimsByPrefix(tx, 'RC', 9, 9)),
    /USING INDEX claim_latest/,
  ],
  [
    'claims by the beginning of their number',
    statement((tx) => listClaimsByPrefix(tx, 'RC', 9)),
    /SEARCH claim USING INDEX claim_by_key \(<expr>>\? AND <expr><\?\)/,
  ],
  [
    'whose claims are',
    statement((tx) => listClaimAssignments(tx, ['RC-1'])),
    /SEARCH claim_assignment USING PRIMARY KEY/,
  ],
  ['whose a policy is', subjects, /SEARCH p USING INDEX policy_(open|of_number) \(number_key=\?/],
  ['its first vehicle', subjects, /SEARCH f USING COVERING INDEX policy_vehicle_in_order \(number_key=\?\)/],
  ['that vehicle', subjects, /SEARCH v USING INDEX policy_vehicle_\w+ \(.*vin=\?/],
  [
    'whether it has another',
    subjects,
    /SEARCH o USING COVERING INDEX policy_vehicle_in_order \(number_key=\? AND vin>\?\)/,
  ],
  ['one claim', statement((tx) => findClaim(tx, 'RC-1')), /SEARCH claim USING PRIMARY KEY/],
  ['orders that documents name', statement(related), /SEARCH n USING PRIMARY KEY/],
  ['orders among records', statement(related, 2), /SEARCH o USING INTEGER PRIMARY KEY/],
  ['those orders', statement(related, 1), /SEARCH o USING COVERING INDEX record_identity/],
  ['documents that name those', statement(related, 3), /SEARCH n USING COVERING INDEX record_link_shared/],
  ['documents that they name', statement(related, 4), /SEARCH d USING COVERING INDEX record_identity/],
  ['documents that name them', statement(related, 5), /SEARCH n USING COVERING INDEX record_link_shared/],
  ['money of records', money, /SEARCH r USING INTEGER PRIMARY KEY/],
  ['their cancellations', money, /SEARCH c USING INDEX cancellation_of_record/],
  ['their orders', money, /SEARCH l USING PRIMARY KEY/],
  ['the first with their receipt', money, /SEARCH x USING COVERING INDEX record_link_shared/],
  ['links of a record', statement((tx) => listLinks(tx, 1)), /SEARCH record_link USING PRIMARY KEY/],
  [
    'links of records',
    statement((tx) => listLinksOfRecords(tx, [1])),
    /SEARCH record_link USING PRIMARY KEY/,
  ],
  [
    'records with a link, newest first',
    statement((tx) => listLinkedRecords(tx, link, 9)),
    /SEARCH record_link USING COVERING INDEX record_link_shared/,
  ],
  [
    'how many have a link',
    statement((tx) => countLinkedRecords(tx, link, 9)),
    /SEARCH record_link USING COVERING INDEX record_link_shared/,
  ],
  ['what waits to be looked at again', statement(findNextRecheck), /SCAN link_recheck/],
  [
    'all reports',
    statement((tx) => claimRecheckBatch(tx, reports, 9)),
    /SEARCH record USING COVERING INDEX record_identity/,
  ],
  [
    'revisions of records',
    statement(events),
    /SEARCH e USING INDEX entry_delivery \(kind=\? AND marketplace_id=\? AND revision>\?\)/,
  ],
  ['notes of records', statement(events, 1), /SEARCH n USING INDEX note_of_record/],
  ['asks about records', statement(events, 2), /SEARCH a USING INDEX ask_of_cancellation/],
  ['cancellations of records', statement(events, 3), /SEARCH c USING INDEX cancellation_of_record/],
];

test.each(queries)('%s walk their index and sort nothing', async (_, planned, index) => {
  const house = await openClaims();
  const plan = await planOf(house.store, planned);
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/TEMP B-TREE|SCAN (record|r|o|d|l|x|e|n|c|a|claim|record_link)\b(?! USING)/);
  await house.end();
});
