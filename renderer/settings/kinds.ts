import type { OrderKind } from '#shared/terms.ts';

/** The kinds whose numbers are given today. */
export const recordKindList: readonly OrderKind[] = ['purchaseOrder', 'serviceOrder'];
