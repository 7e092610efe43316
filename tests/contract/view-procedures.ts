/** The room of views: lists that people saved. Whoever is here is an administrator, and alone. */
import { expect } from 'vitest';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

const shown = {
  ...({ layout: 'table', density: null } as const),
  columns: [{ id: 'number', width: null }],
};
const wanted = {
  ...({ id: null, kind: 'purchaseOrder' } as const),
  name: 'Sin revisar',
  query: 'reviewed=false',
  ...shown,
};
let id = 0;

export const viewProcedures: Record<string, Scenario> = {
  'views.save': {
    invalid: [
      {},
      { ...wanted, name: ' ' },
      { ...wanted, name: 'x'.repeat(61) },
      { ...wanted, query: 'x'.repeat(8001) },
      { ...wanted, kind: 'policy' },
      { ...wanted, layout: 'cards' },
    ],
    async behaves({ client }) {
      const saved = await client.views.save(wanted);
      expect(saved).toMatchObject({ ...wanted, id: saved.id, isOwn: true, isShared: false });
      id = saved.id;
      const { changedAt: _, isOwn: __, personId: ___, ...view } = saved;
      const shared = await client.views.save({ ...view, name: ' Por revisar ', isShared: true });
      expect(shared).toMatchObject({ id, name: 'Por revisar', isShared: true });
      const twice = client.views.save({ ...wanted, name: 'POR REVISAR' });
      expect(await definedErrorOf(twice)).toEqual(defined('NAME_TAKEN'));
      const missing = client.views.save({ ...wanted, id: 9999 });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'views.list': {
    invalid: [{}, { kind: 'policy' }],
    async behaves({ client }) {
      expect((await client.views.list({ kind: 'purchaseOrder' })).views).toMatchObject([{ id, isOwn: true }]);
      expect((await client.views.list({ kind: 'serviceOrder' })).views).toEqual([]);
    },
  },
  'views.remove': {
    invalid: [{}, { id: 0 }],
    async behaves({ client }) {
      expect(await client.views.remove({ id })).toMatchObject({ id, name: 'Por revisar' });
      expect(await definedErrorOf(client.views.remove({ id }))).toEqual(defined('NOT_FOUND'));
    },
  },
};
