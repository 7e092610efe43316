import { createRouterClient } from '@orpc/server';
import { claimProcedures } from '../../../main/engine/console/claims.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { documentItem, financialDocument } from '../financial-documents.ts';
import { purchaseOrderItem } from '../orders.ts';
import { openRecords } from '../records/house.ts';

/** Claims on a database on disk; `send` resolves when the record was answered, `examined` when it was examined too. */
export async function openClaims(options: Parameters<typeof openRecords>[0] = {}) {
  const house = await openRecords(options);
  const { records, store, settings } = house;
  const send = (kind: RecordKind, marketplaceId: number, json: object) =>
    records.register({ kind, marketplaceId, body: Buffer.from(JSON.stringify(json)), json, keyLabel: 'key' });
  return {
    ...house,
    send,
    examined: () => records.examiner.idle(),
    claims: createRouterClient(claimProcedures(store, settings), { context: { via: 'token' } as const }),
    async end() {
      await house.close();
      house.remove();
    },
  };
}

/** A line of a purchase order at a price with 18 % ITBIS. */
export function ordered(id: number, itemName: string, itemQuantity: number, price: number) {
  const row = itemQuantity * price;
  return purchaseOrderItem(id, {
    itemName,
    itemQuantity,
    supplierItemPrice: price,
    supplierItemRowPrice: row,
    supplierItemRowTax: (row * 18) / 100,
    supplierItemRowTotal: (row * 118) / 100,
  });
}

/** The same as a line of a document. */
export function billed(id: number, documentItemName: string, quantity: number, unitPrice: number) {
  return documentItem(id, {
    documentItemName,
    quantity,
    unitPrice,
    unitTaxAmount: (unitPrice * 18) / 100,
    rowTotal: (quantity * unitPrice * 118) / 100,
  });
}

/** A document of these lines, with its total; each has a receipt of its own unless one is given. */
export function billing(
  id: number,
  items: readonly ReturnType<typeof billed>[],
  changes: Record<string, unknown> = {},
  receipt: string = `E31${String(id).padStart(10, '0')}`,
) {
  const totalAmount = items.reduce((sum, item) => sum + Math.round(item.rowTotal * 100), 0) / 100;
  const { taxReceipt } = financialDocument(id);
  return financialDocument(id, {
    items,
    totalAmount,
    taxReceipt: { ...taxReceipt, taxReceiptNumber: receipt },
    ...changes,
  });
}

export const creditNote = { documentTypeId: 2, documentTypeName: 'Nota de crédito' } as const;
