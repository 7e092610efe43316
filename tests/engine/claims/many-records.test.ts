import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { processorTime } from '../../processor-time.ts';
import { openClaims } from './house.ts';

const claims = 20_000;
/** Of each claim two orders, two invoices and a note beside; of one claim very many. */
const recordsOfClaim = 5;
const crowded = 10_000;

/** Records with their links, as the examiner leaves them; bodies are the same for all. */
const fill = `
  WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < :records - 1)
  INSERT INTO record (id, kind, marketplace_id, number, claim_number, request_id, first_item, item_count, party_name, total,
    heading, received_at, revision)
  SELECT i + 1, CASE i % 5 WHEN 0 THEN 'purchaseOrder' WHEN 1 THEN 'serviceOrder' ELSE 'financialDocument' END, i, 'N-' || i,
    'RC-' || iif(i < :crowded, 'crowded', i / 5), i / 5, 'Bonete', 1, 'Taller Prueba', '118.00',
    iif(i % 5 < 2, NULL, json_object('kind', 'financialDocument', 'documentTypeId', 1 + (i % 5 = 4), 'entityTypeId', 1,
      'taxReceiptNumber', 'E31' || i, 'documentDate', '2026-11-20', 'currency', 'DOP', 'policyNumber', 'P-' || (i / 5))),
    1700000000000 + i, 1 FROM n`;

/** Each record's delivery; the chain over them is asked for by nobody here. */
function fillJournal(dataDir: string, body: string): void {
  const database = new Database(join(dataDir, 'journal.db'));
  database.prepare('ATTACH ? AS derived').run(join(dataDir, 'perito.db'));
  database
    .prepare(
      `INSERT INTO entry (seq, kind, marketplace_id, subject_id, revision, number, at, key_label, sha256, bytes)
       SELECT id, kind, marketplace_id, id, 1, number, received_at, 'key', x'00', CAST(? AS BLOB) FROM derived.record`,
    )
    .run(body);
  database.close();
}

test('the first page of claims and a claim file are quick beside 100,000 records', async () => {
  const house = await openClaims();
  await house.records.stop();
  const sql = (text: string, ...parameters: (string | number)[]) =>
    house.store.write(async (tx) => tx.run(text, ...parameters));
  const body = JSON.stringify({ items: [{ itemName: 'Bonete', documentItemName: 'Bonete', rowTotal: 118 }] });
  await sql(
    fill.replace(':records', String(claims * recordsOfClaim)).replaceAll(':crowded', String(crowded)),
  );
  fillJournal(house.dataDir, body);
  const links = [
    `'claimNumber', claim_number FROM record`,
    `'requestId', request_id FROM record WHERE request_id > 0`,
    `'policy', 'P-' || (marketplace_id / 5) FROM record WHERE kind = 'financialDocument'`,
    `'order', 'purchaseOrder:' || (marketplace_id - marketplace_id % 5) FROM record WHERE kind = 'financialDocument'`,
    `'receipt', 'invoice:1:E31' || marketplace_id FROM record WHERE kind = 'financialDocument'`,
  ];
  for (const link of links) await sql(`INSERT INTO record_link (record_id, name, value) SELECT id, ${link}`);
  await sql(`INSERT INTO claim (claim_number, last_seq, last_received_at, purchase_orders, service_orders, financial_documents)
    SELECT claim_number, max(id), max(received_at), sum(kind = 'purchaseOrder'), sum(kind = 'serviceOrder'),
      sum(kind = 'financialDocument') FROM record GROUP BY claim_number`);

  const measured: Record<string, number> = {};
  const time = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    let result = await work();
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3; tries++) {
      const spent = await processorTime(async () => {
        result = await work();
      });
      least = Math.min(least, spent);
    }
    measured[name] = Math.round(least * 10) / 10;
    return result;
  };
  const page = await time('first page of claims', () => house.claims.list());
  expect(page.rows[0]).toMatchObject({ counts: { purchaseOrder: 1, serviceOrder: 1, financialDocument: 3 } });
  expect(page.rows).toHaveLength(50);
  await time('search by number', () => house.claims.list({ search: 'RC-199' }));
  const last = await time('claim file of five records', () =>
    house.claims.get({ by: 'claimNumber', value: `RC-${claims - 1}` }),
  );
  expect(last.records).toHaveLength(recordsOfClaim);
  const full = await time('claim file of 300 of 10,000 records', () =>
    house.claims.get({ by: 'claimNumber', value: 'RC-crowded' }),
  );
  expect([full.records.length, full.isPartial]).toEqual([300, true]);
  await time('related', () => house.claims.related({ recordId: claims * recordsOfClaim }));
  console.log('milliseconds of processor beside 100,000 records:', JSON.stringify(measured));
  expect(measured['first page of claims']).toBeLessThan(100);
  expect(measured['claim file of five records']).toBeLessThan(100);
  expect(measured['claim file of 300 of 10,000 records']).toBeLessThan(2000);
  await house.end();
});
