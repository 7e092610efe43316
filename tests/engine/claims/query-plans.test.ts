import { expect, test } from 'vitest';
import { claimSql, ledgerSql, linkSql, timelineSql } from '../../../main/engine/store/index.ts';
import { openClaims } from './house.ts';

const queries: [name: string, sql: string, index: RegExp][] = [
  ['claims, latest first', claimSql.latest, /USING INDEX claim_latest/],
  ['the latest of a beginning', claimSql.latestBeginning, /USING INDEX claim_latest/],
  ['claims by the beginning of their number', claimSql.beginning, /SEARCH claim USING PRIMARY KEY/],
  ['one claim', claimSql.one, /SEARCH claim USING PRIMARY KEY/],
  ['orders that documents name', ledgerSql.namedKeys, /SEARCH n USING PRIMARY KEY/],
  ['orders among records', ledgerSql.ownKeys, /SEARCH o USING INTEGER PRIMARY KEY/],
  ['those orders', ledgerSql.orders, /SEARCH o USING COVERING INDEX record_identity/],
  ['documents that name those', ledgerSql.namingOrders, /SEARCH n USING COVERING INDEX record_link_shared/],
  ['documents that they name', ledgerSql.namedDocuments, /SEARCH d USING COVERING INDEX record_identity/],
  ['documents that name them', ledgerSql.namingDocuments, /SEARCH n USING COVERING INDEX record_link_shared/],
  ['money of records', ledgerSql.rows, /SEARCH r USING INTEGER PRIMARY KEY/],
  ['their cancellations', ledgerSql.rows, /SEARCH c USING INDEX cancellation_of_record/],
  ['their orders', ledgerSql.rows, /SEARCH l USING PRIMARY KEY/],
  ['the first with their receipt', ledgerSql.rows, /SEARCH x USING COVERING INDEX record_link_shared/],
  ['links of a record', linkSql.ofRecord, /SEARCH record_link USING PRIMARY KEY/],
  ['links of records', linkSql.ofRecords, /SEARCH record_link USING PRIMARY KEY/],
  [
    'records with a link, newest first',
    linkSql.newest,
    /SEARCH record_link USING COVERING INDEX record_link_shared/,
  ],
  ['how many have a link', linkSql.count, /SEARCH record_link USING COVERING INDEX record_link_shared/],
  ['what waits to be looked at again', linkSql.nextRecheck, /SCAN link_recheck/],
  ['all reports', linkSql.reports, /SEARCH record USING COVERING INDEX record_identity/],
  ['revisions of records', timelineSql.revisions, /SEARCH v USING INDEX revision_of_record/],
  ['notes of records', timelineSql.notes, /SEARCH n USING INDEX note_of_record/],
  ['asks about records', timelineSql.asks, /SEARCH a USING INDEX ask_of_cancellation/],
  ['cancellations of records', timelineSql.verdicts, /SEARCH c USING INDEX cancellation_of_record/],
];

test.each(queries)('%s walk their index and sort nothing', async (_, sql, index) => {
  const house = await openClaims();
  const parameters = Array.from(sql.matchAll(/\?/g), () => '[1]');
  const plan = await house.store.read(async (tx) =>
    tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...parameters),
  );
  const lines = plan.map((row) => row.detail).join('\n');
  expect(lines).toMatch(index);
  expect(lines).not.toMatch(/TEMP B-TREE|SCAN (record|r|o|d|l|x|v|n|c|a|claim|record_link)\b(?! USING)/);
  await house.end();
});
