import { orderArrived } from '../../../main/engine/cancellations/index.ts';
import type { Store } from '../../../main/engine/store/index.ts';
import { insertedId } from '../../../main/engine/store/transaction.ts';
import type { OrderKind } from '../../../shared/terms.ts';

/** Puts an order into a store as registering does, with what was asked about it before; its row. */
export function insertOrder(
  store: Pick<Store, 'write'>,
  order: { kind: OrderKind; marketplaceId: number },
): Promise<number> {
  const { kind, marketplaceId } = order;
  return store.write(async (tx) => {
    const recordId = await insertedId(
      tx,
      `INSERT INTO record (kind, marketplace_id, number, claim_number, request_id, first_item, item_count, party_name,
         total, received_at, revision)
       VALUES (?, ?, ?, 'REC-1', 77, 'Bumper delantero', 2, 'Repuestos del Este', '1000.00', 1, 1)`,
      kind,
      marketplaceId,
      `${kind === 'purchaseOrder' ? 'OC' : 'OS'}-${marketplaceId}`,
    );
    await orderArrived(tx, { kind, marketplaceId, recordId }, 1);
    return recordId;
  });
}
