/** Engines of an office that lead one after the other: whose place one took is told once, by whoever is there to tell it. */
import { expect, test } from 'vitest';
import { verifyAudit } from '../../main/engine/audit/index.ts';
import { openJournal } from '../../main/engine/journal/index.ts';
import { noteLeading } from '../../main/engine/receiver/leading.ts';
import { defaultSettings } from '../../main/engine/settings/defaults.ts';
import { candidate, listAudit, openStore, type Store } from '../../main/engine/store/index.ts';
import { logTakeOvers } from '../../main/engine/take-overs.ts';
import { ManualClock } from './manual-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { isOnPostgres, newTestDatabase, withTestDatabase } from './test-database.ts';

const onServer = test.skipIf(!isOnPostgres);
const hour = 3_600_000;
const leaseMilliseconds = 5000;
const log = { info() {}, warn() {}, error() {} };

/** Data directories on one database, as those of an office; where the data are in files each has its own. */
async function openOffice() {
  const clock = new ManualClock();
  const folders = [temporaryFolder(), temporaryFolder()];
  const database = await newTestDatabase(folders[0] ?? '');
  /** One of them leads until it is ended, or is gone without a word; also before it came to its log. */
  const lead = async (which: 0 | 1, isLogging = true) => {
    const dataDir = folders[which] ?? '';
    const numberTemplate = () => defaultSettings.numbering.purchaseOrder;
    const journal = await openJournal({ dataDir, database, clock, numberTemplate });
    const leading = await noteLeading(journal, { dataDir, clock, log });
    const store = await openStore({ dataDir, journalIsOpen: true });
    const goes = async () => {
      await store.close();
      await journal.close();
    };
    return {
      ...{ dataDir, store, goes },
      /** What the screens are told. */
      tells: isLogging ? await logTakeOvers(store, clock) : () => null,
      ends: () => leading.end().then(goes),
    };
  };
  return { clock, folders, lead };
}

const logged = async (store: Store) => {
  const rows = await store.read((tx) => listAudit(tx, { subject: 'engine', beforeId: 1e9, limit: 50 }));
  expect(await verifyAudit(store)).toMatchObject({ intact: true });
  return rows.map(({ action, actor, detail }) => ({
    ...{ action, actor: JSON.parse(actor), detail: JSON.parse(detail) },
  }));
};

onServer('the first engine, and one that is started again, took nobody’s place', async () => {
  const { lead } = await openOffice();
  const first = await lead(0);
  await first.ends();
  const again = await lead(0);
  await again.goes();
  const killed = await lead(0);
  expect([first.tells(), again.tells(), killed.tells(), await logged(killed.store)]).toEqual([
    ...[null, null, null, []],
  ]);
  await killed.goes();
});

onServer('one that was not asked to end, and one that was, are told apart', async () => {
  const { clock, lead } = await openOffice();
  await (await lead(0)).goes();
  const second = await lead(1);
  const unplanned = {
    ...{ at: clock.now(), leader: candidate, before: candidate, isPlanned: false, isServerReplaced: false },
    ...{ unledMilliseconds: expect.any(Number), silentMilliseconds: expect.any(Number) },
  };
  expect(second.tells()).toEqual(unplanned);
  const { unledMilliseconds = 0, silentMilliseconds } = second.tells() ?? {};
  expect(silentMilliseconds).toBe(unledMilliseconds + leaseMilliseconds);
  expect(await logged(second.store)).toEqual([
    { action: 'engine.tookOver', actor: { person: '', via: 'engine' }, detail: unplanned },
  ]);
  await second.ends();

  clock.advance(hour);
  const third = await lead(0);
  const planned = { ...unplanned, at: clock.now(), isPlanned: true, silentMilliseconds: null };
  expect(third.tells()).toEqual(planned);
  expect((await logged(third.store)).map(({ detail }) => detail)).toEqual([planned, unplanned]);
  await third.goes();
});

onServer('a start again tells of the last one for some days, and logs it no more', async () => {
  const { clock, lead } = await openOffice();
  await (await lead(0)).goes();
  await (await lead(1)).goes();
  clock.advance(5 * 24 * hour);
  const again = await lead(1);
  expect(again.tells()).toMatchObject({ isPlanned: false });
  expect(await logged(again.store)).toHaveLength(1);
  clock.advance(2 * 24 * hour);
  expect(again.tells()).toBeNull();
  await again.ends();
  const planned = await lead(0);
  clock.advance(23 * hour);
  expect(planned.tells()).toMatchObject({ isPlanned: true });
  clock.advance(hour);
  expect(planned.tells()).toBeNull();
  await planned.goes();
});

onServer.each([
  ['a standby that was promoted, of which this engine knows nothing', '0000000Z', true],
  ['the server as it was', null, false],
])('%s is told apart', async (_, timeline, isServerReplaced) => {
  const { lead, folders } = await openOffice();
  await (await lead(0)).goes();
  if (timeline !== null)
    await withTestDatabase(folders[0] ?? '', (client) =>
      client.query(
        `UPDATE receiver_setting SET value = jsonb_set(value::jsonb, '{timeline}', to_jsonb($1::text))::text WHERE name = 'leading'`,
        [timeline],
      ),
    );
  const second = await lead(1);
  expect(second.tells()).toMatchObject({ isPlanned: false, isServerReplaced });
  await second.goes();
});

onServer('one whose clock was years ahead dates no later one', async () => {
  const { clock, lead } = await openOffice();
  await (await lead(0)).goes();
  const now = clock.now();
  clock.advance(5 * 365 * 24 * hour);
  await (await lead(1)).goes();
  clock.advance(now - clock.now());
  const third = await lead(0);
  expect(third.tells()).toMatchObject({ at: now });
  expect((await logged(third.store)).map(({ detail }) => detail.at)).toEqual([
    now,
    now + 5 * 365 * 24 * hour,
  ]);
  await third.goes();
});

onServer('what an engine did not come to log, the next one does, in its order', async () => {
  const { clock, lead } = await openOffice();
  await (await lead(0)).goes();
  const second = await lead(1, false);
  expect(await logged(second.store)).toEqual([]);
  await second.ends();
  const at = clock.now();
  // The clock of this one is behind.
  clock.advance(-hour);
  const third = await lead(0);
  const told = (await logged(third.store)).map(({ detail }) => [detail.isPlanned, detail.at]);
  expect(told).toEqual([
    [true, at + 1],
    [false, at],
  ]);
  await third.goes();
});

test.skipIf(isOnPostgres)('of files nothing is told', async () => {
  const { lead } = await openOffice();
  for (const which of [0, 1, 0] as const) {
    const engine = await lead(which);
    expect([engine.tells(), await logged(engine.store)]).toEqual([null, []]);
    await engine.ends();
  }
});
