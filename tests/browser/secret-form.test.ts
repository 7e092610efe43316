import { describe, expect, test } from 'vitest';
import { openedShell } from './opened-shell.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('pages that pass a secret once', () => {
  test('a key is shown once: e-mail, secret and the ready header, with no script and no store', async () => {
    const { ask, enter, secrets, host } = await openedShell();
    const session = { cookie: await enter() };
    await secrets.save('receiver-key:1', 'ana@seguros.example:p:a<ss>');
    const passage = await host.handOver({ account: 'receiver-key:1', label: 'Clave "1" <b>' });
    if (passage?.way !== 'page') throw new Error('expected a page');
    expect(passage.validSeconds).toBe(60);

    expect((await ask('GET', passage.path)).status).toBe(401);
    expect((await ask('GET', passage.path, { ...session, 'sec-purpose': 'prefetch' })).status).toBe(410);
    const scripted = await ask('GET', passage.path, {
      ...session,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    });
    expect([scripted.status, scripted.body.includes('ana@')]).toEqual([403, false]);
    const shown = await ask('GET', passage.path, session);
    expect(shown.status).toBe(200);
    expect(shown.body).toContain('<code>ana@seguros.example</code>');
    expect(shown.body).toContain('<code>p:a&#60;ss&#62;</code>');
    expect(shown.body).toContain(
      `<code>${Buffer.from('ana@seguros.example:p:a<ss>').toString('base64')}</code>`,
    );
    expect(shown.body).not.toContain('<script');
    expect(shown.body).not.toContain('<b>');
    expect(shown.body).toContain(`http-equiv="refresh" content="60;url=${passage.path}"`);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    const again = await ask('GET', passage.path, session);
    expect(again.status).toBe(410);
    expect(again.body).not.toContain('ana@');
  });

  test('an unknown secret is not handed over', async () => {
    const { host } = await openedShell();
    expect(await host.handOver({ account: 'receiver-key:9', label: 'x' })).toBeNull();
  });

  test('a page that is not opened within its time is gone', async () => {
    let fire = () => {};
    const clock = {
      now: () => 0,
      after: (milliseconds: number, then: () => void) => {
        expect(milliseconds).toBe(60_000);
        fire = then;
        return () => {};
      },
    };
    const { ask, bearer, secrets, host } = await openedShell({ clock });
    await secrets.save('k', 'a@b.example:c');
    const passage = await host.handOver({ account: 'k', label: 'x' });
    if (passage?.way !== 'page') throw new Error('expected a page');
    fire();
    expect((await ask('GET', passage.path, bearer)).status).toBe(410);
  });

  test('a key is collected by a form; what is accepted closes the page', async () => {
    const { ask, enter, host, secrets, shell } = await openedShell();
    const session = { cookie: await enter() };
    const passage = await host.collect({ ticket: 'ticket-1', label: 'Producción', purpose: 'receiverKey' });
    if (passage.way !== 'page') throw new Error('expected a page');
    const page = await ask('GET', passage.path, session);
    expect(page.status).toBe(200);
    expect(page.body).toContain('type="password"');
    expect(page.body).toContain('Producción');
    const foreign = await ask(
      'POST',
      passage.path,
      { ...session, ...form, origin: 'https://other.example' },
      'key=x',
    );
    expect(foreign.status).toBe(403);
    const posted = await ask(
      'POST',
      passage.path,
      { ...session, ...form, origin: shell.url },
      'key=a%40b.example%3As',
    );
    expect(posted.body).toContain('guardada');
    expect(await secrets.read('ticket:ticket-1')).toBe('a@b.example:s');
    expect((await ask('GET', passage.path, session)).status).toBe(410);
  });

  test('a page says what the key is for', async () => {
    const { ask, bearer, host, shell } = await openedShell();
    const passage = await host.collect({
      ticket: 'ticket-2',
      label: 'plataforma.prueba.example',
      purpose: 'platformKey',
    });
    if (passage.way !== 'page') throw new Error('expected a page');
    const page = await ask('GET', passage.path, bearer);
    expect(page.body).toContain('Pegar la clave «plataforma.prueba.example»');
    expect(page.body).toContain('Pegue la clave con la que Perito llama a la plataforma');
    const posted = await ask(
      'POST',
      passage.path,
      { ...bearer, ...form, origin: shell.url },
      'key=a%40b.example%3As',
    );
    expect(posted.body).toContain('Perito ya llama a la plataforma con ella.');
    expect(posted.body).not.toContain('a@b.example');
  });

  test('what the engine fails at is said and closes the page; too long a form is refused', async () => {
    const { ask, bearer, host, faults } = await openedShell();
    const passage = await host.collect({ ticket: 'throws', label: 'x', purpose: 'receiverKey' });
    if (passage.way !== 'page') throw new Error('expected a page');
    expect(
      (await ask('POST', passage.path, { ...bearer, ...form }, `key=${'x'.repeat(20_000)}`)).status,
    ).toBe(413);
    expect((await ask('POST', passage.path, { ...bearer, ...form }, 'key=x')).status).toBe(500);
    expect((await ask('POST', passage.path, { ...bearer, ...form }, 'key=x')).status).toBe(410);
    expect(faults).toEqual([]);
  });
});
