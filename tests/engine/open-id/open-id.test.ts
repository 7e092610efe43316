/** Signing in by the office's provider: whose account it opens, and what is refused of what comes back. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { openKeys } from '../../../main/engine/keys/index.ts';
import { discover } from '../../../main/engine/open-id/client.ts';
import { openOpenId } from '../../../main/engine/open-id/index.ts';
import { openPeople } from '../../../main/engine/people/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { upsertSetting } from '../../../main/engine/store/index.ts';
import { auditSentence } from '../../../shared/audit/sentences.ts';
import { openIdProvider } from '../../../shared/contract/open-id.ts';
import type { Role } from '../../../shared/terms.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { ManualClock } from '../manual-clock.ts';
import { openNewStore } from '../migrated-folder.ts';
import { away, steeredStore } from '../steered-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openHostileProvider, publicPem, strangersKey } from './hostile-provider.ts';
import { clientSecret, openRealProvider, throughProvider } from './real-provider.ts';

const via = 'browser' as const;
const by = { person: 'Ana Prueba', personId: 1, via };
const origin = 'https://perito.prueba.example:8651';
const redirectUri = `${origin}/sign-in/provider`;
const desk = { via, address: '192.0.2.10', agent: 'Mozilla/5.0 (prueba)' };
const secret = 'clave-de-prueba-de-ana';

async function office({ isOffice = true } = {}) {
  const store = await openNewStore({ dataDir: temporaryFolder() });
  // By the clock of tokens, which is that of the computer.
  const clock = new ManualClock(Date.now());
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  const host = new HostInMemory();
  const keys = await openKeys({ store, host, clock, changes, environmentKeys: [] });
  const openId = await openOpenId({
    ...{ store, host, clock, changes, collections: keys.collections, givenSecret: clientSecret },
    trust: () => Promise.reject(new Error('Nothing is called over TLS here.')),
  });
  const people = await openPeople({
    ...{ store, clock, changes, settings, isOffice },
    provider: { issuer: () => openId.issuer(), name: () => openId.provider()?.name ?? null },
  });
  onTestFinished(async () => {
    await openId.close();
    await keys.close();
    await store.close();
  });
  const save = async (id: number | null, name: string, role: Role, email: string) => {
    const saved = await people.save(id, { name, email, role, verdictLimit: null }, by);
    if (saved.kind !== 'done') throw new Error(saved.kind);
    return saved.person.id;
  };
  await save(1, 'Ana Prueba', 'administrator', 'ana@prueba.example');
  await people.setSecret(1, secret, { actor: by, signIn: undefined, current: null });
  const luis = await save(null, 'Luis Prueba', 'adjuster', 'luis@prueba.example');
  const log = () =>
    store.read((tx) =>
      tx.all<{ action: string; subject: string; detail: string }>(
        'SELECT action, subject, detail FROM audit ORDER BY id',
      ),
    );
  const begin = async (source = 'from a', asksAnew = false) => {
    const begun = await openId.begin(origin, source, asksAnew);
    if ('problem' in begun) throw new Error(begun.problem.code);
    return { ...begun, page: new URL(begun.url) };
  };
  return { openId, people, store, clock, save, luis, log, begin };
}

const cameBack = (url: URL) => {
  const found = Object.fromEntries(url.searchParams);
  return { state: found['state'] ?? '', code: found['code'], iss: found['iss'], error: found['error'] };
};

async function withReal(options: Parameters<typeof openRealProvider>[1] = {}) {
  const real = await openRealProvider([redirectUri], options);
  onTestFinished(() => real.close());
  real.users.set('luis', { sub: 'u-luis', email: 'luis@prueba.example', email_verified: true });
  const here = await office();
  await here.openId.set({ issuer: real.issuer, clientId: 'perito', name: 'Prueba ID' }, by);
  const enter = async (login: string, from = desk) => {
    const { url, flow } = await here.begin();
    const back = cameBack(await throughProvider(url, login, redirectUri));
    return here.people.signInByProvider(from, () => here.openId.finish(flow, back));
  };
  return { ...here, real, enter };
}

/** `says` stands in its discovery document beside the rest. */
async function withHostile(says: object = {}) {
  const hostile = await openHostileProvider();
  onTestFinished(() => hostile.close());
  hostile.answers.discovery = hostile.json({ ...hostile.document, ...says });
  const here = await office();
  await here.openId.set({ issuer: hostile.issuer, clientId: 'perito', name: 'Prueba ID' }, by);
  /** Begins, has the token made of the nonce, and comes back as the provider would send the browser. */
  const enter = async (prepare: (nonce: string) => void, more: object = {}) => {
    const { page, flow } = await here.begin();
    prepare(page.searchParams.get('nonce') ?? '');
    const back = { state: page.searchParams.get('state') ?? '', code: 'codigo', ...more };
    return here.people.signInByProvider(desk, () => here.openId.finish(flow, back));
  };
  return { ...here, hostile, enter };
}

test.each([false, true])(
  'the first sign-in binds the account of a vouched e-mail, also where the ID token has none: %s',
  async (keepsEmailApart) => {
    const { enter, people, luis, log, real } = await withReal({ keepsEmailApart });
    const outcome = await enter('luis');
    if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
    expect(outcome.me).toMatchObject({ state: 'signedIn', person: { id: luis, role: 'adjuster' } });
    expect((await people.list()).find(({ id }) => id === luis)?.bound).toMatchObject({
      ...{ email: 'luis@prueba.example', isPasswordOff: false },
    });
    expect(await people.signIns(luis, outcome.token)).toMatchObject([
      { way: 'provider', address: desk.address, isOwn: true },
    ]);
    expect(real.called.includes('/me')).toBe(keepsEmailApart);
    const actions = (await log()).map(({ action }) => action);
    expect(actions).toContain('person.bound');
    expect(actions).toContain('person.signedInByProvider');
    // Ended as any other.
    const [open] = await people.signIns(luis, undefined);
    await people.endSignIn(open?.id ?? '', by);
    expect(await people.callerOf({ via, signIn: outcome.token })).toBe('signedOut');
  },
);

test('the page is asked with PKCE, state and nonce, and nothing of the secret is in it', async () => {
  const { begin } = await withReal();
  const { page } = await begin();
  const asked = Object.fromEntries(page.searchParams);
  expect(asked).toMatchObject({
    ...{ response_type: 'code', client_id: 'perito', scope: 'openid email', redirect_uri: redirectUri },
    ...{ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
    ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
  });
  expect(page.href).not.toContain(clientSecret);
  const other = await begin();
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(other.page.searchParams.get(name)).not.toBe(asked[name]);
});

test('afterwards the subject counts: an e-mail given to somebody else opens nothing, and one that changed keeps its account', async () => {
  const { enter, real, luis, log, save } = await withReal();
  expect(await enter('luis')).toMatchObject({ kind: 'done' });
  real.users.set('otro', { sub: 'u-otro', email: 'luis@prueba.example', email_verified: true });
  expect(await enter('otro')).toMatchObject({ kind: 'refused', reason: 'otherSubject' });
  const refused = (await log()).at(-1);
  expect(refused).toMatchObject({ action: 'person.providerRefused', subject: `person:${luis}` });
  // Their own account is theirs, whichever e-mail the provider has of them by now.
  real.users.set('luis', { sub: 'u-luis', email: 'luis.nuevo@prueba.example', email_verified: false });
  expect(await enter('luis')).toMatchObject({ kind: 'done', me: { person: { id: luis } } });
  // Nor does a changed address take another account.
  const marta = await save(null, 'Marta Prueba', 'supervisor', 'marta@prueba.example');
  real.users.set('luis', { sub: 'u-luis', email: 'marta@prueba.example', email_verified: true });
  expect(await enter('luis')).toMatchObject({ kind: 'done', me: { person: { id: luis } } });
  expect(marta).not.toBe(luis);
});

test.each([
  ['an address that the provider does not vouch for', 'luis@prueba.example', false, 'noEmail'],
  ['an address that no account has', 'nadie@prueba.example', true, 'noAccount'],
  ['an address that two accounts have', 'reclamos@prueba.example', true, 'noAccount'],
  ['an address of an account that has ended', 'eva@prueba.example', true, 'noAccount'],
  ['no address, as accounts without one have', '', true, 'noEmail'],
  // In lower case it is the same as that of Luis, of other letters.
  ['an address of letters that look alike', 'luis@prueba.e\u212axample', true, 'noEmail'],
])(
  'nobody comes in by %s, no account is made, and the log says so',
  async (_, email, email_verified, reason) => {
    const { enter, real, save, people, log } = await withReal();
    for (const name of ['Rosa Prueba', 'Pedro Prueba'])
      await save(null, name, 'adjuster', 'reclamos@prueba.example');
    await people.end(await save(null, 'Eva Prueba', 'adjuster', 'eva@prueba.example'), by);
    await save(null, 'Sin Correo', 'adjuster', '');
    const before = (await people.list()).length;
    real.users.set('x', { sub: 'u-x', email, email_verified });
    expect(await enter('x')).toMatchObject({ kind: 'refused', reason });
    expect(await people.list()).toHaveLength(before);
    const last = (await log()).at(-1);
    expect(last).toMatchObject({ action: 'openId.signInRefused', subject: 'openId' });
    expect(JSON.parse(last?.detail ?? '')).toMatchObject({ reason, address: desk.address });
  },
);

test('who leaves is bound no more, and whoever has their address later has an account of their own', async () => {
  const { enter, real, people, save, luis } = await withReal();
  const first = await enter('luis');
  await people.end(luis, by);
  expect(await people.callerOf({ via, signIn: first.kind === 'done' ? first.token : '' })).toBe('signedOut');
  expect(await enter('luis')).toMatchObject({ kind: 'refused', reason: 'noAccount' });
  const next = await save(null, 'Luisa Prueba', 'reader', 'luis@prueba.example');
  real.users.set('luisa', { sub: 'u-luisa', email: 'luis@prueba.example', email_verified: true });
  expect(await enter('luisa')).toMatchObject({ kind: 'done', me: { person: { id: next, role: 'reader' } } });
});

test('the provider says no, and nobody comes in', async () => {
  const { enter, log } = await withReal();
  expect(await enter('desconocido')).toMatchObject({ kind: 'refused', reason: 'denied' });
  expect((await log()).at(-1)?.action).toBe('openId.signInRefused');
});

test('a flow ends once, in ten minutes, and with its own state; a code that was used opens nothing', async () => {
  const { begin, openId, people, clock } = await withReal();
  const come = async () => {
    const { url, flow } = await begin();
    return { flow, back: cameBack(await throughProvider(url, 'luis', redirectUri)) };
  };
  const finish = (flow: string, back: ReturnType<typeof cameBack>) =>
    people.signInByProvider(desk, () => openId.finish(flow, back));
  const first = await come();
  expect(await finish(first.flow, first.back)).toMatchObject({ kind: 'done' });
  expect(await finish(first.flow, first.back)).toMatchObject({ reason: 'expired' });
  // The same code for another flow, with what that one expects.
  const second = await begin();
  const replayed = { ...first.back, state: second.page.searchParams.get('state') ?? '' };
  expect(await finish(second.flow, replayed)).toMatchObject({ kind: 'refused', reason: 'notValid' });
  // What came back to somebody else is no use in this browser, and the flow is over.
  const [third, fourth] = [await come(), await come()];
  expect(await finish(third.flow, fourth.back)).toMatchObject({ kind: 'refused', reason: 'notValid' });
  expect(await finish(third.flow, third.back)).toMatchObject({ reason: 'expired' });
  expect(await finish('A'.repeat(43), fourth.back)).toMatchObject({ reason: 'expired' });
  clock.advance(10 * 60_000);
  expect(await finish(fourth.flow, fourth.back)).toMatchObject({ reason: 'expired' });
  // Two at the same moment are one.
  const fifth = await come();
  const both = await Promise.all([finish(fifth.flow, fifth.back), finish(fifth.flow, fifth.back)]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(['done', 'refused']);
});

const seconds = () => Math.floor(Date.now() / 1000);
const ofLuis = { sub: 'u-luis', email: 'luis@prueba.example', email_verified: true };

test('what holds is taken, so that what follows is refused for its own reason', async () => {
  const { enter, hostile } = await withHostile();
  expect(await enter((nonce) => hostile.tokenOf({ ...ofLuis, nonce }))).toMatchObject({ kind: 'done' });
  const { body } = hostile.called.find(({ path }) => path === '/token') ?? { body: new URLSearchParams() };
  expect(body.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

test.each<[string, object, object?]>([
  ['another nonce', { nonce: 'otro' }],
  ['no nonce', { nonce: undefined }],
  ['another audience', { aud: 'otro' }],
  ['another audience beside', { aud: ['perito', 'otro'] }],
  ['another party', { aud: ['perito', 'otro'], azp: 'otro' }],
  ['another issuer', { iss: 'https://otro.example' }],
  ['an end that has passed', { exp: seconds() - 120 }],
  ['a beginning to come', { nbf: seconds() + 600 }],
  ['no end', { exp: undefined }],
  ['no subject', { sub: undefined }],
  ['an empty subject', { sub: '' }],
  ['a subject that is too long', { sub: 'x'.repeat(256) }],
  ['the signature of a stranger', {}, { isByStranger: true }],
  ['no signature', {}, { alg: 'none' }],
  ['an algorithm of shared secrets', {}, { alg: 'HS256', sharedKey: clientSecret }],
  ['the public key taken for a shared one', {}, { alg: 'HS256', sharedKey: publicPem }],
  ['a key of its own', {}, { isByStranger: true, header: { jwk: strangersKey } }],
  ['a key that lies elsewhere', {}, { isByStranger: true, header: { jku: 'https://otro.example/jwks' } }],
  ['what has to be understood and is not', {}, { header: { crit: ['exp2'], exp2: 1 } }],
  ['a subject that is no text', { sub: 7 }],
  ['a subject of letters that look alike', { sub: 'u-lu\u0456s' }],
  ['a subject with an end in it', { sub: 'u-luis\u0000x' }],
  ['a key that the provider does not have', {}, { kid: 'dos' }],
])('an ID token with %s is refused, whatever algorithms the provider names', async (_, claims, how) => {
  const algorithms = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] };
  const { enter, hostile, people, luis } = await withHostile(algorithms);
  const outcome = await enter((nonce) => hostile.tokenOf({ ...ofLuis, nonce, ...claims }, how));
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'notValid' });
  expect(await people.signIns(luis, undefined)).toEqual([]);
});

test.each<[string, object, string, boolean?]>([
  ['no state', { state: '' }, 'notValid'],
  ['the state of another', { state: 'A'.repeat(43) }, 'notValid'],
  ['another issuer beside the code', { iss: 'https://otro.example' }, 'notValid'],
  ['no issuer of a provider that names itself', {}, 'notValid', true],
  ['no code', { code: undefined }, 'notValid'],
  ['an error without its state', { code: undefined, error: 'access_denied', state: '' }, 'notValid'],
  ['an error', { code: undefined, error: 'access_denied' }, 'denied'],
])(
  'a browser that comes back with %s is refused, and its code goes nowhere',
  async (_, more, reason, isNamed) => {
    const { enter, hostile } = await withHostile({ authorization_response_iss_parameter_supported: isNamed });
    const outcome = await enter((nonce) => hostile.tokenOf({ ...ofLuis, nonce }), more);
    expect(outcome).toMatchObject({ kind: 'refused', reason });
    expect(hostile.called.map(({ path }) => path)).not.toContain('/token');
  },
);

test('what was begun with one provider ends with no other, and what another answered opens nothing', async () => {
  const { begin, hostile, openId, people } = await withHostile();
  const { page, flow } = await begin();
  const nonce = page.searchParams.get('nonce');
  const back = { state: page.searchParams.get('state') ?? '', code: 'codigo', iss: hostile.issuer };
  hostile.tokenOf({ ...ofLuis, nonce });
  const other = await openHostileProvider();
  onTestFinished(() => other.close());
  // Set while somebody is on their way back.
  const isHeld = Promise.withResolvers<void>();
  const held = people.signInByProvider(desk, async () => {
    const outcome = await openId.finish(flow, back);
    await isHeld.promise;
    return outcome;
  });
  await expect.poll(() => hostile.called.some(({ path }) => path === '/jwks')).toBe(true);
  await openId.set({ issuer: other.issuer, clientId: 'perito', name: 'Otro' }, by);
  isHeld.resolve();
  expect(await held).toMatchObject({ kind: 'refused', reason: 'expired' });
  expect(other.called).toEqual([]);
});

test('nothing is asked for that lasts, and no token of the provider is kept', async () => {
  const { begin, enter, hostile, store } = await withHostile();
  expect((await begin()).page.searchParams.get('scope')).toBe('openid email');
  const given = { access_token: 'acceso-que-no-queda', refresh_token: 'renovado-que-no-queda' };
  const outcome = await enter((nonce) => hostile.tokenOf({ ...ofLuis, nonce }, {}, given));
  expect(outcome).toMatchObject({ kind: 'done' });
  const kept = await store.read(async (tx) => [
    await tx.all<object>('SELECT * FROM setting'),
    await tx.all<object>('SELECT * FROM audit'),
    await tx.all<object>('SELECT * FROM sign_in'),
    await tx.all<object>('SELECT * FROM provider_identity'),
  ]);
  expect(JSON.stringify(kept)).toContain('u-luis');
  expect(JSON.stringify(kept)).not.toContain('que-no-queda');
});

test.each<[string, object]>([
  ['of somebody else', { sub: 'u-otro', email: 'luis@prueba.example', email_verified: true }],
  ['of nobody', { email: 'luis@prueba.example', email_verified: true }],
])('an e-mail that the provider tells apart, %s, is not that of who signs in', async (_, says) => {
  const { enter, hostile } = await withHostile();
  const { userinfo_endpoint } = { userinfo_endpoint: `${hostile.issuer}/userinfo` };
  hostile.answers.discovery = hostile.json({ ...hostile.document, userinfo_endpoint });
  hostile.answers.userinfo = hostile.json(says);
  const outcome = await enter((nonce) => hostile.tokenOf({ sub: 'u-luis', nonce }));
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'notValid' });
});

test.each<[string, object]>([
  ['false as text', { email_verified: 'false' }],
  ['nothing', { email_verified: undefined }],
  ['a word', { email_verified: 'yes' }],
  ["Microsoft's claim of another provider", { email_verified: undefined, xms_edov: true }],
  ['a list of addresses', { email: ['luis@prueba.example'] }],
])('an e-mail that is vouched for by %s counts for none', async (_, claims) => {
  const { enter, hostile } = await withHostile();
  const outcome = await enter((nonce) => hostile.tokenOf({ ...ofLuis, nonce, ...claims }));
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'noEmail' });
});

const endless =
  (type: string) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': type });
    const more = () => {
      while (response.write(Buffer.alloc(65_536, ' '))) {
        // Until it is full.
      }
    };
    response.on('drain', more);
    more();
  };
const silent = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{');
};
const failing = (response: ServerResponse): void => {
  response.writeHead(500).end();
};
const page = (response: ServerResponse): void => {
  response.end('<html>');
};
const endlessHead = (response: ServerResponse): void => {
  const { socket } = response;
  socket?.write('HTTP/1.1 200 OK\r\n');
  const more = () => {
    while (socket?.write(`x-mas: ${'x'.repeat(4000)}\r\n`)) {
      // Until it is full.
    }
  };
  socket?.on('drain', more).on('error', () => undefined);
  more();
};
const moved = (response: ServerResponse): void => {
  response.writeHead(302, { location: 'http://127.0.0.1:1/' });
  response.end();
};

test.each([
  ['a body that does not end', endless('application/json'), 'tooLarge'],
  ['a redirect, which is not followed', moved, 'status'],
  ['a page of HTML', endless('text/html'), 'tooLarge'],
  ['a head that does not end', endlessHead, 'notOpenId'],
] as const)('an answer of the token endpoint that is %s is the provider away', async (_, answer, code) => {
  const { enter, hostile, people } = await withHostile();
  const outcome = await enter(() => {
    hostile.answers.token = answer;
  });
  expect(outcome).toMatchObject({ kind: 'away', problem: { code } });
  // The password is looked at meanwhile.
  expect(await people.signIn(1, secret, desk)).toMatchObject({ kind: 'done' });
});

test.each([
  ['that do not end', endless('application/json'), 'tooLarge'],
  ['that lie elsewhere', moved, 'status'],
  ['that are a page', page, 'notOpenId'],
] as const)('keys %s are the provider away, and nobody comes in', async (_, answer, code) => {
  const { enter, hostile } = await withHostile();
  hostile.answers.jwks = answer;
  const outcome = await enter((nonce) => hostile.tokenOf({ ...ofLuis, nonce }));
  expect(outcome).toMatchObject({ kind: 'away', problem: { code } });
});

test('a provider that begins an answer and falls silent is given up, and keeps no password waiting', async () => {
  const { enter, hostile, people } = await withHostile();
  const slow = enter(() => {
    hostile.answers.token = silent;
  });
  expect(await people.signIn(1, secret, desk)).toMatchObject({ kind: 'done' });
  expect(await slow).toMatchObject({ kind: 'away', problem: { code: 'timeout' } });
}, 60_000);

test.each([
  ['nobody answers at its address', null, 'unreachable'],
  ['it answers with an error', failing, 'status'],
  ['its document does not end', endless('application/json'), 'tooLarge'],
  ['it leads elsewhere', moved, 'status'],
  ['it is no JSON', page, 'notOpenId'],
] as const)('the test says so where %s', async (_, answer, code) => {
  const { hostile, openId } = await withHostile();
  if (answer !== null) hostile.answers.discovery = answer;
  else {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await openId.set({ issuer: `http://127.0.0.1:${port}`, clientId: 'perito', name: 'Otro' }, by);
  }
  expect(await openId.test()).toMatchObject({ problem: { code } });
});

test.each([
  ['another issuer', { issuer: 'https://otro.example' }, 'otherIssuer'],
  ['a template in place of its issuer', { issuer: 'https://login.example/{tenantid}/v2.0' }, 'otherIssuer'],
  ['a page that is a script', { authorization_endpoint: 'javascript:alert(1)' }, 'insecure'],
  ['a page without encryption', { authorization_endpoint: 'http://otro.example/auth' }, 'insecure'],
  ['tokens without encryption', { token_endpoint: 'http://otro.example/token' }, 'insecure'],
  ['keys without encryption', { jwks_uri: 'http://otro.example/jwks' }, 'insecure'],
  ['people without encryption', { userinfo_endpoint: 'http://otro.example/me' }, 'insecure'],
  ['no keys', { jwks_uri: undefined }, 'notOpenId'],
])('a document that names %s is not taken', async (_, changed, code) => {
  const { hostile, openId } = await withHostile();
  const { issuer } = hostile;
  hostile.answers.discovery = hostile.json({
    ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
    ...{ jwks_uri: `${issuer}/jwks`, ...changed },
  });
  expect(await openId.test()).toMatchObject({ problem: { code } });
  expect(await openId.begin(origin, 'from a', false)).toMatchObject({ problem: { code } });
});

test.each([
  ['http://127.0.0.1:8650/token', 'insecure'],
  ['http://localhost:8650/token', 'insecure'],
  ['https://localhost/token', 'insecure'],
  ['https://perito.localhost/token', 'insecure'],
  ['https://127.9.9.9/token', 'insecure'],
  ['https://2130706433/token', 'insecure'],
  ['https://[::1]/token', 'insecure'],
  ['https://[::ffff:127.0.0.1]/token', 'insecure'],
  ['https://0.0.0.0/token', 'insecure'],
  ['https://169.254.169.254/latest', 'insecure'],
  ['https://[fe80::1]/token', 'insecure'],
  // An office's own provider is in its own network.
  ['https://10.20.0.5/token', null],
  ['https://idp.intranet.example/token', null],
])('a provider elsewhere that leads to %s: %s', async (endpoint, code) => {
  const issuer = 'https://idp.prueba.example';
  const at = (name: string) => ({ [name]: endpoint });
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
    const document = {
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/jwks`, ...at(name) },
    };
    const outcome = await discover(issuer, async () => Response.json(document));
    expect([name, 'problem' in outcome ? outcome.problem.code : null]).toEqual([name, code]);
  }
});

test.each([
  ['https://login.microsoftonline.com/common/v2.0', 'https://login.microsoftonline.com/{tenantid}/v2.0'],
  ['https://login.microsoftonline.com/organizations/v2.0', 'https://login.microsoftonline.com/otro/v2.0'],
  ['https://oficina.b2clogin.com/oficina/v2.0', 'https://otro.b2clogin.com/otro/v2.0'],
])('whoever has any account at %s is nobody here: its document names %s', async (issuer, named) => {
  const document = {
    ...{ issuer: named, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
    jwks_uri: `${issuer}/jwks`,
  };
  expect(await discover(issuer, async () => Response.json(document))).toEqual({
    problem: { code: 'otherIssuer', detail: named },
  });
});

test('however often strangers begin, the provider is asked once; from one address so many are open', async () => {
  const { begin, hostile, openId } = await withHostile();
  const first = await begin('from a');
  await Promise.all(Array.from({ length: 60 }, () => begin('from b')));
  expect(hostile.called).toHaveLength(1);
  // Those of others stay, however many one address begins.
  const back = { state: first.page.searchParams.get('state') ?? '', code: 'x' };
  expect(await openId.finish(first.flow, back)).toMatchObject({ reason: 'notValid' });
});

test('twenty that fail slow down what comes from that address, passwords too, and nobody else', async () => {
  const { people, openId } = await withHostile();
  const unknown = () =>
    people.signInByProvider(desk, () => openId.finish('A'.repeat(43), { state: 's', code: 'c' }));
  for (let tried = 0; tried < 20; tried += 1) expect(await unknown()).toMatchObject({ reason: 'expired' });
  expect(await unknown()).toMatchObject({ kind: 'tooMany' });
  expect(people.waitOf(desk)).toBeGreaterThan(0);
  expect(await people.signIn(1, secret, desk)).toMatchObject({ kind: 'tooMany' });
  const other = { via, address: '192.0.2.11' };
  expect(people.waitOf(other)).toBe(0);
  expect(await people.signIn(1, secret, other)).toMatchObject({ kind: 'done' });
});

test('passwords are turned off for who is bound, but never the last of the administrators', async () => {
  const { enter, real, people, save, luis } = await withReal();
  const off = (id: number, isOff = true) =>
    people.setPasswordOff(id, isOff, { actor: by, signIn: undefined });
  await people.setSecret(luis, 'clave-de-prueba-de-luis', { actor: by, signIn: undefined, current: null });
  expect(await off(luis)).toEqual({ kind: 'notBound' });
  expect(await off(999)).toEqual({ kind: 'notFound' });
  const byPassword = await people.signIn(luis, 'clave-de-prueba-de-luis', desk);
  const byProvider = await enter('luis');
  if (byPassword.kind !== 'done' || byProvider.kind !== 'done') throw new Error('Nobody came in.');
  expect(await off(luis)).toMatchObject({ person: { bound: { isPasswordOff: true }, hasSecret: true } });
  expect(await people.signIn(luis, 'clave-de-prueba-de-luis', desk)).toEqual({ kind: 'wrongSecret' });
  expect(await people.callerOf({ via, signIn: byPassword.token })).toBe('signedOut');
  expect(await people.callerOf({ via, signIn: byProvider.token })).toMatchObject({ personId: luis });
  expect(await people.choices({ via, signIn: byProvider.token })).toContainEqual({
    ...{ id: luis, name: 'Luis Prueba', comesIn: 'byProvider' },
  });
  // Behind a lock the password opens nothing either.
  await people.lock({ via, signIn: byProvider.token });
  expect(await people.unlock({ via, signIn: byProvider.token }, 'clave-de-prueba-de-luis')).toMatchObject({
    kind: expect.stringMatching('wrongSecret|tooMany'),
  });
  expect(await off(luis, false)).toMatchObject({ person: { bound: { isPasswordOff: false } } });

  real.users.set('ana', { sub: 'u-ana', email: 'ana@prueba.example', email_verified: true });
  expect(await enter('ana')).toMatchObject({ kind: 'done' });
  expect(await off(1)).toEqual({ kind: 'lastAdministrator' });
  const marta = await save(null, 'Marta Prueba', 'administrator', 'marta@prueba.example');
  expect(await off(1)).toEqual({ kind: 'lastAdministrator' });
  await people.setSecret(marta, 'clave-de-prueba-de-marta', { actor: by, signIn: undefined, current: null });
  expect(await off(1)).toMatchObject({ kind: 'done' });
  real.users.set('marta', { sub: 'u-marta', email: 'marta@prueba.example', email_verified: true });
  expect(await enter('marta')).toMatchObject({ kind: 'done' });
  // Then Marta is the last that comes in with one.
  expect(await people.end(marta, by)).toEqual({ kind: 'lastAdministrator' });
  const fields = { name: 'Marta Prueba', email: '', role: 'reader' as const, verdictLimit: null };
  expect(await people.save(marta, fields, by)).toEqual({ kind: 'lastAdministrator' });
  expect(await people.setSecret(marta, null, { actor: by, signIn: undefined, current: null })).toEqual({
    kind: 'lastAdministrator',
  });
});

test.each<[string, (office: Awaited<ReturnType<typeof withReal>>) => Promise<unknown>]>([
  [
    'gives up their password',
    ({ people }) => people.setSecret(1, null, { actor: by, signIn: undefined, current: null }),
  ],
  ['leaves', ({ people }) => people.end(1, by)],
  [
    'has another role',
    ({ people }) => people.save(1, { name: 'Ana Prueba', email: '', role: 'reader', verdictLimit: null }, by),
  ],
])('beside a provider the last administrator with a password never %s', async (_, act) => {
  const here = await withReal();
  const { save, real, enter, people } = here;
  // There is another administrator, who comes in by the provider alone; nobody else has a password.
  const marta = await save(null, 'Marta Prueba', 'administrator', 'marta@prueba.example');
  for (const login of ['ana', 'marta'])
    real.users.set(login, { sub: `u-${login}`, email: `${login}@prueba.example`, email_verified: true });
  expect(await enter('ana')).toMatchObject({ kind: 'done', me: { person: { id: 1 } } });
  expect(await enter('marta')).toMatchObject({ kind: 'done', me: { person: { id: marta } } });
  expect(await act(here)).toEqual({ kind: 'lastAdministrator' });
  await people.setSecret(marta, 'clave-de-prueba-de-marta', { actor: by, signIn: undefined, current: null });
  expect(await act(here)).toMatchObject({ kind: 'done' });
});

test('where the passwords of all administrators came to be turned off, they hold', async () => {
  const { save, real, enter, people, openId } = await withReal();
  const marta = await save(null, 'Marta Prueba', 'administrator', 'marta@prueba.example');
  const setSecret = (id: number, given: string) =>
    people.setSecret(id, given, { actor: by, signIn: undefined, current: null });
  await setSecret(marta, 'clave-de-prueba-de-marta');
  real.users.set('ana', { sub: 'u-ana', email: 'ana@prueba.example', email_verified: true });
  await enter('ana');
  expect(await people.setPasswordOff(1, true, { actor: by, signIn: undefined })).toMatchObject({
    kind: 'done',
  });
  expect(await people.signIn(1, secret, desk)).toEqual({ kind: 'wrongSecret' });
  await openId.remove(by);
  expect(await people.end(marta, by)).toMatchObject({ kind: 'done' });
  await openId.set({ issuer: real.issuer, clientId: 'perito', name: 'Prueba ID' }, by);
  expect(await people.signIn(1, secret, desk)).toMatchObject({ kind: 'done' });
});

test('without the provider, or by another one, its sign-ins are over and every password holds', async () => {
  const { enter, people, openId, luis, real } = await withReal();
  await people.setSecret(luis, 'clave-de-prueba-de-luis', { actor: by, signIn: undefined, current: null });
  const signIn = async () => {
    const outcome = await enter('luis');
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    return outcome.token;
  };
  const token = await signIn();
  await people.setPasswordOff(luis, true, { actor: by, signIn: undefined });
  await openId.remove(by);
  expect(await people.callerOf({ via, signIn: token })).toBe('signedOut');
  expect(await people.me({ via })).toMatchObject({ provider: null });
  expect(await people.signIn(luis, 'clave-de-prueba-de-luis', desk)).toMatchObject({ kind: 'done' });
  // The same one again: what was bound and turned off is so again, before anything else is asked.
  await openId.set({ issuer: real.issuer, clientId: 'perito', name: 'Prueba ID' }, by);
  expect(await people.signIn(luis, 'clave-de-prueba-de-luis', desk)).toEqual({ kind: 'wrongSecret' });
  expect(await people.me({ via })).toMatchObject({ provider: { name: 'Prueba ID' } });
});

test('an account that is parted is bound anew, and the sign-ins by the provider end', async () => {
  const { enter, people, luis, real } = await withReal();
  const first = await enter('luis');
  expect(await people.unbind(luis, by)).toMatchObject({ person: { bound: null } });
  expect(await people.callerOf({ via, signIn: first.kind === 'done' ? first.token : '' })).toBe('signedOut');
  real.users.set('otro', { sub: 'u-otro', email: 'luis@prueba.example', email_verified: true });
  expect(await enter('otro')).toMatchObject({ kind: 'done', me: { person: { id: luis } } });
});

test('who came in by the provider is locked like others, and behind the lock the provider asks anew', async () => {
  const { enter, people, clock, begin, openId } = await withReal();
  const outcome = await enter('luis');
  const signIn = outcome.kind === 'done' ? outcome.token : '';
  clock.advance(17 * 60_000);
  expect(await people.me({ via, signIn })).toMatchObject({ state: 'locked' });
  const jar = new Map<string, string>();
  const plain = await begin();
  await throughProvider(plain.url, 'luis', redirectUri, jar);
  // Of a session at the provider that was there before, as the clock of this engine has it.
  const { page, url, flow } = await begin('from a', true);
  expect(page.searchParams.get('prompt')).toBe('login');
  const back = cameBack(await throughProvider(url, 'luis', redirectUri, jar));
  expect(await openId.finish(flow, back)).toMatchObject({ kind: expect.stringMatching('verified|refused') });
});

test('behind the lock a provider that says it asked long ago is refused', async () => {
  const { begin, hostile, openId } = await withHostile();
  const { page, flow } = await begin('from a', true);
  hostile.tokenOf({ ...ofLuis, nonce: page.searchParams.get('nonce'), auth_time: seconds() - 600 });
  const back = { state: page.searchParams.get('state') ?? '', code: 'c' };
  expect(await openId.finish(flow, back)).toMatchObject({ kind: 'refused', reason: 'notAnew' });
});

test('at one desk alone no provider counts', async () => {
  const real = await openRealProvider([redirectUri]);
  onTestFinished(() => real.close());
  const { openId, people } = await office({ isOffice: false });
  await openId.set({ issuer: real.issuer, clientId: 'perito', name: 'Prueba ID' }, by);
  expect(await people.me({ via })).toMatchObject({ provider: null });
});

/** Where no client secret is given for this run; with a provider set. */
async function secretOffice() {
  const hostile = await openHostileProvider();
  const store = await openNewStore({ dataDir: temporaryFolder() });
  const steered = steeredStore(store);
  const clock = new ManualClock(Date.now());
  const changes = createChanges(clock);
  const host = new HostInMemory();
  const keys = await openKeys({ store, host, clock, changes, environmentKeys: [] });
  const { collections } = keys;
  const openId = await openOpenId({
    ...{ store: steered.store, host, clock, changes, collections, givenSecret: undefined },
    trust: () => Promise.reject(new Error('Nothing is called over TLS here.')),
  });
  onTestFinished(async () => {
    await openId.close();
    await keys.close();
    await store.close();
    await hostile.close();
  });
  await openId.set({ issuer: hostile.issuer, clientId: 'perito', name: 'Prueba ID' }, by);
  return { hostile, store, steered, host, openId, collections };
}
const another = { issuer: 'https://otro.example', clientId: 'perito', name: 'Otro' };

test('the client secret goes to no other provider, and stands in no row', async () => {
  const { store, host, openId, collections } = await secretOffice();
  await openId.collectSecret(by);
  const [ticket = ''] = host.tickets;
  expect(await collections.accept(ticket, 'con\u0000cero')).toBe('notAKey');
  expect(await collections.accept(ticket, clientSecret)).toBe('accepted');
  expect(await openId.secretPlace()).toBe('memory');
  const rows = await store.read((tx) => tx.all<object>('SELECT * FROM setting'));
  const log = await store.read((tx) => tx.all<object>('SELECT * FROM audit'));
  expect(JSON.stringify([rows, log])).not.toContain(clientSecret);
  await openId.set(another, by);
  expect(await openId.secretPlace()).toBe('nowhere');
  expect([...host.secrets.values()]).toEqual([]);
});

test.each<[string, (office: Awaited<ReturnType<typeof secretOffice>>, give: () => void) => Promise<unknown>]>(
  [
    ['after another is set', ({ openId }, give) => openId.set(another, by).then(give)],
    [
      'while another is set',
      async ({ openId, steered }, give) => {
        steered.next('afterCommit', async () => give());
        await openId.set(another, by);
      },
    ],
    [
      'where another was set without a word of it',
      async ({ store }, give) => {
        await store.write((tx) => upsertSetting(tx, 'openIdProvider', JSON.stringify(another)));
        give();
      },
    ],
  ],
)('a client secret that was asked for one provider is not taken %s', async (_, act) => {
  const here = await secretOffice();
  const { openId, host, collections } = here;
  await openId.collectSecret(by);
  let given: Promise<unknown> | undefined;
  await act(here, () => {
    given = collections.accept(host.tickets[0] ?? '', clientSecret);
  });
  expect(await given).toBe('expired');
  expect([await openId.secretPlace(), host.secrets.size]).toEqual(['nowhere', 0]);
});

test('the commit that sets another provider forgets the secret of the one before, also where nothing was heard of it', async () => {
  const { openId, host, steered, collections } = await secretOffice();
  await openId.collectSecret(by);
  await collections.accept(host.tickets[0] ?? '', clientSecret);
  steered.next('afterCommit', away);
  await expect(openId.set(another, by)).rejects.toThrow('away');
  expect(await openId.secretPlace()).toBe('nowhere');
  await openId.reread();
  expect(openId.provider()).toEqual(another);
});

test('the provider that was known is set again where another was set without a word of it', async () => {
  const { openId, store } = await secretOffice();
  const before = openId.provider();
  if (before === null) throw new Error('No provider is set.');
  await store.write((tx) => upsertSetting(tx, 'openIdProvider', JSON.stringify(another)));
  await openId.set(before, by);
  await openId.reread();
  expect(openId.provider()).toEqual(before);
});

test('whoever begins while another provider is being set goes to that one', async () => {
  const { openId, host, collections } = await secretOffice();
  const other = await openHostileProvider();
  onTestFinished(() => other.close());
  await openId.collectSecret(by);
  await collections.accept(host.tickets[0] ?? '', clientSecret);
  // What is known of the one before is still there to be used.
  await openId.begin(origin, 'from a', false);
  const begun: ReturnType<typeof openId.begin>[] = [];
  host.forgetSecret = async (account) => {
    begun.push(openId.begin(origin, 'from a', false));
    host.secrets.delete(account);
  };
  await openId.set({ issuer: other.issuer, clientId: 'perito', name: 'Otro' }, by);
  expect(await Promise.all(begun)).toEqual([
    { url: expect.stringContaining(`${other.issuer}/auth`), flow: expect.any(String) },
  ]);
});

test('whoever began just before another provider was set goes to that one, and nothing is begun with the one before', async () => {
  const { hostile, openId } = await secretOffice();
  const other = await openHostileProvider();
  onTestFinished(() => other.close());
  const asked = Promise.withResolvers<ServerResponse>();
  const { discovery } = hostile.answers;
  hostile.answers.discovery = asked.resolve;
  const begun = openId.begin(origin, 'from a', false);
  const response = await asked.promise;
  await openId.set({ issuer: other.issuer, clientId: 'perito', name: 'Otro' }, by);
  discovery(response);
  expect(await begun).toMatchObject({ url: expect.stringContaining(`${other.issuer}/auth`) });
});

test('a provider that was set without a word of it is known once it is read again', async () => {
  const { openId, store, host, collections } = await secretOffice();
  await openId.collectSecret(by);
  await collections.accept(host.tickets[0] ?? '', clientSecret);
  await store.write(async (tx) => {
    await upsertSetting(tx, 'openIdProvider', JSON.stringify(another));
    await upsertSetting(tx, 'openIdSecretIn', JSON.stringify('forgotten'));
  });
  await openId.reread();
  expect(openId.provider()).toEqual(another);
  await expect.poll(() => host.secrets.size).toBe(0);
});

test('who begins while the database is away is told so, and the next one begins', async () => {
  const { openId, steered } = await secretOffice();
  const begin = () => openId.begin('https://perito.prueba.example', 'from a', false);
  steered.next('afterRead', away);
  await expect(begin()).rejects.toThrow('away');
  expect(await begin()).toMatchObject({ url: expect.any(String) });
});

test.each([
  ['https://login.prueba.example/tenant/v2.0', true],
  ['http://127.0.0.1:8080/realms/perito', true],
  ['http://idp.prueba.example', false],
  ['https://user:pass@idp.prueba.example', false],
  ['https://idp.prueba.example/?x=1', false],
  ['https://idp.prueba.example/#x', false],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['', false],
])('as an issuer %s is taken: %s', (issuer, isTaken) => {
  const { success } = openIdProvider.safeParse({ issuer, clientId: 'perito', name: 'Prueba' });
  expect(success).toBe(isTaken);
});

test('each refusal has a sentence in both languages', () => {
  const entry = { actor: { person: 'browser', via }, subject: 'openId', about: null, names: [] };
  for (const reason of ['denied', 'notValid', 'noEmail', 'noAccount', 'notAnew', 'expired'])
    for (const locale of ['es', 'en'] as const) {
      const detail = { reason, address: '192.0.2.10', email: 'x@prueba.example' };
      const said = auditSentence({ ...entry, action: 'openId.signInRefused', detail }, locale);
      expect(said).toContain('192.0.2.10');
      expect(said).not.toContain('openId');
    }
});
