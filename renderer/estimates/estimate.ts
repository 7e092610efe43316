/** What a report or an order comes to, line by line; what changed from one to the next; and its share of a vehicle's worth. Pure. */
import Big from 'big.js';
import type { LedgerRow } from '#shared/contract/claims.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { partCost } from '../incidents/IncidentLines.tsx';
import { product, sum } from '../records/LineTable.tsx';

/** Decimal texts; null where they are not told. */
export interface EstimateLine {
  name: string | null;
  code: string | null;
  quantity: string | null;
  /** Of one. */
  price: string | null;
  /** Of the line. */
  total: string | null;
}

export interface Estimate {
  lines: EstimateLine[];
  total: string;
  /** Whether every line has its amount: else the total is of the others. */
  isComplete: boolean;
}

/** What a report or an order says that the work costs; null of a document, which is no estimate. */
export function estimateOf(content: RecordContent): Estimate | null {
  switch (content.kind) {
    case 'purchaseOrder':
      return ofLines(
        content.order.items.map((item) => ({
          ...{ name: item.itemName, code: item.itemCode, quantity: textOf(item.itemQuantity) },
          ...{ price: item.supplierItemPrice, total: item.supplierItemRowTotal },
        })),
      );
    case 'serviceOrder': {
      const { items, subTotalAmount, differenceAmount, taxTotalAmount } = content.order;
      const lines = items.map((item) => ({
        name: [item.workshopServiceName, item.itemName]
          .filter((text) => text !== null && text !== '')
          .join(': '),
        ...{ code: item.workshopServiceCode, quantity: item.itemQuantity, price: item.workshopServicePrice },
        total: plus(product(item.itemQuantity, item.workshopServicePrice), item.otherCosts),
      }));
      // The order's own sums have its tax and its adjustment, which are on no line.
      const whole = sum([subTotalAmount, differenceAmount ?? '0', taxTotalAmount ?? '0']);
      return { lines, total: whole.total, isComplete: whole.complete };
    }
    case 'incidentReport':
      return ofLines([
        ...content.report.items.map((item) => {
          const { repair, replace, labour } = partCost(item);
          // Only its words say whether a part is repaired or replaced: the dearer of both is what it may come to.
          const total = dearest([repair, replace, labour]);
          const quantity = textOf(item.quantity);
          return { name: item.itemName, code: item.itemCode, quantity, price: per(total, quantity), total };
        }),
        ...content.report.services.map((service) => ({
          ...{ name: service.workshopServiceName, code: service.workshopServiceCode },
          ...{ quantity: service.quantity, price: service.unitPrice },
          total: product(service.quantity, service.unitPrice),
        })),
      ]);
    case 'financialDocument':
      return null;
  }
}

function ofLines(lines: EstimateLine[]): Estimate {
  const { total, complete } = sum(lines.map((line) => line.total));
  return { lines, total, isComplete: complete };
}

const textOf = (value: number | string | null): string | null => (value === null ? null : String(value));

const decimal = (text: string | null): Big | null =>
  text !== null && /^-?\d+(\.\d+)?$/.test(text) ? new Big(text) : null;

const plus = (one: string | null, other: string | null): string | null =>
  one === null ? other : sum([one, other ?? '0']).total;

function dearest(amounts: readonly (string | null)[]): string | null {
  return amounts.reduce((top, amount) => {
    const [one, best] = [decimal(amount), decimal(top)];
    if (one === null) return top;
    return best === null || one.gt(best) ? amount : top;
  }, null);
}

function per(total: string | null, quantity: string | null): string | null {
  const [amount, count] = [decimal(total), decimal(quantity)];
  return amount === null || count === null || count.lte(0) ? total : amount.div(count).round(2).toFixed();
}

/** A line that one has and the other has not, or has otherwise. */
export interface ChangedLine {
  state: 'added' | 'removed' | 'changed';
  before: EstimateLine | null;
  after: EstimateLine | null;
}

export interface Supplement {
  /** In the order of what came after; what was removed stands last. */
  lines: ChangedLine[];
  unchanged: number;
  before: string;
  after: string;
  /** After less before, a decimal text; null where either lacks an amount. */
  difference: string | null;
}

/** What a name is compared by: without case, accents, signs and doubled spaces. */
const plainName = (text: string | null): string =>
  withoutAccents(text ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const isSame = (one: string | null, other: string | null): boolean => {
  const [a, b] = [decimal(one), decimal(other)];
  return a === null || b === null ? one === other : a.eq(b);
};

const isSameLine = (one: EstimateLine, other: EstimateLine): boolean =>
  isSame(one.quantity, other.quantity) && isSame(one.price, other.price) && isSame(one.total, other.total);

/** What changed from one estimate to the next. Lines are the same by name and code, else by name, else by code; of several alike the first. */
export function supplementOf(before: Estimate, after: Estimate): Supplement {
  const left = new Set(before.lines);
  const partner = new Map<EstimateLine, EstimateLine>();
  const codeOf = ({ code }: EstimateLine) => plainName(code);
  const nameOf = ({ name }: EstimateLine) => plainName(name);
  const ways: ((one: EstimateLine, other: EstimateLine) => boolean)[] = [
    (one, other) => nameOf(one) === nameOf(other) && codeOf(one) === codeOf(other) && isSameLine(one, other),
    (one, other) => nameOf(one) === nameOf(other) && codeOf(one) === codeOf(other),
    (one, other) => nameOf(one) !== '' && nameOf(one) === nameOf(other),
    (one, other) => codeOf(one) !== '' && codeOf(one) === codeOf(other),
  ];
  for (const isAlike of ways)
    for (const line of after.lines) {
      if (partner.has(line)) continue;
      const found = [...left].find((other) => isAlike(other, line));
      if (found === undefined) continue;
      left.delete(found);
      partner.set(line, found);
    }
  const lines: ChangedLine[] = after.lines.flatMap((line): ChangedLine[] => {
    const was = partner.get(line);
    if (was === undefined) return [{ state: 'added', before: null, after: line }];
    return isSameLine(was, line) ? [] : [{ state: 'changed', before: was, after: line }];
  });
  const removed = [...left].map((line): ChangedLine => ({ state: 'removed', before: line, after: null }));
  return {
    lines: [...lines, ...removed],
    unchanged: after.lines.length - lines.length,
    before: before.total,
    after: after.total,
    difference:
      before.isComplete && after.isComplete ? new Big(after.total).minus(before.total).toFixed() : null,
  };
}

/** What a claim may come to beside what its vehicle is worth. */
export interface Worth {
  /** What is compared: the estimate, or what is ordered and not cancelled where that is more. */
  of: 'estimate' | 'ordered';
  amount: string;
  /** Of the vehicle's worth, in whole percent, rounded down: 74.9 is not yet 75. */
  percent: number;
  /** Whether it reaches the share from which a total loss is to be thought of. */
  isNear: boolean;
}

/** Null where there is nothing to compare, or the vehicle's worth is not known. Amounts are in RD$. */
export function worthOf(
  { estimate, ordered }: { estimate: string | null; ordered: string },
  value: string | null,
  thresholdPercent: number,
): Worth | null {
  const worth = decimal(value);
  const [estimated, placed] = [decimal(estimate) ?? new Big(0), decimal(ordered) ?? new Big(0)];
  const isOrdered = placed.gt(estimated);
  const amount = isOrdered ? placed : estimated;
  if (worth === null || worth.lte(0) || amount.lte(0)) return null;
  const percent = amount.times(100).div(worth);
  return {
    of: isOrdered ? 'ordered' : 'estimate',
    amount: amount.toFixed(),
    percent: percent.round(0, Big.roundDown).toNumber(),
    isNear: percent.gte(thresholdPercent),
  };
}

type Sums = Pick<LedgerRow, 'currency' | 'ordered' | 'cancelled' | 'invoiced'>;

/** What all parties were ordered, of that what still stands, and what they invoiced, by currency, pesos first; nothing is taken off anything else. */
export function sumsOf(ledger: readonly Sums[]) {
  const add = (rows: readonly Sums[], name: 'ordered' | 'invoiced' | 'cancelled') =>
    rows.reduce((total, row) => total.plus(row[name]), new Big(0));
  return [...Map.groupBy(ledger, ({ currency }) => currency)].map(([currency, rows]) => ({
    currency,
    ordered: add(rows, 'ordered').toFixed(),
    standing: add(rows, 'ordered').minus(add(rows, 'cancelled')).toFixed(),
    invoiced: add(rows, 'invoiced').toFixed(),
  }));
}
