/** Where the interface says one thing in a table and another in a sample, both are taken. Each over a real port. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAsks } from '../../main/engine/store/index.ts';
import type { Finding } from '../../shared/contract/records.ts';
import type { RecordKind } from '../../shared/terms.ts';
import { financialDocument } from '../engine/financial-documents.ts';
import { incidentReport } from '../engine/incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../engine/orders.ts';
import { goodKey, post } from '../engine/receiver/house.ts';
import { type Desk, endpoints, openDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ holdSeconds: 0 });
});
afterAll(() => desk.close());

let lastId = 0;
const nextId = () => ++lastId;
const samples = {
  purchaseOrder,
  serviceOrder,
  incidentReport,
  financialDocument,
} as const satisfies Record<RecordKind, (id: number, changes?: Record<string, unknown>) => object>;

/** Sends a body, and gives what staff then read of it; findings of form only. */
async function received(kind: RecordKind, body: object | string) {
  const answer = await desk.send(kind, body);
  expect(answer.status).toBe(200);
  const detail = await desk.newestOf(kind);
  const findings = detail.findings.filter(({ code }) => code.startsWith('wire.'));
  return { ...detail, findings: findings.map(told) };
}

/** Fields that are odd in one way are one finding. */
const told = ({ code, places }: Finding) => `${code} ${places.map(({ pointer }) => pointer).join(' ')}`;

describe('a cancellation', () => {
  const ask = async (kind: 'purchaseOrder' | 'serviceOrder', words: Record<string, unknown>) => {
    const id = nextId();
    const { path, idName } = endpoints[kind];
    expect((await desk.send(kind, samples[kind](id))).status).toBe(200);
    const answer = await post(desk, `${path}/${id}/cancel`, { [idName]: id, requestId: 1, ...words });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ isCancelled: false, showResponseText: true });
    const { rows } = await desk.cancellations.list({
      states: ['deferred'],
      mustAskAgain: undefined,
      limit: 1,
    });
    const [row] = rows;
    const [kept] = await desk.store.read((tx) => listAsks(tx, row?.id ?? 0, 1, 10_000));
    return { row, kept };
  };

  test.each<[string, Record<string, unknown>, string]>([
    ['one text', { cancellationReason: 'Duplicada' }, 'Duplicada'],
    ['an id and a name', { cancellationReasonId: 3, cancellationReasonName: 'Duplicada' }, 'Duplicada (3)'],
    ['an id that is a number', { cancellationReasonId: 3 }, '3'],
    ['an id that is a text', { cancellationReasonId: '3' }, '3'],
    [
      'both forms at once',
      { cancellationReason: 'Una', cancellationReasonId: 3, cancellationReasonName: 'Otra' },
      'Una · Otra (3)',
    ],
    ['PascalCase names', { CancellationReasonId: 3, CancellationReasonName: 'Duplicada' }, 'Duplicada (3)'],
  ])('of a purchase order gives its reason as %s', async (_, words, reason) => {
    const { row, kept } = await ask('purchaseOrder', words);
    expect(row).toMatchObject({ orderKind: 'purchaseOrder', reason });
    expect(kept).toMatchObject({ reason });
  });

  test.each(['serviceOrderNumber', 'purchaseOrderNumber'])(
    'of a service order names the number in %s',
    async (name) => {
      const { row, kept } = await ask('serviceOrder', { [name]: 'OS-2026-000001', comments: 'Por favor' });
      expect(row).toMatchObject({ orderKind: 'serviceOrder', comments: 'Por favor' });
      expect(JSON.parse(Buffer.from(kept?.body ?? []).toString())).toMatchObject({
        [name]: 'OS-2026-000001',
      });
    },
  );
});

describe('a financial document', () => {
  test.each<[string, Record<string, unknown>, object, string[]]>([
    [
      'personName as text',
      { createdBy: { personId: 1, identification: '131000002', personName: 'Repuestos' } },
      { personName: 'Repuestos' },
      [],
    ],
    [
      'personName as a number',
      { createdBy: { personId: 1, identification: '131000002', personName: 4411 } },
      { personName: 4411 },
      [],
    ],
    [
      'no personId',
      { createdBy: { identification: '131000002', personName: 'Repuestos' } },
      { personId: null, personName: 'Repuestos' },
      [],
    ],
  ])('with %s', async (_, changes, createdBy, findings) => {
    const {
      content,
      partyName,
      findings: found,
    } = await received('financialDocument', financialDocument(nextId(), changes));
    expect(content).toMatchObject({ kind: 'financialDocument', document: { createdBy } });
    expect(partyName).toBe(String(Reflect.get(createdBy, 'personName')));
    expect(found).toEqual(findings);
  });

  test.each<[string, Record<string, unknown>, number | null]>([
    ['with paymentTermId', { paymentTermId: 2 }, 2],
    ['with paymentTermId null', { paymentTermId: null }, null],
    ['without paymentTermId', { paymentTermId: undefined }, null],
  ])('%s', async (_, changes, paymentTermId) => {
    const { content, findings } = await received('financialDocument', financialDocument(nextId(), changes));
    expect(content).toMatchObject({ document: { paymentTermId } });
    expect(findings).toEqual([]);
  });

  test('with an amount as text, a time in its date, and a receipt that does not expire', async () => {
    const { content, findings, total } = await received(
      'financialDocument',
      financialDocument(nextId(), {
        totalAmount: '14750.59',
        documentDate: '2026-11-20T00:00:00',
        taxReceipt: { ...financialDocument(1).taxReceipt, taxReceiptExpiration: null },
      }),
    );
    expect(content).toMatchObject({
      document: { totalAmount: '14750.59', taxReceipt: { taxReceiptExpiration: null } },
    });
    expect(total).toBe('14750.59');
    expect(findings).toEqual(['wire.numberAsText /totalAmount']);
  });
});

describe('an incident report', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['an empty object, as in the sample', {}, {}, []],
    ['a nested object', { form: { rows: [{ a: 1 }, null] } }, { form: { rows: [{ a: 1 }, null] } }, []],
    ['absent', undefined, null, ['wire.missing /reportFormContents']],
    ['null', null, null, ['wire.null /reportFormContents']],
    ['a text', '{}', null, ['wire.wrongType /reportFormContents']],
  ])('with reportFormContents %s', async (_, reportFormContents, read, findings) => {
    const detail = await received('incidentReport', incidentReport(nextId(), { reportFormContents }));
    expect(detail.content).toMatchObject({ kind: 'incidentReport', report: { reportFormContents: read } });
    expect(detail.findings).toEqual(findings);
  });

  test('with reportFormContents nested without end is read, and its body kept', async () => {
    const id = nextId();
    const body = JSON.stringify(incidentReport(id)).replace(
      '"reportFormContents":{}',
      `"reportFormContents":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    );
    const detail = await received('incidentReport', body);
    expect(detail.body).toBe(body);
    expect(detail.content).toMatchObject({ report: { reportFormContents: null } });
    expect(detail.findings).toEqual(['wire.wrongType /reportFormContents']);
  });

  test.each(['{"conductor":"Luis"}', '', 'no es JSON', '{"a":{"b":[1,2]}}'])(
    'with insuranceFormInfoJson as the text %s',
    async (insuranceFormInfoJson) => {
      const { content, findings } = await received(
        'incidentReport',
        incidentReport(nextId(), { insuranceFormInfoJson }),
      );
      expect(content).toMatchObject({ report: { insuranceFormInfoJson } });
      expect(findings).toEqual([]);
    },
  );

  test('of a body of several megabytes', async () => {
    const body = JSON.stringify(incidentReport(nextId(), { insuranceFormInfoJson: 'ñ'.repeat(3_500_000) }));
    expect(Buffer.byteLength(body)).toBeGreaterThan(7_000_000);
    const detail = await received('incidentReport', body);
    expect(detail.bodyBytes).toBe(Buffer.byteLength(body));
    const parts: Buffer[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const part: { bytes: string; next: number | null } = await desk.client.body({ id: detail.id, from });
      parts.push(Buffer.from(part.bytes, 'base64'));
      from = part.next;
    }
    expect(Buffer.concat(parts).equals(Buffer.from(body))).toBe(true);
    expect(detail.findings).toEqual(['wire.tooLong /insuranceFormInfoJson']);
  });

  test('with an authority, a picture and a part that hold only nulls', async () => {
    const { findings, heading, itemCount } = await received(
      'incidentReport',
      incidentReport(nextId(), {
        reportedAuthorities: [{ authorityId: null, authorityName: null }],
        services: [],
      }),
    );
    expect(findings).toEqual([]);
    expect(heading).toMatchObject({ kind: 'incidentReport', pictureCount: 2, documentCount: 1 });
    expect(itemCount).toBe(1);
  });
});

const kinds = ['purchaseOrder', 'serviceOrder', 'incidentReport', 'financialDocument'] as const;
const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function inPascalCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inPascalCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [pascal(name), inPascalCase(part)]));
}

function withTexts(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withTexts(one));
  if (typeof value === 'number' && !isIdentity.test(name)) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTexts(part, key)]));
}
const isIdentity = /^(purchaseOrderId|serviceOrderId|incidentReportFormId|documentId)$/;

describe.each(kinds)('a body of %s', (kind) => {
  const { path, idName, numberName } = endpoints[kind];

  test('with every name in PascalCase reads as in camelCase', async () => {
    const plain = await received(kind, samples[kind](nextId()));
    const shouted = await received(kind, inPascalCase(samples[kind](nextId())) as object);
    expect(withoutIds(shouted.content)).toEqual(withoutIds(plain.content));
    expect(withoutIds(shouted.heading)).toEqual(withoutIds(plain.heading));
    expect([shouted.partyName, shouted.total]).toEqual([plain.partyName, plain.total]);
    expect(new Set(shouted.findings.map((finding) => finding.split(' ')[0]))).toEqual(
      new Set(['wire.pascalCase']),
    );
  });

  test('with every number as text reads as with numbers', async () => {
    const plain = await received(kind, samples[kind](nextId()));
    const texts = await received(kind, withTexts(samples[kind](nextId())) as object);
    expect(withoutIds(texts.content)).toEqual(withoutIds(plain.content));
    expect(texts.total).toBe(plain.total);
    expect(new Set(texts.findings.map((finding) => finding.split(' ')[0]))).toEqual(
      new Set(['wire.numberAsText']),
    );
  });

  test('with UTC dates that have no zone, which are UTC by their name', async () => {
    const id = nextId();
    const body = JSON.stringify(samples[kind](id)).replaceAll('2026-11-20T14:05:31Z', '2026-11-20T14:05:31');
    const detail = await received(kind, body);
    expect(detail.findings).toEqual([]);
  });

  test('with fields that the interface does not have: kept to the byte and pointed out', async () => {
    const id = nextId();
    const body = ` ${JSON.stringify({ nuevo: { a: [1.1] }, ...samples[kind](id), 'otro/más': null }, null, 1)}\r\n`;
    const detail = await received(kind, body);
    expect(detail.body).toBe(body);
    expect(detail.findings).toEqual(['wire.unknownProperty /nuevo /otro~1más']);
  });

  test('with no more than its identity, where that is allowed', async () => {
    const id = nextId();
    const least = kind === 'purchaseOrder' ? { [idName]: id, items: [{}] } : { [idName]: id };
    const detail = await received(kind, least);
    expect(detail).toMatchObject({ marketplaceId: id, claimNumber: null, partyName: null, total: null });
    const missing = detail.findings.filter((finding) => finding.startsWith('wire.missing /'));
    expect(missing.join(' ')).toContain(kind === 'incidentReport' ? 'generalInfo' : 'insuranceClaimNumber');
  });

  test.each(['lower case', 'a slash at the end', 'upper case', 'a small first letter'])(
    'is taken at its path in %s',
    async (form) => {
      const called = {
        'lower case': path.toLowerCase(),
        'a slash at the end': `${path}/`,
        'upper case': path.toUpperCase(),
        'a small first letter': `/${path.charAt(1).toLowerCase()}${path.slice(2)}`,
      }[form];
      const id = nextId();
      const answer = await post(desk, called ?? '', samples[kind](id));
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        [idName]: id,
        [numberName]: expect.stringMatching(/^[A-Z]{2}-\d{4}-\d{6}$/),
      });
    },
  );

  test.each(['X-API-KEY', 'X-API-Key', 'x-api-key'])('is taken with the header %s', async (header) => {
    const answer = await fetch(`${desk.url}${path}`, {
      method: 'POST',
      headers: { [header]: goodKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(samples[kind](nextId())),
    });
    expect(answer.status).toBe(200);
  });
});

test.each(['/PurchaseOrders/{}/cancel', '/purchaseorders/{}/cancel/', '/PURCHASEORDERS/{}/CANCEL'])(
  'a cancellation is asked at %s',
  async (path) => {
    const id = nextId();
    await desk.send('purchaseOrder', purchaseOrder(id));
    expect((await post(desk, path.replace('{}', String(id)), { purchaseOrderId: id })).status).toBe(200);
  },
);

/** Values of one sample, without those that name the record or follow from its id. */
function withoutIds(value: unknown): unknown {
  const text = JSON.stringify(value, (name, part) =>
    isIdentity.test(name) || name === 'requestId' || name.endsWith('Guid') ? undefined : part,
  );
  return text === undefined ? undefined : JSON.parse(text);
}
