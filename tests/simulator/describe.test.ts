import { expect, test } from 'vitest';
import { describeEvent, type MarketplaceEvent } from '../../main/simulator/index.ts';

const call = { orderKind: 'purchaseOrder', marketplaceId: 50_001, milliseconds: 1240 } as const;
const problem = { title: 'Bad request', detail: 'items must not be empty.', status: 400 };

test.each<[MarketplaceEvent, string, string]>([
  [
    { event: 'orderAnswered', ...call, number: 'OC-2026-000001', again: false },
    'Orden de compra 50001: tiene el número OC-2026-000001.',
    'Purchase order 50001: has the number OC-2026-000001.',
  ],
  [
    { event: 'orderAnswered', ...call, orderKind: 'serviceOrder', number: 'OS-1', again: true },
    'Orden de servicio 50001, enviada otra vez: tiene el número OS-1.',
    'Service order 50001, sent again: has the number OS-1.',
  ],
  [
    {
      event: 'cancellationAnswered',
      ...call,
      outcome: 'refused',
      answer: { isCancelled: false, showResponseText: true, responseText: 'Ya se facturó.' },
      shownText: 'Ya se facturó.',
    },
    'Orden de compra 50001: cancelación rechazada en 1.2 s. El usuario lee: «Ya se facturó.»',
    'Purchase order 50001: cancellation refused after 1.2 s. The user reads: «Ya se facturó.»',
  ],
  [
    {
      event: 'cancellationNotAnswered',
      ...call,
      trouble: { end: 'noAnswer', why: 'hungUp', detail: 'hung up' },
    },
    'Orden de compra 50001: cancelación sin respuesta; hung up.',
    'Purchase order 50001: cancellation not answered; hung up.',
  ],
  [
    {
      event: 'faultyDelivery',
      fault: 'noItems',
      milliseconds: 3,
      trouble: { end: 'refused', status: 400, problem, text: '' },
    },
    'Entrega con error (sin piezas): rechazada con 400, Bad request: items must not be empty.',
    'Faulty delivery (no parts): refused with 400, Bad request: items must not be empty.',
  ],
  [
    { event: 'faultyDelivery', fault: 'notJson', milliseconds: 3, trouble: null },
    'Entrega con error (no es JSON): se aceptó, y no debía.',
    'Faulty delivery (not JSON): taken, which is wrong.',
  ],
])('%o', (event, es, en) => {
  expect(describeEvent(event, 'es')).toBe(es);
  expect(describeEvent(event, 'en')).toBe(en);
});
