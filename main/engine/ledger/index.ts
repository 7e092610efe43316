/**
 * Who owes what to whom: the money of orders, invoices and credit notes that belong together. Pure; amounts are exact.
 *
 * - A party is known by its RNC, else by its name; a name that goes with one RNC is that party. Money stands with the
 *   supplier or workshop of an order, and with the issuer of a document.
 * - Left out, and listed so: a receipt that an earlier document has, a currency that is none of ISO 4217's, a total that
 *   is absent or negative. An order without a total is held against nothing.
 * - A document is of the first order that it names and that is known, a credit note of that of the invoice which it credits.
 *   An order is held against the documents of its own party in pesos, which is what orders are in.
 * - A credit note credits the invoice of its related document where that is one of the same issuer and currency, else the
 *   invoices of its order by the same issuer in the same currency. It counts as far as those are invoiced and not credited
 *   by others, the related ones first, then by arrival; what is above is left out. Where nothing is known that it could
 *   credit, it counts whole.
 * - Of each order and party: outstanding is what is ordered beyond what was invoiced for the first time; what was credited
 *   does not wait for another invoice. An invoice that came after a credit note, of the amount of an earlier invoice which
 *   that note credits whole, is that invoice issued again, and no first one. To be credited is what is invoiced and not
 *   credited beyond what is ordered. A cancelled order counts as one of nothing: all that is invoiced
 *   for it, by whomever and in whatever currency, is to be credited. What is invoiced for no known order, or for an order
 *   that is not cancelled by others than its party or in another currency, is neither.
 * - What is within the allowance of the lines of an order and of its documents is rounding, and nobody owes it: neither
 *   what is left to be invoiced of an order, nor what is invoiced or credited too much, nor what credit notes leave of a
 *   cancelled order's invoices. So no figure says what no finding says.
 */
import Big from 'big.js';
import type {
  ClaimHeadline,
  LedgerRow,
  NotComparedReason,
  UncountedReason,
} from '#shared/contract/claims.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { currencyCode, isCurrencyCode } from '#shared/rules/currency.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { type Allowance, mostInvoiced, roundingOf } from '../findings/index.ts';
import {
  type LedgerRecord,
  listLedgerRecords,
  listLedgerRelated,
  type ReadTransaction,
} from '../store/index.ts';

interface Party {
  /** Digits. */
  taxId: string | null;
  name: string | null;
}

interface Counted {
  id: number;
  party: Party;
  /** Decimal text. */
  total: string | null;
  lineCount: number;
}

export interface LedgerOrder extends Counted {
  /** What documents name it by. */
  key: string;
  isCancelled: boolean;
}

export interface LedgerDocument extends Counted {
  marketplaceId: number;
  isCreditNote: boolean;
  /** As it came. */
  currency: string | null;
  /**
   * Keys of the known orders that it names, the purchase order first: it is of the first, also where that is not among the
   * orders of the ledger.
   */
  orders: readonly string[];
  /** The marketplace id of the document that it names. */
  related: number | null;
  /** The number of the first document with its receipt, where that is another. */
  duplicateOf: string | null;
}

/** A record that is left out, or the part of it that is. */
interface LeftOut {
  id: number;
  isCreditNote: boolean;
  reason: UncountedReason;
  /** Decimal text; null where no total is told. */
  amount: string | null;
  currency: string;
  duplicateOf: string | null;
}

/** An order beside the documents of its party in its currency. */
interface OrderBalance {
  /** Ids of those documents, by arrival. */
  compared: readonly number[];
  ordered: Big | null;
  invoiced: Big;
  credited: Big;
  /** Null where the order has no total. */
  outstanding: Big | null;
  /** Null where the order has no total and is not cancelled. */
  toCredit: Big | null;
  /** Whether what is invoiced and not credited is what is ordered, by the rounding of all lines. */
  isEven: boolean;
  /**
   * What each party invoiced for the order in each currency, the order's own party among them, and what of that is to be
   * credited: null where it is held against nothing.
   */
  parties: readonly { party: Party; currency: string; invoiced: Big; credited: Big; toCredit: Big | null }[];
}

interface DocumentBalance {
  /** The order that it is of: that which it names, of a credit note that of the invoice which it credits; null where none is known. */
  orderId: number | null;
  /** Why it is not held against that order, wholly or in part. */
  notCompared: NotComparedReason | null;
  duplicateOf: string | null;
  /** Of a credit note that is held against invoices: what they leave to be credited by it, and which they are. */
  creditable: { amount: Big; lineCount: number; of: { documentId: number } | { orderId: number } } | null;
  /**
   * Of an invoice that is held against its order: what is invoiced up to it and not credited by credit notes of any
   * time. So the invoice that goes beyond the order is the one that is told of. Lines are those of the order and of all
   * these documents.
   */
  upTo: { net: Big; lineCount: number } | null;
}

export interface Ledger {
  rows: LedgerRow[];
  headline: ClaimHeadline[];
  leftOut: LeftOut[];
  ofOrder(id: number): OrderBalance | null;
  ofDocument(id: number): DocumentBalance | null;
}

const pesos = currencyCode(null);
const zero = new Big(0);

/** @param documents each once, in any order, as the orders. */
export function ledgerOf(
  orders: readonly LedgerOrder[],
  documents: readonly LedgerDocument[],
  allowance: Allowance,
): Ledger {
  const parties = partiesOf([...orders, ...documents]);
  const accounts = new Map<string, Account>();
  const accountOf = (party: string, currency: string): Account => {
    const key = `${currency} ${party}`;
    const account = accounts.get(key) ?? emptyAccount(party, currency);
    accounts.set(key, account);
    return account;
  };
  const leftOut: LeftOut[] = [];
  const entries = new Map<string, OrderEntry>();
  for (const order of byId(orders)) {
    const party = parties.keyOf(order.party);
    const reason = amountReason(order.total);
    const total = reason === null && order.total !== null ? new Big(order.total) : null;
    if (reason !== null) {
      const left = { id: order.id, isCreditNote: false, amount: order.total, currency: pesos };
      leftOut.push({ ...left, reason, duplicateOf: null });
    }
    entries.set(order.key, { order, party, total, groups: new Map() });
    const account = accountOf(party, pesos);
    account.ordered = account.ordered.plus(total ?? 0);
    if (order.isCancelled) account.cancelled = account.cancelled.plus(total ?? 0);
  }

  const placed: Placed[] = byId(documents).map((document) => {
    const currency = currencyCode(document.currency);
    const reason = reasonOf(document, currency);
    if (reason !== null) {
      const { id, isCreditNote: isCredit, total, duplicateOf } = document;
      leftOut.push({ id, isCreditNote: isCredit, reason, amount: total, currency, duplicateOf });
    }
    const entry = entries.get(document.orders[0] ?? '') ?? null;
    const party = parties.keyOf(document.party);
    const amount = reason === null ? new Big(document.total ?? 0) : zero;
    return {
      document,
      currency,
      party,
      reason,
      entry,
      amount,
      credited: zero,
      creditable: null,
      above: zero,
    };
  });
  for (const one of placed) {
    if (one.reason !== null || one.document.isCreditNote) continue;
    const account = accountOf(one.party, one.currency);
    account.invoiced = account.invoiced.plus(one.amount);
    groupOf(one)?.invoices.push(one);
  }
  credit(placed);
  for (const note of placed.filter(isCountedCredit)) {
    const account = accountOf(note.party, note.currency);
    account.credited = account.credited.plus(note.credited);
    note.above = creditedAbove(note, allowance);
    if (note.above.eq(0)) continue;
    const left = {
      id: note.document.id,
      isCreditNote: true,
      amount: note.above.toFixed(),
      currency: note.currency,
    };
    leftOut.push({ ...left, reason: 'creditAboveInvoice', duplicateOf: null });
  }
  for (const entry of entries.values()) settle(entry, { accountOf, allowance });

  const sorted = [...accounts.values()].filter(isUsed).sort(byStake);
  const byOrder = new Map([...entries.values()].map((entry) => [entry.order.id, entry]));
  const byDocument = new Map(placed.map((one) => [one.document.id, one]));
  return {
    rows: sorted.map((account) => rowOf(account, parties.said(account.party))),
    headline: headlineOf(sorted),
    leftOut: leftOut.sort((a, b) => a.id - b.id),
    ofOrder(id) {
      const entry = byOrder.get(id);
      return entry === undefined ? null : balanceOfOrder(entry, placed, { said: parties.said, allowance });
    },
    ofDocument(id) {
      const one = byDocument.get(id);
      return one === undefined ? null : balanceOfDocument(one);
    },
  };
}

/** The ledger of records as the store has them; incident reports have no money. */
export function ledgerOfRecords(records: readonly LedgerRecord[], allowance: Allowance): Ledger {
  const orders: LedgerOrder[] = [];
  const documents: LedgerDocument[] = [];
  for (const record of records) {
    const { id, kind, marketplaceId, total, itemCount: lineCount } = record;
    const party = { taxId: record.partyTaxId, name: record.partyName };
    if (kind === 'purchaseOrder' || kind === 'serviceOrder') {
      const isCancelled = record.cancellation === 'cancelled';
      orders.push({ id, party, total, lineCount, key: `${kind}:${marketplaceId}`, isCancelled });
    } else if (kind === 'financialDocument') {
      documents.push({
        id,
        party,
        total,
        lineCount,
        marketplaceId,
        isCreditNote: isCreditNote(record),
        currency: record.currency,
        orders: record.orders?.split(' ') ?? [],
        related: record.related === null ? null : Number(record.related),
        duplicateOf: record.duplicateOf,
      });
    }
  }
  return ledgerOf(orders, documents, allowance);
}

/** Records that the ledger around some of them takes in; of an order with more documents it is that of the first. */
const maxNeighbours = 300;

/** The ledger of records and of all that belongs with them in their money. */
export async function ledgerAround(
  tx: ReadTransaction,
  ids: readonly number[],
  allowance: Allowance,
): Promise<Ledger> {
  const beside = await listLedgerRelated(tx, ids, { ofEach: maxNeighbours, all: maxNeighbours });
  const all = new Set([...ids, ...beside.map(({ id }) => id)]);
  return ledgerOfRecords(await listLedgerRecords(tx, [...all]), allowance);
}

interface Account {
  party: string;
  currency: string;
  ordered: Big;
  cancelled: Big;
  invoiced: Big;
  credited: Big;
  outstanding: Big;
  toCredit: Big;
  /** What is invoiced and not credited, as far as it is held against an order. */
  held: Big;
}

/** The invoices of one order, issuer and currency. */
interface Group {
  party: string;
  currency: string;
  invoices: Placed[];
  /** Credited on all of them together, by credit notes that name none of them. */
  credited: Big;
  /** The credit notes of any of them. */
  notes: Placed[];
}

interface OrderEntry {
  order: LedgerOrder;
  party: string;
  total: Big | null;
  groups: Map<string, Group>;
}

interface Placed {
  document: LedgerDocument;
  currency: string;
  party: string;
  reason: UncountedReason | null;
  entry: OrderEntry | null;
  amount: Big;
  /** Of an invoice what credit notes that name it credit, of a credit note as far as it counts. */
  credited: Big;
  creditable: DocumentBalance['creditable'];
  /** Of a credit note what does not count, where that is more than rounding. */
  above: Big;
}

function reasonOf(document: LedgerDocument, currency: string): UncountedReason | null {
  if (document.duplicateOf !== null) return 'duplicateReceipt';
  return isCurrencyCode(currency) ? amountReason(document.total) : 'currencyUnknown';
}

function amountReason(total: string | null): 'noTotal' | 'negativeTotal' | null {
  if (total === null) return 'noTotal';
  return total.startsWith('-') && /[1-9]/.test(total) ? 'negativeTotal' : null;
}

function groupOf({ entry, party, currency }: Placed): Group | null {
  if (entry === null) return null;
  const key = `${currency} ${party}`;
  const group = entry.groups.get(key) ?? { party, currency, invoices: [], credited: zero, notes: [] };
  entry.groups.set(key, group);
  return group;
}

const isCountedCredit = ({ reason, document }: Placed) => reason === null && document.isCreditNote;

/** Credit notes by arrival: first those that name an invoice, then those that have only their order. */
function credit(placed: readonly Placed[]): void {
  const byMarketplaceId = new Map(placed.map((one) => [one.document.marketplaceId, one]));
  const others: { note: Placed; namesKnown: boolean }[] = [];
  for (const note of placed.filter(isCountedCredit)) {
    const named = note.document.related === null ? undefined : byMarketplaceId.get(note.document.related);
    if (named === undefined || !isCreditableBy(note, named)) {
      others.push({ note, namesKnown: named !== undefined });
      continue;
    }
    const left = named.amount.minus(named.credited);
    note.entry = named.entry;
    const { id: documentId, lineCount } = named.document;
    note.creditable = { amount: left, lineCount, of: { documentId } };
    note.credited = least(note.amount, left);
    named.credited = named.credited.plus(note.credited);
    groupOf(note)?.notes.push(note);
  }
  for (const { note, namesKnown } of others) {
    const group = groupOf(note);
    if (group === null || note.entry === null) {
      note.credited = namesKnown ? zero : note.amount;
      continue;
    }
    const left = netOf(group.invoices).minus(group.credited);
    note.creditable = {
      amount: left,
      lineCount: linesOf(group.invoices),
      of: { orderId: note.entry.order.id },
    };
    note.credited = least(note.amount, left);
    group.credited = group.credited.plus(note.credited);
    group.notes.push(note);
  }
}

function isCreditableBy(note: Placed, { document, reason, party, currency }: Placed): boolean {
  return !document.isCreditNote && reason === null && party === note.party && currency === note.currency;
}

const linesOf = (placed: readonly Placed[]) =>
  placed.reduce((sum, { document }) => sum + document.lineCount, 0);

/** Invoiced and not credited by those that name the invoices. */
function netOf(invoices: readonly Placed[]): Big {
  return invoices.reduce((sum, { amount, credited }) => sum.plus(amount).minus(credited), zero);
}

function sumsOf({ invoices, credited }: Group): { invoiced: Big; credited: Big } {
  const invoiced = invoices.reduce((sum, { amount }) => sum.plus(amount), zero);
  return { invoiced, credited: invoiced.minus(netOf(invoices)).plus(credited) };
}

/** What of a group's invoices is an earlier one of the same amount, issued again after a credit note took that one back. */
function issuedAgain({ invoices, notes }: Group): Big {
  const ended = new Set<Placed>();
  const renewals = new Set<Placed>();
  let again: Big = zero;
  for (const note of notes.toSorted((a, b) => a.document.id - b.document.id)) {
    const of = note.creditable?.of;
    const named = of !== undefined && 'documentId' in of ? of.documentId : null;
    const alike = invoices.filter(({ amount }) => amount.gt(0) && amount.eq(note.credited));
    const credited = alike.find(
      (one) =>
        !ended.has(one) && (named === null ? one.document.id < note.document.id : one.document.id === named),
    );
    if (credited === undefined) continue;
    const after = Math.max(credited.document.id, note.document.id);
    const renewal = alike.find((one) => one.document.id > after && !renewals.has(one));
    if (renewal === undefined) continue;
    ended.add(credited);
    renewals.add(renewal);
    again = again.plus(renewal.amount);
  }
  return again;
}

/** What a credit note credits beyond what it may, where that is more than rounding. */
function creditedAbove({ amount, credited, creditable, document }: Placed, allowance: Allowance): Big {
  const above = amount.minus(credited);
  if (creditable === null) return above;
  const rounding = roundingOf(creditable.lineCount + document.lineCount, allowance);
  return above.gt(rounding) ? above : zero;
}

interface Settling {
  accountOf(party: string, currency: string): Account;
  allowance: Allowance;
}

function settle(entry: OrderEntry, { accountOf, allowance }: Settling): void {
  const { order, party, total, groups } = entry;
  let isCompared = false;
  for (const group of groups.values()) {
    const isOwn = isOrdersOwn(entry, group);
    if (!order.isCancelled && (!isOwn || total === null)) continue;
    isCompared ||= isOwn;
    const { outstanding, toCredit } = balanceOf(entry, group, allowance);
    const account = accountOf(group.party, group.currency);
    account.held = account.held.plus(netOf(group.invoices)).minus(group.credited);
    account.outstanding = account.outstanding.plus(outstanding ?? zero);
    account.toCredit = account.toCredit.plus(toCredit ?? zero);
  }
  if (isCompared || order.isCancelled || total === null) return;
  const account = accountOf(party, pesos);
  account.outstanding = account.outstanding.plus(total);
}

/** What is owed between an order and what one party invoiced for it in one currency; null where the order has no total. */
function balanceOf(
  { order, total }: OrderEntry,
  group: Group | undefined,
  allowance: Allowance,
): Pick<OrderBalance, 'outstanding' | 'toCredit' | 'isEven'> {
  const sums = group === undefined ? { invoiced: zero, credited: zero } : sumsOf(group);
  const net = sums.invoiced.minus(sums.credited);
  const lineCount =
    order.lineCount + (group === undefined ? 0 : linesOf([...group.invoices, ...group.notes]));
  const rounding = roundingOf(lineCount, allowance);
  if (order.isCancelled) {
    const isCredited = sums.credited.gt(0) && net.lte(rounding);
    const toCredit = isCredited ? zero : net;
    return { outstanding: zero, toCredit, isEven: toCredit.eq(0) };
  }
  if (total === null) return { outstanding: null, toCredit: null, isEven: false };
  const first = group === undefined ? zero : sums.invoiced.minus(issuedAgain(group));
  const openOf = (invoiced: Big) =>
    invoiced.gt(0) && total.minus(invoiced).lte(rounding) ? zero : most(total.minus(invoiced), zero);
  const isOver = net.gt(mostInvoiced(total, lineCount, allowance));
  return {
    outstanding: openOf(first),
    toCredit: isOver ? net.minus(total) : zero,
    isEven: !isOver && openOf(net).eq(0),
  };
}

function isOrdersOwn(entry: OrderEntry, { party, currency }: Pick<Group, 'party' | 'currency'>): boolean {
  return party === entry.party && currency === pesos;
}

function balanceOfOrder(
  entry: OrderEntry,
  placed: readonly Placed[],
  { said, allowance }: { said: (party: string) => Party; allowance: Allowance },
): OrderBalance {
  const { total } = entry;
  const group = [...entry.groups.values()].find((one) => isOrdersOwn(entry, one));
  const { invoiced, credited } = group === undefined ? { invoiced: zero, credited: zero } : sumsOf(group);
  return {
    compared: placed
      .filter((one) => one.entry === entry && one.reason === null && isOrdersOwn(entry, one))
      .map(({ document }) => document.id),
    ordered: total,
    invoiced,
    credited,
    parties: [...entry.groups.values()].map((one) => ({
      party: said(one.party),
      currency: one.currency,
      ...sumsOf(one),
      toCredit:
        entry.order.isCancelled || isOrdersOwn(entry, one) ? balanceOf(entry, one, allowance).toCredit : null,
    })),
    ...balanceOf(entry, group, allowance),
  };
}

function balanceOfDocument(one: Placed): DocumentBalance {
  const { document, entry, reason, creditable } = one;
  const orderId = entry?.order.id ?? null;
  const others = { orderId, duplicateOf: document.duplicateOf, creditable, upTo: null };
  if (reason !== null) return { ...others, notCompared: reason };
  if (entry !== null && one.currency !== pesos) return { ...others, notCompared: 'otherCurrency' };
  if (entry !== null && one.party !== entry.party) return { ...others, notCompared: 'otherIssuer' };
  if (document.isCreditNote) {
    return { ...others, notCompared: one.above.gt(0) ? 'creditAboveInvoice' : null };
  }
  const group = groupOf(one);
  if (group === null) return { ...others, notCompared: null };
  const before = group.invoices.filter((other) => other.document.id <= document.id);
  const net = netOf(before);
  return {
    ...others,
    notCompared: null,
    upTo: {
      net: net.minus(least(group.credited, net)),
      lineCount: linesOf([...before, ...group.notes]) + (entry?.order.lineCount ?? 0),
    },
  };
}

/** How parties are known, and what they are called. */
function partiesOf(records: readonly { id: number; party: Party }[]) {
  const taxIdsOf = new Map<string, Set<string>>();
  for (const { party } of records) {
    const name = plainName(party.name);
    if (party.taxId === null || name === '') continue;
    const taxIds = taxIdsOf.get(name) ?? new Set();
    taxIdsOf.set(name, taxIds.add(party.taxId));
  }
  const keyOf = ({ taxId, name }: Party): string => {
    if (taxId !== null) return `taxId:${taxId}`;
    const plain = plainName(name);
    const [only, ...others] = taxIdsOf.get(plain) ?? [];
    if (only !== undefined && others.length === 0) return `taxId:${only}`;
    return plain === '' ? 'unknown' : `name:${plain}`;
  };
  const names = new Map<string, string>();
  for (const { party } of byId(records)) {
    const key = keyOf(party);
    if (plainName(party.name) !== '' && !names.has(key)) names.set(key, party.name?.trim() ?? '');
  }
  return {
    keyOf,
    said: (key: string): Party => ({
      taxId: key.startsWith('taxId:') ? key.slice('taxId:'.length) : null,
      name: names.get(key) ?? null,
    }),
  };
}

function plainName(name: string | null): string {
  return withoutAccents(name ?? '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function headlineOf(accounts: readonly Account[]): ClaimHeadline[] {
  const byCurrency = Map.groupBy(accounts, ({ currency }) => currency);
  return [...byCurrency].map(([currency, own]) => ({
    currency,
    outstanding: own.reduce((sum, { outstanding }) => sum.plus(outstanding), zero).toFixed(),
    toCredit: own.reduce((sum, { toCredit }) => sum.plus(toCredit), zero).toFixed(),
  }));
}

function rowOf(account: Account, { taxId, name }: Party): LedgerRow {
  return {
    party: name,
    partyTaxId: taxId,
    currency: account.currency,
    ordered: account.ordered.toFixed(),
    cancelled: account.cancelled.toFixed(),
    invoiced: account.invoiced.toFixed(),
    credited: account.credited.toFixed(),
    outstanding: account.outstanding.toFixed(),
    toCredit: account.toCredit.toFixed(),
    withoutOrder: account.invoiced.minus(account.credited).minus(account.held).toFixed(),
  };
}

function emptyAccount(party: string, currency: string): Account {
  return {
    party,
    currency,
    ordered: zero,
    cancelled: zero,
    invoiced: zero,
    credited: zero,
    outstanding: zero,
    toCredit: zero,
    held: zero,
  };
}

/** An account opened for an order without a total, or a credit note that counts for nothing, says nothing. */
function isUsed({ ordered, invoiced, credited }: Account): boolean {
  return [ordered, invoiced, credited].some((amount) => !amount.eq(0));
}

/** Pesos first, then by code; in a currency by what is to be credited, then by what is outstanding. */
function byStake(a: Account, b: Account): number {
  if (a.currency !== b.currency) {
    if (a.currency === pesos || b.currency === pesos) return a.currency === pesos ? -1 : 1;
    return a.currency < b.currency ? -1 : 1;
  }
  return b.toCredit.cmp(a.toCredit) || b.outstanding.cmp(a.outstanding) || (a.party < b.party ? -1 : 1);
}

const least = (a: Big, b: Big): Big => (a.lt(b) ? a : b);
const most = (a: Big, b: Big): Big => (a.gt(b) ? a : b);
const byId = <One extends { id: number }>(list: readonly One[]): One[] =>
  list.toSorted((a, b) => a.id - b.id);
