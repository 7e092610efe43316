import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenArchive } from '../../main/shell/archives.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { capabilityNames } from '../../shared/contract/shell.ts';
import { portChannel } from '../../shared/desktop-port.ts';
import * as electron from './electron-stand-in.ts';

vi.mock('electron', () => import('./electron-stand-in.ts'));

const { openWindow, showWindow } = await import('../../main/desktop/window.ts');
const { denyNavigation, denyNetwork, denyPermissions } = await import('../../main/desktop/lockdown.ts');
const { registerConsoleScheme, serveConsole } = await import('../../main/desktop/scheme.ts');
const { pipePorts } = await import('../../main/desktop/port-pipe.ts');
const { archiveFiles, archiveWindows } = await import('../../main/desktop/archive-windows.ts');
const { chooseFolder } = await import('../../main/desktop/choose-folder.ts');
const { clipboardTransfer } = await import('../../main/desktop/clipboard-transfer.ts');
const { closeBeforeQuit } = await import('../../main/desktop/start.ts');
const { chooseFolders } = await import('../../main/desktop/start.ts');
const { setMenu } = await import('../../main/desktop/window.ts');
const { startEngineThread } = await import('../../main/shell/engine-client.ts');
const { quietHost } = await import('../shell/quiet-host.ts');
const { quietReceiver } = await import('../shell/quiet-receiver.ts');

const { app, BrowserWindow, clipboard, dialog, ipcMain, session } = electron;
// The stand-in is not Electron's Session; the desktop uses only what it has.
const defaultSession = session.defaultSession as never;
const handler = (name: string) => session.defaultSession.handlers[name] as (...given: unknown[]) => unknown;

beforeEach(() => {
  app.removeAllListeners();
  ipcMain.removeAllListeners();
  BrowserWindow.all.length = 0;
  app.quits = 0;
});

test("a folder is chosen in the system's dialog, or none is", async () => {
  dialog.chosen = ['/mnt/respaldos'];
  expect(await chooseFolder()).toBe('/mnt/respaldos');
  dialog.chosen = [];
  expect(await chooseFolder()).toBeNull();
  expect(dialog.opened).toContainEqual({ properties: ['openDirectory', 'createDirectory'] });
});

describe('the window', () => {
  test('is sandboxed, isolated and without Node, webviews and developer tools', () => {
    openWindow();
    const [window] = BrowserWindow.all;
    expect(window?.options['webPreferences']).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: false,
      spellcheck: false,
      preload: expect.stringMatching(/preload[/\\]index\.cjs$/),
    });
    expect(window?.loaded).toEqual(['app://perito/']);
    expect([window?.options['show'], window?.shown]).toEqual([false, 0]);
    window?.emit('ready-to-show');
    expect(window?.shown).toBe(1);
  });

  test('reloads after a crash of its page, but not for ever', () => {
    openWindow();
    const [window] = BrowserWindow.all;
    window?.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(window?.webContents.reloads).toBe(0);
    for (let crash = 0; crash < 10; crash += 1)
      window?.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(window?.webContents.reloads).toBe(3);
  });

  test('comes to the front at a path of the console; one that is gone is left alone', () => {
    const window = openWindow();
    const [seen] = BrowserWindow.all;
    if (!seen) throw new Error('no window');
    seen.minimized = true;
    showWindow(window, '/cancellations/7');
    expect([seen.minimized, seen.focused, seen.loaded.at(-1)]).toEqual([
      false,
      1,
      'app://perito/#/cancellations/7',
    ]);
    seen.destroyed = true;
    showWindow(window);
    expect(seen.focused).toBe(1);
  });

  test('the menu has neither reload nor developer tools, and says things in the language of the system', () => {
    setMenu();
    const roles = JSON.stringify(electron.Menu.template);
    expect(roles).not.toMatch(/reload|devtools/i);
    expect(roles).toContain('Ver');
    app.locale = 'en-US';
    setMenu();
    expect(JSON.stringify(electron.Menu.template)).toContain('View');
    app.locale = 'es-DO';
  });
});

describe('what pages may not do', () => {
  test.each([
    ['https://other.example/', true],
    ['http://127.0.0.1:8651/', true],
    ['file:///etc/passwd', true],
    ['app://other/', true],
    ['app://perito.other.example/', true],
    ['javascript:alert(1)', true],
    ['not an address', true],
    ['app://perito/#/settings', false],
  ])('going to %s is refused: %s', (url, isRefused) => {
    denyNavigation();
    openWindow();
    const contents = BrowserWindow.all[0]?.webContents;
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      const preventDefault = vi.fn();
      contents?.emit(event, { preventDefault, url });
      expect(preventDefault).toHaveBeenCalledTimes(isRefused ? 1 : 0);
    }
  });

  test('no second window and no webview', () => {
    denyNavigation();
    openWindow();
    const contents = BrowserWindow.all[0]?.webContents;
    expect(contents?.openHandler({ url: 'app://perito/' })).toEqual({ action: 'deny' });
    const preventDefault = vi.fn();
    contents?.emit('will-attach-webview', { preventDefault });
    expect(preventDefault).toHaveBeenCalled();
  });

  test('no permission but to copy, and that only for the console', () => {
    denyPermissions(defaultSession);
    const contents = (url: string) => ({ getURL: () => url });
    const asked = (url: string, permission: string) => {
      const answer = vi.fn();
      handler('permissionRequest')(contents(url), permission, answer);
      return answer.mock.calls[0]?.[0];
    };
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'openExternal',
      'usb',
      'unknown',
    ]) {
      expect([permission, asked('app://perito/', permission)]).toEqual([permission, false]);
      expect(handler('permissionCheck')(null, permission, 'app://perito/')).toBe(false);
    }
    expect(asked('app://perito/', 'clipboard-sanitized-write')).toBe(true);
    expect(asked('https://other.example/', 'clipboard-sanitized-write')).toBe(false);
    expect(handler('permissionCheck')(null, 'clipboard-sanitized-write', 'app://perito/')).toBe(true);
    expect(handler('permissionCheck')(null, 'clipboard-sanitized-write', 'https://other.example/')).toBe(
      false,
    );
    expect(handler('device')()).toBe(false);
    const media = vi.fn();
    handler('displayMedia')({}, media);
    expect(media).toHaveBeenCalledWith(null);
  });

  test.each([
    ['blob:app://perito/1', false],
    ['blob:app://perito.other.example/1', true],
    ['blob:https://other.example/1', true],
    ['https://other.example/file', true],
    ['app://perito/assets/index.js', true],
  ])('a download of %s is refused: %s', (url, isRefused) => {
    const preventDefault = vi.fn();
    session.defaultSession.emit('will-download', { preventDefault }, { getURL: () => url });
    expect(preventDefault).toHaveBeenCalledTimes(isRefused ? 1 : 0);
  });

  test.each([
    ['app://perito/assets/index.js', false],
    ['data:image/png;base64,x', false],
    ['blob:app://perito/1', false],
    ['https://other.example/', true],
    ['http://127.0.0.1/', true],
    ['ws://127.0.0.1/', true],
    ['file:///etc/passwd', true],
  ])('the page fetches nothing from the network: %s', (url, cancel) => {
    denyNetwork(defaultSession);
    const answer = vi.fn();
    handler('request')({ url }, answer);
    expect(answer).toHaveBeenCalledWith({ cancel });
  });
});

describe('app://perito', () => {
  test('is a standard, secure scheme that may not bypass its policy', () => {
    registerConsoleScheme();
    const [own] = electron.protocol.privileged;
    expect(own?.scheme).toBe('app');
    expect(own?.privileges).toMatchObject({ standard: true, secure: true });
    expect(own?.privileges).not.toHaveProperty('bypassCSP');
  });

  test('serves what was built with the headers of the browser shell, and nothing else', async () => {
    const body = Buffer.from('<html></html>');
    const headers = { 'content-security-policy': "default-src 'none'" };
    serveConsole(
      defaultSession,
      {
        answer: (path) => (path === '/' ? { status: 200, headers, body } : null),
      },
      { attachmentFile: async () => null },
      { find: () => null, newFolder: () => null },
      () => {},
    );
    const ask = async (url: string, method = 'GET') => {
      const response = (await handler('protocol app')(new Request(url, { method }))) as Response;
      return [response.status, response.headers.get('content-security-policy')];
    };
    expect(await ask('app://perito/')).toEqual([200, "default-src 'none'"]);
    expect(await ask('app://perito/nowhere')).toEqual([404, null]);
    expect(await ask('app://other/')).toEqual([404, null]);
    expect(await ask('app://perito/', 'POST')).toEqual([404, null]);
  });
});

describe('an archive', () => {
  const opened = (id: string, closed: string[] = []): OpenArchive => ({
    ...{ id, name: `${id}.perito`, at: null, state: () => ({ is: 'locked', wasWrong: false }) },
    ...{
      settled: async () => ({ is: 'locked', wasWrong: false }),
      connect: () => new MessageChannel().port1,
    },
    ...{ attachmentFile: async () => null, givePassphrase: () => {} },
    close: async () => void closed.push(id),
  });

  test('has a window of its own for a double click before the start and after, and ends with it', () => {
    const asked: string[] = [];
    const closed: string[] = [];
    const openFile = (file: string) => {
      asked.push(file);
      return asked.length > 3 ? null : opened(`nr${asked.length}`, closed);
    };
    const windows = archiveWindows({
      ...{ newFolder: () => null, openCopy: () => null, find: () => null, list: () => [] },
      openFile,
      close: async () => {},
    });
    const files = archiveFiles(['--data=/x.perito', 'uno.perito', '/tmp/otro.txt'], '/casa');
    const event = { preventDefault: vi.fn() };
    app.emit('open-file', event, '/mac/dos.PERITO');
    expect(BrowserWindow.all).toEqual([]);
    files.follow(windows.open);
    app.emit('second-instance', {}, ['perito', '--flag', 'tres.perito'], '/otra');
    expect(asked.map((path) => path.replaceAll('\\', '/'))).toEqual([
      '/casa/uno.perito',
      '/mac/dos.PERITO',
      '/otra/tres.perito',
    ]);
    expect(event.preventDefault).toHaveBeenCalled();
    expect(BrowserWindow.all.map(({ loaded }) => loaded)).toEqual(
      [1, 2, 3].map((nr) => [`app://perito/archive/nr${nr}/`]),
    );
    BrowserWindow.all[1]?.emit('closed');
    expect(closed).toEqual(['nr2']);
    dialog.boxes.length = 0;
    app.emit('second-instance', {}, ['perito', 'cuatro.perito'], '/otra');
    expect(dialog.boxes).toEqual([expect.stringContaining('cinco archivos')]);
  });

  test('asks for its passphrase on a page of the shell, and is reached by its own page alone', async () => {
    const one = opened('uno');
    const given: string[] = [];
    one.givePassphrase = (passphrase) => given.push(passphrase);
    const archives = { find: (id: string) => (id === 'uno' ? one : null), newFolder: () => null };
    serveConsole(
      defaultSession,
      { answer: () => null },
      { attachmentFile: async () => null },
      archives,
      () => {},
    );
    const ask = async (url: string, init: RequestInit = {}) =>
      (await handler('protocol app')(new Request(url, { redirect: 'manual', ...init }))) as Response;
    const page = await ask('app://perito/archive/uno/');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('type="password"')]);
    const body = new URLSearchParams({ passphrase: 'abre ya' });
    const answer = await ask('app://perito/archive/uno/passphrase', { method: 'POST', body });
    expect([answer.status, answer.headers.get('location'), given]).toEqual([
      303,
      '/archive/uno/',
      ['abre ya'],
    ]);
    expect((await ask('app://perito/archive/dos/')).status).toBe(404);
    expect((await ask('app://perito/archives?name=x.perito', { method: 'POST', body })).status).toBe(415);
  });
});

describe('the port', () => {
  type Client = ContractRouterClient<Contract>;

  async function piped() {
    const { host } = await quietHost();
    const thread = await startEngineThread({
      options: { dataDir: '/small', version: '0.0.0' },
      host,
      onFault: () => {},
      workerFile: new URL('../shell/small-engine-worker.ts', import.meta.url),
      startReceiver: quietReceiver,
    });
    let connections = 0;
    pipePorts(() => {
      connections += 1;
      return thread.connect('desktop');
    });
    return { thread, connections: () => connections };
  }

  const trusted = { url: 'app://perito/#/settings' };
  const eventFrom = (senderFrame: unknown, mainFrame: unknown, ports: unknown[]) => ({
    senderFrame,
    sender: { mainFrame },
    ports,
  });

  function hand(senderFrame: unknown, mainFrame: unknown): MessagePort {
    const { page, main } = electron.mainPortPair();
    ipcMain.emit(portChannel, eventFrom(senderFrame, mainFrame, [main]));
    return page;
  }

  test('of the console is joined to the engine: calls and streams pass, and leaving ends them', async () => {
    const { thread } = await piped();
    const page = hand(trusted, trusted);
    const client: Client = createORPCClient(new RPCLink({ port: page }));
    page.start();
    expect(await client.shell.capabilities()).toHaveLength(capabilityNames.length);
    const changes = await client.changes();
    expect((await changes.next()).value).toMatchObject({ topic: 'status', count: 'desktop'.length });
    page.close();
    await thread.close();
  });

  test('ends when the engine does', async () => {
    const { thread } = await piped();
    const page = hand(trusted, trusted);
    const closed = once(page, 'close');
    await thread.close();
    await closed;
  });

  test.each([
    ['another site', { url: 'https://other.example/' }, true],
    ['another app page', { url: 'app://other/' }, true],
    ['a frame that is gone', null, true],
    ['a frame inside', { url: 'app://perito/' }, false],
  ])('of %s is closed', async (_name, frame, isMain) => {
    const { thread, connections } = await piped();
    const page = hand(frame, isMain ? frame : trusted);
    await once(page, 'close');
    expect(connections()).toBe(0);
    ipcMain.emit(portChannel, eventFrom(trusted, trusted, []));
    expect(connections()).toBe(0);
    await thread.close();
  });
});

describe('secrets through the clipboard', () => {
  function clocked() {
    const timers: { milliseconds: number; then: () => void }[] = [];
    const clock = {
      now: () => 0,
      after: (milliseconds: number, then: () => void) => {
        timers.push({ milliseconds, then });
        return () => {};
      },
    };
    return { passage: clipboardTransfer(clock), timers };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test('a secret is cleared after a minute where it is still there', async () => {
    const { passage, timers } = clocked();
    expect(await passage.handOver('a:b', 'x')).toEqual({ way: 'clipboard', clearedAfterSeconds: 60 });
    expect(clipboard.text).toBe('a:b');
    expect(timers[0]?.milliseconds).toBe(60_000);
    timers[0]?.then();
    await settled();
    expect(clipboard.text).toBe('');
  });

  test('what the person copied since is left alone', async () => {
    const { passage, timers } = clocked();
    await passage.handOver('a:b', 'x');
    clipboard.text = 'OC-2026-000123';
    timers[0]?.then();
    await settled();
    expect(clipboard.text).toBe('OC-2026-000123');
  });

  test('handing over again gives the new minute, and quitting clears at once', async () => {
    const { passage, timers } = clocked();
    await passage.handOver('a:b', 'x');
    await passage.handOver('c:d', 'x');
    timers[0]?.then();
    await settled();
    expect(clipboard.text).toBe('c:d');
    await passage.clearNow();
    expect(clipboard.text).toBe('');
  });

  test('a key is taken from the clipboard, which is emptied', async () => {
    const { passage } = clocked();
    clipboard.text = 'a:b';
    expect(await passage.collect('t', 'x', 'receiverKey')).toEqual({
      way: 'clipboard',
      secret: 'a:b',
      clearedAfterSeconds: 0,
    });
    expect(clipboard.text).toBe('');
  });
});

describe('quitting and folders', () => {
  test('quitting waits for the engine, once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const close = vi.fn(() => promise);
    closeBeforeQuit(close);
    app.quit();
    app.quit();
    expect([close.mock.calls.length, app.quits]).toEqual([1, 0]);
    resolve();
    await expect.poll(() => app.quits).toBe(1);
  });

  test('a close that fails does not keep the app open', async () => {
    closeBeforeQuit(() => Promise.reject(new Error('failed')));
    app.quit();
    await expect.poll(() => app.quits).toBe(1);
  });

  test('the data directory is given or the system has one; Chromium keeps its files inside', () => {
    const folder = mkdtempSync(join(tmpdir(), 'perito-desktop-'));
    app.switches['data'] = folder;
    expect(chooseFolders()).toBe(folder);
    expect(app.paths['userData']).toBe(join(folder, 'desktop'));
    app.switches = {};
    expect(chooseFolders()).toMatch(/perito/i);
    rmSync(folder, { recursive: true });
  });
});
