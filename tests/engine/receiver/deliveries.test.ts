import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findEntry,
  findRevisionBytes,
  listFindings,
  listRevisions,
} from '../../../main/engine/store/index.ts';
import { environmentKeyLabel } from '../../../shared/contract/receiver-keys.ts';
import { financialDocument } from '../financial-documents.ts';
import { incidentReport } from '../incident-reports.ts';
import { clockFrom } from '../manual-clock.ts';
import { newestRecords } from '../newest-records.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { type House, openHouse, post } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ clock: clockFrom('2026-11-20T14:00:00Z') });
});
afterAll(() => house.close());

const kinds = [
  {
    kind: 'purchaseOrder',
    path: '/PurchaseOrders',
    idName: 'purchaseOrderId',
    numberName: 'purchaseOrderNumber',
    letters: 'OC',
    order: purchaseOrder,
    first: {
      claimNumber: 'RC-2026-118',
      firstItem: 'Bumper delantero',
      itemCount: 2,
      partyName: 'Repuestos Ejemplo, SRL',
      total: '29501.18',
      heading: null,
    },
    change: { comments: 'Cambiado', insuranceClaimNumber: 'RC-9' },
    changed: { claimNumber: 'RC-9' },
  },
  {
    kind: 'serviceOrder',
    path: '/ServiceOrders',
    idName: 'serviceOrderId',
    numberName: 'serviceOrderNumber',
    letters: 'OS',
    order: serviceOrder,
    first: {
      claimNumber: 'RC-2026-118',
      firstItem: 'Puerta delantera',
      itemCount: 1,
      partyName: 'Taller Ejemplo',
      total: '9439.92',
      heading: null,
    },
    change: { comments: 'Cambiado', insuranceClaimNumber: 'RC-9' },
    changed: { claimNumber: 'RC-9' },
  },
  {
    kind: 'incidentReport',
    path: '/incidentReports',
    idName: 'incidentReportFormId',
    numberName: 'internalIncidentReportId',
    letters: 'IR',
    order: incidentReport,
    first: {
      claimNumber: null,
      firstItem: 'Bumper delantero',
      itemCount: 2,
      partyName: 'Taller Ejemplo',
      total: null,
      heading:
        '{"kind":"incidentReport","categoryId":1,"typeId":3,"typeName":"Colisión","incidentAt":"2026-11-19T18:30:00",' +
        '"vehicle":"Honda Accord 2003","vin":"1HGCM82633A004352","insured":"Rosa Ejemplo","policyNumber":"AUTO-0001","pictureCount":2,"documentCount":1}',
    },
    change: { workshopPerson: null, attachmentsPictures: [] },
    changed: { partyName: 'Corredores Ejemplo', heading: expect.stringContaining('"pictureCount":0') },
  },
  {
    kind: 'financialDocument',
    path: '/financialDocuments',
    idName: 'documentId',
    numberName: 'internalDocumentId',
    letters: 'DF',
    order: financialDocument,
    first: {
      claimNumber: 'RC-2026-118',
      firstItem: 'Bumper delantero',
      itemCount: 1,
      partyName: 'Repuestos Ejemplo, SRL',
      total: '14750.59',
      heading:
        '{"kind":"financialDocument","documentTypeId":1,"entityTypeId":1,"taxReceiptNumber":"E310000000005",' +
        '"documentDate":"2026-11-20","currency":"DOP","policyNumber":"AUTO-0001"}',
    },
    change: { totalAmount: 1, documentTypeId: 2 },
    changed: { total: '1', heading: expect.stringContaining('"documentTypeId":2') },
  },
] as const;

/** The year of the house's clock. */
const year = '2026';

async function rowsOf(kind: (typeof kinds)[number]['kind']) {
  return house.store.read((tx) => newestRecords(tx, [kind]));
}

describe.each(kinds)(
  'POST $path',
  ({ kind, path, idName, numberName, letters, order, first, change, changed }) => {
    const numberOf = (position: number) => `${letters}-${year}-${String(position).padStart(6, '0')}`;
    const answerOf = async (body: object | string) => {
      const answer = await post(house, path, body);
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, unknown>;
    };

    test('answers with the marketplace id and a number, and keeps the bytes', async () => {
      const body = ` ${JSON.stringify(order(1))}\n`;
      expect(await answerOf(body)).toEqual({ [idName]: 1, [numberName]: numberOf(1) });
      const [row] = await rowsOf(kind);
      expect(row).toMatchObject({
        marketplaceId: 1,
        number: numberOf(1),
        revision: 1,
        reviewedAt: null,
        ...first,
      });
      const kept = await house.store.read((tx) =>
        findRevisionBytes(tx, row?.id ?? 0, 1, { from: 0, limit: 100_000 }),
      );
      expect(Buffer.from(kept?.bytes ?? '').toString()).toBe(body);
      // The journal's chain proves it.
      expect(await house.store.read((tx) => findEntry(tx, row?.id ?? 0))).toMatchObject({
        kind,
        marketplaceId: 1,
        subjectId: row?.id,
        number: numberOf(1),
        revision: 1,
        keyLabel: environmentKeyLabel(1),
        sha256: createHash('sha256').update(body).digest(),
        bytes: Buffer.from(body),
      });
    });

    test('the same bytes, or the same content in another form, get the same number and change nothing', async () => {
      const sorted = Object.fromEntries(Object.entries(order(1)).reverse());
      const before = house.journal.head();
      for (const body of [
        JSON.stringify(order(1)),
        JSON.stringify(sorted),
        JSON.stringify(order(1), null, 2),
      ]) {
        expect(await answerOf(body)).toEqual({ [idName]: 1, [numberName]: numberOf(1) });
      }
      expect(house.journal.head()).toEqual(before);
      expect((await rowsOf(kind)).map((row) => row.revision)).toEqual([1]);
    });

    test('other content is a revision with the same number, flagged, to be reviewed again', async () => {
      const [row] = await rowsOf(kind);
      const id = row?.id ?? 0;
      await house.records.setReviewed(id, 1, { person: 'Ana', via: 'token' });
      expect(await answerOf(order(1, change))).toEqual({
        [idName]: 1,
        [numberName]: numberOf(1),
      });
      const [after] = await rowsOf(kind);
      expect(after).toMatchObject({
        id,
        revision: 2,
        ...changed,
        findingCount: expect.any(Number),
        reviewedAt: null,
      });
      const revisions = await house.store.read((tx) => listRevisions(tx, id));
      expect(revisions.map((one) => one.revision)).toEqual([2, 1]);
      await house.examined();
      const findings = await house.store.read((tx) => listFindings(tx, id, 2));
      expect(findings.filter(({ code }) => code === 'revision.changed')).toMatchObject([
        { severity: 'info' },
      ]);
      expect(await answerOf(order(1, change))).toEqual({
        [idName]: 1,
        [numberName]: numberOf(1),
      });
      expect((await rowsOf(kind))[0]?.revision).toBe(2);
    });

    test('the id under its PascalCase name is taken', async () => {
      const pascal = Object.fromEntries(
        Object.entries(order(2)).map(([name, value]) => [
          name.charAt(0).toUpperCase() + name.slice(1),
          value,
        ]),
      );
      expect(await answerOf(pascal)).toEqual({ [idName]: 2, [numberName]: numberOf(2) });
      expect((await rowsOf(kind))[0]).toMatchObject({
        marketplaceId: 2,
        ...first,
      });
    });

    test('200 identical ones at once are one record with one number', async () => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => answerOf(order(3))));
      expect(new Set(answers.map((answer) => answer[numberName]))).toEqual(new Set([numberOf(3)]));
      expect(await rowsOf(kind)).toHaveLength(3);
      expect(house.records.count(kind)).toBe(3);
    });

    test('200 different ones at once get numbers without gaps', async () => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) => answerOf(order(1000 + index))),
      );
      const numbers = answers.map((answer) => String(answer[numberName])).sort();
      expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => numberOf(4 + index)));
      expect(answers.map((answer) => answer[idName])).toEqual(
        Array.from({ length: 200 }, (_, index) => 1000 + index),
      );
    });
  },
);

test('a service order may have no items', async () => {
  for (const [id, items] of [
    [70, []],
    [71, null],
    [72, undefined],
  ] as const) {
    expect((await post(house, '/ServiceOrders', { ...serviceOrder(id), items })).status).toBe(200);
  }
});
