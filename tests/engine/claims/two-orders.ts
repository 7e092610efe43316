import { purchaseOrder } from '../orders.ts';
import type { openClaims } from './house.ts';
import { billed, billing, creditNote, ordered } from './house.ts';

/** One claim with two orders: the first invoiced, credited in part and sent again under the same receipt. */
export async function sendTwoOrders({ send }: Pick<Awaited<ReturnType<typeof openClaims>>, 'send'>) {
  const claim = { insuranceClaimNumber: 'RC-2026-500', claimId: 77, requestId: 900 };
  const items = [ordered(1, 'Bumper delantero', 1, 10_000), ordered(2, 'Faro izquierdo', 2, 3000)];
  await send('purchaseOrder', 501, purchaseOrder(501, { ...claim, items }));
  const second = [ordered(3, 'Bonete', 1, 20_000)];
  await send('purchaseOrder', 502, purchaseOrder(502, { ...claim, items: second }));
  const about = { insuranceClaimNumber: 'RC-2026-500', requestId: 900, insurancePolicyNumber: 'AUTO-0500' };
  const lines = [billed(1, 'BUMPER DELANTERO', 1, 10_000), billed(2, 'Faro izq.', 2, 3000)];
  const invoice = billing(601, lines, { ...about, purchaseOrderId: 501 });
  await send('financialDocument', 601, invoice);
  const returned = [billed(1, 'Faro izquierdo', 1, 3000)];
  const credit = { ...about, ...creditNote, purchaseOrderId: 501, relatedDocumentId: 601 };
  await send('financialDocument', 602, billing(602, returned, credit, 'E340000000001'));
  await send('financialDocument', 603, { ...invoice, documentId: 603 });
  await send(
    'financialDocument',
    604,
    billing(604, [billed(1, 'Bonete', 1, 20_000)], { ...about, purchaseOrderId: 502 }),
  );
}
