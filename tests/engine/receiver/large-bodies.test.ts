import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { recordsPage } from '../../../main/engine/records/index.ts';
import { countRejected, listFindings } from '../../../main/engine/store/index.ts';
import { type House, openHouse, post } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const problemOf = async (answer: Response) => {
  const { type, detail, errors } = await answer.json();
  return { status: answer.status, type, detail, errors };
};
const rows = async () => {
  const order = { by: 'received', descending: true } as const;
  const query = { filter: {}, order, after: null, limit: 50 };
  return (await house.store.read((tx) => recordsPage(tx, query, () => 0))).rows;
};
const rowOf = async (marketplaceId: number) =>
  (await rows()).find((row) => row.marketplaceId === marketplaceId);
/** White space up to a body that another thread reads. */
const space = ' '.repeat(300 * 1024);

/** `hostile-report.test.ts` sends one of millions. Of so many already another thread reads it. */
describe('a report of 200,000 empty pictures', () => {
  const report = (more = '') =>
    `{${more}"incidentReportFormId":21,"attachmentsPictures":[${'{},'.repeat(199_999)}{}]}`;

  it('is taken, kept, listed with its length, and said to be too long', async () => {
    const answer = await post(house, '/incidentReports', report());
    expect(answer.status).toBe(200);
    const { internalIncidentReportId } = await answer.json();
    const row = await rowOf(21);
    expect(row?.number).toBe(internalIncidentReportId);
    expect(JSON.parse(row?.heading ?? '')).toMatchObject({ pictureCount: 200_000 });
    await house.examined();
    const findings = await house.store.read((tx) => listFindings(tx, row?.id ?? 0, 1));
    expect(findings.find(({ code }) => code === 'wire.tooLong')).toMatchObject({
      severity: 'warning',
      pointer: '/attachmentsPictures',
      parameters: JSON.stringify({
        name: 'attachmentsPictures',
        what: 'elements',
        length: 200_000,
        limit: 5000,
      }),
    });
  });

  it('has the same number when it comes again, however it is written; and is a revision with anything more', async () => {
    const number = (await rowOf(21))?.number;
    for (const [body, revision] of [
      [report(), 1],
      [report().replace('[{},', '[ {} ,'), 1],
      [`${report()}\n`, 1],
      [report('"stateId":1,'), 2],
      [report('"stateId":1.0,'), 2],
    ] as const) {
      const answer = await post(house, '/incidentReports', body);
      expect(await answer.json()).toEqual({ incidentReportFormId: 21, internalIncidentReportId: number });
      expect((await rowOf(21))?.revision).toBe(revision);
    }
  });
});

test('an order of 2,000,001 empty lines is one of so many lines; a large one without any is refused', async () => {
  const order = (items: string) => `{"purchaseOrderId":24,"items":[${items}]}`;
  expect((await post(house, '/PurchaseOrders', order(`${'{},'.repeat(2_000_000)}{}`))).status).toBe(200);
  expect(await rowOf(24)).toMatchObject({ itemCount: 2_000_001, firstItem: null, total: null });
  const refused = await post(house, '/PurchaseOrders', `{"purchaseOrderId":25,"items":[${space}]}`);
  expect(await problemOf(refused)).toMatchObject({ status: 400, errors: [{ pointer: '/items' }] });
});

test.each([
  ['not-json', `{"purchaseOrderId":1,${space}]`, / at character \d+\.$/],
  ['not-json', `{"purchaseOrderId":1,"a":01${space}}`, /not well-formed/],
  ['not-utf8', Buffer.concat([Buffer.from(`{"a":"${space}`), Buffer.from([0xff, 0x22, 0x7d])]), /not UTF-8/],
  ['nested-too-deeply', `{"a":${'['.repeat(501)}${space}${']'.repeat(501)}}`, /more than 500 levels/],
  ['not-an-object', `[${space}]`, /one JSON object/],
  ['identity-missing', `{"purchaseOrderId":600.00000000000000001,"a":"${space}"}`, /as an integer/],
])('a large body that is %s is refused as a small one is, and kept', async (code, body, detail) => {
  const kept = () => house.store.read((tx) => countRejected(tx, true, 1000));
  const before = await kept();
  const problem = await problemOf(await post(house, '/PurchaseOrders', body));
  expect(problem.status).toBe(400);
  expect(problem.type).toContain(code);
  expect(problem.detail).toMatch(detail);
  expect(await kept()).toBe(before + 1);
});

describe('an id is an integer in its text', () => {
  it.each(['600', '600.0', '6e2', '60000e-2'])('%s is order 600', async (id) => {
    const answer = await post(house, '/PurchaseOrders', `{"purchaseOrderId":${id},"items":[{}]}`);
    expect(await answer.json()).toMatchObject({ purchaseOrderId: 600 });
  });

  it.each(['600.00000000000000001', '600.5', '9007199254740993', '9007199254740992', '1e400', '"600"'])(
    '%s is none',
    async (id) => {
      const answer = await post(house, '/PurchaseOrders', `{"purchaseOrderId":${id},"items":[{}]}`);
      expect(await problemOf(answer)).toMatchObject({
        status: 400,
        errors: [{ pointer: '/purchaseOrderId' }],
      });
      expect((await rowOf(600))?.revision ?? 1).toBe(1);
    },
  );
});

describe('what differs in digits that a float does not hold is a revision', () => {
  it.each([
    ['12345678901234567.89', '12345678901234567.88'],
    ['9007199254740993', '9007199254740992'],
    ['0.1', '0.10000000000000000001'],
    ['1e400', '1e401'],
    ['1e401', 'null'],
    ['1,"deductibleAmount":2', '2'],
  ])('%s, then %s', async (first, second) => {
    const id = 700 + (await rows()).length;
    const send = (amount: string) =>
      post(house, '/PurchaseOrders', `{"purchaseOrderId":${id},"items":[{}],"deductibleAmount":${amount}}`);
    await send(first);
    await send(second);
    expect((await rowOf(id))?.revision).toBe(2);
    await send(second);
    expect((await rowOf(id))?.revision).toBe(2);
  });

  it.each([
    ['100', '1e2'],
    ['1.50', '1.5'],
    ['0', '-0.0'],
  ])('%s and %s are the same', async (first, second) => {
    const id = 800 + (await rows()).length;
    for (const amount of [first, second]) {
      await post(
        house,
        '/PurchaseOrders',
        `{"purchaseOrderId":${id},"items":[{}],"deductibleAmount":${amount}}`,
      );
    }
    expect((await rowOf(id))?.revision).toBe(1);
  });

  it('and a total has all its digits', async () => {
    const item = (total: string) => `{"supplierItemRowTotal":${total}}`;
    const items = [item('12345678901234567.89'), item('0.01')].join();
    await post(house, '/PurchaseOrders', `{"purchaseOrderId":900,"items":[${items}]}`);
    expect((await rowOf(900))?.total).toBe('12345678901234567.9');
  });
});
