import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { capabilityNames } from '../../shared/contract/shell.ts';
import { openedShell } from './opened-shell.ts';

const call = '/rpc/shell/capabilities';

/** Opens the stream of changes and waits for its first event. */
async function openStream(port: string, headers: Record<string, string>) {
  const request = httpRequest({ host: '127.0.0.1', port, method: 'POST', path: '/rpc/changes', headers });
  request.on('error', () => {});
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  let text = '';
  for await (const chunk of response.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes('data:')) break;
  }
  return { request, response, text };
}

describe('calls over HTTP', () => {
  test('curl: a plain JSON call is answered with plain JSON', async () => {
    const { ask, bearer, json } = await openedShell();
    const answer = await ask('POST', call, { ...bearer, ...json }, '{"json":{}}');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(answer.body).json).toHaveLength(capabilityNames.length);
  });

  test('what is no call is refused with its reason', async () => {
    const { ask, bearer, json, faults } = await openedShell();
    const all = { ...bearer, ...json };
    const cases: [number, string, string, Record<string, string>, string | undefined][] = [
      [405, 'GET', call, bearer, undefined],
      [405, 'PUT', call, all, '{}'],
      [415, 'POST', call, { ...bearer, 'content-type': 'text/plain' }, '{}'],
      [415, 'POST', call, { ...bearer, 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
      [415, 'POST', call, { ...bearer, 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
      [415, 'POST', call, bearer, '{}'],
      [400, 'POST', call, all, '{'],
      [400, 'POST', call, all, '{"json":"\xff"}'],
      [400, 'POST', call, all, `{"json":${'['.repeat(65)}${']'.repeat(65)}}`],
      [400, 'POST', call, all, `{"json":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
      [404, 'POST', '/rpc/nowhere/at-all', all, '{}'],
      [404, 'POST', '/rpc/', all, '{}'],
      [404, 'POST', '/rpc/__proto__/constructor', all, '{}'],
      [200, 'POST', call, { ...bearer, 'content-type': 'application/json; charset=utf-8' }, '{}'],
      [200, 'POST', call, { ...bearer, 'content-length': '0' }, undefined],
    ];
    for (const [status, method, path, headers, body] of cases) {
      const sent = body === undefined ? undefined : Buffer.from(body, 'latin1');
      const answer = await ask(method, path, headers, sent);
      expect([method, path, headers['content-type'], answer.status]).toEqual([
        method,
        path,
        headers['content-type'],
        status,
      ]);
    }
    expect(faults).toEqual([]);
  });

  test('a body above the limit is refused, announced or not, before the rest is read', async () => {
    const { ask, bearer, json } = await openedShell();
    const large = `{"json":"${'x'.repeat(1024 * 1024)}"}`;
    const announced = await ask(
      'POST',
      call,
      { ...bearer, ...json, 'content-length': String(large.length) },
      large,
    );
    expect([announced.status, announced.headers.connection]).toEqual([413, 'close']);
    const chunked = await ask('POST', call, { ...bearer, ...json, 'transfer-encoding': 'chunked' }, large);
    expect(chunked.status).toBe(413);
  });

  test('a fault of ours is a 500 that says nothing of its cause', async () => {
    const { ask, bearer, json } = await openedShell();
    const answer = await ask('POST', '/rpc/status/get', { ...bearer, ...json }, '{}');
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('secret detail');
  });

  test('the stream of changes begins at once, says how the caller came, and ends when the browser leaves', async () => {
    const { port, bearer, enter } = await openedShell();
    for (const [headers, via] of [
      [bearer, 'token'],
      [{ cookie: await enter() }, 'browser'],
    ] as const) {
      const { request, response, text } = await openStream(port, headers);
      expect(response.headers['content-type']).toBe('text/event-stream');
      expect(text).toContain(`"count":${via.length}`);
      request.destroy();
    }
  });

  test('streams whose browsers left are ended in the engine', async () => {
    const { port, bearer } = await openedShell();
    const streams = await Promise.all(Array.from({ length: 30 }, () => openStream(port, bearer)));
    for (const { request } of streams) request.destroy();
    // Each new stream says how many are open; the thirty end as their sockets are seen to have closed.
    await expect
      .poll(async () => {
        const { request, text } = await openStream(port, bearer);
        request.destroy();
        return text;
      })
      .toContain('"ids":[1]');
  });

  test('closing with an open stream and a silent client takes no longer than its grace', async () => {
    const { port, bearer, shell } = await openedShell();
    const { response } = await openStream(port, bearer);
    const silent = connect(Number(port), '127.0.0.1');
    silent.on('error', () => {});
    await once(silent, 'connect');
    const before = performance.now();
    const ended = new Promise((resolve) => response.on('close', resolve));
    await shell.close(100);
    await ended;
    expect(performance.now() - before).toBeLessThan(2000);
  });

  test('calls that wait when the engine dies are told so; later ones reach the engine that took its place', async () => {
    const { ask, bearer, json } = await openedShell();
    const waiting = await ask('POST', '/rpc/rejected/list', { ...bearer, ...json }, '{}');
    expect(waiting.status).toBe(503);
    const later = async () => {
      const { status, body } = await ask('POST', call, { ...bearer, ...json }, '{}');
      if (status !== 200) expect(JSON.parse(body)).toMatchObject({ json: { code: 'SERVICE_UNAVAILABLE' } });
      return status;
    };
    await expect.poll(later).toBe(200);
  });
});
