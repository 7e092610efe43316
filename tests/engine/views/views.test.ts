/** Views of lists: whose they are, who may share and change them, and by which index they are read. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { listAudit, listOwnViews, listSharedViews } from '../../../main/engine/store/index.ts';
import { createViews, type Viewer, type WantedView } from '../../../main/engine/views/index.ts';
import { openRecords } from '../records/house.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';

async function open(dataDir?: string) {
  const house = await openRecords(dataDir === undefined ? {} : { dataDir });
  return { ...house, views: createViews({ store: house.store, clock: house.clock, changes: house.changes }) };
}
let house: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  house = await open();
  onTestFinished(async () => {
    await house.close();
    house.remove();
  });
});

const viewer = (personId: number, name: string, maySupervise: boolean): Viewer => ({
  ...{ personId, maySupervise },
  actor: { person: name, personId, via: 'browser' },
});
const ana = viewer(2, 'Ana Prueba', false);
const luis = viewer(3, 'Luis Prueba', true);
const rosa = viewer(4, 'Rosa Prueba', true);
const columns = JSON.stringify({ layout: 'table', density: null, columns: null });
const wanted = (name: string, more: Partial<WantedView> = {}): WantedView => ({
  ...{ id: null, name, screen: 'purchaseOrder', filter: 'reviewed=false', columns, isShared: false },
  ...more,
});
const save = async (name: string, by: Viewer, more: Partial<WantedView> = {}) => {
  const done = await house.views.save(wanted(name, more), by);
  if (done.outcome !== 'done') throw new Error(`It is ${done.outcome}.`);
  return done.view;
};
const names = async (by: Viewer) => (await house.views.list(by, 'purchaseOrder')).map(({ name }) => name);

test('one sees own views by name, then those that others share, of this list alone', async () => {
  await save('zona norte', ana);
  await save('Ámbar', ana);
  await save('De todos', luis, { isShared: true });
  await save('De Luis', luis);
  await save('Servicios', ana, { screen: 'serviceOrder' });
  expect(await names(ana)).toEqual(['Ámbar', 'zona norte', 'De todos']);
  expect(await names(luis)).toEqual(['De Luis', 'De todos']);
});

describe('what is refused', () => {
  type Case = [
    name: string,
    by: Viewer,
    id: 'ana' | 'luis' | null,
    more: Partial<WantedView>,
    outcome: string,
  ];
  const cases: Case[] = [
    ['sharing, of who is no supervisor', ana, 'ana', { isShared: true }, 'notSupervisor'],
    ['saving over a view of somebody else', rosa, 'luis', {}, 'notYours'],
    ['a name that one has already, whatever its accents', ana, null, { name: 'PENDIENTES' }, 'nameTaken'],
    ['the view of another list', ana, 'ana', { screen: 'serviceOrder' }, 'notFound'],
    ['renaming one own', ana, 'ana', { name: 'Otra' }, 'done'],
    ['the name that somebody else has', rosa, null, { name: 'Péndientes' }, 'done'],
  ];
  test.each(cases)('%s', async (_, by, of, more, outcome) => {
    const ids = {
      ana: (await save('Pendientes', ana)).id,
      luis: (await save('De todos', luis, { isShared: true })).id,
    };
    const id = of === null ? null : ids[of];
    expect((await house.views.save(wanted('Nueva', { id, ...more }), by)).outcome).toBe(outcome);
  });

  test('removing is for whoever saved it, and of what is shared for a supervisor', async () => {
    const own = await save('De Ana', ana);
    const shared = await save('De todos', luis, { isShared: true });
    expect((await house.views.remove(own.id, rosa)).outcome).toBe('notYours');
    expect((await house.views.remove(shared.id, ana)).outcome).toBe('notYours');
    expect(await house.views.remove(shared.id, rosa)).toMatchObject({
      outcome: 'done',
      view: { id: shared.id },
    });
    expect((await house.views.remove(own.id, ana)).outcome).toBe('done');
    expect((await house.views.remove(own.id, ana)).outcome).toBe('notFound');
    const log = await house.store.read((tx) =>
      listAudit(tx, { beforeId: 1e9, limit: 2, subject: undefined }),
    );
    expect(log.map(({ action, subject }) => [action, subject])).toEqual([
      ['view.removed', `view:${own.id}`],
      ['view.removed', `view:${shared.id}`],
    ]);
  });

  test('more than fifty of one list', async () => {
    for (let count = 0; count < 50; count += 1) await save(`Vista ${count}`, ana);
    expect((await house.views.save(wanted('Una más'), ana)).outcome).toBe('tooMany');
    expect((await house.views.save(wanted('Una más', { screen: 'serviceOrder' }), ana)).outcome).toBe('done');
  });
});

test.skipIf(isOnPostgres)('they stay once all is derived anew', async () => {
  await save('De todos', luis, { isShared: true });
  const before = await house.views.list(ana, 'purchaseOrder');
  await house.close();
  expect((await rebuildData({ dataDir: house.dataDir }))?.lost).toEqual([]);
  house = await open(house.dataDir);
  expect(await house.views.list(ana, 'purchaseOrder')).toEqual(before);
});

const queries = [
  ['own views', 'saved_view_of_person', statement((tx) => listOwnViews(tx, 1, 'purchaseOrder', 9))],
  ['shared views', 'saved_view_shared', statement((tx) => listSharedViews(tx, 1, 'purchaseOrder', 9))],
] as const;
test.skipIf(isOnPostgres).each(queries)('%s are read by %s', async (_, index, query) => {
  expect(await planOf(house.store, query)).toMatch(new RegExp(`USING (COVERING )?INDEX ${index}`));
});
