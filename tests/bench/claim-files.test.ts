import { expect, test } from 'vitest';
import { financialDocumentDetails } from '../../shared/marketplace/financial-document.ts';
import { incidentReportModel } from '../../shared/marketplace/incident-report.ts';
import { purchaseOrderDetails } from '../../shared/marketplace/purchase-order.ts';
import { serviceOrderDetails } from '../../shared/marketplace/service-order.ts';
import { claimFileRequests, policyBook } from './claim-files.ts';

const details = {
  '/PurchaseOrders': purchaseOrderDetails,
  '/ServiceOrders': serviceOrderDetails,
  '/incidentReports': incidentReportModel,
  '/financialDocuments': financialDocumentDetails,
} as const;
type Path = keyof typeof details;
const isPath = (path: string): path is Path => path in details;

const count = 4_000;
const first = claimFileRequests('127.0.0.1:1', 1, 0);
const all: Buffer[] = [];
/** Records after each call. */
const counts: number[] = [];
while (first.records < count) {
  all.push(first.next());
  counts.push(first.records);
}
const calls = all.map((bytes) => {
  const [head = '', body = ''] = bytes.toString().split('\r\n\r\n');
  const [, method, target = ''] = /^(\S+) (\S+) HTTP\/1\.1\r\n/.exec(head) ?? [];
  return { method, target, head, body };
});
/** Records in the order in which they are first sent, as the interface has them. */
const records = calls.flatMap(({ target, body }) =>
  isPath(target) ? [{ path: target, body: details[target].parse(JSON.parse(body)) }] : [],
);
const orders = records.flatMap(({ body }) => ('purchaseOrderId' in body && 'batchId' in body ? [body] : []));
const documents = records.flatMap(({ body }) => ('documentId' in body ? [body] : []));

test('every call is whole, and no mark is left in it', () => {
  for (const { head, body } of calls) {
    if (body !== '') expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}`);
    expect(`${head}${body}`).not.toMatch(/@\w+@|[67][0-6](91)?0{4,5}1\D/);
  }
});

test('there are as many records as are counted, each with a GUID and a receipt of its own', () => {
  const distinct = (values: readonly unknown[]) => new Set(values).size;
  const guids = JSON.stringify(records).match(/"\w+Guid":"[^"]+"/g) ?? [];
  expect(distinct(guids)).toBe(count);
  expect(distinct(documents.map(({ taxReceipt }) => taxReceipt.taxReceiptNumber))).toBe(documents.length);
  expect(distinct(records.map(({ body }) => JSON.stringify(body)))).toBeGreaterThan(count);
  expect(distinct(orders.map(({ supplierTaxId }) => supplierTaxId))).toBe(200);
});

test('a document names an order that was sent before it, of its claim and its party', () => {
  const place = new Map(records.map(({ body }, index) => [body, index]));
  for (const document of documents.filter(({ purchaseOrderId }) => purchaseOrderId !== null)) {
    const order = orders.find(({ purchaseOrderId }) => purchaseOrderId === document.purchaseOrderId);
    expect(order?.insuranceClaimNumber).toBe(document.insuranceClaimNumber);
    expect(order?.supplierTaxId).toBe(document.createdBy.identification);
    // More calls than a load has connections lie between.
    expect((place.get(document) ?? 0) - (place.get(order ?? document) ?? 0)).toBeGreaterThan(64);
  }
});

test('the vehicles are those of the policy book', () => {
  const inBook = new Map(policyBook(1).map((row) => [row.vin, row]));
  const reported = records.flatMap(({ body }) => ('generalInfo' in body ? [body.generalInfo] : []));
  for (const { vinNumber, insurancePolicyNumber, insuranceOwnerDisplayName } of reported) {
    const row = inBook.get(vinNumber ?? '');
    expect(row).toMatchObject({ insurancePolicyNumber, displayName: insuranceOwnerDisplayName });
  }
  expect(new Set(reported.map(({ vinNumber }) => vinNumber)).size).toBe(reported.length);
});

test('it lacks nothing that a marketplace sends', () => {
  const kinds = new Set(calls.map(({ method, target }) => `${method} ${target.replace(/\/\d+|\?.*/, '')}`));
  expect([...kinds].sort()).toEqual([
    'GET /insurancePolicies',
    'POST /PurchaseOrders',
    'POST /PurchaseOrders/cancel',
    'POST /ServiceOrders',
    'POST /financialDocuments',
    'POST /incidentReports',
  ]);
});

test('the same seed makes the same calls, from any record on', () => {
  const from = 1_000;
  const again = claimFileRequests('127.0.0.1:1', 1, from);
  expect(again.records).toBe(from);
  for (const bytes of all.slice(counts.indexOf(from) + 1)) expect(again.next()).toEqual(bytes);
  expect(again.records).toBe(count);
  expect(claimFileRequests('127.0.0.1:1', 2, 0).next()).not.toEqual(all[0]);
});
