import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { violations } from '../e2e/axe.ts';
import { launchChromium } from '../e2e/browser.ts';
import { openedShell } from './opened-shell.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function newContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'es-DO' });
  onTestFinished(() => context.close());
  return context;
}

/**
 * What axe finds on a page that the shell serves itself. A key leaves the screen after a minute: that limit is
 * the page's purpose (WCAG 2.2.1, "essential"), and the key can be asked for again.
 */
async function faultsOf(page: Page): Promise<string[]> {
  const found = await violations(page, { rules: { 'meta-refresh': { enabled: false } } });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** A screen that tries what its policy allows and what it does not. */
function tryingScreen(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perito-screen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  const inline = '<script>document.documentElement.dataset.inline = "ran"</script>';
  const script = '<script type="module" crossorigin src="./assets/index-1.js"></script>';
  const head = `<meta name="csp-nonce" content="" />${script}${inline}`;
  writeFileSync(join(folder, 'index.html'), `<!doctype html><html><head>${head}</head><body></body></html>`);
  writeFileSync(
    join(folder, 'assets', 'index-1.js'),
    `const nonce = document.querySelector('meta[name="csp-nonce"]').content;
const add = (color, value) => {
  const style = document.createElement('style');
  if (value) style.setAttribute('nonce', value);
  style.textContent = 'html{color:' + color + '}';
  document.head.append(style);
};
add('rgb(1, 2, 3)', nonce);
add('rgb(9, 9, 9)', null);
const ask = (path) => fetch(path, { method: 'POST' }).then((r) => r.status, () => 'failed');
document.documentElement.dataset.found = JSON.stringify({
  color: getComputedStyle(document.documentElement).color,
  own: await ask('/rpc/shell/capabilities'),
  elsewhere: await ask('http://localhost:1/'),
  cookie: document.cookie,
});`,
  );
  return folder;
}

/** A page of another site on this machine that attacks the console from the person's browser. */
async function otherSite(html: string): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('in a real browser', () => {
  test('the link opens the console, whose policy holds', async () => {
    const { shell } = await openedShell({ files: tryingScreen() });
    const page = await (await newContext()).newPage();
    await page.goto(shell.newLink());
    await page.waitForURL(`${shell.url}/`);
    const found = await page.locator('html[data-found]').getAttribute('data-found');
    expect(JSON.parse(found ?? '')).toEqual({
      color: 'rgb(1, 2, 3)',
      own: 200,
      elsewhere: 'failed',
      cookie: '',
    });
    expect(await page.locator('html').getAttribute('data-inline')).toBeNull();
  });

  test('a link followed from another site opens the console as well', async () => {
    const { shell } = await openedShell({ files: tryingScreen() });
    const page = await (await newContext()).newPage();
    const elsewhere = await otherSite(
      `<a href="${shell.newLink().replace('127.0.0.1', 'localhost')}">open</a>`,
    );
    await page.goto(elsewhere);
    await page.click('a');
    await page.waitForURL(`${shell.url.replace('127.0.0.1', 'localhost')}/`);
    await page.locator('html[data-found]').waitFor();
  });

  test('the token opens it through the form', async () => {
    const { shell } = await openedShell({ files: tryingScreen() });
    const page = await (await newContext()).newPage();
    await page.goto(shell.url);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faultsOf(page)).toEqual([]);
    }
    await page.fill('#token', 'wrong');
    await page.click('button');
    await page.getByText('Esa no es la clave').waitFor();
    await page.fill('#token', shell.token);
    await page.click('button');
    await page.locator('html[data-found]').waitFor();
  });

  test('a key is shown once and one is given, on pages without script', async () => {
    const { shell, secrets, host } = await openedShell();
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(shell.newLink());
    await page.waitForURL(`${shell.url}/`);
    await secrets.save('k', 'ana@prueba.example:s3creto');
    const shown = await host.handOver({ account: 'k', label: 'Principal' });
    if (shown?.way !== 'page') throw new Error('expected a page');
    await page.goto(shell.url + shown.path);
    await page.getByText('s3creto', { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.content()).not.toContain('s3creto');
    const asked = await host.collect({ ticket: 'ticket', label: 'Principal', purpose: 'receiverKey' });
    if (asked.way !== 'page') throw new Error('expected a page');
    await page.goto(shell.url + asked.path);
    expect(await faultsOf(page)).toEqual([]);
    await page.fill('#key', 'luis@prueba.example:otro');
    await page.click('button');
    await page.getByText('guardada').waitFor();
    expect(await secrets.read('ticket:ticket')).toBe('luis@prueba.example:otro');
  });

  test('another site can neither call, nor read, nor post, nor frame the console of a person who is signed in', async () => {
    const { shell, host, secrets } = await openedShell();
    const context = await newContext();
    const own = await context.newPage();
    await own.goto(shell.newLink());
    await own.waitForURL(`${shell.url}/`);
    const asked = await host.collect({ ticket: 'ticket', label: 'x', purpose: 'receiverKey' });
    if (asked.way !== 'page') throw new Error('expected a page');
    const evil = await otherSite(`<iframe name="f"></iframe>
<form method="post" target="f" action="${shell.url}${asked.path}"><input name="key" value="a@b.example:c"></form>
<img src="${shell.url}/mark.svg">`);
    const page = await context.newPage();
    await page.goto(evil);
    const statuses: [string, number][] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(shell.url))
        statuses.push([response.request().method(), response.status()]);
    });
    const call = (headers: Record<string, string>, mode: RequestMode) =>
      page.evaluate(
        ([url, given, how]) =>
          fetch(`${url}/rpc/shell/capabilities`, {
            method: 'POST',
            credentials: 'include',
            mode: how,
            headers: given,
          }).then(
            (response) => response.type,
            () => 'failed',
          ),
        [shell.url, headers, mode] as const,
      );
    expect(await call({}, 'cors')).toBe('failed');
    expect(await call({ 'content-type': 'application/json' }, 'cors')).toBe('failed');
    expect(await call({}, 'no-cors')).toBe('failed');
    const posted = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/secret/'),
    );
    await page.evaluate(() => document.forms[0]?.submit());
    await posted;
    expect(statuses.filter(([, status]) => status < 400)).toEqual([]);
    expect(await secrets.read('ticket:ticket')).toBeNull();
  });
});
