/** What the text to whoever invoiced says of an earlier invoice, and which reason a finding speaks for. */
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import * as es from '../../../renderer/app/locale/es.ts';
import { makeFormat } from '../../../renderer/app/locale/format.ts';
import { earlierNumberOf, reasonForFindings, requestText } from '../../../renderer/decisions/request-text.ts';
import type { Finding } from '../../../shared/contract/records.ts';
import { readFinancialDocument } from '../../../shared/marketplace/record-content.ts';
import { invoice } from '../../engine/findings/bodies.ts';
import { finding } from '../records/finding.ts';

const words = i18next.createInstance();
beforeAll(() =>
  words.init({ lng: 'es', resources: { es: { translation: es } }, interpolation: { escapeValue: false } }),
);

const repeated: Finding = {
  ...finding('receipt.duplicate', '/taxReceipt/taxReceiptNumber'),
  ...{ severity: 'error', parameters: { value: 'B0100000023', number: 'DF-2026-000020', others: 1 } },
};

test('an earlier invoice is named by its receipt, date and amount, and never by our number', () => {
  const record = {
    findings: [repeated],
    partyName: 'Repuestos',
    claimNumber: 'R-1',
    marketplaceId: 1,
    total: '14315.17',
  };
  const content = { kind: 'financialDocument' as const, document: readFinancialDocument(invoice()).value };
  const parts = { t: words.t, format: makeFormat('es') };
  const written = (earlier: Parameters<typeof requestText>[4]) =>
    requestText({ ...record, content }, null, null, parts, earlier);
  expect(earlierNumberOf(record)).toBe('DF-2026-000020');
  const heading = {
    ...{ kind: 'financialDocument' as const, documentTypeId: 1, entityTypeId: 1 },
    ...{ taxReceiptNumber: 'B0100000023', documentDate: '2026-05-03', currency: 'DOP', policyNumber: null },
  };
  const text = written({ heading, total: '14315.17' });
  expect(text).toContain('El comprobante B0100000023 ya nos llegó en su factura del 3 may 2026 por');
  expect(text).toContain('RD$14,315.17.');
  for (const said of [text, written(null)]) expect(said).not.toContain('DF-2026');
  expect(written(null)).toContain('una factura suya anterior');
});

const offered = ['aboveOrder', 'orderCancelled', 'wrongTotals', 'taxReceipt', 'duplicate'].map((code) => ({
  code,
}));
test.each([
  [['receipt.duplicate'], 'duplicate'],
  [['order.overInvoiced', 'receipt.duplicate'], 'aboveOrder'],
  [['order.cancelled'], 'orderCancelled'],
  [['arithmetic.total'], 'wrongTotals'],
  [['receipt.expired'], 'taxReceipt'],
  // It is not offered, so what comes next speaks.
  [['price.aboveMaximum', 'arithmetic.total'], 'wrongTotals'],
  [['wire.missing'], ''],
] as const)('%s speak for %s', (codes, reason) => {
  expect(
    reasonForFindings(
      codes.map((code) => finding(code, '')),
      offered,
    ),
  ).toBe(reason);
});
