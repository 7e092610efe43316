/** A data directory after a working day, and what stands in its database, row by row. */
import { chmodSync, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, vi } from 'vitest';
import { fillDemo } from '../../main/command-line/demo-data.ts';
import { consoleClient, openDemoDesk } from '../../main/command-line/demo-staff.ts';
import { openMarketplace } from '../../main/simulator/index.ts';
import { marketplaceKey, openTestConsole } from '../opened-console.ts';
import { patience } from '../patience.ts';
import { copyOfShared } from '../shared-folder.ts';

/** What `makeFilledFolder` makes, once a run; each caller has a copy. */
export const filledFolder = (): Promise<string> => copyOfShared('filled', makeFilledFolder);

/**
 * Has both sides work for a day over the real receiver and contract; people also take a verdict back, acknowledge findings,
 * close a question about an order that never came, and look at what was rejected. Resolves once all is derived and examined,
 * and Perito has ended.
 */
async function makeFilledFolder(): Promise<string> {
  const engine = { receiver: { address: '127.0.0.1', port: 0, holdSeconds: 20 } };
  const { opened, dataDir, receiverUrl } = await openTestConsole('filled', engine);
  const marketplace = openMarketplace({ insurerUrl: receiverUrl, key: marketplaceKey, seed: 5 });
  const client = consoleClient(opened.engine.connect('commandLine'));
  const desk = openDemoDesk(client);
  await desk.settle();
  await fillDemo(marketplace, desk);
  for (const body of ['{"a":1}', '{"a":2}', '{"a":2}']) {
    const headers = {
      'x-api-key': Buffer.from(marketplaceKey).toString('base64'),
      'content-type': 'application/json',
    };
    await fetch(`${receiverUrl}/Nowhere`, { method: 'POST', headers, body });
  }
  const late = await vi.waitFor(async () => {
    const [row] = (await client.cancellations.list({ state: 'deferred' })).rows;
    if (row === undefined) throw new Error('nobody gave up before there was a verdict');
    return row;
  }, patience);
  await client.cancellations.decide({ id: late.id, verdict: 'refuse', responseText: 'Aún no.' });
  await client.cancellations.withdraw({ id: late.id });
  const [unmatched] = (await client.cancellations.list({ state: 'unmatched' })).rows;
  if (unmatched === undefined) throw new Error('nobody asked about an order that never came');
  await client.cancellations.close({ id: unmatched.id, reason: 'No es de esta aseguradora.' });
  const [rejected] = (await client.rejected.list({})).rows;
  if (rejected === undefined) throw new Error('nothing was rejected');
  await client.rejected.setSeen({ id: rejected.id, seen: true });
  await settled(dataDir);
  const odd = (await client.records.list({ withFindings: true, limit: 5 })).rows[0];
  if (odd === undefined) throw new Error('nothing is odd');
  const [finding] = (await client.records.get({ id: odd.id })).findings;
  if (finding === undefined) throw new Error('a record has no findings');
  await client.records.acknowledgeFinding({
    recordId: odd.id,
    code: finding.code,
    scope: 'record',
    reason: 'Acordado.',
  });
  await settled(dataDir);
  await marketplace.stop();
  await opened.close();
  // All that stands beside it goes into it: a test damages a whole file.
  const database = new Database(join(dataDir, 'perito.db'));
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return dataDir;
}

/** Resolves once nothing is left to be derived, or to be examined. */
const settled = (dataDir: string) =>
  vi.waitFor(() => expect(waiting(dataDir)).toEqual([0, 0, 0]), { timeout: 60_000, interval: 100 });

/** A copy of a data directory in `folder`. */
export function copied(dataDir: string, folder: string): string {
  const copy = join(folder, 'data');
  cpSync(dataDir, copy, { recursive: true });
  chmodSync(copy, 0o700);
  return copy;
}

/** Entries that are not derived, deliveries that are not examined, and records that are to be looked at again. */
function waiting(dataDir: string): number[] {
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  try {
    database.prepare('ATTACH ? AS journal').run(join(dataDir, 'journal.db'));
    const count = (sql: string) => Number(database.prepare(sql).pluck().get());
    const place = (name: string) => `(SELECT CAST(value AS INTEGER) FROM setting WHERE name = '${name}')`;
    const calls = `kind IN ('ask', 'answer', 'outcome')`;
    return [
      count(
        `SELECT count(*) FROM entry WHERE NOT ${calls} AND seq > coalesce(${place('derivedArrivals')}, 0)`,
      ) + count(`SELECT count(*) FROM entry WHERE ${calls} AND seq > coalesce(${place('derivedCalls')}, 0)`),
      count(
        `SELECT count(*) FROM entry WHERE revision IS NOT NULL AND seq > coalesce(${place('examinedEntry')}, 0)`,
      ),
      count('SELECT count(*) FROM link_recheck'),
    ];
  } finally {
    database.close();
  }
}

/** Every row of what records, cancellations and the rest are shown by, as texts in order. */
export function rowsOf(dataDir: string): Record<string, string[]> {
  if (!existsSync(join(dataDir, 'perito.db'))) throw new Error(`there is no database in ${dataDir}`);
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  try {
    database.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, 'search', 'instance')`);
    database.exec(`CREATE VIRTUAL TABLE temp.book_words USING fts5vocab(main, 'policy_search', 'row')`);
    return Object.fromEntries(
      Object.entries(selections).map(([name, sql]) => [
        name,
        database
          .prepare<[], unknown[]>(sql)
          .raw()
          .all()
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
    );
  } finally {
    database.close();
  }
}

const plain = (table: string) => `SELECT * FROM ${table}`;
/** Of which the ids say nothing, they are left away. */
const selections: Record<string, string> = {
  records: plain('record'),
  identities:
    'SELECT id, kind, marketplace_id, number, claim_number, first_item, party_name, total, received_at, revision, heading, party_tax_id, dated_on FROM record',
  links: plain('record_link'),
  claims: plain('claim'),
  findings:
    'SELECT record_id, revision, code, severity, pointer, parameters, count, places, amount, currency, acknowledgement_id FROM finding',
  findingsWithoutBook: `SELECT record_id, revision, code, severity, pointer, parameters, count, places, amount, currency FROM finding
      WHERE code NOT LIKE 'policy.%'`,
  /** Of each record, with those of its notes, and of each note of a claim. */
  words: `SELECT doc, group_concat(term, ' ' ORDER BY term) FROM temp.words GROUP BY doc`,
  cancellations: plain('cancellation'),
  delivered: `SELECT id, order_kind, marketplace_id, record_id, state, verdict, response_text, decided_at, decided_by, delivered_at
      FROM cancellation WHERE delivered_at IS NOT NULL`,
  asks: plain('ask'),
  outcomes: 'SELECT id, cancellation_id, received_at, key_label, delivery FROM ask',
  rejected: plain('rejected_delivery'),
  rejectedArrivals:
    'SELECT id, received_at, path, count, arrival_sequence, kept_bytes, seq FROM rejected_delivery',
  repeats:
    'SELECT rejected_id, content_hash, received_at, last_received_at, count, path, kept_bytes, seq FROM rejected_repeat',
  lookups: plain('policy_lookup'),
  attachments:
    'SELECT id, record_id, identity, role, position, pointer, filename, first_revision, last_revision, url, host, state, problem FROM attachment',
  notes: plain('note'),
  acknowledgements: plain('acknowledgement'),
  log: `SELECT * FROM audit WHERE action <> 'database.rebuilt'`,
  settings: `SELECT * FROM setting WHERE name NOT IN ('examinationBegan', 'derivedCalls', 'derivedArrivals')`,
  keys: plain('receiver_key'),
  policies: plain('policy_vehicle'),
  bookWords: 'SELECT term, doc FROM temp.book_words',
};
