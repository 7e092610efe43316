import { expect, test } from 'vitest';
import {
  hasLiveRecords,
  listDeliveryHashes,
  listEarliestClaims,
  listLastActivity,
  listMuchAnnotated,
  listRecordStandings,
  listStoredContents,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import { openClaims } from '../claims/house.ts';
import { plansOf } from '../store/query-plan.ts';

const queries: [name: string, call: (tx: WriteTransaction) => Promise<unknown>, index: RegExp][] = [
  ['claims, the oldest first', (tx) => listEarliestClaims(tx, 9, 9), /USING INDEX claim_latest/],
  ['how records stand', (tx) => listRecordStandings(tx, [1]), /SEARCH e USING INDEX entry_delivery/],
  [
    'what happened last',
    (tx) => listLastActivity(tx, [1]),
    /USING (COVERING )?INDEX|SEARCH r USING INTEGER PRIMARY KEY/,
  ],
  ['whether any record of a claim is live', (tx) => hasLiveRecords(tx, 'RC-1'), /INDEX record_link_shared/],
  ['the hashes of deliveries', (tx) => listDeliveryHashes(tx, [1]), /INDEX entry_delivery/],
  ['stored photos', (tx) => listStoredContents(tx, [1]), /INDEX attachment_identity/],
  ['many notes and marks', (tx) => listMuchAnnotated(tx, [1], { notes: 1, marks: 1 }), /SEARCH (n|a) USING/],
];

test.each(queries)('%s walk their indexes', async (_, call, index) => {
  const house = await openClaims();
  const plans = await plansOf(house.store, call);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).toMatch(index);
    // The list that is given, and nothing else, is read from its beginning.
    expect(plan).not.toMatch(/SCAN (?!own\b|json_each\b|CONSTANT ROW)/);
  }
  await house.end();
});
