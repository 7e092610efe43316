/** Every procedure of the contract, called over HTTP by each role, by nobody, and from behind a lock. */
import { isContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers } from '../../../main/engine/console/reading.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { signInHeader } from '../../../shared/contract/people.ts';
import { leastOf, mayDo } from '../../../shared/contract/roles.ts';
import { type Role, roles } from '../../../shared/terms.ts';
import { marketplaceKey, type OpenedConsole, openTestConsole } from '../../opened-console.ts';
import { financialDocument } from '../financial-documents.ts';

/** The paths of all procedures, for example `records.list`. */
function pathsOf(part: object, above: string[] = []): string[] {
  return Object.entries(part).flatMap(([name, value]) => {
    const path = [...above, name];
    return isContractProcedure(value) ? [path.join('.')] : pathsOf(value, path);
  });
}

/** It ends the engine that is asked next: last, and once. */
const last = 'database.rebuild';
/** These end what the others are called with. */
const ending = ['people.lock', 'people.signOut'];
const paths = pathsOf(contract).filter((path) => path !== last && !ending.includes(path));

const sampleConsole = { open: async () => 'http://127.0.0.1:1/', close: () => {} };
let office: OpenedConsole;
const tokens = new Map<Role, string>();
const secretOf = (role: Role) => `clave-de-prueba-${role}`;

/** Calls with an input that no procedure takes, so that nothing is done but what takes none. */
async function call(path: string, signIn: string | undefined, input: unknown = 7) {
  const stop = new AbortController();
  const { url, token } = office.opened.browser;
  const response = await fetch(`${url}/rpc/${path.replaceAll('.', '/')}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(signIn === undefined ? {} : { [signInHeader]: signIn }),
    },
    body: JSON.stringify({ json: input }),
    signal: stop.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const body = isStream ? '' : await response.text();
  stop.abort();
  return { status: response.status, ...(body === '' ? {} : readAnswer(body)) };
}

type Answer = {
  json?: {
    code?: string;
    data?: { least?: string; reason?: string };
    token?: string;
    id?: number;
    rows?: { id: number; attentionCount: number }[];
  };
};
function readAnswer(body: string): {
  code?: string;
  least?: string;
  reason?: string;
  answer: Answer['json'];
} {
  const { json } = JSON.parse(body) as Answer;
  const { least, reason } = json?.data ?? {};
  return {
    ...(json?.code === undefined ? {} : { code: json.code }),
    ...(least === undefined ? {} : { least }),
    ...(reason === undefined ? {} : { reason }),
    answer: json,
  };
}

beforeAll(async () => {
  office = await openTestConsole('roles', {}, { sampleConsole });
  const ids = new Map<Role, number>([['administrator', 1]]);
  const account = (role: Role) => ({ name: `Persona ${role}`, email: '', role, verdictLimit: null });
  for (const role of roles) {
    if (role === 'administrator') continue;
    const { answer } = await call('people.save', undefined, { id: null, ...account(role) });
    ids.set(role, answer?.id ?? 0);
  }
  const enter = async (role: Role) => {
    const input = { personId: ids.get(role), secret: secretOf(role) };
    const { answer } = await call('people.signIn', undefined, input);
    tokens.set(role, answer?.token ?? '');
  };
  await call('people.save', undefined, { id: 1, ...account('administrator') });
  await call('people.setSecret', undefined, { id: 1, secret: secretOf('administrator') });
  await enter('administrator');
  for (const role of roles.filter((one) => one !== 'administrator')) {
    const secret = { id: ids.get(role), secret: secretOf(role) };
    await call('people.setSecret', tokens.get('administrator'), secret);
    await enter(role);
  }
});
afterAll(() => office.close());

/** Cells of the table that are not as it says. */
async function wrongCells(
  who: readonly string[],
  expected: (path: string) => object | 'looked at',
  signIn: string | undefined,
): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const path of who) {
    const { answer: _, ...got } = await call(path, signIn);
    const wanted = expected(path);
    const isRight =
      wanted === 'looked at'
        ? got.status !== 401 && got.code !== 'FORBIDDEN' && got.code !== 'SIGN_IN'
        : JSON.stringify(got) === JSON.stringify(wanted);
    if (!isRight) wrong.push({ path, got, wanted });
  }
  return wrong;
}

test('who reads changes nothing: what a reader may do besides is named here', () => {
  const isRead = (path: string) => {
    let found: unknown = answers;
    for (const name of path.split('.')) found = Reflect.get(Object(found), name);
    return found === 'answered';
  };
  const besides = pathsOf(contract).filter(
    (path) =>
      mayDo('reader', leastOf(path.split('.'))) &&
      !isRead(path) &&
      !/\.(get|list|visit|find|me|waiting|ask)$/.test(path),
  );
  expect(besides).toMatchInlineSnapshot(`
    [
      "people.choices",
      "people.signIn",
      "people.signOut",
      "people.lock",
      "people.unlock",
      "people.setSecret",
      "people.signIns",
      "people.endSignIn",
      "people.signOutEverywhere",
      "people.invitation",
      "people.acceptInvitation",
      "openId.begin",
      "openId.finish",
      "views.save",
      "views.remove",
      "inbox.done",
      "inbox.reopen",
      "presence.here",
      "figures.intake",
      "figures.times",
      "figures.money",
      "figures.prices",
      "figures.findings",
      "figures.savings",
      "figures.scorecards",
      "figures.scorecard",
      "archives.signingKey",
      "exports.begin",
      "exports.stop",
      "exports.remove",
      "retention.bundles",
      "recovery.folder",
      "settings.update",
      "connection.passphrase",
      "shell.openSampleData",
      "desktop.updates",
    ]
  `);
});

describe('every procedure', () => {
  test.each(roles)('called as %s is looked at or refused for the role, before its input is', async (role) => {
    const expected = (path: string) => {
      const least = leastOf(path.split('.'));
      return mayDo(role, least) ? 'looked at' : { status: 403, code: 'FORBIDDEN', least };
    };
    expect(await wrongCells(paths, expected, tokens.get(role))).toEqual([]);
    if (role !== 'administrator') expect(await wrongCells([last], expected, tokens.get(role))).toEqual([]);
  });

  test('called by nobody is refused, but for what leads to a sign-in', async () => {
    const expected = (path: string) =>
      leastOf(path.split('.')) === 'anyone'
        ? 'looked at'
        : { status: 401, code: 'SIGN_IN', reason: 'signedOut' };
    expect(await wrongCells([...paths, last, ...ending], expected, undefined)).toEqual([]);
    expect(await wrongCells([...paths, last], expected, 'A'.repeat(43))).toEqual([]);
  });

  test('called from behind a lock is refused, but for what opens it', async () => {
    const signIn = tokens.get('adjuster');
    expect((await call('people.lock', signIn)).status).toBe(200);
    const expected = (path: string) =>
      leastOf(path.split('.')) === 'anyone'
        ? 'looked at'
        : { status: 401, code: 'SIGN_IN', reason: 'locked' };
    expect(await wrongCells([...paths, last], expected, signIn)).toEqual([]);
    expect((await call('people.unlock', signIn, { secret: secretOf('adjuster') })).status).toBe(200);
    expect((await call('status.get', signIn, undefined)).status).toBe(200);
  });
});

test('what hangs on the input is refused as well', async () => {
  const supervisor = tokens.get('supervisor');
  const adjuster = tokens.get('adjuster');
  const refused = (least: string) => ({ status: 403, code: 'FORBIDDEN', least });
  const forParty = { recordId: 1, code: 'taxId.form', scope: 'party', reason: 'Prueba' };
  expect(await call('settings.update', supervisor, { company: { name: 'Otra' } })).toMatchObject(
    refused('administrator'),
  );
  expect(await call('settings.update', tokens.get('reader'), { screen: { theme: 'dark' } })).toMatchObject({
    status: 200,
  });
  expect(await call('people.setSecret', supervisor, { id: 1, secret: null })).toMatchObject(
    refused('administrator'),
  );
  expect(await call('records.acknowledgeFinding', adjuster, forParty)).toMatchObject(refused('supervisor'));
  expect(await call('records.acknowledgeFinding', supervisor, forParty)).toMatchObject({ status: 404 });
});

test('nobody, whatever their role, pays beside open findings without a word why', async () => {
  const sent = await fetch(`${office.receiverUrl}/financialDocuments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': Buffer.from(marketplaceKey).toString('base64'),
    },
    body: JSON.stringify(financialDocument(1)),
  });
  expect(sent.status).toBe(200);
  const findInvoice = async () => {
    const { answer } = await call('records.list', tokens.get('adjuster'), { kind: 'financialDocument' });
    return answer?.rows?.[0];
  };
  await expect.poll(async () => (await findInvoice())?.attentionCount ?? 0).toBeGreaterThan(0);
  const row = await findInvoice();
  const pay = { recordId: row?.id, revision: 1, lastId: null, decision: 'pay' };
  const outcomes: unknown[] = [];
  for (const role of roles) {
    const { status, code } = await call('decisions.decide', tokens.get(role), pay);
    outcomes.push([role, status, code]);
  }
  expect(outcomes).toEqual(
    roles.map((role) => (role === 'reader' ? [role, 403, 'FORBIDDEN'] : [role, 422, 'PAY_REASON_REQUIRED'])),
  );
  const explained = await call('decisions.decide', tokens.get('adjuster'), { ...pay, comment: 'Se recibió' });
  expect(explained.status).toBe(200);
});

describe('every procedure, where other computers open the console', () => {
  beforeAll(async () => {
    const { dataDir } = office;
    await office.opened.close();
    office = await openTestConsole('roles', { isOffice: true }, { sampleConsole, dataDir });
    for (const role of roles) {
      const input = { who: `Persona ${role}`, secret: secretOf(role) };
      const { answer } = await call('people.signIn', undefined, input);
      tokens.set(role, answer?.token ?? '');
    }
  });

  test.each(roles)('called as %s is looked at or refused for the role, before its input is', async (role) => {
    const expected = (path: string) => {
      const least = leastOf(path.split('.'));
      return mayDo(role, least) ? 'looked at' : { status: 403, code: 'FORBIDDEN', least };
    };
    expect(await wrongCells(paths, expected, tokens.get(role))).toEqual([]);
  });

  test('called by nobody is refused, but for what leads to a sign-in', async () => {
    const expected = (path: string) =>
      leastOf(path.split('.')) === 'anyone'
        ? 'looked at'
        : { status: 401, code: 'SIGN_IN', reason: 'signedOut' };
    expect(await wrongCells([...paths, last, ...ending], expected, undefined)).toEqual([]);
  });

  test.each([
    ['how all desks look', 'settings.update', { screen: { theme: 'dark' } }, { status: 200 }],
    [
      'a file of the computer to import',
      'policies.import',
      { path: '/there/is/none.csv', dryRun: true },
      { status: 422, code: 'FILE' },
    ],
    [
      'a file of the computer as a bundle',
      'retention.locate',
      { id: 1, file: '/there/is/none.perito' },
      { status: 422, code: 'NOT_READABLE' },
    ],
  ] as const)('%s is an administrator’s to name', async (_, path, input, byAdministrator) => {
    for (const role of roles) {
      const isRefused = role !== 'administrator';
      const least =
        !isRefused || mayDo(role, leastOf(path.split('.'))) ? 'administrator' : leastOf(path.split('.'));
      expect([role, await call(path, tokens.get(role), input)]).toMatchObject([
        role,
        isRefused ? { status: 403, code: 'FORBIDDEN', least } : byAdministrator,
      ]);
    }
  });

  test('rows that somebody brings are imported as before', async () => {
    const imported = await call('policies.import', tokens.get('supervisor'), { rows: [], dryRun: true });
    expect(imported).toMatchObject({ status: 200 });
  });
});

test('a sign-in that is over is nobody', async () => {
  const signIn = tokens.get('reader');
  expect((await call('people.signOut', signIn)).status).toBe(200);
  expect(await call('status.get', signIn, undefined)).toMatchObject({ status: 401, reason: 'signedOut' });
});
