import type { RecordRow } from '#shared/contract/records.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';

/** Whether nobody has decided on an invoice, nor proposed to pay it. */
export const isUndecidedInvoice = ({ decision, heading }: Pick<RecordRow, 'decision' | 'heading'>): boolean =>
  decision === null && heading?.kind === 'financialDocument' && !isCreditNote(heading);
