import { describe, expect, test } from 'vitest';
import { openedShell } from './opened-shell.ts';

const call = '/rpc/shell/capabilities';

describe('who may reach the console', () => {
  test('another name, another site and another origin are turned away before anything is looked at', async () => {
    const { ask, bearer, json, port, shell } = await openedShell();
    const own = shell.url;
    const cases: [string, number, Record<string, string>][] = [
      ['own address', 200, {}],
      ['localhost', 200, { host: `localhost:${port}` }],
      ['own origin', 200, { origin: own }],
      ['origin as localhost', 200, { host: `localhost:${port}`, origin: `http://localhost:${port}` }],
      ['same-origin fetch', 200, { origin: own, 'sec-fetch-site': 'same-origin' }],
      ['a rebound name', 421, { host: 'rebound.example' }],
      ['a rebound name with our port', 421, { host: `rebound.example:${port}` }],
      ['no port', 421, { host: '127.0.0.1' }],
      ['another origin', 403, { origin: 'https://other.example' }],
      ['the other local name as origin', 403, { origin: `http://localhost:${port}` }],
      ['another port as origin', 403, { origin: 'http://127.0.0.1:1' }],
      ['an opaque origin', 403, { origin: 'null' }],
      ['another site', 403, { 'sec-fetch-site': 'cross-site' }],
      ['another port of this host', 403, { 'sec-fetch-site': 'same-site' }],
      [
        'a form of another site',
        403,
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      ],
    ];
    for (const [name, status, headers] of cases) {
      const answer = await ask('POST', call, { ...bearer, ...json, ...headers }, '{}');
      expect([name, answer.status]).toEqual([name, status]);
    }
  });

  test('a link from another site may lead to a page, without a session', async () => {
    const { ask } = await openedShell();
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await ask('GET', '/', headers)).status).toBe(401);
    expect((await ask('GET', '/', { ...headers, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
  });

  test('it listens on loopback alone', async () => {
    const { shell } = await openedShell();
    expect(new URL(shell.url).hostname).toBe('127.0.0.1');
  });

  test('a taken port is one clear sentence', async () => {
    const { port, engine, secretTickets } = await openedShell();
    const { openBrowserShell } = await import('../../main/browser/server.ts');
    const second = openBrowserShell({
      archives: { find: () => null, newFolder: () => null },
      engine,
      port: Number(port),
      files: { answer: () => null },
      secretTickets,
      onFault: () => {},
    });
    await expect(second).rejects.toMatchObject({
      code: 'consolePortTaken',
      message: expect.stringContaining('--console-port'),
    });
  });
});
