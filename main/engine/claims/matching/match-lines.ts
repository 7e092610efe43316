import Big from 'big.js';
import type { LineMatch } from '#shared/contract/claims.ts';
import { plainName } from './item-names.ts';
import { type Billed, lineState, sumOrNull } from './line-state.ts';
import type { MatchedDocument, OrderLine, PlacedLine } from './lines.ts';
import { placeLines } from './pairing.ts';

/**
 * Three-way matching: each line of an order beside the lines of invoices and credit notes that are taken for it, then
 * what was billed and not ordered. Every document's line is in exactly one place.
 *
 * @param documents those that count: each receipt once, in the order's currency.
 * @param tolerance how far one line may be off, in the order's currency.
 */
export function matchLines(
  order: readonly OrderLine[],
  documents: readonly MatchedDocument[],
  tolerance: Big,
): LineMatch[] {
  const placed = placeLines(order, documents, tolerance);
  const placedAt = Map.groupBy(placed, ({ orderLine }) => orderLine);
  const ordered = order.map((line, index) => {
    const own = placedAt.get(index) ?? [];
    const billed = billedBy(own);
    return lineMatch(own, billed, {
      orderLine: index,
      name: line.names[0],
      orderedQuantity: text(line.quantity),
      orderedUnitPrice: text(line.unitPrice),
      orderedTotal: text(line.total),
      state: lineState(line, billed, tolerance),
    });
  });
  return [...ordered, ...notOrdered(placedAt.get(null) ?? [])];
}

/** An invoice's line and a credit note's line of the same name are one thing that was not ordered. */
function notOrdered(placed: readonly PlacedLine[]): LineMatch[] {
  const groups = Map.groupBy(placed, (line) => plainName(nameOf(line)));
  return [...groups.values()].map((own) => {
    const [first] = own;
    return lineMatch(own, billedBy(own), {
      orderLine: null,
      name: first === undefined ? '' : nameOf(first),
      orderedQuantity: null,
      orderedUnitPrice: null,
      orderedTotal: null,
      state: 'notOrdered',
    });
  });
}

type OrderSide = Pick<
  LineMatch,
  'orderLine' | 'name' | 'orderedQuantity' | 'orderedUnitPrice' | 'orderedTotal' | 'state'
>;

function lineMatch(own: readonly PlacedLine[], billed: Billed, side: OrderSide): LineMatch {
  return {
    ...side,
    invoicedQuantity: (billed.invoicedQuantity ?? new Big(0)).toFixed(),
    invoicedTotal: totalOf(own, false).toFixed(),
    creditedQuantity: (billed.creditedQuantity ?? new Big(0)).toFixed(),
    creditedTotal: totalOf(own, true).toFixed(),
    documentLines: own
      .toSorted((a, b) => a.document.recordId - b.document.recordId || a.line - b.line)
      .map(({ document, line, recognisedBy }) => ({
        recordId: document.recordId,
        number: document.number,
        isCreditNote: document.isCreditNote,
        line,
        quantity: text(document.lines[line]?.quantity ?? null),
        unitPrice: text(document.lines[line]?.unitPrice ?? null),
        total: text(document.lines[line]?.total ?? null),
        recognisedBy,
      })),
  };
}

/** Other costs are money of a line and no more of its units. */
function billedBy(own: readonly PlacedLine[]): Billed {
  const invoices = own.filter(({ document }) => !document.isCreditNote);
  const credits = own.filter(({ document }) => document.isCreditNote);
  const units = ({ recognisedBy }: PlacedLine) => recognisedBy !== 'otherCosts';
  return {
    invoiceLines: invoices.length,
    creditLines: credits.length,
    invoicedQuantity: sumOrNull(invoices.filter(units).map(quantityOf)),
    invoicedTotal: sumOrNull(invoices.map(rowTotalOf)),
    creditedQuantity: sumOrNull(credits.filter(units).map(quantityOf)),
    creditedTotal: sumOrNull(credits.map(rowTotalOf)),
    isByAmount: own.some(({ recognisedBy }) => recognisedBy === 'amount'),
  };
}

const nameOf = ({ document, line }: PlacedLine) => document.lines[line]?.name ?? '';
const quantityOf = ({ document, line }: PlacedLine) => document.lines[line]?.quantity ?? null;
const rowTotalOf = ({ document, line }: PlacedLine) => document.lines[line]?.total ?? null;
const totalOf = (own: readonly PlacedLine[], isCredit: boolean) =>
  own
    .filter(({ document }) => document.isCreditNote === isCredit)
    .reduce((sum, line) => sum.plus(rowTotalOf(line) ?? 0), new Big(0));
const text = (value: Big | null) => value?.toFixed() ?? null;
