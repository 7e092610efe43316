import type { RecordKind } from '#shared/terms.ts';

/** Whether a kind's Spanish name is feminine (la orden) or masculine (el reporte, el documento). */
export const genderOf: Record<RecordKind, 'feminine' | 'masculine'> = {
  purchaseOrder: 'feminine',
  serviceOrder: 'feminine',
  incidentReport: 'masculine',
  financialDocument: 'masculine',
};
