/**
 * Who owes what to whom, worked out step by step in whole cents from what the rules say, and sharing nothing with the
 * engine. It is slow and plain on purpose.
 */
import { deliveriesOf, type RandomClaim, type RandomParty, totalOf } from './random-claims.ts';

export interface SlowRow {
  party: string;
  currency: string;
  ordered: number;
  cancelled: number;
  invoiced: number;
  credited: number;
  outstanding: number;
  toCredit: number;
  withoutOrder: number;
}

interface Doc {
  at: number;
  arrival: number;
  party: string;
  currency: string;
  amount: number;
  isCreditNote: boolean;
  /** Position of its order; null for none that is known. */
  order: number | null;
  /** Of an invoice what credit notes that name it took; of a credit note what it took. */
  taken: number;
  isCounted: boolean;
}

export interface SlowLedger {
  rows: SlowRow[];
  /** Credit notes that credit more than there is, and by how much. */
  excess: Map<number, number>;
  /** Documents that are compared with an order, by its position. */
  compared: Map<number, Set<number>>;
  /** Of each order what is invoiced and not credited, where it is compared with anything. */
  net: Map<number, number>;
  /** Invoices with which their order is exceeded, and by how much in all. */
  over: Map<number, { by: number; lines: number }>;
}

/** What credit notes took of the invoices of an order, issuer and currency, without naming any of them. */
interface Taken {
  order: number;
  party: string;
  currency: string;
  amount: number;
}
type Group = Omit<Taken, 'amount'>;

const isOf = (one: { order: number | null; party: string; currency: string }, group: Group) =>
  one.order === group.order && one.party === group.party && one.currency === group.currency;

export function slowLedger(claim: RandomClaim): SlowLedger {
  const { orders, documents } = claim;
  const nameOf = partyNames([...orders.map((one) => one.party), ...documents.map((one) => one.issuer)]);
  const counted = documentsOf(claim, nameOf).filter((doc) => doc.isCounted);
  const invoices = counted.filter((doc) => !doc.isCreditNote);
  const credits = counted.filter((doc) => doc.isCreditNote);

  const rows: SlowRow[] = [];
  const rowOf = (party: string, currency: string): SlowRow => {
    const known = rows.find((row) => row.party === party && row.currency === currency);
    if (known !== undefined) return known;
    const empty = { ordered: 0, cancelled: 0, invoiced: 0, credited: 0, outstanding: 0, toCredit: 0 };
    const row = { party, currency, ...empty, withoutOrder: 0 };
    rows.push(row);
    return row;
  };
  for (const order of orders) {
    if (!order.hasTotal) continue;
    const row = rowOf(nameOf(order.party), 'DOP');
    row.ordered += totalOf(order.lines);
    if (order.isCancelled) row.cancelled += totalOf(order.lines);
  }
  for (const invoice of invoices) rowOf(invoice.party, invoice.currency).invoiced += invoice.amount;
  const { excess, pooled } = takeCredits(claim, { counted, invoices, credits, nameOf });
  for (const credit of credits) rowOf(credit.party, credit.currency).credited += credit.taken;

  const compared = new Map<number, Set<number>>();
  const net = new Map<number, number>();
  const over: SlowLedger['over'] = new Map();
  for (const [at, order] of orders.entries()) {
    const own: Group = { order: at, party: nameOf(order.party), currency: 'DOP' };
    const ordered = totalOf(order.lines);
    const leftOf = (group: Group) =>
      sum(invoices.filter((one) => isOf(one, group)).map((one) => one.amount - one.taken)) -
      sum(pooled.filter((one) => isOf(one, group)).map((one) => one.amount));
    if (order.isCancelled) {
      for (const group of distinct(
        invoices.filter((one) => one.order === at),
        at,
      )) {
        rowOf(group.party, group.currency).toCredit += leftOf(group);
        rowOf(group.party, group.currency).withoutOrder -= leftOf(group);
      }
    } else if (order.hasTotal) {
      rowOf(own.party, 'DOP').outstanding += Math.max(0, ordered - leftOf(own));
      rowOf(own.party, 'DOP').toCredit += Math.max(0, leftOf(own) - ordered);
      rowOf(own.party, 'DOP').withoutOrder -= leftOf(own);
    }
    net.set(at, leftOf(own));
    compared.set(at, new Set(counted.filter((one) => isOf(one, own)).map((one) => one.at)));
    if (order.isCancelled || !order.hasTotal) continue;
    const linesOf = (docs: readonly Doc[]) => sum(docs.map((one) => documents[one.at]?.lines.length ?? 0));
    const inPool = sum(pooled.filter((one) => isOf(one, own)).map((one) => one.amount));
    for (const invoice of invoices.filter((one) => isOf(one, own))) {
      const before = invoices.filter((one) => isOf(one, own) && one.arrival <= invoice.arrival);
      const gross = sum(before.map((one) => one.amount - one.taken));
      const notes = credits.filter((one) => isOf(one, own));
      over.set(invoice.at, {
        by: gross - Math.min(inPool, gross) - ordered,
        lines: order.lines.length + linesOf(before) + linesOf(notes),
      });
    }
  }
  const isEmpty = (row: SlowRow) => row.ordered === 0 && row.invoiced === 0 && row.credited === 0;
  return { rows: rows.filter((row) => !isEmpty(row)).map(withoutHeld), excess, compared, net, over };
}

/** Until here a row has what is held against orders, below zero. */
const withoutHeld = (row: SlowRow): SlowRow => ({
  ...row,
  withoutOrder: row.invoiced - row.credited + row.withoutOrder,
});

/** By arrival, with what they are of and whether they count. */
function documentsOf(claim: RandomClaim, nameOf: (party: RandomParty) => string): Doc[] {
  const { orders, documents } = claim;
  const arrivals = deliveriesOf(claim);
  const kinds = ['purchaseOrder', 'serviceOrder'];
  const docs = documents.map((document, at): Doc => {
    const currency = codeOf(document.currency);
    const amount = totalOf(document.lines);
    const [order = null] = document.orders
      .filter((index) => index >= 0)
      .sort((a, b) => kinds.indexOf(orders[a]?.kind ?? '') - kinds.indexOf(orders[b]?.kind ?? ''));
    const hasTotal = document.total === 'right' || (document.total === 'negative' && amount === 0);
    return {
      at,
      arrival: arrivals.findIndex((one) => one.what === 'document' && one.at === at),
      party: nameOf(document.issuer),
      currency,
      amount,
      isCreditNote: document.isCreditNote,
      order,
      taken: 0,
      isCounted: hasTotal && ['DOP', 'USD', 'EUR'].includes(currency),
    };
  });
  docs.sort((a, b) => a.arrival - b.arrival);
  const seen = new Set<string>();
  for (const doc of docs) {
    const document = documents[doc.at];
    const rnc = digits(document?.issuer.rnc ?? null);
    if (document === undefined || document.receipt === null || rnc === '') continue;
    const receipt = `${document.isCreditNote} ${rnc} ${document.receipt}`;
    if (seen.has(receipt)) doc.isCounted = false;
    seen.add(receipt);
  }
  return docs;
}

/** Each credit note takes what it may, first those that name an invoice of their issuer and currency. */
function takeCredits(
  claim: RandomClaim,
  parts: { counted: Doc[]; invoices: Doc[]; credits: Doc[]; nameOf: (party: RandomParty) => string },
): { excess: Map<number, number>; pooled: Taken[] } {
  const { invoices, credits, nameOf } = parts;
  const excess = new Map<number, number>();
  const pooled: Taken[] = [];
  const relatedOf = (credit: Doc) => claim.documents[credit.at]?.related ?? null;
  const targetOf = (credit: Doc) =>
    invoices.find(
      (one) => one.at === relatedOf(credit) && one.party === credit.party && one.currency === credit.currency,
    );
  for (const credit of credits) {
    const invoice = targetOf(credit);
    if (invoice === undefined) continue;
    credit.order = invoice.order;
    credit.taken = Math.min(credit.amount, invoice.amount - invoice.taken);
    invoice.taken += credit.taken;
    if (credit.amount > credit.taken) excess.set(credit.at, credit.amount - credit.taken);
  }
  for (const credit of credits.filter((one) => targetOf(one) === undefined)) {
    const { order, party, currency } = credit;
    if (order === null) {
      const namesKnown = (relatedOf(credit) ?? -1) >= 0;
      credit.taken = namesKnown ? 0 : credit.amount;
      continue;
    }
    const group = { order, party, currency };
    const invoiced = invoices.filter((one) => isOf(one, group)).map((one) => one.amount - one.taken);
    const left = sum(invoiced) - sum(pooled.filter((one) => isOf(one, group)).map((one) => one.amount));
    credit.taken = Math.min(credit.amount, left);
    pooled.push({ ...group, amount: credit.taken });
    const isComparable = party === nameOf(claim.orders[order]?.party ?? nobody) && currency === 'DOP';
    if (isComparable && credit.amount > credit.taken) excess.set(credit.at, credit.amount - credit.taken);
  }
  return { excess, pooled };
}

const nobody: RandomParty = { rnc: null, name: null };
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function distinct(docs: readonly Doc[], order: number): Group[] {
  const groups: Group[] = [];
  for (const { party, currency } of docs) {
    const group = { order, party, currency };
    if (!groups.some((one) => isOf(one, group))) groups.push(group);
  }
  return groups;
}

const digits = (rnc: string | null) => (rnc ?? '').replaceAll('-', '');

/** By RNC, else by name; a name that goes with one RNC is that party. */
function partyNames(parties: readonly RandomParty[]): (party: RandomParty) => string {
  const letters = (name: string | null) => (name ?? '').toLowerCase().replaceAll(/[^a-z]/g, '');
  return (party) => {
    if (digits(party.rnc) !== '') return digits(party.rnc);
    if (letters(party.name) === '') return 'nobody';
    const known = parties.filter(
      (one) => digits(one.rnc) !== '' && letters(one.name) === letters(party.name),
    );
    const rncs = [...new Set(known.map((one) => digits(one.rnc)))];
    return rncs.length === 1 ? (rncs[0] ?? '') : letters(party.name);
  };
}

function codeOf(text: string | null): string {
  if (text === null) return 'DOP';
  return { DOP: 'DOP', dop: 'DOP', RD$: 'DOP', USD: 'USD', US$: 'USD', EUR: 'EUR' }[text] ?? text;
}
