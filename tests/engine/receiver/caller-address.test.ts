import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { callerBehind } from '../../../main/engine/caller-address.ts';
import { testCalls } from '../../../main/engine/connection/index.ts';
import { goodKey, openHouse } from './house.ts';
import { untilClosed } from './raw.ts';

test.each([
  ['straight', [], '198.51.100.7', undefined, '198.51.100.7', null, false],
  ['IPv4 in IPv6', [], '::ffff:198.51.100.7', undefined, '198.51.100.7', null, false],
  ['named by somebody who is not trusted', [], '198.51.100.7', '192.0.2.1', '198.51.100.7', null, true],
  ['named by a trusted proxy', ['10.0.0.0/8'], '10.0.0.1', '192.0.2.1', '192.0.2.1', '10.0.0.1', false],
  ['behind two', ['10.0.0.0/8'], '10.0.0.1', '192.0.2.1, 10.0.0.2', '192.0.2.1', '10.0.0.1', false],
  ['forged to the left', ['10.0.0.1'], '10.0.0.1', '127.0.0.1, 192.0.2.1', '192.0.2.1', '10.0.0.1', false],
  ['with a port', ['10.0.0.1'], '10.0.0.1', '192.0.2.1:4711', '192.0.2.1', '10.0.0.1', false],
  ['IPv6 with a port', ['::1'], '::1', '[2001:db8::9]:4711', '2001:db8::9', '::1', false],
  ['no address', ['10.0.0.1'], '10.0.0.1', '192.0.2.1, <script>', '10.0.0.1', '10.0.0.1', false],
  [
    'overlong',
    ['10.0.0.1'],
    '10.0.0.1',
    `192.0.2.1,${' '.repeat(2000)}192.0.2.2`,
    '10.0.0.1',
    '10.0.0.1',
    false,
  ],
  ['nothing said', ['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1', '10.0.0.1', false],
])('a caller is found: %s', (_, trusted, peer, header, address, proxy, isClaimed) => {
  expect(callerBehind(trusted)(peer, header)).toEqual({ address, proxy, isClaimed });
});

test('failures are counted against whom a trusted proxy names, who is also the last one from outside', async () => {
  const house = await openHouse({ trustedProxies: ['127.0.0.1'], limits: { maxFailures: 1 } });
  try {
    const call = async (from: string | null, key: string) => {
      const headers = { 'X-API-KEY': key, ...(from !== null && { 'X-Forwarded-For': from }) };
      return (await fetch(`${house.url}/openapi.json`, { headers })).status;
    };
    expect(await call(null, goodKey)).toBe(200);
    expect(house.receiver.state().lastOutsideCall).toBeNull();
    expect([await call('198.51.100.1', 'no'), await call('198.51.100.1', 'no')]).toEqual([401, 429]);
    expect(await call('198.51.100.2', 'no')).toBe(401);
    expect(house.receiver.state().lastOutsideCall).toMatchObject({
      ...{ address: '198.51.100.2', proxy: '127.0.0.1', isAuthenticated: false, endpoint: 'openApi' },
    });
    expect(await call('198.51.100.1', goodKey)).toBe(200);
    expect(house.receiver.state().lastOutsideCall).toMatchObject({
      address: '198.51.100.1',
      isAuthenticated: true,
    });
  } finally {
    await house.close();
  }
});

test('what the last one from outside called is told by its part of the interface, never by its path', async () => {
  const house = await openHouse({ trustedProxies: ['127.0.0.1'] });
  try {
    const headers = { 'X-API-KEY': goodKey, 'X-Forwarded-For': '198.51.100.1' };
    const called = async (path: string, method = 'GET') => {
      await fetch(`${house.url}${path}`, { method, headers, ...(method === 'POST' && { body: '[]' }) });
      return house.receiver.state().lastOutsideCall?.endpoint;
    };
    for (const [path, method, endpoint] of [
      ...Object.entries(testCalls).map(([name, { path, method }]) => [path, method, name] as const),
      ['/insurancepolicies/A/1/BALANCE/', 'GET', 'balance'],
      ['/openapi.json', 'GET', 'openApi'],
      ['/PurchaseOrders', 'GET', 'other'],
      ['/.env', 'GET', 'other'],
      ['/%', 'GET', 'other'],
    ] as const)
      expect([path, await called(path, method)]).toEqual([path, endpoint]);
  } finally {
    await house.close();
  }
});

test('a nonce that was given is answered without a key, another is nothing here and is slowed', async () => {
  const house = await openHouse({ limits: { maxFailures: 1 } });
  try {
    const ask = async (nonce: string) => (await fetch(`${house.url}/.well-known/perito/${nonce}`)).status;
    house.receiver.ownCalls.expect('a1b2');
    expect([await ask('a1b2'), await ask('other'), await ask('other'), await ask('a1b2')]).toEqual([
      200, 404, 429, 200,
    ]);
    expect(house.receiver.state()).toMatchObject({ calls: 0, unauthenticated: 0, lastOutsideCall: null });
    // It stays usable for what else comes on the connection.
    const socket = connect(Number(new URL(house.url).port), '127.0.0.1');
    const all = untilClosed(socket);
    socket.write('GET /.well-known/perito/a1b2 HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.write('GET /.well-known/perito/a1b2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect((await all).match(/perito\n/g)).toHaveLength(2);
  } finally {
    await house.close();
  }
});
