import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OpenArchive } from '../../main/shell/archives.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { capabilityNames } from '../../shared/contract/shell.ts';
import { portChannel } from '../../shared/desktop-port.ts';
import * as electron from './electron-stand-in.ts';

vi.mock('electron', () => import('./electron-stand-in.ts'));
/** Whether a thread hangs in a call of the system. */
const stuck = vi.hoisted(() => ({ isStuck: false }));
vi.mock('../../main/engine/end-thread.ts', async (original) => ({
  ...(await original<typeof import('../../main/engine/end-thread.ts')>()),
  isThreadStuck: () => stuck.isStuck,
}));

const { openWindow, showWindow } = await import('../../main/desktop/window.ts');
const { denyNavigation, denyNetwork, denyPermissions } = await import('../../main/desktop/lockdown.ts');
const { registerConsoleScheme, serveConsole } = await import('../../main/desktop/scheme.ts');
const { pipePorts } = await import('../../main/desktop/port-pipe.ts');
const { archiveFiles, archiveWindows } = await import('../../main/desktop/archive-windows.ts');
const { chooseFile, chooseFolder } = await import('../../main/desktop/dialogs.ts');
const { clipboardTransfer } = await import('../../main/desktop/clipboard-transfer.ts');
const { hearProgram, nameProgram } = await import('../../main/desktop/program.ts');
const { chooseFolders } = await import('../../main/desktop/folders.ts');
const { readArguments } = await import('../../main/desktop/arguments.ts');
const { prepareStart } = await import('../../main/desktop/prepare-start.ts');
const { refusalText } = await import('../../main/desktop/refusal.ts');
const { closeAtSessionEnd } = await import('../../main/desktop/session-end.ts');
const { notify } = await import('../../main/desktop/notify.ts');
const { startWindow } = await import('../../main/desktop/start-window.ts');
const { setMenu } = await import('../../main/desktop/window.ts');
const { startEngineThread } = await import('../../main/shell/engine-client.ts');
const { quietHost } = await import('../shell/quiet-host.ts');
const { quietReceiver } = await import('../shell/quiet-receiver.ts');

const { app, BrowserWindow, clipboard, dialog, ipcMain, session } = electron;
// The stand-in is not Electron's Session; the desktop uses only what it has.
const defaultSession = session.defaultSession as never;
const handler = (name: string) => session.defaultSession.handlers[name] as (...given: unknown[]) => unknown;

beforeEach(() => {
  app.startAgain({ isReady: true });
});

test("a folder is chosen in the system's dialog, or none is", async () => {
  dialog.chosen = ['/mnt/respaldos'];
  expect(await chooseFolder()).toBe('/mnt/respaldos');
  dialog.chosen = [];
  expect(await chooseFolder()).toBeNull();
  expect(dialog.opened).toContainEqual({ properties: ['openDirectory', 'createDirectory'] });
});

test.each([
  ['certificate', ['pem', 'crt', 'cer']],
  ['key', ['key', 'pem']],
  ['pkcs12', ['pfx', 'p12']],
] as const)("the file of a %s is chosen in the system's dialog, or none is", async (kind, extensions) => {
  dialog.chosen = ['/etc/perito/fullchain.pem'];
  expect(await chooseFile(kind)).toBe('/etc/perito/fullchain.pem');
  dialog.chosen = [];
  expect(await chooseFile(kind)).toBeNull();
  expect(dialog.opened.at(-1)).toMatchObject({
    properties: ['openFile'],
    filters: [{ extensions }, { extensions: ['*'] }],
  });
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

  test('reloads after a crash of its page; the fourth in a row is a question, and a page that stood a minute begins anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    openWindow();
    const contents = BrowserWindow.all[0]?.contents;
    const crash = () => contents?.emit('render-process-gone', {}, { reason: 'crashed' });
    contents?.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(contents?.reloads).toBe(0);
    dialog.pressed = 1;
    for (let times = 0; times < 4; times += 1) crash();
    expect(contents?.reloads).toBe(3);
    expect(dialog.messages).toMatchObject([
      { message: expect.stringContaining('falló varias veces'), buttons: ['Abrir otra vez', 'Ahora no'] },
    ]);
    for (let hour = 0; hour < 50; hour += 1) {
      vi.setSystemTime(Date.now() + 61_000);
      crash();
    }
    expect([contents?.reloads, dialog.messages.length]).toEqual([53, 1]);
    dialog.pressed = 0;
    for (let times = 0; times < 3; times += 1) crash();
    await expect.poll(() => contents?.reloads).toBe(56);
    expect(dialog.messages).toHaveLength(2);
  });

  test('a page that cannot be loaded is told of in a window that is seen, with a way to try again', async () => {
    electron.WebContents.failureOf = (address) =>
      address.startsWith('app:') ? { code: 'ERR_FILE_NOT_FOUND', errno: -6 } : null;
    onTestFinished(() => {
      electron.WebContents.failureOf = () => null;
    });
    openWindow();
    const [window] = BrowserWindow.all;
    await expect.poll(() => window?.loaded).toHaveLength(2);
    const page = decodeURIComponent(window?.loaded[1] ?? '');
    expect(page).toContain('La pantalla no se pudo abrir');
    expect(page).toContain('<a href="app://perito/">Intentar otra vez</a>');
    expect(page).toContain('ERR_FILE_NOT_FOUND');
    expect(window?.visible).toBe(true);
    // One that another load took the place of is no failure.
    window?.contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'app://perito/', true);
    window?.contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://perito/x', false);
    expect(window?.loaded).toHaveLength(2);
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
    seen.destroy();
    showWindow(window);
    expect(seen.focused).toBe(1);
  });

  test('whose page would stay asks whether what was not saved is let go; quitting does not wait for it', async () => {
    const program = hearProgram();
    openWindow();
    const [window] = BrowserWindow.all;
    const wouldStay = () => {
      const event = { defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true) };
      window?.contents.emit('will-prevent-unload', event);
      return !event.defaultPrevented;
    };
    dialog.pressed = 0;
    expect([wouldStay(), wouldStay()]).toEqual([true, true]);
    expect(dialog.messages.map(({ message }) => message)).toEqual(['¿Cerrar sin guardar?']);
    await expect.poll(() => wouldStay() && dialog.messages.length).toBe(2);
    expect(window?.destroyed).toBe(false);
    dialog.pressed = 1;
    await expect.poll(() => wouldStay() && window?.destroyed).toBe(true);
    dialog.pressed = 0;
    program.closeNothing();
    expect(wouldStay()).toBe(false);
  });

  test('the menu has neither reload nor developer tools, and says things in the language of the system', () => {
    const quit = vi.fn();
    setMenu(quit);
    const roles = JSON.stringify(electron.Menu.template);
    expect(roles).not.toMatch(/reload|devtools/i);
    expect(roles).toContain('Ver');
    const file = electron.Menu.template.find(({ label }) => label === 'Archivo');
    file?.submenu?.find(({ label }) => label === 'Salir de Perito')?.click?.({} as never, null, null);
    expect(quit).toHaveBeenCalledTimes(1);
    app.locale = 'en-US';
    setMenu(quit);
    expect(JSON.stringify(electron.Menu.template)).toContain('View');
    app.locale = 'es-DO';
  });
});

describe('the window of a start', () => {
  function starting(isHidden: boolean) {
    const timers: (() => void)[] = [];
    const after = (_milliseconds: number, then: () => void) => {
      timers.push(then);
      return () => void timers.splice(0);
    };
    const small = startWindow({ isHidden, onFault: () => {} }, { after });
    const second = () => {
      for (const then of timers.splice(0)) then();
    };
    return { small, second };
  }
  const text = () => decodeURIComponent(BrowserWindow.getAllWindows()[0]?.loaded.at(-1) ?? '');

  test('opens after a second, at once for a second double click, and closes with the start', () => {
    const slow = starting(false);
    expect(BrowserWindow.all).toEqual([]);
    slow.second();
    expect(text()).toContain('Perito se está abriendo');
    slow.small.show();
    expect(BrowserWindow.all.map(({ focused }) => focused)).toEqual([1]);
    slow.small.tell({ step: 'compacting', done: 1, all: 2 });
    expect(text()).toContain('Se devuelve el espacio');
    slow.small.close();
    expect(BrowserWindow.getAllWindows()).toEqual([]);
    const asked = starting(false);
    asked.small.show();
    expect(text()).toContain('Perito se está abriendo');
    asked.small.close();
    asked.second();
    expect(BrowserWindow.getAllWindows()).toEqual([]);
  });

  test('of a hidden one is opened by nobody but a person, and says then how far it is', () => {
    const { small, second } = starting(true);
    second();
    small.tell({ step: 'compacting', done: 1, all: 2 });
    expect(BrowserWindow.all).toEqual([]);
    small.show();
    expect(text()).toContain('Se devuelve el espacio');
    small.close();
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
    denyPermissions(defaultSession);
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
    expect(registerConsoleScheme).toThrow('before app is ready');
    app.startAgain();
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
      async () => null,
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
    expect(dialog.boxes).toEqual([expect.stringContaining('cinco legajos')]);
  });

  test('asks for its passphrase on a page of the shell, and is reached by its own page alone', async () => {
    const one = opened('uno');
    const given: string[] = [];
    one.givePassphrase = (passphrase) => given.push(passphrase);
    const archives = { find: (id: string) => (id === 'uno' ? one : null), newFolder: () => null };
    serveConsole(
      defaultSession,
      { answer: () => null },
      async () => null,
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
  function clocked(platform: NodeJS.Platform = 'linux') {
    const timers: { milliseconds: number; then: () => void }[] = [];
    const clock = {
      now: () => 0,
      after: (milliseconds: number, then: () => void) => {
        timers.push({ milliseconds, then });
        return () => {};
      },
    };
    return { passage: clipboardTransfer(clock, platform), timers };
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

  test.each([
    [
      'win32',
      [
        'ExcludeClipboardContentFromMonitorProcessing',
        'CanIncludeInClipboardHistory',
        'CanUploadToCloudClipboard',
      ],
      '\0\0\0\0',
    ],
    ['darwin', ['org.nspasteboard.ConcealedType', 'org.nspasteboard.TransientType'], ''],
    ['linux', ['x-kde-passwordManagerHint'], 'secret'],
  ] as const)(
    'on %s it asks histories and clouds to leave the secret out',
    async (platform, names, content) => {
      await clocked(platform).passage.handOver('a:b', 'x');
      const kept = names.map((name) => [`electron application/osclipboard;format="${name}"`, content]);
      expect(clipboard.formats).toEqual({ 'text/plain': 'a:b', ...Object.fromEntries(kept) });
    },
  );

  test('a system that takes no such formats is given the text, which the person needs', async () => {
    vi.spyOn(clipboard, 'write').mockRejectedValueOnce(new Error('no such format'));
    await clocked('win32').passage.handOver('e:f', 'x');
    expect(clipboard.text).toBe('e:f');
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

describe('quitting', () => {
  test('waits for the engine, once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const close = vi.fn(() => promise);
    hearProgram().closeWith(close);
    app.quit();
    app.quit();
    await expect.poll(() => close).toHaveBeenCalledTimes(1);
    expect(app.quits).toBe(0);
    resolve();
    await expect.poll(() => app.quits).toBe(1);
  });

  test('during a start waits until there is something to close, and closes it', async () => {
    const program = hearProgram();
    app.quit();
    expect([app.quits, program.isQuitting()]).toEqual([0, true]);
    const close = vi.fn(async () => {});
    program.closeWith(close);
    await expect.poll(() => app.quits).toBe(1);
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('waits for nothing where nothing was opened, nor for a close that fails', async () => {
    hearProgram().closeNothing();
    app.quit();
    expect(app.quits).toBe(1);
    app.startAgain({ isReady: true });
    hearProgram().closeWith(() => Promise.reject(new Error('failed')));
    app.quit();
    await expect.poll(() => app.quits).toBe(1);
  });

  test('and every other end are cut where a thread hangs, also after a start that failed', () => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    onTestFinished(() => kill.mockRestore());
    hearProgram();
    app.exit(1);
    expect(kill).not.toHaveBeenCalled();
    stuck.isStuck = true;
    onTestFinished(() => {
      stuck.isStuck = false;
    });
    app.exit(1);
    expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, 'SIGKILL');
  });

  test('at the end of a Windows session all is closed while the system waits, with no window of ours as well', () => {
    const closeNow = vi.fn();
    closeAtSessionEnd(closeNow, 'win32');
    const [listener] = BrowserWindow.all;
    expect([listener?.options['show'], listener?.loaded]).toEqual([false, []]);
    listener?.emit('session-end', { reasons: ['logoff'] });
    expect([closeNow.mock.calls.length, app.exits]).toEqual([1, [0]]);
  });

  test('at a shutdown of Linux and macOS the system is asked to wait until the program has quit', async () => {
    const close = vi.fn(async () => {});
    hearProgram().closeWith(close);
    closeAtSessionEnd(() => {}, 'linux');
    expect(electron.powerMonitor.shutDown()).toBe(true);
    await expect.poll(() => app.quits).toBe(1);
    expect(close).toHaveBeenCalledTimes(1);
  });
});

describe('what a start is given', () => {
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'perito-desktop-'));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  };

  test.each([
    [['--data=/x y'], { dataDir: '/x y' }],
    [['--data', '/x y', 'uno.perito'], { dataDir: '/x y', others: ['uno.perito'] }],
    [['--data', '/x.perito'], { dataDir: '/x.perito', others: [] }],
    [['--hidden', '--enable-features=X'], { dataDir: null, isHidden: true, others: ['--enable-features=X'] }],
    [['--data='], { dataDir: '' }],
    [['--data'], { dataDir: '' }],
    [['--data', '--hidden'], { dataDir: '', isHidden: true }],
    [[], { dataDir: null, isHidden: false, others: [] }],
  ])('%j', (args, wanted) => {
    expect(readArguments(args)).toMatchObject(wanted);
  });

  test('the data directory is given or the system has one; Chromium keeps its files inside', () => {
    const given = folder();
    expect(chooseFolders(given)).toBe(given);
    expect(app.paths['userData']).toBe(join(given, 'desktop'));
  });

  test('where the data directory cannot be written Chromium keeps its files elsewhere, and the screen says what ails it', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    vi.stubEnv('XDG_CACHE_HOME', folder());
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(chooseFolders(join(file, 'data'))).toBe(join(file, 'data'));
    expect(app.paths['userData']).toMatch(/desktop-[0-9a-f]{16}$/);
    expect(app.paths['userData']).not.toContain(file);
  });

  const begin = (args: string[]) => prepareStart(readArguments(args), hearProgram());

  test('a first start goes on, a second hands over without a word', () => {
    const dataDir = folder();
    expect(begin(['--data', dataDir, '--hidden'])).toEqual({
      office: null,
      dataDir,
      isFolderGiven: true,
      isHidden: true,
    });
    app.startAgain();
    app.gotLock = false;
    expect(begin([`--data=${dataDir}`])).toBeNull();
    expect([app.quits, dialog.boxes]).toEqual([1, []]);
  });

  test.each([
    [['--data='], {}, 'sin decir la carpeta'],
    [[], { 'no-sandbox': '' }, 'con --no-sandbox'],
  ])('%j %j is refused in a box, and nothing is opened', async (args, switches, words) => {
    app.switches = switches;
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(begin(args)).toBeNull();
    await expect.poll(() => app.exits).toEqual([1]);
    written.mockRestore();
    expect(dialog.boxes).toEqual([expect.stringContaining(words)]);
    expect([app.paths['userData'], BrowserWindow.all]).toEqual([undefined, []]);
  });

  test('--no-sandbox is let be where the program is not packaged', () => {
    app.switches = { 'no-sandbox': '' };
    app.isPackaged = false;
    onTestFinished(() => {
      app.isPackaged = true;
    });
    expect(begin(['--data', folder()])).not.toBeNull();
  });

  test('data that a Perito of another computer holds, and folders that none can write, are told with the detail', async () => {
    const dataDir = folder();
    app.gotLock = false;
    mkdirSync(join(dataDir, 'desktop'));
    symlinkSync('otra-pc-4711', join(dataDir, 'desktop', 'SingletonLock'));
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(begin(['--data', dataDir])).toBeNull();
    await expect
      .poll(() => dialog.boxes)
      .toEqual([expect.stringMatching(/otra computadora.*\n\n.*: otra-pc$/s)]);
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    vi.stubEnv('XDG_CACHE_HOME', file);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(begin(['--data', join(file, 'x')])).toBeNull();
    await expect.poll(() => dialog.boxes.at(-1)).toMatch(/no puede escribir.*ENOTDIR/s);
    written.mockRestore();
  });

  test('every refusal is worded in both languages', () => {
    for (const why of ['noSandbox', 'noFolder', 'noOffice', 'officeAndData', 'officeNotSecure'] as const) {
      expect(refusalText({ why }, true)).toMatch(/^Perito /);
      expect(refusalText({ why }, true)).not.toBe(refusalText({ why }, false));
    }
  });
});

describe('for the system the program', () => {
  test('has one name and one address for clicks on notifications on Windows', () => {
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    nameProgram();
    platform.mockReturnValue('linux');
    expect([app.userModelId, app.toastActivatorCLSID]).toEqual([
      'do.perito.desktop',
      expect.stringMatching(/^\{[0-9A-F-]{36}\}$/),
    ]);
    platform.mockRestore();
  });

  test('keeps its notifications until they are clicked, closed or failed', async () => {
    const clicked: string[] = [];
    const show = (title: string) => notify({ title, body: '', onClick: () => clicked.push(title) });
    show('a');
    show('b');
    const [first, second] = electron.Notification.shown;
    // It left the screen, and still lies in the list of the system.
    first?.emit('close', { reason: 'timedOut' });
    second?.emit('close', { reason: 'userCanceled' });
    await electron.collectGarbage();
    first?.emit('click');
    second?.emit('click');
    expect(clicked).toEqual(['a']);
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    electron.Notification.failure = 'no such toast';
    show('c');
    await expect.poll(() => written.mock.calls.join()).toContain('no such toast');
    written.mockRestore();
  });
});
