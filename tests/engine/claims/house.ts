import { createRouterClient } from '@orpc/server';
import {
  type AskToAnswer,
  type Cancellations,
  createCancellations,
} from '../../../main/engine/cancellations/index.ts';
import { claimProcedures } from '../../../main/engine/console/claims.ts';
import { readCancelCall } from '../../../shared/marketplace/cancellation.ts';
import type { OrderKind } from '../../../shared/terms.ts';
import { documentItem, financialDocument } from '../financial-documents.ts';
import { purchaseOrderItem } from '../orders.ts';
import { openRecords } from '../records/house.ts';

/** Claims on a database on disk; `send` resolves when the record is listed, `examined` when it was examined too. */
export async function openClaims(options: Parameters<typeof openRecords>[0] = {}) {
  const opened = Promise.withResolvers<Cancellations>();
  const calls: AskToAnswer[] = [];
  const house = await openRecords({
    ...options,
    derivers: {
      ask: async (entry) => (await opened.promise).derive.ask(entry),
      answer: async (entry) => (await opened.promise).derive.answer(entry),
      outcome: async (entry) => (await opened.promise).derive.outcome(entry),
    },
  });
  const { journal, derived, records, store, changes, settings, clock } = house;
  const cancellations = await createCancellations({
    store,
    clock,
    changes,
    settings,
    deriveOrderBefore: records.deriveBefore,
    answer: (call) => void calls.push(call),
    onSettled: () => records.examiner.wake(),
  });
  opened.resolve(cancellations);
  return {
    ...house,
    send: house.receive,
    examined: () => records.examiner.idle(),
    /** Has an order's cancellation asked for and approved; what it resolves with delivers the answer. */
    async cancel(orderKind: OrderKind, marketplaceId: number): Promise<() => Promise<void>> {
      const call = readCancelCall(orderKind, {});
      const asked = await journal.keep({
        kind: 'ask',
        marketplaceId,
        keyLabel: 'key',
        bytes: Buffer.from('{}'),
        detail: { orderKind, heldUntil: clock.now() + 60_000, call },
      });
      await derived();
      const actor = { person: 'Ana Prueba', via: 'token' } as const;
      await cancellations.decide({ id: asked.seq, verdict: 'approve', actor });
      const [toAnswer] = calls.splice(0);
      if (toAnswer === undefined) throw new Error('The call is not to be answered.');
      return async () => {
        const { askId, answer, verdictText: text, verdict } = toAnswer;
        const detail = { answer, text, verdict, cause: null };
        await journal.keep({ kind: 'answer', askId, marketplaceId, detail });
        await journal.keep({
          kind: 'outcome',
          askId,
          marketplaceId,
          detail: { delivery: 'delivered', answer },
        });
        await derived();
      };
    },
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
