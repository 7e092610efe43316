import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuditFilter,
  type AuditPlace,
  appendAudit,
  findAuditNames,
  listAuditAreas,
  listAuditMatching,
  listAuditPeople,
  type Store,
} from '../../../main/engine/store/index.ts';
import { purchaseOrder } from '../orders.ts';
import { openRecords } from '../records/house.ts';
import { plansOf } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';

let house: Awaited<ReturnType<typeof openRecords>>;
let store: Store;
const claim = 'REC-PRUEBA-1';
const day = 86_400_000;

const accounts = {
  ana: { person: 'Ana', personId: 1, via: 'browser' },
  luis: { person: 'Luis', personId: 2, via: 'desktop' },
} as const;
const perito = { person: '', via: 'engine' } as const;
const script = { person: 'Programa', via: 'token' } as const;

beforeAll(async () => {
  house = await openRecords();
  ({ store } = house);
  for (const id of [1, 2]) {
    await house.receive(
      'purchaseOrder',
      id,
      purchaseOrder(id, { insuranceClaimNumber: id === 1 ? claim : 'REC-PRUEBA-2' }),
    );
  }
  await store.write(async (tx) => {
    const entries = [
      [0, accounts.ana, 'record.noted', 'record:1'],
      [1, perito, 'contents.released', 'contents'],
      // A clock that was set back.
      [0, accounts.luis, 'record.reviewed', 'record:2'],
      [2, script, 'claim.noted', `claim:${claim}`],
      [3, accounts.ana, 'settings.changed', 'settings'],
      [3, accounts.ana, 'record.noted', 'record:2'],
    ] as const;
    for (const [at, actor, action, subject] of entries)
      await appendAudit(tx, { at: at * day, actor, action, subject, detail: {} });
  });
});
afterAll(() => house.close());

type AuditPage = Awaited<ReturnType<typeof listAuditMatching>>;
const pageOf = (filter: AuditFilter, behind: AuditPlace | null): Promise<AuditPage> =>
  store.read((tx) => listAuditMatching(tx, filter, { behind, limit: 1, countTo: 100 }));

/** Ids of what matches, in pages of one. */
async function idsOf(filter: AuditFilter): Promise<number[]> {
  const ids: number[] = [];
  for (let behind: AuditPlace | null = null; ; ) {
    const found: AuditPage = await pageOf(filter, behind);
    const [row] = found.rows;
    if (row === undefined) {
      expect(found.counted).toBe(ids.length);
      return ids;
    }
    ids.push(row.id);
    behind = row;
  }
}

test.each<[AuditFilter, number[]]>([
  [{}, [6, 5, 4, 2, 3, 1]],
  [{ personId: 1 }, [6, 5, 1]],
  [{ person: '' }, [2]],
  [{ person: 'Programa' }, [4]],
  [{ byPeople: true }, [6, 5, 4, 3, 1]],
  [{ area: 'record' }, [6, 3, 1]],
  [{ area: 'record', personId: 1 }, [6, 1]],
  [{ area: 'record', personId: 1, from: day }, [6]],
  [{ from: day, until: 3 * day }, [4, 2]],
  [{ subject: 'settings', byPeople: true }, [5]],
  [{ about: claim }, [4, 1]],
  [{ recordId: 2, byPeople: true }, [6, 3]],
  [{ about: 'REC-PRUEBA-0' }, []],
])('asked for %o, the log lists what matches, the newest first, page by page', async (filter, expected) => {
  expect(await idsOf(filter)).toEqual(expected);
});

const page = { behind: { at: 9, id: 9 }, limit: 9, countTo: 9 };
test.skipIf(isOnPostgres).each<[AuditFilter, RegExp]>([
  [{}, /USING INDEX audit_by_time \(at<\?/],
  [{ from: 1, until: 2 }, /USING INDEX audit_by_time \(at>\? AND at<\?/],
  [{ byPeople: true }, /USING INDEX audit_by_people \(at<\?/],
  [{ personId: 1 }, /USING INDEX audit_of_account \(<expr>=\? AND at<\?/],
  [{ person: '' }, /USING INDEX audit_of_name \(<expr>=\? AND at<\?/],
  [{ area: 'record' }, /USING INDEX audit_of_area \(<expr>=\? AND at<\?/],
  [{ subject: 'settings' }, /USING INDEX audit_of_subject \(subject=\?/],
  [{ recordId: 1 }, /USING INDEX audit_of_subject \(subject=\?/],
  [{ about: 'REC-1' }, /USING INDEX audit_of_subject \(subject=\?/],
])('asked for %o, the log is read by its index, without sorting it', async (filter, index) => {
  const countTo = Object.keys(filter).length === 0 ? 0 : 9;
  const plans = await plansOf(store, (tx) => listAuditMatching(tx, filter, { ...page, countTo }));
  const [name = ''] = /audit_\w+/.exec(index.source) ?? [];
  for (const plan of plans) {
    expect(plan).not.toMatch(
      /SCAN (audit|record|attachment|cancellation|r|a|c|n|m)\b(?! USING (COVERING )?INDEX audit_by_people)/,
    );
    expect(plan).toMatch(new RegExp(`INDEX ${name}\\b`));
  }
  expect(plans[0]).toMatch(index);
  const isOfOneThing = 'subject' in filter || 'recordId' in filter || 'about' in filter;
  if (!isOfOneThing) expect(plans[0]).not.toMatch(/TEMP B-TREE/);
});

test.skipIf(isOnPostgres)(
  'of two conditions the one that fewer entries meet is come by through its index',
  async () => {
    const filter: AuditFilter = { area: 'record', personId: 1 };
    const few = [{ count: 3 }];
    const many = [{ count: 5000 }];
    for (const [answers, index] of [
      [[few, many], 'audit_of_account'],
      [[many, few], 'audit_of_area'],
    ] as const) {
      const plans = await plansOf(store, (tx) => listAuditMatching(tx, filter, page), answers);
      expect(plans[2]).toMatch(new RegExp(`USING INDEX ${index} `));
    }
  },
);

test('the log says whom and what it names', async () => {
  expect(await store.read(listAuditAreas)).toEqual(['claim', 'contents', 'record', 'settings']);
  expect(await store.read(listAuditPeople)).toEqual([
    { personId: 1, name: '' },
    { personId: 2, name: '' },
    { personId: null, name: '' },
    { personId: null, name: 'Programa' },
  ]);
});

test.skipIf(isOnPostgres)(
  'whom and what the log names is read by steps in an index, however long it is',
  async () => {
    for (const call of [listAuditAreas, listAuditPeople])
      for (const plan of await plansOf(store, call)) expect(plan).not.toMatch(/SCAN a\b/);
  },
);

test.skipIf(isOnPostgres)('what entries are about is found by its ids', async () => {
  const ids = { records: [1], cancellations: [1], attachments: [1], vehicles: [1], people: [1] };
  for (const plan of await plansOf(store, (tx) => findAuditNames(tx, ids)))
    expect(plan).not.toMatch(/SCAN (?!json_each)\w/);
  const names = await store.read((tx) => findAuditNames(tx, ids));
  expect(names.records).toMatchObject([{ id: 1, kind: 'purchaseOrder', claimNumber: claim }]);
});
