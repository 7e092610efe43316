/** What one revision says by itself. */
import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  contentOfRevision,
  examine,
  notExaminedFindings,
  type ToExamine,
  withSeverity,
} from '../../../main/engine/records/examination.ts';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import type { RecordContent } from '../../../shared/marketplace/record-content.ts';
import { largeBodyBytes } from '../../../shared/marketplace/tolerant-reader.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { financialDocument } from '../financial-documents.ts';
import { incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';

const { findings: thresholds } = defaultSettings;
const receivedAt = Date.parse('2026-11-21T02:00:00Z');
const row = (kind: RecordKind, json: object, changes: Partial<ToExamine> = {}): ToExamine => ({
  seq: 1,
  recordId: 1,
  revision: 1,
  receivedAt,
  kind,
  marketplaceId: 1,
  body: Buffer.from(JSON.stringify(json)),
  leftOut: null,
  notExamined: null,
  isArchived: 0,
  previous: null,
  first: null,
  ...changes,
});
const seen: RecordContent[] = [];
const context = {
  thresholds,
  namedBy: (content: RecordContent) => {
    seen.push(content);
    return [content.kind];
  },
};
const codes = ({ findings }: ReturnType<typeof examine>) => findings.map(({ code }) => code);

describe('an examined revision', () => {
  test.each<[RecordKind, object, object]>([
    [
      'purchaseOrder',
      purchaseOrder(1),
      { isCreditNote: false, traits: { partyTaxId: '131000002', datedOn: '2026-11-20', currency: 'DOP' } },
    ],
    [
      'serviceOrder',
      serviceOrder(1),
      {
        isCreditNote: false,
        traits: { partyTaxId: '101000007', datedOn: '2026-11-20', workshopTaxId: null },
      },
    ],
    ['financialDocument', financialDocument(1, { documentTypeId: 2 }), { isCreditNote: true, order: null }],
    ['financialDocument', financialDocument(1), { isCreditNote: false, order: null }],
    ['incidentReport', incidentReport(1), { isCreditNote: false, order: null }],
  ])('of a %s tells party, links and what it names', (kind, json, expected) => {
    const examined = examine(row(kind, json), context);
    expect(examined).toMatchObject({ ...expected, named: [kind], large: null });
    expect(examined.links.length).toBeGreaterThan(0);
    expect(seen.at(-1)?.kind).toBe(kind);
  });

  test('of an order is all but its lines', () => {
    for (const [kind, json] of [
      ['purchaseOrder', purchaseOrder(1)],
      ['serviceOrder', serviceOrder(1)],
    ] as const) {
      const { order } = examine(row(kind, json), context);
      expect(order).toMatchObject({ kind, order: { insuranceClaimNumber: 'RC-2026-118', items: [] } });
    }
  });

  test('has the findings of its form and of its content', () => {
    expect(
      codes(examine(row('purchaseOrder', purchaseOrder(1, { extra: 1, workshopTaxId: '123' })), context)),
    ).toEqual(['wire.unknownProperty', 'taxId.form']);
  });

  test('is of a day to come beside the day on which it arrived there, not beside today', () => {
    // It arrived at 22:00 of the 20th in Santo Domingo.
    const of = (createdOnUtcDate: string) =>
      codes(examine(row('purchaseOrder', purchaseOrder(1, { createdOnUtcDate })), context));
    expect(of('2026-11-20T14:00:00Z')).toEqual([]);
    expect(of('2026-12-20T14:00:00Z')).toEqual(['order.futureDate']);
  });

  test('says first what changed since the one before it, which it names', () => {
    const { previous: _, ...previous } = row('purchaseOrder', purchaseOrder(1, { comments: 'Antes' }));
    const revised = examine(
      row('purchaseOrder', purchaseOrder(1, { comments: 'Ahora', extra: 1 }), { revision: 3, previous }),
      context,
    );
    expect(codes(revised)).toEqual(['revision.changed', 'wire.unknownProperty']);
    expect(revised.findings[0]?.parameters).toMatchObject({ before: 2, after: 3 });
  });

  test('of a large body that was never read is read from its bytes', () => {
    const whole = Buffer.from(JSON.stringify(purchaseOrder(1, { comments: 'x'.repeat(largeBodyBytes) })));
    const examined = examine(row('purchaseOrder', {}, { body: null, whole }), context);
    expect(examined.large?.sha256).toBe(hash('sha256', whole, 'hex'));
    expect(examined.links).toContainEqual({ name: 'claimNumber', value: 'RC-2026-118' });
    expect(examine(row('purchaseOrder', {}, { body: null }), context)).toMatchObject({
      links: [],
      large: null,
    });
    expect(
      examine(row('purchaseOrder', {}, { body: null, whole: Buffer.from('{') }), context).large,
    ).toBeNull();
  });
});

test('a body says what it says, a large one that was never read and one that is no object say nothing', () => {
  const of = (body: string | null) => {
    const { previous: _, ...revision } = row(
      'purchaseOrder',
      {},
      { body: body === null ? null : Buffer.from(body) },
    );
    const content = contentOfRevision(revision);
    return content.kind === 'purchaseOrder' ? content.order.supplierName : content.kind;
  };
  expect(of('{"supplierName":"Suplidor"}')).toBe('Suplidor');
  expect([of(null), of('null'), of('7')]).toEqual([null, null, null]);
});

test('in place of an examination stands why there is none, and of a revision that it is one', () => {
  const findings = (revision: number) =>
    notExaminedFindings(row('purchaseOrder', {}, { revision }), 'timedOut');
  expect(findings(1)).toMatchObject([
    { code: 'record.notExamined', pointer: '', parameters: { reason: 'timedOut' } },
  ]);
  expect(findings(2)).toMatchObject([
    { code: 'revision.changed', parameters: { before: 1, after: 2 } },
    { code: 'record.notExamined' },
  ]);
  expect(withSeverity(findings(2)).map(({ code, severity }) => [code, severity])).toEqual([
    ['revision.changed', 'info'],
    ['record.notExamined', 'error'],
  ]);
});
