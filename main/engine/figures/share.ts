/**
 * What one record counts for, and how the sums follow it.
 *
 * - A record counts in the month, and on the day, on which its first revision arrived, by Dominican time.
 * - Money is that of the claims' ledger (`ledger/index.ts`) around the record: each order and each document by itself, so
 *   nothing is netted over parties, orders or currencies.
 * - The first look is the first act of a person on the record that the log has: a mark of review, a note, an acknowledgement.
 *   To have opened it is not logged. A verdict takes from the first ask to the decision.
 * - An order is late where its party's first invoice is dated after the promised days of all its lines; nobody says when a part
 *   was delivered. Where nothing was promised, or nothing invoiced, nothing is said.
 * - What was decided of an invoice is what stands of it; a payment that nobody confirmed is none.
 * - Savings are lines that came again cheaper (`content.ts`), and what was invoiced beyond an order, or for a cancelled one, and
 *   credited.
 */
import Big from 'big.js';
import * as z from 'zod';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import type { Allowance } from '../findings/index.ts';
import { type Ledger, ledgerOfRecords } from '../ledger/index.ts';
import {
  changeFigures,
  deleteStaleFigureRecord,
  enqueueFigureRecords,
  type FigureChange,
  findFigureShare,
  findFirstAct,
  findRecord,
  listCancellationsOfRecord,
  listLedgerRecords,
  listLedgerRelated,
  listLinkedRecords,
  listLinks,
  listOpenFindingCodes,
  listRecordsByIds,
  type PriceChange,
  type ReadTransaction,
  type RecordListRow,
  upsertCountedShare,
  upsertFigureParts,
  upsertFigureParty,
  type WriteTransaction,
} from '../store/index.ts';
import { type FigureContent, figureContent } from './content.ts';
import { waitingOf } from './waiting.ts';

/** `[measure, party, period, detail, count, amount]`: decimal text; a party of '' is known by no RNC. */
const entry = z.tuple([z.string(), z.string(), z.string(), z.string(), z.int(), z.string()]);
type Entry = z.infer<typeof entry>;

const countedShare = z.object({
  entries: z.array(entry),
  content: figureContent.nullable(),
  party: z.string(),
  month: z.string(),
  /** What the shares of other records hang on: a text that is equal where it says the same, and whose shares they are. */
  money: z.string(),
  related: z.array(z.int()),
});
type CountedShare = z.infer<typeof countedShare>;

/** Records that share money with one; of an order with more documents those that came first. */
const maxRelated = 300;
const limits = { ofEach: maxRelated, all: maxRelated };

/** Brings the sums to what a record counts for now, and has those counted anew whose money hangs on its. */
export async function countRecord(
  tx: WriteTransaction,
  recordId: number,
  allowance: Allowance,
): Promise<void> {
  await deleteStaleFigureRecord(tx, recordId);
  const row = await findRecord(tx, recordId);
  if (row === undefined) return;
  const kept = await findFigureShare(tx, recordId);
  const before = kept.counted === null ? null : countedShare.parse(JSON.parse(kept.counted));
  const content =
    kept.pending === null ? (before?.content ?? null) : figureContent.parse(JSON.parse(kept.pending));
  const after = await shareOf(tx, row, content, allowance);
  changeFigures(tx, {
    figures: [...figuresOf(before, -1), ...figuresOf(after, 1)],
    prices: [...pricesOf(before, -1), ...pricesOf(after, 1)],
  });
  if (after.party !== '' && row.partyName !== null)
    await upsertFigureParty(tx, { party: after.party, name: row.partyName, recordId });
  const names = after.content?.names ?? [];
  await upsertFigureParts(
    tx,
    recordId,
    names.map(([part, name]) => ({ part, name })),
  );
  if (before?.money !== after.money) {
    const others = new Set([...(before?.related ?? []), ...after.related]);
    others.delete(recordId);
    await enqueueFigureRecords(tx, [...others]);
  }
  await upsertCountedShare(tx, recordId, JSON.stringify(after));
}

/** What a record says of itself that a bundle is to keep, since its body will not be here; null where it was never examined. */
export async function figuresToKeep(tx: ReadTransaction, recordId: number): Promise<FigureContent | null> {
  const { pending, counted } = await findFigureShare(tx, recordId);
  const content =
    pending === null
      ? counted === null
        ? null
        : countedShare.parse(JSON.parse(counted)).content
      : figureContent.parse(JSON.parse(pending));
  return content && { ...content, findings: await listOpenFindingCodes(tx, recordId) };
}

/** All that a record counts for, from what is stored of it and of those that share its money. */
async function shareOf(
  tx: ReadTransaction,
  row: RecordListRow,
  content: FigureContent | null,
  allowance: Allowance,
): Promise<CountedShare> {
  const { id, kind, receivedAt } = row;
  const party = row.partyTaxId ?? '';
  const day = dominicanDay(receivedAt);
  const month = day.slice(0, 7);
  const entries: Entry[] = [];
  const count = (measure: string, detail: string, amount = '0') =>
    entries.push([measure, party, month, detail, 1, amount]);
  entries.push(['received', party, day, kind, 1, '0']);
  count('records', kind);
  const isArchived = row.archivedRevision === row.revision;
  const codes = isArchived ? (content?.findings ?? []) : await listOpenFindingCodes(tx, id);
  if (codes.length > 0) count('withFindings', kind);
  for (const code of codes) count('finding', `${kind}:${code}`);
  const lookedAt = await findFirstAct(tx, id);
  if (lookedAt !== null) count('firstLook', `${kind}:${waitingOf(receivedAt, lookedAt)}`);
  let money = '';
  let related: number[] = [];
  if (kind !== 'incidentReport') {
    const around = await moneyAround(tx, row, allowance);
    ({ money, related } = around);
    if (kind === 'financialDocument') {
      countDocument(row, around.ledger, count);
      if (row.decision !== null) count('decision', row.decision);
    } else {
      await countOrder(tx, row, { content, ledger: around.ledger, entries, month, count });
    }
  }
  return { entries, content, party, month, money, related };
}

type Count = (measure: string, detail: string, amount?: string) => void;

/** The ledger around a record, the records of others whose ledgers it is in, and what it says there. */
async function moneyAround(
  tx: ReadTransaction,
  { id, datedOn }: RecordListRow,
  allowance: Allowance,
): Promise<{ ledger: Ledger; money: string; related: number[] }> {
  const beside = (await listLedgerRelated(tx, [id], limits)).map((one) => one.id);
  const records = await listLedgerRecords(tx, [...new Set([id, ...beside])]);
  const own = records.find((record) => record.id === id);
  const receipts = (await listLinks(tx, id)).filter(({ name }) => name === 'receipt');
  const related = new Set(beside);
  // A credit note stands two steps from the order of the invoice that it credits.
  for (const one of beside.length === 0 ? [] : await listLedgerRelated(tx, beside, limits))
    related.add(one.id);
  for (const receipt of receipts)
    for (const other of await listLinkedRecords(tx, receipt, maxRelated)) related.add(other);
  related.delete(id);
  return {
    ledger: ledgerOfRecords(records, allowance),
    money: JSON.stringify([own, datedOn, receipts]),
    related: [...related].slice(0, 2 * maxRelated),
  };
}

/** Its amount as far as the ledger counts it: what is left out there is no figure. */
function countDocument(row: RecordListRow, ledger: Ledger, count: Count): void {
  const heading = JSON.parse(row.heading ?? '{}');
  const left = ledger.leftOut.find(({ id }) => id === row.id);
  const isPartly = left?.reason === 'creditAboveInvoice';
  if (row.total === null || (left !== undefined && !isPartly)) return;
  const counted = new Big(row.total).minus(isPartly ? (left.amount ?? 0) : 0);
  const currency = currencyCode(typeof heading.currency === 'string' ? heading.currency : null);
  if (counted.gt(0)) count(isCreditNote(heading) ? 'credited' : 'invoiced', currency, counted.toFixed());
}

interface OrderParts {
  content: FigureContent | null;
  ledger: Ledger;
  entries: Entry[];
  month: string;
  count: Count;
}

async function countOrder(tx: ReadTransaction, row: RecordListRow, parts: OrderParts): Promise<void> {
  const { content, ledger, count } = parts;
  count('order', 'made');
  const cancellations = await listCancellationsOfRecord(tx, row.id);
  const isCancelled = cancellations.at(-1)?.state === 'cancelled';
  if (cancellations.length > 0) count('order', 'asked');
  if (isCancelled) count('order', 'cancelled');
  for (const { askedAt, decidedAt, verdict } of cancellations) {
    count('ask', 'asked');
    if (decidedAt !== null && verdict !== null)
      count('verdict', `${verdict}:${waitingOf(askedAt, decidedAt)}`);
  }
  const balance = ledger.ofOrder(row.id);
  if (balance !== null) countBalance(balance, isCancelled, parts);
  if (content?.revised != null) {
    count('revisedOrder', 'compared');
    countAmount(count, 'lowered', new Big(content.revised.lowered));
    countAmount(count, 'raised', new Big(content.revised.raised));
  }
  const promised = content?.promisedDays ?? null;
  if (balance === null || promised === null || row.datedOn === null) return;
  const invoices = (await listRecordsByIds(tx, balance.compared, {})).filter(isInvoice);
  const [invoicedOn] = invoices.flatMap(({ datedOn }) => datedOn ?? []).sort();
  if (invoicedOn === undefined) return;
  count('order', invoicedOn > dayAfter(row.datedOn, promised) ? 'late' : 'inTime');
}

function countBalance(
  balance: NonNullable<ReturnType<Ledger['ofOrder']>>,
  isCancelled: boolean,
  { entries, month, count }: OrderParts,
): void {
  const { ordered, outstanding, invoiced, credited } = balance;
  countAmount(count, 'ordered', ordered);
  if (isCancelled) countAmount(count, 'cancelled', ordered);
  countAmount(count, 'outstanding', outstanding);
  for (const { party, currency, toCredit } of balance.parties) {
    if (toCredit?.gt(0) !== true) continue;
    entries.push(['toCredit', party.taxId ?? '', month, currency, 1, toCredit.toFixed()]);
  }
  const over = isCancelled ? invoiced : ordered === null ? zero : invoiced.minus(ordered);
  countAmount(count, 'creditedBack', over.lt(credited) ? over : credited);
}

/** Of an order, in pesos; none where there is none. */
function countAmount(count: Count, measure: string, amount: Big | null): void {
  if (amount?.gt(0) === true) count(measure, pesos, amount.toFixed());
}

const pesos = currencyCode(null);
const zero = new Big(0);
const isInvoice = ({ heading }: RecordListRow) => !isCreditNote(JSON.parse(heading ?? '{}'));

function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** What a share adds to the sums of its parties and of all, or takes from them. */
function figuresOf(share: CountedShare | null, sign: 1 | -1): FigureChange[] {
  return (share?.entries ?? []).flatMap(([measure, party, period, detail, count, amount]) => {
    const change = { measure, period, detail, count: sign * count, amount: new Big(amount).times(sign) };
    return (party === '' ? [''] : ['', party]).map((one) => ({ ...change, party: one }));
  });
}

function pricesOf(share: CountedShare | null, sign: 1 | -1): PriceChange[] {
  if (share === null) return [];
  const { party, month } = share;
  return (share.content?.prices ?? []).flatMap(([part, lines, price, market]) => {
    const change = {
      month,
      lines: sign * lines,
      price: new Big(price).times(sign),
      market: new Big(market).times(sign),
    };
    const parties = party === '' ? [''] : ['', party];
    return parties.flatMap((one) => ['', part].map((of) => ({ ...change, party: one, part: of })));
  });
}
