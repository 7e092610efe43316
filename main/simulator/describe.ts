/** One plain line for each thing that the marketplace saw, for a terminal. */
import type { Locale, OrderKind } from '#shared/terms.ts';
import type { CancellationEvent, MarketplaceEvent, Trouble } from './events.ts';
import type { Fault } from './faulty-delivery.ts';

type Outcome = Extract<CancellationEvent, { event: 'cancellationAnswered' }>['outcome'];

interface Words {
  order: Record<OrderKind, string>;
  fault: Record<Fault, string>;
  again: string;
  number: string;
  notTaken: string;
  notAnswered: string;
  outcome: Record<Outcome, string>;
  after: string;
  shown: string;
  faulty: string;
  takenThough: string;
  refused: string;
  notUnderstood: string;
}

const words: Record<Locale, Words> = {
  es: {
    order: { purchaseOrder: 'Orden de compra', serviceOrder: 'Orden de servicio' },
    fault: {
      notJson: 'no es JSON',
      notAnObject: 'no es un objeto',
      noIdentity: 'sin id de la orden',
      noItems: 'sin piezas',
      otherIdInPath: 'otro id en la dirección',
    },
    again: 'enviada otra vez',
    number: 'tiene el número',
    notTaken: 'no se recibió',
    notAnswered: 'cancelación sin respuesta',
    outcome: {
      cancelled: 'cancelada',
      refused: 'cancelación rechazada',
      inReview: 'cancelación en revisión',
    },
    after: 'en',
    shown: 'El usuario lee',
    faulty: 'Entrega con error',
    takenThough: 'se aceptó, y no debía',
    refused: 'rechazada con',
    notUnderstood: 'una respuesta que la interfaz no conoce, con',
  },
  en: {
    order: { purchaseOrder: 'Purchase order', serviceOrder: 'Service order' },
    fault: {
      notJson: 'not JSON',
      notAnObject: 'not an object',
      noIdentity: 'no order id',
      noItems: 'no parts',
      otherIdInPath: 'another id in the path',
    },
    again: 'sent again',
    number: 'has the number',
    notTaken: 'not taken',
    notAnswered: 'cancellation not answered',
    outcome: {
      cancelled: 'cancelled',
      refused: 'cancellation refused',
      inReview: 'cancellation in review',
    },
    after: 'after',
    shown: 'The user reads',
    faulty: 'Faulty delivery',
    takenThough: 'taken, which is wrong',
    refused: 'refused with',
    notUnderstood: 'an answer that the interface does not know, with',
  },
};

export function describeEvent(event: MarketplaceEvent, locale: Locale): string {
  const say = words[locale];
  if (event.event === 'faultyDelivery') {
    const end = event.trouble ? describeTrouble(event.trouble, say) : say.takenThough;
    return `${say.faulty} (${say.fault[event.fault]}): ${end}.`;
  }
  const order = `${say.order[event.orderKind]} ${event.marketplaceId}`;
  switch (event.event) {
    case 'orderAnswered':
      return `${order}${event.again ? `, ${say.again}` : ''}: ${say.number} ${event.number}.`;
    case 'orderNotTaken':
      return `${order}: ${say.notTaken}; ${describeTrouble(event.trouble, say)}.`;
    case 'cancellationNotAnswered':
      return `${order}: ${say.notAnswered}; ${describeTrouble(event.trouble, say)}.`;
    case 'cancellationAnswered': {
      const shown = event.shownText === null ? '' : ` ${say.shown}: «${event.shownText}»`;
      const seconds = `${(event.milliseconds / 1000).toFixed(1)} s`;
      return `${order}: ${say.outcome[event.outcome]} ${say.after} ${seconds}.${shown}`;
    }
  }
}

function describeTrouble(trouble: Trouble, say: Words): string {
  switch (trouble.end) {
    case 'noAnswer':
      return trouble.detail;
    case 'notUnderstood':
      return `${say.notUnderstood} ${trouble.status}`;
    case 'refused': {
      const told = [trouble.problem?.title, trouble.problem?.detail].filter(Boolean).join(': ');
      return told === ''
        ? `${say.refused} ${trouble.status}`
        : `${say.refused} ${trouble.status}, ${told.replace(/\.$/, '')}`;
    }
  }
}
