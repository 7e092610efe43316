import Big from 'big.js';
import {
  contradict,
  nameWords,
  otherCostsOf,
  plainName,
  similarity,
  similarityThreshold,
} from './item-names.ts';

interface Side {
  /** Place in an order that depends on the content alone. */
  rank: number;
  plain: ReadonlySet<string>;
  words: readonly (readonly string[])[];
}

interface Tally {
  invoiced: Big;
  credited: Big;
  hasInvoice: boolean;
  hasCredit: boolean;
}

interface Pair {
  order: number;
  line: number;
  /** 2 for the same name, else how similar. */
  score: number;
  /** True where the order's line wants no such document's line any more. */
  isFilled: boolean;
  priceApart: Big | null;
  totalApart: Big | null;
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
  const orderSides = sidesOf(order, ({ names }) => names);
  const tallies = order.map(
    (): Tally => ({
      invoiced: new Big(0),
      credited: new Big(0),
      hasInvoice: false,
      hasCredit: false,
    }),
  );
  const pairLimit = Math.min(comparedPairs, Math.floor(comparedTogether / Math.max(1, documents.length)));
  const placed: PlacedLine[] = [];
  const left: { document: MatchedDocument; lines: number[]; sides: Side[] }[] = [];
  const take = (line: PlacedLine) => {
    placed.push(line);
    count(line, tallies);
  };
  for (const document of documents.toSorted((a, b) => a.recordId - b.recordId)) {
    const sides = sidesOf(document.lines, ({ name }) => [name]);
    const round = { order, orderSides, document, sides, tallies, tolerance, pairLimit };
    const costs = otherCostLines(round);
    const byName = placeByName(round, new Set(costs.keys()));
    for (const line of byName) take(line);
    const asCosts = placeOtherCosts(round, costs, byName);
    for (const line of asCosts) take(line);
    const taken = new Set([...byName, ...asCosts].map(({ line }) => line));
    left.push({ document, sides, lines: [...document.lines.keys()].filter((line) => !taken.has(line)) });
  }
  for (const { document, sides, lines } of left) {
    const isFew = lines.length * Math.max(order.length, lines.length) <= pairLimit;
    for (const line of lines) {
      const orderLine = !isFew
        ? null
        : soleByAmount({ order, orderSides, document, sides, tallies, tolerance, pairLimit }, line, lines);
      take({ document, line, orderLine, recognisedBy: orderLine === null ? 'name' : 'amount' });
    }
  }
  return placed;
}

interface Round {
  order: readonly OrderLine[];
  orderSides: readonly Side[];
  document: MatchedDocument;
  sides: readonly Side[];
  tallies: readonly Tally[];
  tolerance: Big;
  pairLimit: number;
}

/** Lines of other costs, and what they are of; a line of the order that has the whole name is not meant. */
function otherCostLines({ orderSides, sides }: Round): Map<number, Side> {
  const ordered = new Set(orderSides.flatMap(({ plain }) => [...plain]));
  const costs = new Map<number, Side>();
  for (const [index, { plain, rank }] of sides.entries()) {
    const [name = ''] = plain;
    const of = ordered.has(name) ? null : otherCostsOf(name);
    if (of !== null) costs.set(index, { rank, plain: new Set([of]), words: [nameWords(of)] });
  }
  return costs;
}

/**
 * Takes lines of other costs for the line of the order that they are of, where the amount is that line's other costs, or
 * makes up its total with what the document bills for it.
 */
function placeOtherCosts(
  round: Round,
  costs: ReadonlyMap<number, Side>,
  byName: readonly PlacedLine[],
): PlacedLine[] {
  const { order, orderSides, document, pairLimit } = round;
  if (costs.size * order.length > pairLimit) return [];
  const billed = new Map<number, Big>();
  for (const { line, orderLine } of byName) {
    const total = document.lines[line]?.total;
    if (orderLine !== null && total) billed.set(orderLine, (billed.get(orderLine) ?? new Big(0)).plus(total));
  }
  const pairs = [...costs].flatMap(([line, side]) =>
    byRank(orderSides).flatMap(([index, orderSide]) => {
      const score = costsScore(orderSide, side);
      if (score < similarityThreshold || !areCosts(round, index, line, billed.get(index))) return [];
      return [{ line, index, score, isBilled: billed.has(index), rank: side.rank }];
    }),
  );
  const bestFirst = pairs.sort(
    (a, b) => b.score - a.score || Number(b.isBilled) - Number(a.isBilled) || a.rank - b.rank,
  );
  const placed: PlacedLine[] = [];
  const usedOrder = new Set<number>();
  const used = new Set<number>();
  for (const { line, index } of bestFirst) {
    if (used.has(line) || usedOrder.has(index)) continue;
    used.add(line);
    usedOrder.add(index);
    placed.push({ document, line, orderLine: index, recognisedBy: 'otherCosts' });
  }
  return placed;
}

/** 2 where the line is what the costs are of by its name, else how similar; costs of nothing named may be any line's. */
function costsScore(orderSide: Side, costs: Side): number {
  const [of = ''] = costs.plain;
  if (orderSide.plain.has(of)) return 2;
  return of === '' ? similarityThreshold : similarName(orderSide, costs);
}

function areCosts(
  { order, document, tolerance }: Round,
  index: number,
  line: number,
  billed: Big | undefined,
): boolean {
  const { total: ordered = null, otherCosts = null } = order[index] ?? {};
  const total = document.lines[line]?.total ?? null;
  if (total === null || total.lte(0)) return false;
  const left = billed === undefined || ordered === null ? null : ordered.minus(billed);
  const isNear = (wanted: Big | null, allowed: Big) => apart(wanted, total)?.lte(allowed) ?? false;
  return isNear(otherCosts, tolerance) || isNear(left, tolerance.times(2));
}

function placeByName(round: Round, apartFrom: ReadonlySet<number>): PlacedLine[] {
  const { document, orderSides, sides } = round;
  const usedOrder = new Set<number>();
  // Other costs are of a line's service, and no second line of it.
  const used = new Set<number>(apartFrom);
  const placed: PlacedLine[] = [];
  const isOpen = ({ order, line }: Pick<Pair, 'order' | 'line'>) => !usedOrder.has(order) && !used.has(line);
  const place = ({ order, line, score }: Pair) => {
    usedOrder.add(order);
    used.add(line);
    placed.push({ document, line, orderLine: order, recognisedBy: score === 2 ? 'name' : 'similarName' });
  };
  const bestFirst = (a: Pair, b: Pair) => comparePairs(a, b, orderSides, sides);
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
  const { document, order, orderSides, sides } = round;
  const linesBy = new Map<string, number[]>();
  // The last of a list is taken first, so they stand by falling rank.
  for (const [index, side] of byRank(sides).toReversed()) {
    for (const key of exactKeys(side, document.lines[index])) {
      const lines = linesBy.get(key);
      if (lines === undefined) linesBy.set(key, [index]);
      else lines.push(index);
    }
  }
  const rankOf = (lines: readonly number[]) => sides[lines.at(-1) ?? -1]?.rank ?? 0;
  return byRank(orderSides).flatMap(([index, side]) => {
    const line = order[index];
    const lists = exactKeys(side, line).flatMap((key) => {
      const lines = linesBy.get(key);
      return lines === undefined || lines.length === 0 ? [] : [lines];
    });
    if (lists.length === 0) return [];
    if (isFilled(line, round.tallies[index], document.isCreditNote, round.tolerance)) return [];
    const at = lists.reduce((least, lines) => (rankOf(lines) < rankOf(least) ? lines : least)).pop();
    return at === undefined ? [] : [pairOf(round, index, at, 2)];
  });
}

/** What lines must have in common to be the same; a line without a name, price or total is like no other. */
function exactKeys({ plain }: Side, line: OrderLine | DocumentLine | undefined): string[] {
  const { unitPrice = null, total = null } = line ?? {};
  if (unitPrice === null || total === null) return [];
  return [...plain].flatMap((name) =>
    name === '' ? [] : [`${unitPrice.toFixed()} ${total.toFixed()} ${name}`],
  );
}

function byRank(sides: readonly Side[]): [number, Side][] {
  return [...sides.entries()].sort(([, a], [, b]) => a.rank - b.rank);
}

/** Pairs of one name; what was taken for an exact pair already is not among a document's lines. */
function namesakes(round: Round, used: ReadonlySet<number>): Pair[] {
  const open = round.sides.length - used.size;
  const limit = Math.min(maxNamesakes, Math.max(4, Math.floor(namesakePairs / Math.max(1, open))));
  const ofName = new Map<string, number[]>();
  for (const [index, { plain }] of byRank(round.orderSides)) {
    for (const name of plain) {
      const indexes = ofName.get(name) ?? [];
      if (name !== '' && indexes.length < limit) ofName.set(name, [...indexes, index]);
    }
  }
  return round.sides.flatMap(({ plain }, line) =>
    used.has(line)
      ? []
      : [...plain].flatMap((name) => (ofName.get(name) ?? []).map((index) => pairOf(round, index, line, 2))),
  );
}

function similarPairs(round: Round, usedOrder: ReadonlySet<number>, used: ReadonlySet<number>): Pair[] {
  const orders = [...round.order.keys()].filter((index) => !usedOrder.has(index));
  const lines = [...round.sides.keys()].filter((line) => !used.has(line));
  if (orders.length * lines.length > round.pairLimit) return [];
  return orders.flatMap((index) =>
    lines.flatMap((line) => {
      const score = similarName(round.orderSides[index], round.sides[line]);
      return score < similarityThreshold ? [] : [pairOf(round, index, line, score)];
    }),
  );
}

function pairOf(round: Round, index: number, at: number, score: number): Pair {
  const { order, document, tallies, tolerance } = round;
  const [orderLine, line] = [order[index], document.lines[at]];
  return {
    order: index,
    line: at,
    score,
    isFilled: isFilled(orderLine, tallies[index], document.isCreditNote, tolerance),
    priceApart: apart(orderLine?.unitPrice ?? null, line?.unitPrice ?? null),
    totalApart: apart(orderLine?.total ?? null, line?.total ?? null),
  };
}

function similarName(a: Side | undefined, b: Side | undefined): number {
  // The first name says all of a line: a part of it cannot hide what contradicts.
  if (a === undefined || b === undefined || contradicts(a, b)) return 0;
  let best = 0;
  for (const words of a.words) for (const other of b.words) best = Math.max(best, similarity(words, other));
  return best;
}

function contradicts(a: Side, b: Side): boolean {
  return contradict(a.words[0] ?? [], b.words[0] ?? []);
}

function isFilled(
  line: OrderLine | undefined,
  tally: Tally | undefined,
  isCreditNote: boolean,
  tolerance: Big,
): boolean {
  if (tally === undefined || line === undefined) return false;
  const net = tally.invoiced.minus(tally.credited);
  if (isCreditNote) return net.lte(tolerance);
  return line.total === null ? tally.hasInvoice : tally.hasInvoice && net.gte(line.total.minus(tolerance));
}

/** Best first. Equal in all of this are only lines that say the same. */
function comparePairs(a: Pair, b: Pair, orderSides: readonly Side[], sides: readonly Side[]): number {
  return (
    b.score - a.score ||
    Number(a.isFilled) - Number(b.isFilled) ||
    compareApart(a.priceApart, b.priceApart) ||
    compareApart(a.totalApart, b.totalApart) ||
    (orderSides[a.order]?.rank ?? 0) - (orderSides[b.order]?.rank ?? 0) ||
    (sides[a.line]?.rank ?? 0) - (sides[b.line]?.rank ?? 0)
  );
}

/**
 * The only line of the order that has this amount and no such document's line yet, where this is the only line of its
 * document with it.
 */
function soleByAmount(round: Round, line: number, left: readonly number[]): number | null {
  const { order, document, tallies } = round;
  const fits = (orderLine: number, documentLine: number) => hasAmount(round, orderLine, documentLine);
  const isOpen = (index: number) => {
    const tally = tallies[index];
    if (tally === undefined) return false;
    return document.isCreditNote ? tally.hasInvoice && !tally.hasCredit : !tally.hasInvoice;
  };
  const candidates = [...order.keys()].filter((index) => isOpen(index) && fits(index, line));
  const [only] = candidates;
  if (only === undefined || candidates.length > 1) return null;
  return left.filter((other) => fits(only, other)).length === 1 ? only : null;
}

function hasAmount(
  { order, orderSides, document, sides, tolerance }: Round,
  index: number,
  at: number,
): boolean {
  const ordered = order[index]?.total;
  const total = document.lines[at]?.total;
  if (!ordered || !total || total.lte(0) || ordered.minus(total).abs().gt(tolerance)) return false;
  const [a, b] = [orderSides[index], sides[at]];
  return a !== undefined && b !== undefined && !contradicts(a, b);
}

function count({ document, line, orderLine }: PlacedLine, tallies: readonly Tally[]): void {
  const tally = orderLine === null ? undefined : tallies[orderLine];
  if (tally === undefined) return;
  const total = document.lines[line]?.total ?? 0;
  if (document.isCreditNote) {
    tally.credited = tally.credited.plus(total);
    tally.hasCredit = true;
  } else {
    tally.invoiced = tally.invoiced.plus(total);
    tally.hasInvoice = true;
  }
}

function sidesOf<Line extends OrderLine | DocumentLine>(
  lines: readonly Line[],
  namesOf: (line: Line) => readonly string[],
): Side[] {
  const keys = lines.map((line) =>
    JSON.stringify([namesOf(line), line.quantity, line.unitPrice, line.total]),
  );
  const ranks = new Map([...keys.entries()].sort(byKey).map(([index], rank) => [index, rank]));
  return lines.map((line, index) => ({
    rank: ranks.get(index) ?? 0,
    plain: new Set(namesOf(line).map(plainName)),
    words: namesOf(line).map(nameWords),
  }));
}

function byKey([a, keyA]: [number, string], [b, keyB]: [number, string]): number {
  return keyA < keyB ? -1 : keyA > keyB ? 1 : a - b;
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
  /** Position in the document. */
  line: number;
  orderLine: number | null;
  recognisedBy: RecognisedBy;
}
