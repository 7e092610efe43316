import type { Finding } from '../../../shared/contract/records.ts';

/** A finding of one place, as the contract gives it. */
export const finding = (code: Finding['code'], pointer: string): Finding => ({
  id: 1,
  revision: 1,
  code,
  severity: 'warning',
  pointer,
  parameters: {},
  places: [{ pointer, parameters: {} }],
  count: 1,
  amount: null,
  acknowledgement: null,
});
