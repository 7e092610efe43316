/** Sums by day and month of what records count for, what each record was counted for, and which are to be counted anew. */
import type Big from 'big.js';
import { CacheKey, type ReadTransaction, type WriteTransaction } from './transaction.ts';

/** Where something is counted. */
export interface FigureKey {
  measure: string;
  /** Digits of an RNC or Cédula; '' of all parties together. */
  party: string;
  /** A Dominican day or month, `YYYY-MM-DD` or `YYYY-MM`. */
  period: string;
  detail: string;
}

/** What is added to a sum, or subtracted. */
export interface FigureChange extends FigureKey {
  count: number;
  amount: Big;
}

/** The same of prices, in hundredths, beside what the market's average says for the same lines; a part of '' is all of them. */
export interface PriceChange {
  party: string;
  month: string;
  part: string;
  lines: number;
  price: Big;
  market: Big;
}

interface Pending {
  figures: Map<string, FigureChange>;
  prices: Map<string, PriceChange>;
}
const pendingChanges = new CacheKey<Pending>();

/** Adds changes to the sums, those of one group of jobs together: most records of an hour change the same few. */
export function changeFigures(
  tx: WriteTransaction,
  changes: { figures: readonly FigureChange[]; prices: readonly PriceChange[] },
): void {
  let pending = tx.memory.get(pendingChanges);
  if (pending === undefined) {
    const fresh: Pending = { figures: new Map(), prices: new Map() };
    tx.memory.set(pendingChanges, fresh);
    tx.memory.atCommit(() => writeChanges(tx, fresh));
    pending = fresh;
  }
  for (const change of changes.figures) {
    const key = `${change.measure} ${change.party} ${change.period} ${change.detail}`;
    const known = pending.figures.get(key);
    if (known === undefined) pending.figures.set(key, { ...change });
    else {
      known.count += change.count;
      known.amount = known.amount.plus(change.amount);
    }
  }
  for (const change of changes.prices) {
    const key = `${change.party} ${change.month} ${change.part}`;
    const known = pending.prices.get(key);
    if (known === undefined) pending.prices.set(key, { ...change });
    else {
      known.lines += change.lines;
      known.price = known.price.plus(change.price);
      known.market = known.market.plus(change.market);
    }
  }
}

async function writeChanges(tx: WriteTransaction, { figures, prices }: Pending): Promise<void> {
  for (const change of figures.values()) await changeFigure(tx, change);
  for (const change of prices.values()) await changePriceFigure(tx, change);
}

/** Amounts are decimal texts, which SQL does not add exactly. */
async function changeFigure(tx: WriteTransaction, change: FigureChange): Promise<void> {
  const { measure, party, period, detail, count, amount } = change;
  if (count === 0 && amount.eq(0)) return;
  const key = [measure, party, period, detail];
  const known = await tx.get<{ count: number; amount: string }>(
    'SELECT count, amount FROM figure WHERE measure = ? AND party = ? AND period = ? AND detail = ?',
    ...key,
  );
  const total = (known?.count ?? 0) + count;
  const sum = amount.plus(known?.amount ?? 0);
  if (total === 0 && sum.eq(0)) {
    await tx.run('DELETE FROM figure WHERE measure = ? AND party = ? AND period = ? AND detail = ?', ...key);
    return;
  }
  await tx.run(
    `INSERT INTO figure (measure, party, period, detail, count, amount) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (measure, party, period, detail) DO UPDATE SET count = excluded.count, amount = excluded.amount`,
    ...key,
    total,
    sum.toFixed(),
  );
}

async function changePriceFigure(tx: WriteTransaction, change: PriceChange): Promise<void> {
  const { party, month, part, lines, price, market } = change;
  if (lines === 0 && price.eq(0) && market.eq(0)) return;
  await tx.run(
    `INSERT INTO price_figure (party, month, part, lines, price, market) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (party, month, part) DO UPDATE SET lines = price_figure.lines + excluded.lines,
        price = price_figure.price + excluded.price, market = price_figure.market + excluded.market`,
    party,
    month,
    part,
    lines,
    BigInt(price.toFixed(0)),
    BigInt(market.toFixed(0)),
  );
  if (lines > 0) return;
  await tx.run(
    'DELETE FROM price_figure WHERE party = ? AND month = ? AND part = ? AND lines = 0 AND price = 0 AND market = 0',
    party,
    month,
    part,
  );
}

/** Names a party as its newest record does. */
export async function upsertFigureParty(
  tx: WriteTransaction,
  { party, name, recordId }: { party: string; name: string; recordId: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO figure_party (party, name, record_id) VALUES (?, ?, ?)
      ON CONFLICT (party) DO UPDATE SET name = excluded.name, record_id = excluded.record_id
        WHERE excluded.record_id >= figure_party.record_id`,
    party,
    name,
    recordId,
  );
}

/** Names parts as the newest record that has them writes them. */
export async function upsertFigureParts(
  tx: WriteTransaction,
  recordId: number,
  parts: readonly { part: string; name: string }[],
): Promise<void> {
  for (const { part, name } of parts)
    await tx.run(
      `INSERT INTO figure_part (part, name, record_id) VALUES (?, ?, ?)
        ON CONFLICT (part) DO UPDATE SET name = excluded.name, record_id = excluded.record_id
          WHERE excluded.record_id >= figure_part.record_id`,
      part,
      name,
      recordId,
    );
}

/** Both JSON: what a record says and is not counted for yet, and what it was counted for; null for none. */
export interface FigureShareRow {
  pending: string | null;
  counted: string | null;
}

export async function findFigureShare(tx: ReadTransaction, recordId: number): Promise<FigureShareRow> {
  const row = await tx.get<FigureShareRow>(
    'SELECT pending, counted FROM figure_share WHERE record_id = ?',
    recordId,
  );
  return row ?? { pending: null, counted: null };
}

/** Keeps what a record says, which is counted later. */
export async function upsertPendingShare(
  tx: WriteTransaction,
  recordId: number,
  pending: string,
): Promise<void> {
  await tx.run(
    `INSERT INTO figure_share (record_id, pending) VALUES (?, ?)
      ON CONFLICT (record_id) DO UPDATE SET pending = excluded.pending`,
    recordId,
    pending,
  );
}

/** Keeps what a record was counted for. */
export async function upsertCountedShare(
  tx: WriteTransaction,
  recordId: number,
  counted: string,
): Promise<void> {
  await tx.run(
    `INSERT INTO figure_share (record_id, counted) VALUES (?, ?)
      ON CONFLICT (record_id) DO UPDATE SET pending = NULL, counted = excluded.counted`,
    recordId,
    counted,
  );
}

/** Has records counted anew, in the background. */
export async function enqueueFigureRecords(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `INSERT INTO figure_stale (record_id) SELECT CAST(value AS BIGINT) FROM json_each(?) AS ids WHERE true
      ON CONFLICT (record_id) DO NOTHING`,
    JSON.stringify(ids),
  );
}

/** The first record that is to be counted anew; undefined where there is none. */
export async function findStaleFigureRecord(tx: ReadTransaction): Promise<number | undefined> {
  return (await tx.get<{ id: number }>('SELECT record_id AS id FROM figure_stale ORDER BY record_id LIMIT 1'))
    ?.id;
}

export async function deleteStaleFigureRecord(tx: WriteTransaction, recordId: number): Promise<void> {
  await tx.run('DELETE FROM figure_stale WHERE record_id = ?', recordId);
}

/** Codes of the errors and warnings of a record's latest revision that nobody acknowledged, each once, by name. */
export async function listOpenFindingCodes(tx: ReadTransaction, recordId: number): Promise<string[]> {
  const rows = await tx.all<{ code: string }>(
    `SELECT DISTINCT f.code FROM record r JOIN finding f ON f.record_id = r.id AND f.revision = r.revision
      WHERE r.id = ? AND f.severity <> 'info' AND f.acknowledgement_id IS NULL ORDER BY f.code`,
    recordId,
  );
  return rows.map(({ code }) => code);
}

/** When a person first did something to a record, in milliseconds since 1970, as the log says; null where nobody did. */
export async function findFirstAct(tx: ReadTransaction, recordId: number): Promise<number | null> {
  const row = await tx.get<{ at: number }>(
    `SELECT at FROM audit WHERE subject = ? AND json_extract(actor, '$.via') NOT IN ('receiver', 'engine')
      ORDER BY id LIMIT 1`,
    `record:${recordId}`,
  );
  return row?.at ?? null;
}

interface Period {
  /** First and last day or month, both in it. */
  from: string;
  until: string;
}

export interface FigureRow {
  period: string;
  detail: string;
  count: number;
  /** Decimal text. */
  amount: string;
}

/** The sums of a measure for one party, or for all with ''. */
export async function listFigures(
  tx: ReadTransaction,
  { measure, party, from, until }: Pick<FigureKey, 'measure' | 'party'> & Period,
): Promise<FigureRow[]> {
  return tx.all<FigureRow>(
    `SELECT period, detail, count, amount FROM figure
      WHERE measure = ? AND party = ? AND period BETWEEN ? AND ? ORDER BY period, detail`,
    measure,
    party,
    from,
    until,
  );
}

/** How often each party was counted in a period, or each of these, at most 100,000 rows. */
export async function countFiguresByParty(
  tx: ReadTransaction,
  { measure, from, until, parties }: Pick<FigureKey, 'measure'> & Period & { parties?: readonly string[] },
): Promise<{ party: string; detail: string; count: number }[]> {
  const [which, given] =
    parties === undefined
      ? ["party <> ''", []]
      : ['party IN (SELECT value FROM json_each(?))', [JSON.stringify(parties)]];
  return tx.all(
    `SELECT party, detail, CAST(sum(count) AS BIGINT) AS count FROM figure
      WHERE measure = ? AND ${which} AND period BETWEEN ? AND ? GROUP BY party, detail LIMIT 100000`,
    measure,
    ...given,
    from,
    until,
  );
}

/** Lines that were compared, and the sums of both sides in hundredths, as texts of integers. */
export interface PriceRow {
  lines: number;
  price: string;
  market: string;
}

const priceSums = `CAST(sum(lines) AS BIGINT) AS lines, CAST(sum(price) AS TEXT) AS price,
  CAST(sum(market) AS TEXT) AS market`;

/** Prices of each party in a period, those with the most lines first. */
export async function listPricesByParty(
  tx: ReadTransaction,
  { from, until }: Period,
  limit: number,
): Promise<(PriceRow & { party: string })[]> {
  return tx.all(
    `SELECT party, ${priceSums} FROM price_figure
      WHERE part = '' AND party <> '' AND month BETWEEN ? AND ? GROUP BY party ORDER BY sum(lines) DESC, party LIMIT ?`,
    from,
    until,
    limit,
  );
}

/** Prices of each of these parties in a period, in no order. */
export async function listPricesOfParties(
  tx: ReadTransaction,
  { from, until, parties }: Period & { parties: readonly string[] },
): Promise<(PriceRow & { party: string })[]> {
  return tx.all(
    `SELECT party, ${priceSums} FROM price_figure INDEXED BY price_figure_of_parties
      WHERE part = '' AND party <> '' AND month BETWEEN ? AND ? AND party IN (SELECT value FROM json_each(?)) GROUP BY party`,
    from,
    until,
    JSON.stringify(parties),
  );
}

/** Prices of each part in a period, of one party or of all with '', those with the most lines first. */
export async function listPricesByPart(
  tx: ReadTransaction,
  { party, from, until }: { party: string } & Period,
  limit: number,
): Promise<(PriceRow & { part: string })[]> {
  return tx.all(
    `SELECT part, ${priceSums} FROM price_figure WHERE party = ? AND month BETWEEN ? AND ? AND part <> ''
      GROUP BY part ORDER BY sum(lines) DESC, part LIMIT ?`,
    party,
    from,
    until,
    limit,
  );
}

/** Prices of all parts of one party, or of all with ''; undefined where nothing was compared. */
export async function findPrices(
  tx: ReadTransaction,
  { party, from, until }: { party: string } & Period,
): Promise<PriceRow | undefined> {
  return tx.get<PriceRow>(
    `SELECT ${priceSums} FROM price_figure WHERE party = ? AND month BETWEEN ? AND ? AND part = '' HAVING sum(lines) > 0`,
    party,
    from,
    until,
  );
}

/** What parts are called. */
export async function listFigureParts(
  tx: ReadTransaction,
  parts: readonly string[],
): Promise<{ part: string; name: string }[]> {
  return tx.all(
    'SELECT part, name FROM figure_part WHERE part IN (SELECT value FROM json_each(?))',
    JSON.stringify(parts),
  );
}

/** What parties are called. */
export async function listFigureParties(
  tx: ReadTransaction,
  parties: readonly string[],
): Promise<{ party: string; name: string }[]> {
  return tx.all(
    'SELECT party, name FROM figure_party WHERE party IN (SELECT value FROM json_each(?))',
    JSON.stringify(parties),
  );
}
