/** What a person sees of an order that is to be cancelled: whether it is the one, whose it is, and who invoiced it. */

import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { Contract } from '../../../shared/contract/contract.ts';
import { deliver } from '../../deliver.ts';
import { financialDocument } from '../financial-documents.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { incidentReport } from '../incident-reports.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { purchaseOrder, purchaseOrderItem } from '../orders.ts';

const key = 'mercado@example.com:a-secret-of-this-test';

async function openHouse() {
  const engine = await openEngine({
    dataDir: await migratedFolder(),
    host: new HostInMemory(),
    version: '0.0.0',
    receiver: { address: '127.0.0.1', port: 0, holdSeconds: 0 },
    environmentKeys: [key],
    log: { info() {}, warn() {}, error() {} },
  });
  onTestFinished(() => engine.close());
  const console = createRouterClient(engine.router, {
    context: { via: 'token' },
  }) as ContractRouterClient<Contract>;
  const post = (path: string, body: object) => deliver(engine.receiverUrl() ?? '', key, path, body);
  return {
    console,
    async send(path: string, body: object) {
      expect(await post(path, body)).toBe(200);
    },
    cancel: (id: number, words: object = {}) =>
      post(`/PurchaseOrders/${id}/cancel`, { purchaseOrderId: id, ...words }),
    async cancellation(marketplaceId: number) {
      const { rows } = await console.cancellations.list();
      const row = rows.find((one) => one.marketplaceId === marketplaceId);
      return console.cancellations.get({ id: row?.id ?? 0 });
    },
  };
}

const order = (id: number, changes: object = {}) =>
  purchaseOrder(id, {
    insuranceClaimNumber: 'RC-9',
    items: [
      purchaseOrderItem(1, {
        supplierItemPrice: 1000,
        supplierItemRowPrice: 1000,
        supplierItemRowTax: 180,
        supplierItemRowTotal: 1180,
      }),
    ],
    ...changes,
  });

const receipt = (number: string) => ({
  taxReceipt: { ...financialDocument(1).taxReceipt, taxReceiptNumber: number },
});

const invoice = (id: number, number: string, total: number, changes: object = {}) =>
  financialDocument(id, {
    purchaseOrderId: 9,
    insuranceClaimNumber: 'RC-9',
    totalAmount: total,
    ...receipt(number),
    ...changes,
  });

const creditOf = (related: number) => ({
  documentTypeId: 2,
  documentTypeName: 'Nota de crédito',
  relatedDocumentId: related,
});

test('a call that means another order, claim or tender is a finding of the order, with its total at stake', async () => {
  const house = await openHouse();
  await house.send('/PurchaseOrders', order(9));
  await house.send('/PurchaseOrders', order(10));
  await expect.poll(async () => (await house.console.records.list()).total).toBe(2);
  const { rows } = await house.console.records.list();
  const [ten, nine] = rows;
  expect(
    await house.cancel(9, {
      purchaseOrderNumber: nine?.number,
      insuranceClaimNumber: 'RC-9',
      requestId: 90_009,
    }),
  ).toBe(200);
  expect((await house.cancellation(9)).mismatches).toEqual([]);
  await house.cancel(9, {
    purchaseOrderNumber: ten?.number,
    insuranceClaimNumber: 'RC-10',
    requestId: 90_010,
  });
  expect((await house.cancellation(9)).mismatches).toEqual([
    { field: 'orderNumber', asked: ten?.number, order: nine?.number },
    { field: 'claimNumber', asked: 'RC-10', order: 'RC-9' },
    { field: 'requestId', asked: '90010', order: '90009' },
  ]);
  const record = () => house.console.records.get({ id: nine?.id ?? 0 });
  await expect
    .poll(async () => (await record()).findings.map(({ code }) => code))
    .toContain('cancellation.otherOrder');
  const { findings, attentionCount } = await record();
  expect(findings[0]).toMatchObject({
    code: 'cancellation.otherOrder',
    severity: 'error',
    count: 3,
    amount: { value: '1180', currency: 'DOP' },
    parameters: { field: 'orderNumber', value: ten?.number, own: nine?.number },
    places: [
      { parameters: { field: 'orderNumber' } },
      { parameters: { field: 'claimNumber' } },
      { parameters: { field: 'requestId' } },
    ],
  });
  const asked = await house.console.records.list({ kind: 'purchaseOrder', withFindings: true });
  expect(asked.rows.map(({ id }) => id)).toContain(nine?.id);
  // The order of now is what counts: by a revision the one call is right, and the other is not.
  await house.send('/PurchaseOrders', order(9, { insuranceClaimNumber: 'RC-10', requestId: 90_010 }));
  const places = async () =>
    (await record()).findings
      .find(({ code }) => code === 'cancellation.otherOrder')
      ?.places.map(({ parameters }) => [parameters['value'], parameters['own']]);
  await expect.poll(places).toEqual([
    [ten?.number, nine?.number],
    ['RC-9', 'RC-10'],
    ['90009', '90010'],
  ]);
  expect(attentionCount).toBeGreaterThan(0);
});

test('a call that may mean another order is approved by nobody who does not acknowledge it', async () => {
  const house = await openHouse();
  await house.send('/PurchaseOrders', order(9));
  await house.cancel(9, { insuranceClaimNumber: 'RC-10' });
  const { id, mismatches } = await house.cancellation(9);
  expect(mismatches).toEqual([{ field: 'claimNumber', asked: 'RC-10', order: 'RC-9' }]);
  const { cancellations, audit } = house.console;
  for (const acknowledged of [{}, { acknowledgeMismatch: false }]) {
    await expect(cancellations.decide({ id, verdict: 'approve', ...acknowledged })).rejects.toMatchObject({
      code: 'MISMATCH',
      status: 409,
      data: { mismatches },
    });
  }
  expect(await house.cancellation(9)).toMatchObject({ verdict: null, decidedAt: null });
  const decided = await cancellations.decide({ id, verdict: 'approve', acknowledgeMismatch: true });
  expect(decided).toMatchObject({ verdict: 'approve' });
  const { rows } = await audit.list();
  expect(rows.find(({ action }) => action === 'cancellation.decided')?.detail).toMatchObject({ mismatches });
});

test('to refuse what may mean another order, and to approve what does not, nothing is to be acknowledged', async () => {
  const house = await openHouse();
  await house.send('/PurchaseOrders', order(9));
  await house.send('/PurchaseOrders', order(10));
  await house.cancel(9, { insuranceClaimNumber: 'RC-10' });
  await house.cancel(10, { insuranceClaimNumber: ' rc-9 ' });
  const { decide } = house.console.cancellations;
  const [nine, ten] = [await house.cancellation(9), await house.cancellation(10)];
  expect(await decide({ id: nine.id, verdict: 'refuse', responseText: 'No.' })).toMatchObject({
    verdict: 'refuse',
  });
  expect(await decide({ id: ten.id, verdict: 'approve' })).toMatchObject({ verdict: 'approve' });
});

test('what was invoiced for it stands by party and currency, never one against the other', async () => {
  const house = await openHouse();
  await house.send('/PurchaseOrders', order(9));
  await house.cancel(9);
  expect((await house.cancellation(9)).invoiced).toEqual([]);
  const workshop = { createdBy: { identification: '101000007', personName: 'Taller Ejemplo' } };
  const dollars = { currency: { code: 'USD', currencyName: 'Dólar' } };
  await house.send('/financialDocuments', invoice(1, 'E310000000001', 1180));
  await house.send('/financialDocuments', invoice(2, 'E310000000002', 500));
  await house.send('/financialDocuments', invoice(3, 'E340000000003', 300, creditOf(2)));
  // The same receipt again is the same invoice, and counts once.
  await house.send('/financialDocuments', invoice(4, 'E310000000001', 1180));
  // What the workshop credits is not what the supplier owes, and dollars are no pesos.
  await house.send('/financialDocuments', invoice(5, 'E310000000005', 200, workshop));
  await house.send('/financialDocuments', invoice(6, 'E340000000006', 200, { ...workshop, ...creditOf(5) }));
  // A credit note that names its invoice and no order is the order's too, and counts no further than the invoice.
  await house.send(
    '/financialDocuments',
    invoice(8, 'E340000000008', 5000, { ...creditOf(1), purchaseOrderId: null }),
  );
  await house.send('/financialDocuments', invoice(7, 'E310000000007', 40, dollars));
  await expect
    .poll(async () => (await house.cancellation(9)).invoiced)
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          party: 'Repuestos Ejemplo, SRL',
          currency: 'DOP',
          invoiced: '1680',
          credited: '1480',
          toCredit: '200',
        }),
        expect.objectContaining({
          party: 'Taller Ejemplo',
          currency: 'DOP',
          invoiced: '200',
          credited: '200',
          toCredit: '0',
        }),
        expect.objectContaining({
          party: 'Repuestos Ejemplo, SRL',
          currency: 'USD',
          invoiced: '40',
          credited: '0',
          toCredit: '40',
        }),
      ]),
    );
  expect((await house.cancellation(9)).invoiced).toHaveLength(3);
});

test('its claim tells whose it is and which vehicle, else nothing is said', async () => {
  const house = await openHouse();
  await house.send('/PurchaseOrders', order(9));
  await house.cancel(9);
  expect(await house.cancellation(9)).toMatchObject({
    insured: null,
    vehicle: null,
    vin: null,
    policyNumber: null,
  });
  await house.send('/incidentReports', incidentReport(5));
  await house.send('/financialDocuments', invoice(1, 'E310000000001', 1180));
  await expect
    .poll(() => house.cancellation(9))
    .toMatchObject({
      insured: 'Rosa Ejemplo',
      vehicle: 'Honda Accord 2003',
      vin: '1HGCM82633A004352',
      policyNumber: 'AUTO-0001',
    });
});

test('without a report the policy book tells it, of the policy that its documents name', async () => {
  const house = await openHouse();
  const row = {
    insurancePolicyNumber: 'AUTO-0001',
    personTypeId: '2',
    displayName: 'Rosa Ejemplo',
    firstName: 'Rosa',
    lastName: 'Ejemplo',
    identification: '001-0000001-0',
    identificationTypeId: '2',
    vin: '1HGCM82633A004352',
    makeName: 'Honda',
    modelName: 'Accord',
    year: '2003',
  };
  await house.console.policies.import({ rows: [row] });
  await house.send('/PurchaseOrders', order(9));
  await house.send('/financialDocuments', invoice(1, 'E310000000001', 1180));
  await house.cancel(9);
  await expect
    .poll(() => house.cancellation(9))
    .toMatchObject({
      insured: 'Rosa Ejemplo',
      vehicle: 'Honda Accord 2003',
      policyNumber: 'AUTO-0001',
    });
});

test('an order that comes after it was asked about takes the question on, over the wire', async () => {
  const house = await openHouse();
  await house.cancel(9, { insuranceClaimNumber: 'RC-8' });
  expect(await house.cancellation(9)).toMatchObject({ state: 'unmatched', mismatches: [], recordId: null });
  expect((await house.console.status.get()).needs).toMatchObject({
    cancellationsUnmatched: 1,
    cancellationsWaiting: 0,
  });
  await house.send('/PurchaseOrders', order(9));
  await expect
    .poll(() => house.cancellation(9))
    .toMatchObject({
      state: 'deferred',
      mismatches: [{ field: 'claimNumber', asked: 'RC-8', order: 'RC-9' }],
    });
  expect((await house.console.status.get()).needs).toMatchObject({
    cancellationsUnmatched: 0,
    cancellationsWaiting: 1,
  });
  const [row] = (await house.console.records.list()).rows;
  expect(row?.cancellation).toMatchObject({ state: 'deferred' });
  await expect
    .poll(async () =>
      (await house.console.records.get({ id: row?.id ?? 0 })).findings.map(({ code }) => code),
    )
    .toContain('cancellation.otherOrder');
});
