/** Retention: a policy is set, what would leave is counted, in this order. All that this office has came a moment ago. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RetentionPolicy } from '../../shared/contract/retention.ts';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

const never: RetentionPolicy = { years: null, folder: null, secondFolder: null };
let policy: RetentionPolicy = never;

export const retentionProcedures: Record<string, Scenario> = {
  'retention.get': {
    invalid: [],
    behaves: async ({ client }) =>
      expect(await client.retention.get()).toEqual({
        policy: never,
        ...{ running: null, failure: null, last: null },
        reclaimable: expect.any(Number),
      }),
  },
  'retention.setPolicy': {
    invalid: [
      {},
      { policy: { ...never, years: 0 } },
      { policy: { ...never, years: 31 } },
      { policy: { ...never, years: 1.5 } },
      { policy: { ...never, folder: '' } },
      { policy: { ...never, folder: 'x'.repeat(4097) } },
      { policy: never, knowsFiscalYears: 'yes' },
    ],
    async behaves({ client, via }) {
      const folder = mkdtempSync(join(tmpdir(), 'perito-retention-'));
      policy = { years: 3, folder, secondFolder: null };
      expect(await definedErrorOf(client.retention.setPolicy({ policy }))).toMatchObject(
        defined('FISCAL_YEARS'),
      );
      for (const [wrong, problem] of [
        [{ ...policy, folder: 'relative' }, 'notAPath'],
        [{ ...policy, folder: join(folder, 'gone') }, 'missing'],
        [{ ...policy, secondFolder: folder }, 'same'],
      ] as const)
        expect(
          await definedErrorOf(client.retention.setPolicy({ policy: wrong, knowsFiscalYears: true })),
        ).toMatchObject(defined('NOT_A_FOLDER', { folder: wrong.secondFolder ?? wrong.folder, problem }));
      expect(await client.retention.setPolicy({ policy, knowsFiscalYears: true })).toMatchObject({ policy });
      expect((await client.audit.list({ limit: 1 })).rows[0]).toMatchObject({
        action: 'retention.policySet',
        actor: { via },
        detail: { before: never, after: policy, knowsFiscalYears: true },
      });
    },
  },
  'retention.plan': {
    invalid: [{}, { years: 0 }, { years: 31 }, { years: '3' }],
    async behaves({ client }) {
      const plan = await client.retention.plan({ years: 3 });
      expect(plan).toMatchObject({ claims: 0, records: 0, bytes: 0, keptBack: [], withoutClaim: 0 });
      expect(Number(plan.asOf.slice(0, 4)) - Number(plan.closedBefore.slice(0, 4))).toBe(3);
    },
  },
  'retention.begin': {
    invalid: [],
    async behaves({ client }) {
      expect(await definedErrorOf(client.retention.begin())).toMatchObject(defined('NOTHING'));
      await client.retention.setPolicy({ policy: { ...policy, years: null } });
      expect(await definedErrorOf(client.retention.begin())).toMatchObject(defined('NO_POLICY'));
    },
  },
  'retention.stop': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.retention.stop()).toBeUndefined(),
  },
  'retention.bundles': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.retention.bundles()).toEqual([]),
  },
  'retention.locate': {
    invalid: [{}, { id: 0, file: '/a.perito' }, { id: 1, file: '' }],
    behaves: async ({ client }) =>
      expect(await definedErrorOf(client.retention.locate({ id: 1, file: '/a.perito' }))).toMatchObject(
        defined('NOT_READABLE'),
      ),
  },
  'retention.open': {
    invalid: [{}, { id: 0 }, { id: 1, at: 'claims' }, { id: 1, at: `/${'x'.repeat(1000)}` }],
    behaves: async ({ client }) =>
      expect(await definedErrorOf(client.retention.open({ id: 1 }))).toMatchObject(defined('AWAY')),
  },
};
