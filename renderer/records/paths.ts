import type { Listed } from '#shared/contract/views.ts';
import type { RecordKind } from '#shared/terms.ts';

/** The path of each kind's queue. */
export const recordBases: Record<RecordKind, string> = {
  purchaseOrder: '/purchase-orders',
  serviceOrder: '/service-orders',
  incidentReport: '/incidents',
  financialDocument: '/documents',
};

/** The path of each list that can be saved. */
export const listBases: Record<Listed, string> = { ...recordBases, claim: '/claims' };

/** The path of a record in its queue. */
export const recordPath = (kind: RecordKind, id: number) => `${recordBases[kind]}/${id}`;
