import { describe, expect, it } from 'vitest';
import { wireAnswer } from '../../../main/engine/receiver/held-calls.ts';
import { answerOf, blocked } from '../../../renderer/cancellations/VerdictForm.tsx';

const given = { text: 'El reclamo está cerrado.', person: 'Persona de prueba', link: 'live' } as const;

describe('why a verdict cannot be given', () => {
  it.each([
    ['refuse', {}, null],
    ['approve', {}, null],
    ['approve', { text: '' }, null],
    ['refuse', { text: '   ' }, 'needText'],
    ['refuse', { text: 'x'.repeat(501) }, 'tooLong'],
    ['refuse', { text: 'x'.repeat(500) }, null],
    ['approve', { person: ' ' }, 'needPerson'],
    ['refuse', { person: '' }, 'needPerson'],
    ['approve', { link: 'connecting' }, null],
    ['approve', { link: 'lost' }, 'offline'],
    ['refuse', { link: 'signedOut', text: '' }, 'offline'],
    ['refuse', { link: 'away', text: '' }, 'away'],
  ] as const)('%s with %j: %s', (verdict, change, expected) => {
    expect(blocked(verdict, { ...given, ...change })).toBe(expected);
  });
});

describe('what is shown as being sent', () => {
  it.each([
    ['refuse', 'refused', ' Ya fue facturada. ', ''],
    ['approve', 'cancelled', '', ''],
    ['approve', 'cancelled', '', 'Quedó cancelada.'],
  ] as const)('is what goes over the wire: %s', (verdict, answer, refusalText, approvedText) => {
    const shown = answerOf(verdict, refusalText, approvedText);
    const wire = wireAnswer({ answer, text: shown.text });
    expect(wire.isCancelled).toBe(shown.isCancelled);
    expect(wire.responseText).toBe(shown.text);
    expect(wire.showResponseText).toBe(shown.text !== null);
  });
});
