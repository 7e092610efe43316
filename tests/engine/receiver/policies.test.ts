import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goodKey, type House, newestRejected, openHouse } from './house.ts';
import { bodyOf, exchange, head, statusOf } from './raw.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(() => {
  house.policies.asked.length = 0;
});

const keyLabel = 'PERITO_RECEIVER_KEYS 1';
const day = 'incidentDate=2026-11-20';
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const call = (path: string, method = 'GET') =>
  fetch(`${house.url}${path}`, { method, headers: { 'X-API-KEY': goodKey } });

describe('GET /InsurancePolicies', () => {
  const incidentDate = '2026-11-20';
  test.each<[name: string, query: string, asked: object]>([
    [
      'the policy number alone',
      `insurancePolicyNumber=P-1&${day}`,
      { insurancePolicyNumber: 'P-1', incidentDate },
    ],
    ['the vin alone', `vin=V1&${day}`, { vin: 'V1', incidentDate }],
    ['a vin that looks like a day long ago', `vin=1980-01-01&${day}`, { vin: '1980-01-01', incidentDate }],
    [
      'every parameter',
      `insurancePolicyNumber=P-1&vin=V1&incidentTypeId=3&${day}&intermediaryTaxId=101000001&reportCategoryId=2`,
      {
        insurancePolicyNumber: 'P-1',
        vin: 'V1',
        incidentTypeId: 3,
        incidentDate,
        intermediaryTaxId: '101000001',
        reportCategoryId: 2,
      },
    ],
    [
      'names in any case',
      'VIN=V1&IncidentDate=2026-11-20&INCIDENTTYPEID=1',
      { vin: 'V1', incidentDate, incidentTypeId: 1 },
    ],
    [
      'empty ones as absent',
      `insurancePolicyNumber=&vin=V1&incidentTypeId=&${day}&reportCategoryId=%20`,
      { vin: 'V1', incidentDate },
    ],
    [
      'encoded text',
      `insurancePolicyNumber=AUTO%2F12+%C3%B1%25&${day}`,
      { insurancePolicyNumber: 'AUTO/12 ñ%', incidentDate },
    ],
    ['spaces around a value', `vin=%20V1%20&${day}`, { vin: 'V1', incidentDate }],
    ['what the interface does not name, even twice', `vin=V1&${day}&_=1&_=2`, { vin: 'V1', incidentDate }],
    [
      '29 February of a leap year',
      'vin=V1&incidentDate=2024-02-29',
      { vin: 'V1', incidentDate: '2024-02-29' },
    ],
    [
      'the first day that is asked about',
      'vin=V1&incidentDate=1990-01-01',
      { vin: 'V1', incidentDate: '1990-01-01' },
    ],
    [
      'a day within a year from now',
      `vin=V1&incidentDate=${daysAhead(364)}`,
      { vin: 'V1', incidentDate: daysAhead(364) },
    ],
  ])('takes %s', async (_, query, asked) => {
    house.policies.lookupAnswer = '[{"insurancePolicyNumber":"Ñ"}]';
    const answer = await call(`/InsurancePolicies?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe(house.policies.lookupAnswer);
    expect(house.policies.asked).toEqual([{ ...asked, keyLabel }]);
  });

  test.each<[name: string, query: string, wrong: string[]]>([
    ['nothing', '', ['incidentDate', 'insurancePolicyNumber']],
    ['neither policy number nor vin', day, ['insurancePolicyNumber']],
    ['both of them empty', `${day}&vin=&insurancePolicyNumber=+`, ['insurancePolicyNumber']],
    ['no date', 'vin=V1', ['incidentDate']],
    ['an empty date', 'vin=V1&incidentDate=', ['incidentDate']],
    ...[
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-2',
      '20/11/2026',
      '20261120',
      '2026-11-20T00:00:00',
      ' 2026-11-20',
      '2026-02-30',
      '0001-01-01',
      '1989-12-31',
      '9999-12-31',
      daysAhead(368),
    ].map((date): [string, string, string[]] => [
      `the date ${date}`,
      `vin=V1&incidentDate=${encodeURIComponent(date)}`,
      ['incidentDate'],
    ]),
    ...['0', '6', '-1', '1.0', '1e0', '0x1', 'three', '99999999999'].map(
      (type): [string, string, string[]] => [
        `the incident type ${type}`,
        `vin=V1&${day}&incidentTypeId=${type}`,
        ['incidentTypeId'],
      ],
    ),
    ...['0', '3', 'insured'].map((category): [string, string, string[]] => [
      `the report category ${category}`,
      `vin=V1&${day}&reportCategoryId=${category}`,
      ['reportCategoryId'],
    ]),
    ['a vin twice', `vin=V1&vin=V2&${day}`, ['vin']],
    ['a vin twice under two spellings', `vin=V1&VIN=V1&${day}`, ['vin']],
    ['an overlong number', `insurancePolicyNumber=${'9'.repeat(101)}&${day}`, ['insurancePolicyNumber']],
    [
      'an overlong vin and tax id',
      `vin=${'V'.repeat(51)}&${day}&intermediaryTaxId=${'1'.repeat(21)}`,
      ['vin', 'intermediaryTaxId'],
    ],
    [
      'several at once',
      'vin=V1&incidentTypeId=9&reportCategoryId=9',
      ['incidentTypeId', 'incidentDate', 'reportCategoryId'],
    ],
  ])('refuses %s, names what is wrong, and keeps the call', async (_, query, wrong) => {
    const answer = await call(`/InsurancePolicies?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    const problem = (await answer.json()) as { errors: { pointer: string; detail: string }[] };
    expect(problem).toMatchObject({
      type: 'urn:perito:problem:parameters-wrong',
      status: 400,
      instance: '/InsurancePolicies',
    });
    expect(problem.errors.map(({ pointer }) => pointer).sort()).toEqual(
      wrong.map((name) => `/${name}`).sort(),
    );
    for (const { detail } of problem.errors) expect(detail).toMatch(/^\S.+\.$/);
    expect(house.policies.asked).toEqual([]);
    const kept = await newestRejected(house);
    expect(kept).toMatchObject({
      method: 'GET',
      path: `/InsurancePolicies?${query}`,
      status: 400,
      receivedBytes: 0,
    });
    expect(JSON.parse(kept?.errors ?? '')).toEqual(problem.errors);
  });

  test.each(['/insurancePolicies', '/INSURANCEPOLICIES', '/InsurancePolicies/', '//insurancepolicies//'])(
    'answers at %s too',
    async (path) => {
      expect((await call(`${path}?vin=V1&${day}`)).status).toBe(200);
      expect(house.policies.asked).toHaveLength(1);
    },
  );

  test('a body with a GET is not looked at', async () => {
    const answer = await exchange(
      house,
      `${head(`GET /InsurancePolicies?vin=V1&${day} HTTP/1.1`, { 'Content-Length': 3 })}{"a`,
    );
    expect(statusOf(answer)).toBe(200);
    expect(house.policies.asked).toHaveLength(1);
  });
});

describe('GET /InsurancePolicies/{insurancePolicyNumber}/balance', () => {
  const balance = '{"accountBalance":1500.5,"deductibleAmount":5000}';

  test.each<[path: string, number: string]>([
    ['/InsurancePolicies/P-1/balance', 'P-1'],
    ['/insurancePolicies/Poliza-aB/BALANCE/', 'Poliza-aB'],
    ['/InsurancePolicies/AUTO%2F12%2F3/balance', 'AUTO/12/3'],
    ['/InsurancePolicies/AUTO/12/3/balance', 'AUTO/12/3'],
    ['/InsurancePolicies/A%20%C3%B1%25/balance', 'A ñ%'],
    ['/InsurancePolicies/balance/balance', 'balance'],
    ['/InsurancePolicies/P/balance/balance', 'P/balance'],
  ])('%s asks for %s', async (path, number) => {
    house.policies.balanceAnswer = balance;
    const answer = await call(`${path}?vin=V1`);
    expect([answer.status, await answer.text()]).toEqual([200, balance]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(house.policies.asked).toEqual([{ insurancePolicyNumber: number, vin: 'V1', keyLabel }]);
  });

  test.each<[query: string, wrong: string[]]>([
    ['', ['vin']],
    ['?vin=', ['vin']],
    ['?vin=V1&Vin=V2', ['vin']],
    [`?vin=${'V'.repeat(51)}`, ['vin']],
  ])('refuses the query %s and keeps the call', async (query, wrong) => {
    const answer = await call(`/InsurancePolicies/P-1/balance${query}`);
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual(wrong.map((name) => `/${name}`));
    expect((await newestRejected(house))?.path).toBe(`/InsurancePolicies/P-1/balance${query}`);
  });

  test.each([' ', '9'.repeat(101)])('refuses the policy number "%s"', async (number) => {
    const answer = await call(`/InsurancePolicies/${encodeURIComponent(number)}/balance?vin=V1`);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { errors: unknown }).errors).toEqual([
      { pointer: '/insurancePolicyNumber', detail: 'It must have 1 to 100 characters.' },
    ]);
  });

  test('the policy number is that of the path, whatever the query names', async () => {
    house.policies.balanceAnswer = balance;
    await call('/InsurancePolicies/P-1/balance?vin=V1&insurancePolicyNumber=P-2&InsurancePolicyNumber=P-3');
    expect(house.policies.asked).toEqual([{ insurancePolicyNumber: 'P-1', vin: 'V1', keyLabel }]);
  });

  test('an unknown pair is 404, in the words of a problem, and is no rejected delivery', async () => {
    house.policies.balanceAnswer = null;
    const before = (await newestRejected(house))?.id;
    const answer = await call('/InsurancePolicies/P-9/balance?vin=V9');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      type: 'urn:perito:problem:unknown-balance',
      status: 404,
      instance: '/InsurancePolicies/P-9/balance',
    });
    expect((await newestRejected(house))?.id).toBe(before);
  });
});

test.each([
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'QUERY'].map((method) => [
    method,
    '/InsurancePolicies',
    'GET',
  ]),
  ['POST', '/InsurancePolicies/P-1/balance', 'GET'],
  ['POST', '/InsurancePolicies/A/1/balance', 'GET'],
  ['HEAD', '/openapi.json', 'GET'],
  ['POST', '/openapi.json', 'GET'],
  ['GET', '/incidentReports', 'POST'],
  ['GET', '/financialDocuments', 'POST'],
])('%s %s is 405, with the methods that are allowed', async (method = '', path = '', allow = '') => {
  const answer = await call(`${path}?vin=V1&${day}`, method);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  expect((await newestRejected(house))?.method).toBe(method);
  expect(house.policies.asked).toEqual([]);
});

test.each([
  '/InsurancePolicies/P-1',
  '/InsurancePolicies//balance',
  '/InsurancePolicies/P-1/balance/x',
  '/incidentReports/1/cancel',
  '/financialDocuments/1/cancel',
])('nothing is at %s', async (path) => {
  expect((await call(path)).status).toBe(404);
});

test('a fault of ours is 500, and says nothing of itself', async () => {
  const failure = new Error('the book of Persona Prueba is torn');
  house.policies.failure = failure;
  const before = (await newestRejected(house))?.id;
  try {
    for (const path of [`/InsurancePolicies?vin=V1&${day}`, '/InsurancePolicies/P-1/balance?vin=V1']) {
      const answer = await call(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        500,
        'application/problem+json; charset=utf-8',
      ]);
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({ type: 'urn:perito:problem:internal-error', status: 500 });
      expect(text).not.toMatch(/torn|Persona|\bat /);
    }
  } finally {
    house.policies.failure = null;
  }
  expect((await newestRejected(house))?.id).toBe(before);
  expect(house.logged.splice(0)).toEqual(
    Array(2).fill({ level: 'error', fields: { err: failure }, text: 'A call to the receiver failed' }),
  );
});

test('a lookup without a key is 401', async () => {
  const answer = await exchange(house, `GET /InsurancePolicies?vin=V1&${day} HTTP/1.1\r\nHost: p\r\n\r\n`);
  expect(statusOf(answer)).toBe(401);
  expect(bodyOf(answer)).toMatchObject({ type: 'urn:perito:problem:not-authenticated' });
  expect(house.policies.asked).toEqual([]);
});
