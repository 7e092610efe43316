import type { RecordKind } from '#shared/terms.ts';

/** Where the queue of each kind is. */
export const recordBases: Record<RecordKind, string> = {
  purchaseOrder: '/purchase-orders',
  serviceOrder: '/service-orders',
  incidentReport: '/incidents',
  financialDocument: '/documents',
};

/** Where a record is shown in its queue. */
export const recordPath = (kind: RecordKind, id: number) => `${recordBases[kind]}/${id}`;
