import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtScreen, openedShell } from './opened-shell.ts';

describe('the built screen', () => {
  test('the page carries its policy and the nonce of it, a new one each time', async () => {
    const { ask, enter } = await openedShell();
    const session = { cookie: await enter() };
    const nonces = new Set<string>();
    for (const path of ['/', '/index.html', '/']) {
      const { status, headers, body } = await ask('GET', path, session);
      expect(status).toBe(200);
      const nonce = /<meta name="csp-nonce" content="([^"]+)">/.exec(body)?.[1] ?? '';
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['cache-control']).toBe('no-store');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test('every answer carries the security headers', async () => {
    const { ask, enter } = await openedShell();
    const session = { cookie: await enter() };
    for (const path of ['/', '/assets/index-1.js', '/nowhere', '/enter', '/secret/none']) {
      const { headers } = await ask('GET', path, session);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
    }
  });

  test.each([
    ['/assets/index-1.js', 200],
    ['/assets/../assets/index-1.js', 200],
    ['/assets/secret.map', 404],
    ['/assets/', 404],
    ['/../package.json', 404],
    ['/..%2fpackage.json', 404],
    ['/%2e%2e/%2e%2e/etc/passwd', 404],
    ['/assets/index-1.js%00', 404],
    ['//assets/index-1.js', 404],
    ['/ASSETS/INDEX-1.JS', 404],
  ])('%s gives %i: only what was built, by its exact path', async (path, status) => {
    const { ask, bearer } = await openedShell();
    const answer = await ask('GET', path, bearer);
    expect(answer.status).toBe(status);
    if (status !== 200) return;
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    // A worker has the policy of its own file, not that of its page.
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; script-src 'self'");
  });

  test('a file that was built again is given as it is now, and none that is gone', async () => {
    const files = await builtScreen();
    const { ask, bearer } = await openedShell({ files });
    const path = '/assets/index-1.js';
    const asked = async () => (await ask('GET', path, bearer)).body;
    expect([await asked(), await asked()]).toEqual(['export {};', 'export {};']);
    writeFileSync(join(files, path), 'export default 1;');
    expect(await asked()).toBe('export default 1;');
    rmSync(join(files, path));
    expect((await ask('GET', path, bearer)).status).toBe(404);
  });

  test('other methods are refused, HEAD has no body', async () => {
    const { ask, bearer } = await openedShell();
    const post = await ask('POST', '/', { ...bearer, 'content-type': 'text/plain' }, 'x');
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await ask('DELETE', '/enter', bearer)).headers.allow).toBe('GET, POST');
    const head = await ask('HEAD', '/', bearer);
    expect([head.status, head.body]).toEqual([200, '']);
  });

  test('where the screen is not built, the page says what to run and calls are answered all the same', async () => {
    const { ask, bearer, json } = await openedShell({ files: '/nowhere/at/all' });
    const page = await ask('GET', '/', bearer);
    expect(page.status).toBe(503);
    expect(page.body).toContain('npm run build');
    expect((await ask('POST', '/rpc/shell/capabilities', { ...bearer, ...json }, '{}')).status).toBe(200);
  });
});
