import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import {
  financialDocumentPdf,
  incidentPdf,
  incidentPdfKinds,
} from '../../../main/simulator/files/sample-pdf.ts';
import { createRecordFactory } from '../../../main/simulator/record-factory.ts';

const factory = createRecordFactory(2, () => new Date('2026-11-20T14:30:00.000Z'));

/** The text of each page, as a reader finds it. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const read = await task.promise;
  const pages: string[] = [];
  for (let page = 1; page <= read.numPages; page++) {
    const { items } = await (await read.getPage(page)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await task.destroy();
  return pages;
}

test.each(incidentPdfKinds)('%s: one to eight pages in Spanish, each plainly a sample', async (kind) => {
  const report = factory.incidentReport();
  const counts = new Set<number>();
  for (let nth = 0; nth < 8; nth++) {
    const pages = await pagesOf(incidentPdf(kind, report, 1, `paper ${nth}`));
    counts.add(pages.length);
    for (const page of pages) expect(page).toContain('DOCUMENTO DE PRUEBA');
    expect(pages.join(' ')).toContain(
      kind === 'licence' || kind === 'identityCard'
        ? report.generalInfo.insuranceOwnerDisplayName
        : report.generalInfo.vinNumber,
    );
  }
  expect(counts.size).toBeGreaterThan(1);
  expect(Math.max(...counts)).toBeLessThanOrEqual(8);
});

test('the police report has its words with their accents', async () => {
  const pages = await pagesOf(incidentPdf('policeReport', factory.incidentReport(), 1, 'a'));
  expect(pages.join(' ')).toMatch(/Acta policial.*Declaración del conductor.*Daños observados/);
});

test('the PDF of a document shows its receipt, lines and totals', async () => {
  const order = factory.purchaseOrder({ itemCount: 5 });
  const invoice = factory.invoice(order);
  const note = factory.creditNote(invoice, factory.claimOf(order));
  for (const document of [invoice, note]) {
    const text = (await pagesOf(financialDocumentPdf(document, 1))).join(' ');
    const amounts = [
      document.totalAmount,
      document.taxTotalAmount,
      ...document.items.map(({ rowTotal }) => rowTotal),
    ];
    for (const amount of amounts)
      expect(text).toContain(Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 }));
    expect(text).toContain(document.taxReceipt.taxReceiptNumber);
    expect(text).toContain(document.insuranceClaimNumber);
  }
  expect((await pagesOf(financialDocumentPdf(note, 1))).join(' ')).toContain(
    invoice.taxReceipt.taxReceiptNumber,
  );
  expect((await pagesOf(financialDocumentPdf(invoice, 2))).join(' ')).toContain('Conduce de entrega');
});

test('the PDF of the same record has the same bytes', () => {
  const invoice = factory.invoice(factory.purchaseOrder());
  expect(financialDocumentPdf(invoice, 1)).toEqual(financialDocumentPdf(invoice, 1));
});
