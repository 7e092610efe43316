import Big from 'big.js';
import {
  contradict,
  nameWords,
  otherCostsOf,
  plainName,
  similarity,
  similarityThreshold,
} from './item-names.ts';

/** A line with what pairing needs of it. */
interface Entry<Line> {
  line: Line;
  /** Where it stands in its order or document. */
  index: number;
  /** Place among the lines of its side that depends on the content alone. */
  rank: number;
  /** Its names, made plain. */
  plain: ReadonlySet<string>;
  words: Names;
}

/** The words of each name; the first is the one that is shown. */
type Names = readonly [readonly string[], ...(readonly string[])[]];

interface OrderEntry extends Entry<OrderLine> {
  invoiced: Big;
  credited: Big;
  hasInvoice: boolean;
  hasCredit: boolean;
}

type DocumentEntry = Entry<DocumentLine>;

interface Pair {
  order: OrderEntry;
  line: DocumentEntry;
  /** 2 for the same name, else how similar. */
  score: number;
  /** True where the order's line wants no such document's line any more. */
  isFilled: boolean;
  priceApart: Big | null;
  totalApart: Big | null;
}

/** A line of a document and the line of the order that it is taken for. */
interface Placed {
  line: DocumentEntry;
  order: OrderEntry | null;
  recognisedBy: RecognisedBy;
}

/**
 * Pairs of lines that are compared one by one for one document, and for all of an order's together, which hold the
 * thread for some 50 ms; more are left to their names alone.
 */
const comparedPairs = 20_000;
const comparedTogether = 60_000;
/** Lines of the order with one name that are candidates for one line of a document; fewer for thousands of lines. */
const maxNamesakes = 50;
const namesakePairs = 50_000;

/**
 * Takes each line of each document for one line of the order, or none: first by the same name, then by a similar one,
 * best first; then as the other costs of a line, where the sums fit; at the end by its amount alone, where just one line on
 * either side is left with it. A document bills a
 * line of the order once, except that what has exactly its name is billed again. In what order the lines stand
 * changes nothing; documents are taken in the order of their arrival.
 */
export function placeLines(
  order: readonly OrderLine[],
  documents: readonly MatchedDocument[],
  tolerance: Big,
): PlacedLine[] {
  const ordered = entriesOf(order, ({ names }) => names).map(
    (entry): OrderEntry => ({
      ...entry,
      invoiced: new Big(0),
      credited: new Big(0),
      hasInvoice: false,
      hasCredit: false,
    }),
  );
  const pairLimit = Math.min(comparedPairs, Math.floor(comparedTogether / Math.max(1, documents.length)));
  const all: PlacedLine[] = [];
  const left: { round: Round; lines: DocumentEntry[] }[] = [];
  const take = (document: MatchedDocument, placed: Placed) => {
    all.push({
      document,
      line: placed.line.line,
      index: placed.line.index,
      orderLine: placed.order?.index ?? null,
      recognisedBy: placed.recognisedBy,
    });
    count(document, placed);
  };
  for (const document of documents.toSorted((a, b) => a.recordId - b.recordId)) {
    const lines = entriesOf(document.lines, ({ name }) => [name]);
    const round = { ordered, document, lines, tolerance, pairLimit };
    const costs = otherCostLines(round);
    const byName = placeByName(round, new Set(costs.map(({ line }) => line)));
    for (const placed of byName) take(document, placed);
    const asCosts = placeOtherCosts(round, costs, byName);
    for (const placed of asCosts) take(document, placed);
    const taken = new Set([...byName, ...asCosts].map(({ line }) => line));
    // What is taken for no line of the order is shown as it stands in the document.
    const open = lines.filter((line) => !taken.has(line)).sort((a, b) => a.index - b.index);
    left.push({ round, lines: open });
  }
  for (const { round, lines } of left) {
    const isFew = lines.length * Math.max(order.length, lines.length) <= pairLimit;
    for (const line of lines) {
      const found = isFew ? soleByAmount(round, line, lines) : null;
      take(round.document, { line, order: found, recognisedBy: found === null ? 'name' : 'amount' });
    }
  }
  return all;
}

/** What is placed at once: the lines of one document. */
interface Round {
  ordered: readonly OrderEntry[];
  document: MatchedDocument;
  lines: readonly DocumentEntry[];
  tolerance: Big;
  pairLimit: number;
}

/** A line of other costs. */
interface CostsLine {
  line: DocumentEntry;
  /** The name of what the costs are of, made plain; empty where they name nothing. */
  of: string;
  words: readonly string[];
}

/** Lines of other costs; a line of the order that has the whole name is not meant. */
function otherCostLines({ ordered, lines }: Round): CostsLine[] {
  const names = new Set(ordered.flatMap(({ plain }) => [...plain]));
  return lines.flatMap((line) =>
    [...line.plain].flatMap((name) => {
      const of = names.has(name) ? null : otherCostsOf(name);
      return of === null ? [] : [{ line, of, words: nameWords(of) }];
    }),
  );
}

/**
 * Takes lines of other costs for the line of the order that they are of, where the amount is that line's other costs, or
 * makes up its total with what the document bills for it.
 */
function placeOtherCosts(round: Round, costs: readonly CostsLine[], byName: readonly Placed[]): Placed[] {
  const { ordered, pairLimit } = round;
  if (costs.length * ordered.length > pairLimit) return [];
  const billed = new Map<OrderEntry, Big>();
  for (const { line, order } of byName) {
    const { total } = line.line;
    if (order !== null && total !== null) billed.set(order, (billed.get(order) ?? new Big(0)).plus(total));
  }
  const pairs = costs.flatMap((cost) =>
    ordered.flatMap((order) => {
      const score = costsScore(order, cost);
      if (score < similarityThreshold || !areCosts(round, order, cost.line, billed.get(order))) return [];
      return [{ line: cost.line, order, score, isBilled: billed.has(order) }];
    }),
  );
  const bestFirst = pairs.sort(
    (a, b) => b.score - a.score || Number(b.isBilled) - Number(a.isBilled) || a.line.rank - b.line.rank,
  );
  const placed: Placed[] = [];
  const used = new Set<Entry<unknown>>();
  for (const { line, order } of bestFirst) {
    if (used.has(line) || used.has(order)) continue;
    used.add(line).add(order);
    placed.push({ line, order, recognisedBy: 'otherCosts' });
  }
  return placed;
}

/** 2 where the line is what the costs are of by its name, else how similar; costs of nothing named may be any line's. */
function costsScore(order: OrderEntry, { of, words }: CostsLine): number {
  if (order.plain.has(of)) return 2;
  return of === '' ? similarityThreshold : similarName(order.words, [words]);
}

function areCosts(
  { tolerance }: Round,
  order: OrderEntry,
  { line: { total } }: DocumentEntry,
  billed: Big | undefined,
): boolean {
  if (total === null || total.lte(0)) return false;
  const { total: ordered, otherCosts } = order.line;
  const left = billed === undefined || ordered === null ? null : ordered.minus(billed);
  const isNear = (wanted: Big | null, allowed: Big) => apart(wanted, total)?.lte(allowed) ?? false;
  return isNear(otherCosts, tolerance) || isNear(left, tolerance.times(2));
}

function placeByName(round: Round, apartFrom: ReadonlySet<DocumentEntry>): Placed[] {
  const usedOrder = new Set<OrderEntry>();
  // Other costs are of a line's service, and no second line of it.
  const used = new Set(apartFrom);
  const placed: Placed[] = [];
  const isOpen = ({ order, line }: Pair) => !usedOrder.has(order) && !used.has(line);
  const place = ({ order, line, score }: Pair) => {
    usedOrder.add(order);
    used.add(line);
    placed.push({ line, order, recognisedBy: score === 2 ? 'name' : 'similarName' });
  };
  for (const pair of exactPairs(round)) place(pair);
  const same = namesakes(round, used).sort(bestFirst);
  for (const pair of same) if (isOpen(pair)) place(pair);
  for (const pair of similarPairs(round, usedOrder, used).sort(bestFirst)) if (isOpen(pair)) place(pair);
  for (const pair of same) if (!used.has(pair.line)) place(pair);
  return placed;
}

/**
 * Lines of one name, unit price and total where the order's line wants one: the best pairs that there are, found
 * without comparing each with each.
 */
function exactPairs(round: Round): Pair[] {
  // The last of a list is taken first, so they stand by falling rank.
  const linesBy = Map.groupBy(round.lines.toReversed(), (line) => exactKeys(line)[0]);
  return round.ordered.flatMap((order) => {
    const first = exactKeys(order).flatMap((key) => {
      const lines = linesBy.get(key) ?? [];
      const line = lines.at(-1);
      return line === undefined ? [] : [{ lines, line }];
    });
    const [best] = first.sort((a, b) => a.line.rank - b.line.rank);
    if (best === undefined || isFilled(round, order)) return [];
    best.lines.pop();
    return [pairOf(round, order, best.line, 2)];
  });
}

/** What lines must have in common to be the same; a line without a name, price or total is like no other. */
function exactKeys({ plain, line: { unitPrice, total } }: Entry<OrderLine | DocumentLine>): string[] {
  if (unitPrice === null || total === null) return [];
  return [...plain].flatMap((name) =>
    name === '' ? [] : [`${unitPrice.toFixed()} ${total.toFixed()} ${name}`],
  );
}

/** Pairs of one name; what was taken for an exact pair already is not among a document's lines. */
function namesakes(round: Round, used: ReadonlySet<DocumentEntry>): Pair[] {
  const open = round.lines.filter((line) => !used.has(line));
  const limit = Math.min(maxNamesakes, Math.max(4, Math.floor(namesakePairs / Math.max(1, open.length))));
  const ofName = new Map<string, OrderEntry[]>();
  for (const order of round.ordered) {
    for (const name of order.plain) {
      const namesake = ofName.get(name) ?? [];
      if (name !== '' && namesake.length < limit) ofName.set(name, [...namesake, order]);
    }
  }
  return open.flatMap((line) =>
    [...line.plain].flatMap((name) => (ofName.get(name) ?? []).map((order) => pairOf(round, order, line, 2))),
  );
}

function similarPairs(
  round: Round,
  usedOrder: ReadonlySet<OrderEntry>,
  used: ReadonlySet<DocumentEntry>,
): Pair[] {
  const ordered = round.ordered.filter((order) => !usedOrder.has(order));
  const lines = round.lines.filter((line) => !used.has(line));
  if (ordered.length * lines.length > round.pairLimit) return [];
  return ordered.flatMap((order) =>
    lines.flatMap((line) => {
      const score = similarName(order.words, line.words);
      return score < similarityThreshold ? [] : [pairOf(round, order, line, score)];
    }),
  );
}

function pairOf(round: Round, order: OrderEntry, line: DocumentEntry, score: number): Pair {
  return {
    order,
    line,
    score,
    isFilled: isFilled(round, order),
    priceApart: apart(order.line.unitPrice, line.line.unitPrice),
    totalApart: apart(order.line.total, line.line.total),
  };
}

function similarName(a: Names, b: Names): number {
  // The first name says all of a line: a part of it cannot hide what contradicts.
  if (contradict(a[0], b[0])) return 0;
  return Math.max(...a.flatMap((name) => b.map((other) => similarity(name, other))));
}

function isFilled({ document, tolerance }: Round, order: OrderEntry): boolean {
  const net = order.invoiced.minus(order.credited);
  if (document.isCreditNote) return net.lte(tolerance);
  const { total } = order.line;
  return order.hasInvoice && (total === null || net.gte(total.minus(tolerance)));
}

/** Best first. Equal in all of this are only lines that say the same. */
function bestFirst(a: Pair, b: Pair): number {
  return (
    b.score - a.score ||
    Number(a.isFilled) - Number(b.isFilled) ||
    compareApart(a.priceApart, b.priceApart) ||
    compareApart(a.totalApart, b.totalApart) ||
    a.order.rank - b.order.rank ||
    a.line.rank - b.line.rank
  );
}

/**
 * The only line of the order that has this amount and no such document's line yet, where this is the only line of its
 * document with it.
 */
function soleByAmount(round: Round, line: DocumentEntry, left: readonly DocumentEntry[]): OrderEntry | null {
  const isOpen = ({ hasInvoice, hasCredit }: OrderEntry) =>
    round.document.isCreditNote ? hasInvoice && !hasCredit : !hasInvoice;
  const fits = (order: OrderEntry, other: DocumentEntry) => hasAmount(order, other, round.tolerance);
  const [only, another] = round.ordered.filter((order) => isOpen(order) && fits(order, line));
  if (only === undefined || another !== undefined) return null;
  return left.filter((other) => fits(only, other)).length === 1 ? only : null;
}

function hasAmount(order: OrderEntry, line: DocumentEntry, tolerance: Big): boolean {
  const { total } = line.line;
  if (total === null || total.lte(0)) return false;
  const isNear = apart(order.line.total, total)?.lte(tolerance) ?? false;
  return isNear && !contradict(order.words[0], line.words[0]);
}

function count({ isCreditNote }: MatchedDocument, { line, order }: Placed): void {
  if (order === null) return;
  const total = line.line.total ?? 0;
  if (isCreditNote) {
    order.credited = order.credited.plus(total);
    order.hasCredit = true;
  } else {
    order.invoiced = order.invoiced.plus(total);
    order.hasInvoice = true;
  }
}

/** Lines by their rank: what they say decides, and where they stand only between lines that say the same. */
function entriesOf<Line extends OrderLine | DocumentLine>(
  lines: readonly Line[],
  namesOf: (line: Line) => readonly [string, ...string[]],
): Entry<Line>[] {
  const keyed = lines.map((line, index) => ({ line, index, key: JSON.stringify(line) }));
  return keyed
    .sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
    .map(({ line, index }, rank) => {
      const [first, ...others] = namesOf(line);
      return {
        line,
        index,
        rank,
        plain: new Set([first, ...others].map(plainName)),
        words: [nameWords(first), ...others.map(nameWords)],
      };
    });
}

function apart(a: Big | null, b: Big | null): Big | null {
  return a === null || b === null ? null : a.minus(b).abs();
}

function compareApart(a: Big | null, b: Big | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.cmp(b);
}

/** A line of an order as matching needs it. Amounts are null where they are not told. */
export interface OrderLine {
  /** What it is called; the first is shown, each may be the name in a document. */
  names: readonly [string, ...string[]];
  quantity: Big | null;
  unitPrice: Big | null;
  /** With discounts and taxes, as the total of a document's line. */
  total: Big | null;
  /** What of the total are other costs of a service, with tax; null where it has none. */
  otherCosts: Big | null;
}

/** A line of an invoice or a credit note. */
export interface DocumentLine {
  name: string;
  quantity: Big | null;
  unitPrice: Big | null;
  total: Big | null;
}

/** An invoice or credit note that is counted for the order, in the order's currency. */
export interface MatchedDocument {
  recordId: number;
  number: string;
  isCreditNote: boolean;
  lines: readonly DocumentLine[];
}

type RecognisedBy = 'name' | 'similarName' | 'otherCosts' | 'amount';

/** A document's line at the place where it is taken for a line of the order; null for none. */
export interface PlacedLine {
  document: MatchedDocument;
  line: DocumentLine;
  /** Position in the document. */
  index: number;
  orderLine: number | null;
  recognisedBy: RecognisedBy;
}
