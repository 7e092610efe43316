import { expect, test } from 'vitest';
import { keptOrder, mostUrgent } from '../../../renderer/cancellations/useCancellations.ts';
import { creditNoteText, toBeCredited } from '../../../renderer/cancellations/VerdictWarnings.tsx';

type Row = Parameters<typeof mostUrgent>[0][number];

const row = (id: number, more: Partial<Row> = {}): Row => ({
  id,
  state: 'deferred',
  verdict: null,
  heldUntil: null,
  askedAt: `2026-11-20T14:00:${String(id).padStart(2, '0')}.000Z`,
  mustAskAgain: false,
  closed: null,
  deliveredAt: null,
  ...more,
});
const held = (id: number, left: number) =>
  row(id, { state: 'waiting', heldUntil: `2026-11-20T14:01:${String(left).padStart(2, '0')}.000Z` });
const approved = (id: number) => row(id, { state: 'approved', verdict: 'approve', mustAskAgain: true });
const cancelled = (id: number) =>
  row(id, { state: 'cancelled', verdict: 'approve', deliveredAt: '2026-11-20T14:00:30.000Z' });
const unmatched = (id: number) => row(id, { state: 'unmatched' });
const closed = (id: number) =>
  row(id, { state: 'unmatched', closed: { at: '2026-11-20T14:00:30.000Z', who: 'Ana', reason: 'No.' } });

test('a list that is opened begins with what can run out first; what only waits for the marketplace is at its end', () => {
  const rows = [approved(1), unmatched(2), row(4), row(3), held(5, 20), held(6, 10)];
  expect(keptOrder([], rows)).toEqual([6, 5, 3, 4, 2, 1]);
});

test('its rows stay where they are whatever becomes of them, and what comes lines up at the end', () => {
  const order = keptOrder([], [held(1, 30), held(2, 20), row(3)]);
  expect(order).toEqual([2, 1, 3]);
  // 2 was decided and is gone from the open ones, 3 was asked about again, 5 and 4 came.
  const later = keptOrder(order, [held(1, 30), held(3, 5), held(5, 40), held(4, 35)]);
  expect(later).toEqual([2, 1, 3, 4, 5]);
  expect(keptOrder(later, [held(4, 35)])).toBe(later);
});

test('next is the call with the least time left, then what is to be decided, then what is to be closed', () => {
  expect(mostUrgent([row(1), held(2, 20), held(3, 10)])?.id).toBe(3);
  expect(mostUrgent([unmatched(1), row(3), row(2)])?.id).toBe(2);
  expect(mostUrgent([approved(1), unmatched(2)])?.id).toBe(2);
  expect(mostUrgent([approved(1), cancelled(2), closed(3)])).toBeNull();
});

test('only who has something left to credit is named, and the office’s own reason asks for it', () => {
  const one = {
    party: 'Repuestos Prueba',
    partyTaxId: null,
    currency: 'DOP',
    invoiced: '10',
    credited: '10',
  };
  const some = [
    { ...one, toCredit: '0' },
    { ...one, currency: 'USD', credited: '0', toCredit: '10' },
  ];
  expect(toBeCredited(some).map(({ currency }) => currency)).toEqual(['USD']);
  expect(creditNoteText(['Ya fue entregada.', 'Envíe una Nota  de Crédito.'], 'otra')).toBe(
    'Envíe una Nota  de Crédito.',
  );
  expect(creditNoteText(['Ya fue entregada.'], 'otra')).toBe('otra');
});
