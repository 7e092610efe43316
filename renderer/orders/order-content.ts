import type { RecordContent } from '#shared/marketplace/record-content.ts';

export type OrderContent = Extract<RecordContent, { kind: 'purchaseOrder' | 'serviceOrder' }>;

/** Whether a record's content is an order's. */
export const isOrder = (content: RecordContent): content is OrderContent =>
  content.kind === 'purchaseOrder' || content.kind === 'serviceOrder';
