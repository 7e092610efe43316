/** The inbox of whoever asks: what waits for them, and what of it is worked off. */
import { expect } from 'vitest';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

const nothing = { mentions: [], reminders: [], recordId: null };

export const inboxProcedures: Record<string, Scenario> = {
  'inbox.visit': {
    invalid: [],
    async behaves({ client }) {
      await client.inbox.visit();
      expect(await client.inbox.list()).toMatchObject({ lastVisitAt: null, since: null });
    },
  },
  'inbox.list': {
    invalid: [{ limit: 0 }, { cursor: 5 }],
    async behaves({ client }) {
      await client.work.assign({ ids: [1], to: 1 });
      const { groups, today } = await client.inbox.list({ limit: 200 });
      const entries = groups.flatMap((group) => group.entries);
      expect(entries.find(({ key }) => key === 'record:1')).toMatchObject({
        isMine: true,
        record: { id: 1 },
        reasons: expect.arrayContaining([expect.objectContaining({ why: 'assigned' })]),
      });
      expect(today.purchaseOrder).toBeGreaterThan(0);
      const first = await client.inbox.list({ limit: 1 });
      const second = await client.inbox.list({ limit: 1, cursor: first.nextCursor ?? '' });
      expect(second.groups[0]?.key).toBe(first.nextCursor === null ? first.groups[0]?.key : groups[1]?.key);
    },
  },
  'inbox.done': {
    invalid: [{}, { key: 5 }, { key: 'x'.repeat(451) }, { key: 'record:1' }],
    async behaves({ client }) {
      const done = (revision: number) => client.inbox.done({ key: 'record:1', revision });
      expect(await definedErrorOf(done(2))).toEqual(defined('NEWER_REVISION', { revision: 1 }));
      expect(await done(1)).toMatchObject({ recordId: 1 });
      expect(await client.records.get({ id: 1 })).toMatchObject({ reviewedAt: expect.any(String) });
      expect(await definedErrorOf(done(1))).toEqual(defined('NOT_THERE'));
    },
  },
  'inbox.reopen': {
    invalid: [{}, { ...nothing, recordId: 0 }, { ...nothing, mentions: ['1'] }],
    async behaves({ client }) {
      await client.inbox.reopen({ ...nothing, recordId: 1 });
      expect(await client.records.get({ id: 1 })).toMatchObject({ reviewedAt: null });
      await client.work.assign({ ids: [1], to: null });
    },
  },
};
