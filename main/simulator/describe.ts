/** One plain line for each thing that the marketplace saw, for a terminal. */
import type { OrderKind } from '#shared/terms.ts';
import type { MarketplaceEvent, Trouble } from './events.ts';

const orderNames: Record<OrderKind, string> = {
  purchaseOrder: 'Purchase order',
  serviceOrder: 'Service order',
};

export function describeEvent(event: MarketplaceEvent): string {
  if (event.event === 'faultyDelivery')
    return `Faulty delivery (${event.fault}): ${event.trouble ? describeTrouble(event.trouble) : 'taken, which is wrong'}.`;
  const order = `${orderNames[event.orderKind]} ${event.marketplaceId}`;
  switch (event.event) {
    case 'orderAnswered':
      return `${order}${event.again ? ', sent again' : ''}: has the number ${event.number}.`;
    case 'orderNotTaken':
      return `${order}: not taken; ${describeTrouble(event.trouble)}.`;
    case 'cancellationNotAnswered':
      return `${order}: cancellation not answered; ${describeTrouble(event.trouble)}.`;
    case 'cancellationAnswered': {
      const shown = event.shownText === null ? '' : ` The user reads: «${event.shownText}»`;
      return `${order}: ${outcomes[event.outcome]} after ${seconds(event.milliseconds)}.${shown}`;
    }
  }
}

const outcomes = {
  cancelled: 'cancelled',
  refused: 'cancellation refused',
  inReview: 'cancellation in review',
};

function describeTrouble(trouble: Trouble): string {
  switch (trouble.end) {
    case 'noAnswer':
      return trouble.detail;
    case 'notUnderstood':
      return `answered ${trouble.status} with something that the interface does not know`;
    case 'refused': {
      const words = [trouble.problem?.title, trouble.problem?.detail].filter(Boolean).join(': ');
      return words === ''
        ? `refused with ${trouble.status}`
        : `refused with ${trouble.status}, ${words.replace(/\.$/, '')}`;
    }
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
