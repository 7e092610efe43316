import { describe, expect, test } from 'vitest';
import { Sessions } from '../../main/browser/sign-in.ts';
import { openedShell } from './opened-shell.ts';

const call = '/rpc/shell/capabilities';

describe('the session', () => {
  test('a one-time link opens one session, whose cookie a script cannot read and no other site sends', async () => {
    const { ask, shell, port, json } = await openedShell();
    const link = new URL(shell.newLink());
    const first = await ask('GET', link.pathname + link.search);
    expect(first.status).toBe(200);
    const cookie = first.headers['set-cookie']?.[0] ?? '';
    expect(cookie).toMatch(
      new RegExp(`^perito_session_${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    expect(first.body).toContain('http-equiv="refresh" content="0;url=/"');
    const again = await ask('GET', link.pathname + link.search);
    expect(again.status).toBe(401);
    expect(again.headers['set-cookie']).toBeUndefined();
    const session = { cookie: cookie.split(';')[0] ?? '' };
    expect((await ask('POST', call, { ...session, ...json }, '{}')).status).toBe(200);
    expect((await ask('GET', '/', session)).body).toContain('csp-nonce');
    const together = { cookie: `other=1; ${session.cookie}; perito_session_1=x` };
    expect((await ask('POST', call, { ...together, ...json }, '{}')).status).toBe(200);
  });

  test('a browser that fetches ahead does not use the link up', async () => {
    const { ask, shell } = await openedShell();
    const link = new URL(shell.newLink());
    const ahead = await ask('GET', link.pathname + link.search, { 'sec-purpose': 'prefetch;prerender' });
    expect(ahead.headers['set-cookie']).toBeUndefined();
    expect((await ask('GET', link.pathname + link.search)).headers['set-cookie']).toHaveLength(1);
  });

  test('the token pasted into the form opens a session; another does not', async () => {
    const { ask, shell } = await openedShell();
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: shell.url };
    const wrong = await ask('POST', '/enter', form, 'token=wrong');
    expect(wrong.status).toBe(401);
    expect(wrong.body).toContain('Esa no es la clave');
    const right = await ask('POST', '/enter', form, `token=+${shell.token}+`);
    expect(right.headers['set-cookie']).toHaveLength(1);
    expect((await ask('POST', '/enter', form, `token=${'x'.repeat(5000)}`)).status).toBe(413);
  });

  test('without a session there is a page that says how to get one, and nothing else', async () => {
    const { ask } = await openedShell();
    const page = await ask('GET', '/');
    expect(page.status).toBe(401);
    expect(page.body).toContain('action="/enter"');
    expect(page.body).toContain('<html lang="es">');
    const english = await ask('GET', '/', { 'accept-language': 'fr, en-US;q=0.8, es;q=0.5' });
    expect(english.body).toContain('<html lang="en">');
    expect([page.body.includes('token here'), english.body.includes('Entrar')]).toEqual([false, false]);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/);
    for (const path of ['/assets/index-1.js', '/nowhere', '/secret/x', '/enter?ticket=x']) {
      expect([path, (await ask('GET', path)).status]).toEqual([path, 401]);
    }
  });

  test('calls without a session or with a wrong token are refused in the form of the contract', async () => {
    const { ask, json, enter, shell } = await openedShell();
    const cookie = await enter();
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Bearer ${shell.token}x` },
      { authorization: `Basic ${shell.token}` },
      { authorization: 'Bearer wrong', cookie },
      { cookie: `${cookie}x` },
    ]) {
      const answer = await ask('POST', call, { ...json, ...headers }, '{}');
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.body)).toMatchObject({ json: { code: 'UNAUTHORIZED', status: 401 } });
    }
  });

  test('links last ten minutes, sessions twelve idle hours, and the longest unused one makes room', () => {
    let now = 0;
    const sessions = new Sessions(1, { now: () => now, after: () => () => {} });
    const late = sessions.newLink();
    now = 10 * 60_000;
    expect(sessions.enterByLink(late)).toBeNull();
    const who = (cookie: string) => sessions.callerOf({ headers: { cookie } } as never);
    const open = () => sessions.enterByLink(sessions.newLink())?.split(';')[0] ?? '';
    const used = open();
    const unused = open();
    const idle = 12 * 3_600_000;
    now += idle - 1;
    expect(who(used)).toBe('browser');
    now += 1;
    expect(who(unused)).toBeNull();
    expect(who(used)).toBe('browser');
    const second = open();
    for (let more = 0; more < 62; more += 1) open();
    expect(who(used)).toBe('browser');
    open();
    expect(who(used)).toBe('browser');
    expect(who(second)).toBeNull();
  });
});
