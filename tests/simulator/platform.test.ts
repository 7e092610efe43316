import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type behaviours,
  listElements,
  openPlatform,
  type PlatformBehaviour,
  type PlatformBehaviours,
} from '../../main/simulator/platform.ts';
import { referenceLists, referencePaths } from '../../shared/reference-terms.ts';

const key = 'perito@aseguradora-prueba.example:clave: con dos puntos';
const keyWithoutRights = 'otro@aseguradora-prueba.example:clave';
const encoded = (text: string) => Buffer.from(text).toString('base64');

async function open(behaviour: PlatformBehaviours = {}) {
  const platform = await openPlatform({ key, keyWithoutRights, behaviour, slowMilliseconds: 30 });
  onTestFinished(platform.close);
  const get = (
    path: string,
    headers: Record<string, string> = { 'X-API-KEY': encoded(key) },
    method = 'GET',
  ) => fetch(`${platform.url}${path}`, { headers, method, redirect: 'manual' });
  return { platform, get };
}

const statesAs = async (behaviour: PlatformBehaviour) => {
  const { get } = await open({ states: behaviour });
  return get(referencePaths.states);
};
const states = listElements.states;

test('the seven lists, item types in their wrapper and all others bare', async () => {
  const { platform, get } = await open();
  for (const list of referenceLists) {
    const response = await get(referencePaths[list]);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const body: unknown = await response.json();
    expect(body).toEqual(
      list === 'itemTypes' ? expect.objectContaining({ data: listElements[list] }) : listElements[list],
    );
  }
  expect(platform.calls().map(({ list }) => list)).toEqual(referenceLists);
  expect(states).toHaveLength(32);
});

test.each<[string, string, Record<string, string>, number]>([
  ['no key', referencePaths.states, {}, 401],
  ['a wrong key', referencePaths.states, { 'X-API-KEY': encoded(`${key}x`) }, 401],
  ['a key not in Base64', referencePaths.states, { 'X-API-KEY': key }, 401],
  ['a key without rights', referencePaths.states, { 'X-API-KEY': encoded(keyWithoutRights) }, 403],
  ['another path', '/v1/configuration/cities', { 'X-API-KEY': encoded(key) }, 404],
  ['parameters', `${referencePaths.states}?countryId=1`, { 'X-API-KEY': encoded(key) }, 400],
])('%s is a problem: %s', async (_name, path, headers, status) => {
  const { get } = await open();
  const response = await get(path, headers);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(await response.json()).toEqual({
    type: expect.any(String),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: path.split('?')[0],
  });
});

test('the other spelling of the header is the same header', async () => {
  const { get } = await open();
  expect((await get(referencePaths.states, { 'X-API-Key': encoded(key) })).status).toBe(200);
});

test.each([400, 401, 403, 404, 500, 503] as const)('status:%i', async (status) => {
  const response = await statesAs(`status:${status}`);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ status, instance: referencePaths.states });
});

/** What each gives for the list of provinces; those that give no answer have tests of their own. */
const answers: Record<
  Exclude<keyof typeof behaviours, 'dropped' | 'endless'>,
  { status?: number; type?: string | null; body?: unknown }
> = {
  json: { body: JSON.stringify(states) },
  textPlain: { type: 'text/plain; charset=utf-8', body: JSON.stringify(states) },
  textJson: { type: 'text/json; charset=utf-8', body: JSON.stringify(states) },
  wrapped: { body: JSON.stringify({ isSuccess: true, message: null, errors: [], data: states }) },
  unwrapped: { body: JSON.stringify(states) },
  unknownShape: {
    body: expect.stringMatching(/"payload":\{"entries":\[\{"code":"X-1","label":"Distrito Nacional"/),
  },
  problemWithoutFields: { status: 500, type: 'application/problem+json', body: '{}' },
  html: { type: 'text/html; charset=utf-8', body: expect.stringContaining('<!doctype html>') },
  garbage: { body: expect.not.stringContaining('stateId') },
  truncated: { body: JSON.stringify(states).slice(0, Math.floor(JSON.stringify(states).length / 2)) },
  nothing: { type: null, body: '' },
  emptyList: { body: '[]' },
  slow: { body: JSON.stringify(states) },
  gzip: { body: JSON.stringify(states) },
  redirect: { status: 302, type: null, body: '' },
  bom: { body: JSON.stringify(states) },
};

test.each(Object.entries(answers))('%s', async (name, { status = 200, type, body }) => {
  const response = await statesAs(name as keyof typeof answers);
  expect(response.status).toBe(status);
  if (type !== undefined) expect(response.headers.get('content-type')).toBe(type);
  expect(await response.text()).toEqual(body);
});

test('a byte order mark is in the bytes, and gzip on the wire', async () => {
  const bom = Buffer.from(await (await statesAs('bom')).arrayBuffer());
  expect(bom.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect((await statesAs('gzip')).headers.get('content-encoding')).toBe('gzip');
});

test('unwrapped and empty item types', async () => {
  const { platform, get } = await open({ itemTypes: 'unwrapped' });
  expect(await (await get(referencePaths.itemTypes)).json()).toEqual(listElements.itemTypes);
  platform.setBehaviour({ itemTypes: 'emptyList' });
  expect(await (await get(referencePaths.itemTypes)).json()).toMatchObject({ data: [] });
});

test('a behaviour is of one list, and can be changed', async () => {
  const { platform, get } = await open({ states: 'status:500' });
  expect((await get(referencePaths.states)).status).toBe(500);
  expect((await get(referencePaths.countries)).status).toBe(200);
  platform.setBehaviour({ states: 'json', countries: 'nothing' });
  expect((await get(referencePaths.states)).status).toBe(200);
  expect(await (await get(referencePaths.countries)).text()).toBe('');
});

test('a redirect leads nowhere that is called by itself', async () => {
  const response = await statesAs('redirect');
  expect(response.headers.get('location')).toBe(`${referencePaths.states}/moved`);
});

test('an endless list goes on until the reader leaves', async () => {
  const { get } = await open({ states: 'endless' });
  const response = await get(referencePaths.states);
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > 3_000_000) break;
  }
  expect(bytes).toBeGreaterThan(3_000_000);
});

test('a dropped call has no answer', async () => {
  await expect(statesAs('dropped')).rejects.toThrow();
});

test('closing does not wait for a slow answer, nor for an open connection', async () => {
  const platform = await openPlatform({ key, behaviour: { states: 'slow' }, slowMilliseconds: 600_000 });
  const asked = fetch(`${platform.url}${referencePaths.states}`, { headers: { 'X-API-KEY': encoded(key) } });
  const idle = connect(Number(new URL(platform.url).port), '127.0.0.1');
  idle.on('error', () => undefined);
  await once(idle, 'connect');
  await vi.waitFor(() => expect(platform.calls()).toHaveLength(1), { interval: 5, timeout: 30_000 });
  const ended = Promise.all([expect(asked).rejects.toThrow(), once(idle, 'close')]);
  await platform.close();
  await ended;
});
