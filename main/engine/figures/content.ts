/** What figures are made of in a record's own body. Pure. */
import Big from 'big.js';
import * as z from 'zod';
import type { PurchaseOrder, PurchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { decimal } from '../findings/index.ts';

/** More parts of one order are not told apart. */
const maxParts = 500;
const maxPartLength = 80;
/** A line that costs more is no price: no sum of those that are left goes beyond what the database adds exactly. */
const maxLineAmount = new Big(1_000_000_000);

const integerText = z.string().regex(/^-?\d{1,18}$/);
const decimalText = z.string().regex(/^\d{1,40}(\.\d{1,40})?$/);

export const figureContent = z.object({
  /** Lines that were compared with the market's average, by part: how many, their price and the market's, in hundredths. */
  prices: z.array(z.tuple([z.string().max(200), z.int().positive(), integerText, integerText])).max(maxParts),
  /** What those parts are called, as the order writes them; of one that was examined before names were kept, nothing. */
  names: z
    .array(z.tuple([z.string().max(200), z.string().max(200)]))
    .max(maxParts)
    .default([]),
  /** Calendar days in which all of an order is to be delivered; null where a line says none. */
  promisedDays: z.int().nullable(),
  /**
   * Of an order that came again, over the parts that stand in its first revision and in this one in the same quantity: what
   * they cost less now, and what others of them cost more. Decimal texts; null of all others.
   */
  revised: z.object({ lowered: decimalText, raised: decimalText }).nullable(),
  /** Of a record that lies in a bundle, the codes of what was found and not acknowledged. */
  findings: z.array(z.string().max(100)).max(200).optional(),
});
export type FigureContent = z.infer<typeof figureContent>;

/** What a revision says; `first` is the first revision, where this is another and that is known. */
export function figureContentOf(content: RecordContent, first: RecordContent | null): FigureContent {
  if (content.kind === 'serviceOrder') {
    return { prices: [], names: [], promisedDays: daysOf(content.order.deliveryDays), revised: null };
  }
  if (content.kind !== 'purchaseOrder') return { prices: [], names: [], promisedDays: null, revised: null };
  const { order } = content;
  const prices = comparedPrices(order.items ?? []);
  return {
    prices,
    names: namesOf(order.items ?? [], new Set(prices.map(([part]) => part))),
    promisedDays: longestOf((order.items ?? []).map(({ deliveryTimeInDays }) => daysOf(deliveryTimeInDays))),
    revised: first?.kind === 'purchaseOrder' ? changedPrices(first.order, order) : null,
  };
}

const daysOf = (days: number | null): number | null =>
  days !== null && Number.isSafeInteger(days) && days > 0 && days <= 365 ? days : null;

/** All is delivered with the last line; null where one of them says nothing. */
function longestOf(days: readonly (number | null)[]): number | null {
  const known = days.filter((one) => one !== null);
  return known.length === 0 || known.length < days.length ? null : Math.max(...known);
}

/** Lines whose price can be held against a market that does not contradict itself (see `findings/price.ts`). */
function comparedPrices(items: readonly PurchaseOrderItem[]): FigureContent['prices'] {
  const byPart = new Map<string, { lines: number; price: Big; market: Big }>();
  for (const item of items) {
    const part = partOf(item);
    const price = positive(item.supplierItemPrice);
    const average = positive(item.itemAverageSellPrice);
    const quantity = positive(item.itemQuantity);
    if (part === '' || price === null || average === null || quantity === null) continue;
    if (!isOrdered(item, average)) continue;
    const [paid, market] = [price.times(quantity), average.times(quantity)];
    if (paid.gt(maxLineAmount) || market.gt(maxLineAmount)) continue;
    const known = byPart.get(part) ?? { lines: 0, price: zero, market: zero };
    if (!byPart.has(part) && byPart.size >= maxParts) continue;
    byPart.set(part, {
      lines: known.lines + 1,
      price: known.price.plus(hundredths(paid)),
      market: known.market.plus(hundredths(market)),
    });
  }
  return [...byPart].map(([part, { lines, price, market }]) => [
    part,
    lines,
    price.toFixed(0),
    market.toFixed(0),
  ]);
}

function isOrdered({ itemMinSellPrice, itemMaxSellPrice }: PurchaseOrderItem, average: Big): boolean {
  const [minimum, maximum] = [positive(itemMinSellPrice), positive(itemMaxSellPrice)];
  return (minimum === null || minimum.lte(average)) && (maximum === null || average.lte(maximum));
}

const zero = new Big(0);
const hundredths = (amount: Big): Big => amount.times(100).round(0, Big.roundHalfUp);

function positive(value: string | number | null): Big | null {
  const read = decimal(value);
  return read?.gt(0) === true ? read : null;
}

/** What a part is called, alike however it was typed: in small letters, without accents, one space between words. */
const partOf = (item: PurchaseOrderItem): string =>
  withoutAccents(nameOf(item)).toLowerCase().slice(0, maxPartLength);

const nameOf = ({ itemName }: PurchaseOrderItem): string => (itemName ?? '').replaceAll(/\s+/g, ' ').trim();

/** Each part as its last line has it. */
function namesOf(items: readonly PurchaseOrderItem[], parts: ReadonlySet<string>): FigureContent['names'] {
  const names = new Map<string, string>();
  for (const item of items) {
    const part = partOf(item);
    if (parts.has(part)) names.set(part, nameOf(item).slice(0, maxPartLength));
  }
  return [...names];
}

/** Lines are the same where one item of the same id, and of the same quantity, stands in both orders. */
function changedPrices(first: PurchaseOrder, latest: PurchaseOrder): { lowered: string; raised: string } {
  const before = pricesById(first);
  let lowered = zero;
  let raised = zero;
  for (const [id, { price, quantity }] of pricesById(latest)) {
    const earlier = before.get(id);
    if (earlier === undefined || !earlier.quantity.eq(quantity)) continue;
    const change = price.minus(earlier.price).times(quantity).round(2, Big.roundHalfUp);
    if (change.lt(0)) lowered = lowered.minus(change);
    else raised = raised.plus(change);
  }
  return { lowered: lowered.toFixed(), raised: raised.toFixed() };
}

function pricesById(order: PurchaseOrder): Map<number, { price: Big; quantity: Big }> {
  const prices = new Map<number, { price: Big; quantity: Big }>();
  const repeated = new Set<number>();
  for (const { itemId, supplierItemPrice, itemQuantity } of order.items ?? []) {
    const [price, quantity] = [positive(supplierItemPrice), positive(itemQuantity)];
    if (itemId === null) continue;
    if (prices.has(itemId)) repeated.add(itemId);
    if (price !== null && quantity !== null) prices.set(itemId, { price, quantity });
  }
  for (const id of repeated) prices.delete(id);
  return prices;
}
