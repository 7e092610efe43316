/** Cancellations with what makes them worth looking at twice, for the pictures of their screens. */
import { vi } from 'vitest';
import { financialDocument } from '../engine/financial-documents.ts';
import { incidentReport } from '../engine/incident-reports.ts';
import { purchaseOrder, purchaseOrderItem } from '../engine/orders.ts';
import type { Perito } from './perito.ts';

const claim = 'REC-2026-04417';
/** Out of the way of the ids of the sample data. */
const first = 880_001;

/**
 * An order that is invoiced and asked about under another's number, one of a claim that nobody knows more of, and one that
 * never came. Their calls are held.
 */
export async function fillCancellations(perito: Perito) {
  const order = (id: number, changes: object) =>
    perito.post(
      '/PurchaseOrders',
      purchaseOrder(id, {
        insuranceClaimNumber: claim,
        supplierName: 'Repuestos Prueba Norte',
        items: [
          purchaseOrderItem(1, { itemName: 'Bumper delantero' }),
          purchaseOrderItem(2, { itemName: 'Faro delantero izquierdo' }),
        ],
        ...changes,
      }),
    );
  await order(first, {});
  await order(first + 1, { insuranceClaimNumber: 'REC-2026-04418' });
  await perito.post(
    '/incidentReports',
    incidentReport(first, {
      generalInfo: {
        ...incidentReport(1).generalInfo,
        insurancePolicyNumber: 'AUTO-4417',
        insuranceOwnerDisplayName: 'Yesenia De la Cruz Prueba',
        vehicleMakeName: 'Hyundai',
        vehicleModelName: 'Sonata',
        vehicleYear: 2012,
        vinNumber: 'KMHEC41DBCA300117',
      },
    }),
  );
  const invoice = (id: number, receipt: string, changes: object) =>
    perito.post(
      '/financialDocuments',
      financialDocument(id, {
        purchaseOrderId: first,
        insuranceClaimNumber: claim,
        insurancePolicyNumber: 'AUTO-4417',
        createdBy: { personId: 41, identification: '131000002', personName: 'Repuestos Prueba Norte' },
        taxReceipt: { ...financialDocument(1).taxReceipt, taxReceiptNumber: receipt },
        ...changes,
      }),
    );
  await invoice(first, 'E310000088001', {});
  await invoice(first + 1, 'E310000088002', {});
  await invoice(first + 2, 'E340000088003', {
    documentTypeId: 2,
    documentTypeName: 'Nota de crédito',
    relatedDocumentId: first,
    totalAmount: 4750.59,
  });
  const numberOf = async (id: number) => {
    const { rows } = await perito.client.records.list({ search: String(id), kind: 'purchaseOrder' });
    return rows.find((row) => row.marketplaceId === id)?.number ?? '';
  };
  const calls = [
    [
      first,
      {
        purchaseOrderNumber: await numberOf(first + 1),
        insuranceClaimNumber: 'REC-2026-04418',
        requestId: 90_000 + first,
        cancellationReason: 'El cliente ya no quiere la pieza',
        cancellationReasonId: 4,
        cancellationReasonName: 'Duplicada',
        comments: 'Favor confirmar hoy: el suplidor espera.',
        cancelledByEmailAddress: 'usuario@mercado-prueba.example',
        cancelledByDisplayName: 'Usuario Prueba',
      },
    ],
    [first + 1, { cancellationReason: 'Error en el pedido' }],
    [first + 2, { cancellationReason: 'Duplicada', cancelledByDisplayName: 'Usuario Prueba' }],
  ] as const;
  // They are answered when their hold ends, or when everything ends.
  for (const [id, words] of calls)
    void perito.post(`/PurchaseOrders/${id}/cancel`, { purchaseOrderId: id, ...words }).catch(() => {});
  const found = async () => {
    const listed = await perito.client.cancellations.list({ state: ['waiting', 'unmatched'], limit: 100 });
    const own = calls.map(([id]) => listed.rows.find((row) => row.marketplaceId === id)?.id ?? 0);
    const detail = await perito.client.cancellations.get({ id: own[0] ?? 0 });
    return detail.insured === null || own.includes(0) ? Promise.reject(new Error('not yet')) : own;
  };
  const rows = await vi.waitFor(found, { timeout: 60_000, interval: 200 });
  const [other, plain, unmatched] = rows;
  return [
    { name: 'cancellation-of-another-order', path: `/cancellations/${other}` },
    { name: 'cancellation-of-another-order-approving', path: `/cancellations/${other}`, press: 'a' },
    { name: 'cancellation-of-unknown-insured', path: `/cancellations/${plain}` },
    { name: 'cancellation-to-close', path: `/cancellations/${unmatched}` },
  ];
}
