import type Big from 'big.js';

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

export type RecognisedBy = 'name' | 'similarName' | 'otherCosts' | 'amount';

/** A document's line at the place where it is taken for a line of the order; null for none. */
export interface PlacedLine {
  document: MatchedDocument;
  /** Position in the document. */
  line: number;
  orderLine: number | null;
  recognisedBy: RecognisedBy;
}
