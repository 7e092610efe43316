import type { RecordKind } from '#shared/terms.ts';

/** The path of each kind's queue. */
export const recordBases: Record<RecordKind, string> = {
  purchaseOrder: '/purchase-orders',
  serviceOrder: '/service-orders',
  incidentReport: '/incidents',
  financialDocument: '/documents',
};

/** The path of a record in its queue. */
export const recordPath = (kind: RecordKind, id: number) => `${recordBases[kind]}/${id}`;
