import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimelineEntry } from '#shared/contract/claims.ts';
import { foldTimeline, stepsOf } from '../../../renderer/claims/Timeline.tsx';

const dayOf = (at: string) => at.slice(0, 10);
const entry = (at: string, event: TimelineEntry['event'], changes: Partial<TimelineEntry> = {}) => ({
  at: `2026-11-${at}:00.000Z`,
  event,
  recordId: 1,
  kind: 'purchaseOrder' as const,
  text: null,
  who: null,
  ...changes,
});

describe('what is told over and over', () => {
  it('is told once a day, with how often and until when', () => {
    const asks = ['20T10:00', '20T10:05', '20T11:00', '21T09:00'].map((at) => entry(at, 'asked'));
    expect(foldTimeline(asks, dayOf)).toEqual([
      { entry: asks[0], count: 3, lastAt: '2026-11-20T11:00:00.000Z' },
      { entry: asks[3], count: 1, lastAt: '2026-11-21T09:00:00.000Z' },
    ]);
  });

  it('is folded across what lies between, and never with what is of another record', () => {
    const timeline = [
      entry('20T10:00', 'asked'),
      entry('20T10:01', 'decided', { text: 'refuse' }),
      entry('20T10:02', 'asked', { recordId: 2 }),
      entry('20T10:03', 'asked'),
    ];
    expect(
      foldTimeline(timeline, dayOf).map(({ entry: { event, recordId }, count }) => [event, recordId, count]),
    ).toEqual([
      ['asked', 1, 2],
      ['decided', 1, 1],
      ['asked', 2, 1],
    ]);
  });

  it('shows of several revisions the newest number', () => {
    const timeline = [
      entry('20T10:00', 'revision', { text: '2' }),
      entry('20T10:01', 'revision', { text: '3' }),
    ];
    expect(foldTimeline(timeline, dayOf)).toMatchObject([{ count: 2, entry: { text: '3' } }]);
  });

  it('nothing is lost, and what happens once only is never folded', () => {
    const events = ['record', 'asked', 'decided', 'note', 'lookup', 'revision', 'cancelled'] as const;
    const anything = fc.array(
      fc.record({
        event: fc.constantFrom(...events),
        recordId: fc.nat(2),
        minute: fc.integer({ min: 10, max: 59 }),
      }),
    );
    fc.assert(
      fc.property(anything, (made) => {
        const timeline = made.map(({ event, recordId, minute }) =>
          entry(`20T10:${minute}`, event, { recordId }),
        );
        const folded = foldTimeline(timeline, dayOf);
        expect(folded.reduce((sum, { count }) => sum + count, 0)).toBe(timeline.length);
        const once = folded.filter(({ entry: { event } }) =>
          ['record', 'decided', 'note', 'cancelled'].includes(event),
        );
        expect(once.every(({ count }) => count === 1)).toBe(true);
      }),
    );
  });
});

it('the story in short puts together what follows each other, and leaves out what only the office did', () => {
  const timeline = [
    entry('20T10:00', 'incident', { kind: 'incidentReport' }),
    entry('20T10:01', 'record'),
    entry('20T10:02', 'record', { recordId: 2 }),
    entry('20T10:03', 'reviewed'),
    entry('20T10:04', 'record', { kind: 'financialDocument' }),
    entry('20T10:05', 'asked'),
    entry('20T10:06', 'asked'),
    entry('20T10:07', 'decided', { text: 'approve' }),
    entry('20T10:08', 'lookup', { recordId: null, kind: null }),
    entry('20T10:09', 'balance', { recordId: null, kind: null }),
  ];
  expect(stepsOf(timeline)).toEqual([
    { step: 'incident', count: 1 },
    { step: 'purchaseOrder', count: 2 },
    { step: 'financialDocument', count: 1 },
    { step: 'asked', count: 2 },
    { step: 'approved', count: 1 },
    { step: 'lookup', count: 2 },
  ]);
});
