/** Claims by chance: orders, invoices, credit notes, cancellations, currencies and parties that meet and miss each other. */
import fc from 'fast-check';
import { financialDocument } from '../financial-documents.ts';
import { purchaseOrder, purchaseOrderItem, serviceOrder } from '../orders.ts';

export interface RandomParty {
  rnc: string | null;
  name: string | null;
}
export interface RandomLine {
  name: string;
  quantity: number;
  /** In cents, for one. */
  price: number;
}
export interface RandomOrder {
  kind: 'purchaseOrder' | 'serviceOrder';
  party: RandomParty;
  lines: RandomLine[];
  hasTotal: boolean;
  isCancelled: boolean;
  isRevised: boolean;
}
export interface RandomDocument {
  isCreditNote: boolean;
  issuer: RandomParty;
  currency: string | null;
  lines: RandomLine[];
  total: 'right' | 'absent' | 'negative';
  /** Positions of orders in the claim, one kind each; -1 names one that never comes. */
  orders: number[];
  /** Position of a document in the claim; -1 names one that never comes. */
  related: number | null;
  /** Documents of one issuer with the same number have the same receipt; null has one of its own. */
  receipt: number | null;
  isRevised: boolean;
}
export interface RandomClaim {
  orders: RandomOrder[];
  documents: RandomDocument[];
  /** In what order everything comes: keys to sort by, one a delivery. */
  shuffle: number[];
}
export type Delivery =
  | { what: 'order'; at: number; isDraft: boolean }
  | { what: 'document'; at: number; isDraft: boolean }
  | { what: 'cancel'; at: number };

/** Two with an RNC, one of them by its name alone in capitals, one without RNC, one without name, one without either. */
const parties: RandomParty[] = [
  { rnc: '131000002', name: 'Repuestos Ejemplo, SRL' },
  { rnc: '131-00000-2', name: 'Repuestos Ejemplo, SRL' },
  { rnc: '101000007', name: 'Taller Ejemplo' },
  { rnc: '', name: 'REPUESTOS EJEMPLO SRL' },
  { rnc: null, name: 'Taller Sin Papeles' },
  { rnc: '102000001', name: null },
  { rnc: null, name: null },
];
const party = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...parties.slice(0, 3)) },
  { weight: 1, arbitrary: fc.constantFrom(...parties) },
);
const line: fc.Arbitrary<RandomLine> = fc.record({
  name: fc.constantFrom('Bumper delantero', 'Faro izquierdo', 'Bonete', 'Otros costos - Bonete'),
  quantity: fc.constantFrom(1, 1, 1, 2, 3),
  price: fc.oneof(fc.constantFrom(0, 10_000, 118_000, 354_000), fc.integer({ min: 1, max: 400_000 })),
});
const lines = fc.array(line, { minLength: 1, maxLength: 3 });

const order: fc.Arbitrary<RandomOrder> = fc.record({
  kind: fc.constantFrom('purchaseOrder', 'serviceOrder'),
  party,
  lines,
  hasTotal: fc.integer({ min: 0, max: 9 }).map((random) => random > 0),
  isCancelled: fc.integer({ min: 0, max: 3 }).map((random) => random === 0),
  isRevised: fc.integer({ min: 0, max: 4 }).map((random) => random === 0),
});

const document = (orders: readonly RandomOrder[], documentCount: number): fc.Arbitrary<RandomDocument> =>
  fc
    .record({
      isCreditNote: fc.integer({ min: 0, max: 2 }).map((random) => random === 0),
      issuer: party,
      currency: fc.constantFrom('DOP', 'DOP', 'dop', 'RD$', null, 'DOP', 'USD', 'US$', 'EUR', 'PESO', 'XXX'),
      lines,
      total: fc.constantFrom('right', 'right', 'right', 'right', 'right', 'right', 'absent', 'negative'),
      orders: fc.oneof(
        { weight: 3, arbitrary: fc.tuple(fc.integer({ min: 0, max: Math.max(0, orders.length - 1) })) },
        {
          weight: 1,
          arbitrary: fc.array(fc.integer({ min: -1, max: Math.max(0, orders.length - 1) }), { maxLength: 2 }),
        },
      ),
      like: fc.constantFrom('order', 'nearly', 'party', 'party', 'nothing'),
      /** Cents by which the first line is off its order's. */
      off: fc.integer({ min: -700, max: 700 }),
      related: fc.option(fc.integer({ min: -1, max: documentCount - 1 })),
      receipt: fc.option(fc.integer({ min: 1, max: 2 }), { freq: 3 }),
      isRevised: fc.integer({ min: 0, max: 5 }).map((random) => random === 0),
    } as const)
    .map(({ like, off, ...one }) => {
      const named = [...new Set(one.orders)].filter((at) => at < orders.length);
      const kinds = named.map((at) => orders[at]?.kind ?? 'purchaseOrder');
      const kept = named.filter((_, index) => kinds.indexOf(kinds[index] ?? 'purchaseOrder') === index);
      const first = orders[kept.find((at) => at >= 0) ?? -1];
      const own = { ...one, orders: [...kept] };
      // Else few documents would be of their order's party, and fewer bill what was ordered.
      if (like === 'nothing' || first === undefined) return own;
      const ofParty = { ...own, issuer: first.party, currency: 'DOP' };
      if (like === 'party') return ofParty;
      const [line, ...others] = first.lines;
      if (like === 'order' || line === undefined) return { ...ofParty, lines: first.lines };
      return { ...ofParty, lines: [{ ...line, price: Math.max(1, line.price + off) }, ...others] };
    });

export const randomClaim: fc.Arbitrary<RandomClaim> = fc
  .tuple(fc.array(order, { maxLength: 3, size: 'max' }), fc.integer({ min: 0, max: 6 }))
  .chain(([orders, count]) =>
    fc.record({
      orders: fc.constant(orders),
      documents: fc.array(document(orders, count), { minLength: count, maxLength: count }),
      shuffle: fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
    }),
  );

/** Everything in the order in which it comes: a draft before what revises it, an order before it is cancelled. */
export function deliveriesOf({ orders, documents, shuffle }: RandomClaim): Delivery[] {
  const all: Delivery[] = [
    ...orders.flatMap(({ isRevised, isCancelled }, at): Delivery[] => [
      { what: 'order', at, isDraft: isRevised },
      ...(isRevised ? [{ what: 'order' as const, at, isDraft: false }] : []),
      ...(isCancelled ? [{ what: 'cancel' as const, at }] : []),
    ]),
    ...documents.flatMap(({ isRevised }, at): Delivery[] => [
      { what: 'document', at, isDraft: isRevised },
      ...(isRevised ? [{ what: 'document' as const, at, isDraft: false }] : []),
    ]),
  ];
  const keyed = all.map((delivery, index) => ({
    delivery,
    key: shuffle[index % shuffle.length] ?? 0,
    index,
  }));
  const places = keyed.toSorted((a, b) => a.key - b.key || a.index - b.index).map(({ index }) => index);
  // What belongs to one thing keeps its places, and takes them in its own order.
  const groups = Map.groupBy(keyed, ({ delivery }) => `${delivery.what === 'document'} ${delivery.at}`);
  const next = new Map([...groups].map(([group, own]) => [group, [...own]]));
  return places.flatMap((index) => {
    const { delivery } = keyed[index] ?? {};
    if (delivery === undefined) return [];
    return next.get(`${delivery.what === 'document'} ${delivery.at}`)?.shift()?.delivery ?? [];
  });
}

/** Marketplace ids and the claim number, so that claims of one run do not meet. */
export interface Numbering {
  claimNumber: string;
  /** Added to the position of an order or document. */
  base: number;
}
export const neverComes = 900_000_000;

const money = (cents: number) => cents / 100;
export const totalOf = (list: readonly RandomLine[]) =>
  list.reduce((sum, { quantity, price }) => sum + quantity * price, 0);

export function orderBody(one: RandomOrder, at: number, { claimNumber, base }: Numbering, isDraft: boolean) {
  const list = isDraft ? [{ name: 'Borrador', quantity: 1, price: 77_700 }] : one.lines;
  const common = { insuranceClaimNumber: claimNumber, claimId: base + 1, requestId: base + 1 };
  if (one.kind === 'purchaseOrder') {
    return purchaseOrder(base + at, {
      ...common,
      supplierTaxId: one.party.rnc,
      supplierName: one.party.name,
      items: list.map(({ name, quantity, price }, index) =>
        purchaseOrderItem(index + 1, {
          itemName: name,
          itemQuantity: quantity,
          supplierItemPrice: money(price),
          supplierItemRowPrice: money(quantity * price),
          supplierItemRowTax: 0,
          supplierItemRowTotal: one.hasTotal || isDraft || index > 0 ? money(quantity * price) : null,
        }),
      ),
    });
  }
  return serviceOrder(base + at, {
    ...common,
    workshopPersonTaxId: one.party.rnc,
    workshopPersonName: one.party.name,
    subTotalAmount: one.hasTotal || isDraft ? money(totalOf(list)) : null,
    differenceAmount: 0,
    taxTotalAmount: 0,
    items: list.map(({ name, quantity, price }) => ({
      itemId: null,
      itemCode: '',
      itemName: '',
      itemQuantity: quantity,
      workshopServiceId: 3,
      workshopServiceCode: 'S',
      workshopServiceName: name,
      workshopServicePrice: money(price),
      otherCosts: null,
    })),
  });
}

export function documentBody(
  one: RandomDocument,
  at: number,
  orders: readonly RandomOrder[],
  { claimNumber, base }: Numbering,
  isDraft: boolean,
) {
  const list = isDraft ? [{ name: 'Borrador', quantity: 1, price: 55_500 }] : one.lines;
  const idOf = (kind: RandomOrder['kind']) => {
    const named = isDraft
      ? []
      : one.orders.filter((index) => (orders[index]?.kind ?? 'purchaseOrder') === kind);
    const [first] = named;
    return first === undefined ? null : first < 0 ? neverComes : base + first;
  };
  const total = totalOf(list);
  const letter = one.isCreditNote ? 'E34' : 'E31';
  const serial = one.receipt === null ? base + at : base + 90 + one.receipt;
  const related = isDraft ? null : one.related;
  return financialDocument(base + at, {
    insuranceClaimNumber: claimNumber,
    insurancePolicyNumber: '',
    requestId: base + 1,
    documentTypeId: one.isCreditNote ? 2 : 1,
    createdBy: { personId: 1, identification: one.issuer.rnc, personName: one.issuer.name },
    currency: one.currency === null ? null : { code: one.currency, currencyName: '' },
    purchaseOrderId: idOf('purchaseOrder'),
    serviceOrderId: idOf('serviceOrder'),
    relatedDocumentId: related === null ? null : related < 0 ? neverComes : base + related,
    taxReceipt: {
      ...financialDocument(1).taxReceipt,
      taxReceiptNumber: `${letter}${String(serial).padStart(10, '0')}`,
    },
    items: list.map(({ name, quantity, price }, index) => ({
      documentItemId: index + 1,
      documentItemName: name,
      quantity,
      unitPrice: money(price),
      unitTaxAmount: 0,
      unitDiscountAmount: 0,
      rowTotal: money(quantity * price),
    })),
    totalAmount: one.total === 'absent' ? null : money(one.total === 'negative' ? -total : total),
  });
}
