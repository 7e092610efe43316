import type { Settings } from '#shared/contract/settings.ts';
import type { CancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import type { AskAnswer } from '#shared/terms.ts';

/**
 * What goes over the wire for an answer (interface, "CancelledPurchaseOrderResponse"). `verdictText` is the
 * text that was kept with the verdict; the other two come from the settings as they are now.
 */
export function wireAnswer(
  answer: AskAnswer,
  verdictText: string | null,
  texts: Settings['texts'],
): CancelledOrderResponse {
  switch (answer) {
    case 'cancelled':
      return { isCancelled: true, showResponseText: verdictText !== null, responseText: verdictText };
    case 'refused':
      return { isCancelled: false, showResponseText: true, responseText: verdictText };
    case 'inReview':
      return { isCancelled: false, showResponseText: true, responseText: texts.inReview };
    case 'unknownOrder':
      return { isCancelled: false, showResponseText: true, responseText: texts.unknownOrder };
  }
}
