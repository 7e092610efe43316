import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../../../main/engine/receiver/problems.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { bytesOf } from '../../../renderer/components/download-blob.ts';
import { hexDump, utf8Text } from '../../../renderer/rejected/body-text.ts';
import { adviceOf, knownProblem, problemText } from '../../../renderer/rejected/problem-text.ts';
import { subjectText } from '../../../renderer/rejected/subject-text.ts';

describe('what a rejected delivery was to be', () => {
  let t: TFunction;
  beforeAll(async () => {
    t = await i18next.createInstance().init({
      ...{ lng: 'es', resources: { es: { translation: es } } },
      interpolation: { escapeValue: false },
    });
  });
  const body = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64');
  it.each([
    ['/insurancePolicies/AUTO-1%2F2', '', 'Consulta de póliza, póliza AUTO-1/2'],
    ['/InsurancePolicies?vin=0PR1&insurancePolicyNumber=AUTO-7', '', 'Consulta de póliza, póliza AUTO-7'],
    ['/InsurancePolicies?vin=0PR1', '', 'Consulta de póliza, chasis (VIN) 0PR1'],
    ['/PurchaseOrders', body({ insuranceClaimNumber: 'REC-1' }), 'Orden de compra, reclamo REC-1'],
    ['/PurchaseOrders/7/cancel', '', 'Solicitud de cancelación, orden 7'],
    ['/financialDocuments', body([1]), 'Factura o nota de crédito'],
    ['/IncidentReports', 'no JSON', 'Reporte de incidente'],
    ['/%', '', 'Llamada'],
  ])('%s', (path, kept, text) => {
    expect(subjectText({ path, body: kept }, t)).toBe(text);
  });
});

describe('the bytes of a rejected delivery', () => {
  it('are text where they are UTF-8', () => {
    const body = Buffer.from('{"taller":"Peña"}\r\n', 'utf8');
    expect(utf8Text(bytesOf(body.toString('base64')))).toBe('{"taller":"Peña"}\r\n');
  });

  it.each([
    ['a lone continuation byte', [0x7b, 0x80]],
    ['Latin-1', [0x50, 0xf1, 0x61]],
    ['a NUL', [0x61, 0x00]],
  ])('are no text with %s', (_, bytes) => {
    expect(utf8Text(new Uint8Array(bytes))).toBeNull();
  });

  it('are dumped 16 a line', () => {
    expect(hexDump(new Uint8Array([0x50, 0xf1, 0x61]))).toBe(`00000000  ${'50 f1 61'.padEnd(47)}  P.a`);
    expect(
      hexDump(new Uint8Array(33))
        .split('\n')
        .map((line) => line.slice(0, 8)),
    ).toEqual(['00000000', '00000010', '00000020']);
  });

  it('are none where it is no Base64', () => {
    expect(bytesOf('%%%')).toHaveLength(0);
  });
});

describe('words for what the receiver answers', () => {
  let t: TFunction;
  beforeAll(async () => {
    const words = i18next.createInstance();
    t = await words.init({
      lng: 'es',
      resources: { es: { translation: es } },
      interpolation: { escapeValue: false },
    });
  });

  it.each(Object.entries(problems).map(([code, { title, status }]) => [code, title, status] as const))(
    'know %s',
    (code, title, status) => {
      expect(knownProblem({ code })).toBe(code);
      expect(adviceOf({ code, title, status })).toMatch(/^\w+$/);
    },
  );

  it('tell nobody to send a query again as a record', () => {
    const query = { code: 'parameters-wrong', title: 'A parameter is missing or wrong', status: 400 };
    expect(adviceOf(query)).toBe('parameters');
    expect(adviceOf({ ...query, code: null })).toBe('malformed');
    expect(adviceOf({ code: 'not-json', title: 'The body is not JSON', status: 400 })).toBe('malformed');
  });

  it('name the fields at fault, as people call them', () => {
    const missing = { pointer: '/incidentDate', detail: 'It is missing.' };
    const words = (errors: (typeof missing)[]) =>
      problemText({ code: 'parameters-wrong', title: '', errors }, t);
    expect(words([])).toBe('Falta un parámetro o no es válido');
    expect(words([missing])).toBe('Falta o no es válido: Fecha del incidente');
    expect(words([missing, { ...missing, pointer: '/algo' }])).toBe(
      'Falta o no es válido: Fecha del incidente, algo',
    );
  });

  it('go by its code, whatever its title says', () => {
    const problem = { code: 'items-missing', title: 'Said otherwise', errors: [] };
    expect(knownProblem(problem)).toBe('items-missing');
    expect(problemText(problem, t)).toBe(es.rejected.problem.itemsMissing);
    expect(problemText({ ...problem, code: null }, t)).toBe('Said otherwise');
  });

  it('leave what they do not know as it came', () => {
    for (const text of ['something-new', 'toString']) {
      const problem = { code: text, title: 'The order has no items', errors: [] };
      expect(knownProblem(problem)).toBeNull();
      expect(problemText(problem, t)).toBe('The order has no items');
    }
  });
});
