import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AttachmentFile } from '../../main/engine/engine-protocol.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { signInHeader } from '../../shared/contract/people.ts';
import { openTestConsole } from '../opened-console.ts';
import { keepFile, keepLargeFile, openFilesBelow } from '../shell/kept-files.ts';
import * as electron from './electron-stand-in.ts';

vi.mock('electron', () => import('./electron-stand-in.ts'));

const { openWindow } = await import('../../main/desktop/window.ts');
const { denyNavigation, denyPermissions } = await import('../../main/desktop/lockdown.ts');
const { filesOfEngine, serveConsole } = await import('../../main/desktop/scheme.ts');

const { app, BrowserWindow, session } = electron;
// The stand-in is not Electron's Session; the desktop uses only what it has.
const defaultSession = session.defaultSession as never;

beforeEach(() => app.startAgain({ isReady: true }));

/** A desktop whose engine knows these files, by `<id>/<variant>`. */
function desktopWith(files: Record<string, AttachmentFile>) {
  const asked: string[] = [];
  serveConsole(
    defaultSession,
    { answer: () => null },
    filesOfEngine({
      attachmentFile: async (id, variant) => {
        asked.push(`${id}/${variant}`);
        return files[`${id}/${variant}`] ?? null;
      },
    }),
    { find: () => null, newFolder: () => null },
    () => {},
  );
  const handle = session.defaultSession.handlers['protocol app'] as (given: Request) => Promise<Response>;
  const ask = (path: string, init?: RequestInit) => handle(new Request(`app://perito${path}`, init));
  return { ask, asked, handle };
}

function filesFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perito-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('a stored file at app://perito', () => {
  test('comes with the headers of the browser shell, for one question to the engine', async () => {
    const file = keepFile(filesFolder(), { id: 7, variant: 'preview', content: Buffer.from('jpeg') });
    const { ask, asked } = desktopWith({ '7/preview': file });
    const answer = await ask(`/attachments/7/preview?v=${file.tag.slice(0, 12)}`);
    expect([answer.status, await answer.text(), asked]).toEqual([200, 'jpeg', ['7/preview']]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '4',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    });
  });

  test('comes in parts, is not sent again, and is only saved where it must be', async () => {
    const folder = filesFolder();
    const content = Buffer.from('0123456789');
    const pdf = keepFile(folder, { id: 7, variant: 'original', mediaType: 'application/pdf', content });
    const page = keepFile(folder, { id: 8, variant: 'original', mediaType: 'text/html', filename: 'a.html' });
    const { ask } = desktopWith({ '7/original': pdf, '8/original': page, '8/download': page });
    const part = await ask('/attachments/7/original', { headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    const again = await ask('/attachments/7/original', { headers: { 'if-none-match': `"${pdf.tag}"` } });
    expect([again.status, again.body]).toEqual([304, null]);
    const head = await ask('/attachments/7/original', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    // An app's own scheme says not what for: it may be an `<img>`.
    expect((await ask('/attachments/8/original')).status).toBe(403);
    const saved = await ask('/attachments/8/download');
    expect([saved.headers.get('content-type'), saved.headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      `attachment; filename="a.html"; filename*=UTF-8''a.html`,
    ]);
    await saved.text();
    await expect.poll(() => openFilesBelow(folder)).toBe(0);
  });

  test.each([
    ['/attachments/9/preview', 'GET', 404],
    ['/attachments/7/nothing', 'GET', 404],
    ['/attachments/x/preview', 'GET', 404],
    ['/attachments/7/preview', 'POST', 405],
  ])('%s %s is %i', async (path, method, status) => {
    const { ask, asked } = desktopWith({});
    expect((await ask(path, { method })).status).toBe(status);
    expect(asked).toEqual(path === '/attachments/9/preview' ? ['9/preview'] : []);
  });

  test('is of the console alone', async () => {
    const { handle, asked } = desktopWith({});
    expect((await handle(new Request('app://other/attachments/7/preview'))).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test('is closed when its reader leaves', async () => {
    const folder = filesFolder();
    const file = keepLargeFile(folder, { id: 7, variant: 'download' }, 1024 ** 3);
    const { ask } = desktopWith({ '7/download': file });
    const reader = (await ask('/attachments/7/download')).body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    expect(openFilesBelow(folder)).toBe(1);
    await reader?.cancel();
    await expect.poll(() => openFilesBelow(folder)).toBe(0);
  });
});

test('a stored file follows the sign-in by which the windows call, once an account has a secret', async () => {
  const office = await openTestConsole('desktop-files');
  onTestFinished(office.close);
  const { engine } = office.opened;
  serveConsole(
    defaultSession,
    { answer: () => null },
    filesOfEngine(engine),
    { find: () => null, newFolder: () => null },
    () => {},
  );
  const handle = session.defaultSession.handlers['protocol app'] as (given: Request) => Promise<Response>;
  const ask = async () => (await handle(new Request('app://perito/attachments/7/preview'))).status;
  const ports: MessagePort[] = [];
  onTestFinished(() => {
    for (const port of ports) port.close();
  });
  /** A window's page, whose calls bring this token. */
  const page = (signIn?: string): ContractRouterClient<Contract> => {
    const port = engine.connect('desktop');
    ports.push(port);
    const client = createORPCClient<ContractRouterClient<Contract>>(
      new RPCLink({ port, headers: signIn === undefined ? {} : { [signInHeader]: signIn } }),
    );
    port.start();
    return client;
  };
  const [given, refused] = [404, 401];
  const secret = 'clave-de-prueba-de-ana';
  expect(await ask()).toBe(given);
  await page().people.setSecret({ id: 1, secret });
  expect(await ask()).toBe(refused);
  const { token } = await page().people.signIn({ personId: 1, secret });
  expect(await ask()).toBe(refused);
  const window = page(token);
  await window.status.get();
  expect(await ask()).toBe(given);
  // A token that is none, as of a window that heard late of another sign-in, takes nobody's place.
  await page('A'.repeat(43)).people.me();
  expect(await ask()).toBe(given);
  await window.people.lock();
  expect(await ask()).toBe(refused);
  await window.people.unlock({ secret });
  expect(await ask()).toBe(given);
  await window.people.signOut();
  expect(await ask()).toBe(refused);
});

describe('what may be done with it', () => {
  test.each([
    ['app://perito/attachments/7/original', true],
    ['app://perito/attachments/7/preview?v=1', true],
    ['app://perito/attachments/7/original?x=/download', true],
    ['app://perito/attachments/7/download', false],
    ['app://perito/#/attachments/7', false],
  ])('it is no page to go to: %s is refused: %s', (url, isRefused) => {
    denyNavigation();
    openWindow();
    const preventDefault = vi.fn();
    BrowserWindow.all[0]?.webContents.emit('will-navigate', { preventDefault, url });
    expect(preventDefault).toHaveBeenCalledTimes(isRefused ? 1 : 0);
  });

  test.each([
    ['app://perito/attachments/7/download', false],
    ['app://perito/attachments/7/download?v=1', false],
    ['app://perito/attachments/7/original', true],
    ['app://perito/attachments/7/x/download', true],
    ['app://other/attachments/7/download', true],
    ['https://perito/attachments/7/download', true],
  ])('saving %s is refused: %s', (url, isRefused) => {
    denyPermissions(defaultSession);
    const preventDefault = vi.fn();
    session.defaultSession.emit('will-download', { preventDefault }, { getURL: () => url });
    expect(preventDefault).toHaveBeenCalledTimes(isRefused ? 1 : 0);
  });
});
