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
  /** What is owed between an order and its own party, where anything is. */
  balance: Map<number, { outstanding: number; toCredit: number }>;
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
  const balance: SlowLedger['balance'] = new Map();
  const parts = { claim, counted, invoices, credits, pooled, rowOf };
  for (const [at, order] of orders.entries()) {
    const own: Group = { order: at, party: nameOf(order.party), currency: 'DOP' };
    net.set(at, leftOf(own, parts));
    compared.set(at, new Set(counted.filter((one) => isOf(one, own)).map((one) => one.at)));
    if (order.isCancelled) settleCancelled(own, parts, balance);
    else if (order.hasTotal) {
      settleOrder(own, parts, balance);
      lookAtInvoices(own, parts, over);
    }
  }
  const isEmpty = (row: SlowRow) => row.ordered === 0 && row.invoiced === 0 && row.credited === 0;
  const shown = rows.filter((row) => !isEmpty(row)).map(withoutHeld);
  return { rows: shown, excess, compared, net, over, balance };
}

interface Parts {
  claim: RandomClaim;
  counted: Doc[];
  invoices: Doc[];
  credits: Doc[];
  pooled: Taken[];
  rowOf(party: string, currency: string): SlowRow;
}

/** Invoiced and not credited. */
const leftOf = (group: Group, { invoices, pooled }: Parts) =>
  sum(invoices.filter((one) => isOf(one, group)).map((one) => one.amount - one.taken)) -
  sum(pooled.filter((one) => isOf(one, group)).map((one) => one.amount));

const linesOf = (docs: readonly Doc[], { documents }: RandomClaim) =>
  sum(docs.map((one) => documents[one.at]?.lines.length ?? 0));

/** A peso for each line of the order and of its documents. */
function roundingOf(group: Group, { claim, counted }: Parts): number {
  const ofDocuments = linesOf(
    counted.filter((one) => isOf(one, group)),
    claim,
  );
  return 100 * Math.max(1, (claim.orders[group.order]?.lines.length ?? 0) + ofDocuments);
}

function settleCancelled(own: Group, parts: Parts, balance: SlowLedger['balance']): void {
  const { invoices, rowOf } = parts;
  const ofOrder = invoices.filter((one) => one.order === own.order);
  for (const group of distinct(ofOrder, own.order)) {
    const left = leftOf(group, parts);
    const gross = sum(invoices.filter((one) => isOf(one, group)).map((one) => one.amount));
    // A cent or a peso that credit notes leave is nobody's.
    const toCredit = left < gross && left <= roundingOf(group, parts) ? 0 : left;
    rowOf(group.party, group.currency).toCredit += toCredit;
    rowOf(group.party, group.currency).withoutOrder -= left;
    if (isOf(own, group)) balance.set(own.order, { outstanding: 0, toCredit });
  }
}

function settleOrder(own: Group, parts: Parts, balance: SlowLedger['balance']): void {
  const ordered = totalOf(parts.claim.orders[own.order]?.lines ?? []);
  const left = leftOf(own, parts);
  const isRounding = left > 0 && Math.abs(ordered - left) <= roundingOf(own, parts);
  const first = firstTimeOf(own, parts);
  const isInvoiced = first > 0 && Math.abs(ordered - first) <= roundingOf(own, parts);
  const outstanding = isInvoiced ? 0 : Math.max(0, ordered - first);
  const toCredit = isRounding ? 0 : Math.max(0, left - ordered);
  const row = parts.rowOf(own.party, 'DOP');
  row.outstanding += outstanding;
  row.toCredit += toCredit;
  row.withoutOrder -= left;
  balance.set(own.order, { outstanding, toCredit });
}

/** Invoiced, but that an invoice which came after the credit note of an equal one is that one again. */
function firstTimeOf(own: Group, { claim, invoices, credits }: Parts): number {
  const ofOwn = invoices.filter((one) => isOf(one, own));
  const free = { old: new Set(ofOwn), new: new Set(ofOwn) };
  let first = sum(ofOwn.map((one) => one.amount));
  for (const credit of credits.filter((one) => isOf(one, own) && one.taken > 0)) {
    const related = claim.documents[credit.at]?.related ?? null;
    const named = ofOwn.find((one) => one.at === related);
    const olds = named === undefined ? ofOwn.filter((one) => one.arrival < credit.arrival) : [named];
    const old = olds.find((one) => free.old.has(one) && one.amount === credit.taken);
    if (old === undefined) continue;
    const isLater = (one: Doc) => one.arrival > credit.arrival && one.arrival > old.arrival;
    const renewed = ofOwn.find((one) => free.new.has(one) && isLater(one) && one.amount === old.amount);
    if (renewed === undefined) continue;
    free.old.delete(old);
    free.new.delete(renewed);
    first -= renewed.amount;
  }
  return first;
}

function lookAtInvoices(own: Group, parts: Parts, over: SlowLedger['over']): void {
  const { claim, invoices, credits, pooled } = parts;
  const order = claim.orders[own.order];
  const inPool = sum(pooled.filter((one) => isOf(one, own)).map((one) => one.amount));
  const notes = credits.filter((one) => isOf(one, own));
  for (const invoice of invoices.filter((one) => isOf(one, own))) {
    const before = invoices.filter((one) => isOf(one, own) && one.arrival <= invoice.arrival);
    const gross = sum(before.map((one) => one.amount - one.taken));
    over.set(invoice.at, {
      by: gross - Math.min(inPool, gross) - totalOf(order?.lines ?? []),
      lines: (order?.lines.length ?? 0) + linesOf(before, claim) + linesOf(notes, claim),
    });
  }
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
