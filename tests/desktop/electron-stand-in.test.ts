/** That the stand-in does what Electron's documentation and source say, so that a test which passes with it says something. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  app,
  BrowserWindow,
  collectGarbage,
  MessageChannelMain,
  Notification,
  safeStorage,
  session,
  Tray,
  utilityProcess,
  WebContents,
} from './electron-stand-in.ts';

beforeEach(() => app.startAgain());

/** The events of the app and of a window, in the order in which they come. */
function told(window: InstanceType<typeof BrowserWindow>): string[] {
  const events: string[] = [];
  for (const name of ['before-quit', 'window-all-closed', 'will-quit', 'quit'])
    app.on(name, (_event, code) => events.push(code === undefined ? name : `${name} ${code}`));
  for (const name of ['close', 'closed']) window.on(name, () => events.push(name));
  return events;
}

describe('before the app is ready', () => {
  test('there are no windows, trays, sessions and processes, and no language', async () => {
    expect(app.getLocale()).toBe('');
    for (const make of [
      () => new BrowserWindow(),
      () => new Tray('icon.png'),
      () => session.defaultSession,
      () => utilityProcess.fork('x.js'),
    ])
      expect(make).toThrow('app is ready');
    let isReady = false;
    const ready = app.whenReady().then(() => {
      isReady = true;
    });
    await Promise.resolve();
    expect(isReady).toBe(false);
    await ready;
    expect([app.getLocale(), new BrowserWindow().isDestroyed()]).toEqual(['es-DO', false]);
  });

  test('a second start is told of afterwards, to whoever listens by then', async () => {
    const heard: unknown[] = [];
    app.comeAgain(['perito', 'a.perito'], '/casa');
    app.once('ready', () => app.on('second-instance', (_event, argv, folder) => heard.push(argv, folder)));
    await app.whenReady();
    expect(heard).toEqual([]);
    app.comeAgain(['perito', 'b.perito'], '/casa');
    expect(heard).toEqual([['perito', 'b.perito'], '/casa']);
  });

  test('a path is absolute and of a known name, and a lock needs a folder that can be made', () => {
    expect(() => app.setPath('userData', 'datos')).toThrow('Path must be absolute');
    expect(() => app.setPath('datos', '/datos')).toThrow('Failed to set path');
    const folder = mkdtempSync(join(tmpdir(), 'perito-electron-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    app.setPath('userData', join(folder, 'desktop'));
    expect(app.requestSingleInstanceLock()).toBe(true);
    writeFileSync(join(folder, 'file'), '');
    app.setPath('userData', join(folder, 'file', 'desktop'));
    expect(app.requestSingleInstanceLock()).toBe(false);
  });
});

describe('the end', () => {
  beforeEach(() => app.whenReady());

  test('that is asked for closes the windows in between, and no window refuses an exit', () => {
    const window = new BrowserWindow();
    const events = told(window);
    window.once('close', (event) => event.preventDefault());
    app.quit();
    expect([events, app.quits]).toEqual([['before-quit', 'close'], 0]);
    app.quit();
    expect(events.slice(2)).toEqual(['before-quit', 'close', 'closed', 'will-quit', 'quit 0']);
    const other = new BrowserWindow();
    const last = told(other);
    other.on('close', (event) => event.preventDefault());
    app.exit(1);
    expect(last).toEqual(['closed', 'quit 1']);
  });

  test('comes with the last window unless somebody listens', () => {
    const first = new BrowserWindow();
    first.close();
    expect(app.quits).toBe(1);
    const second = new BrowserWindow();
    const events = told(second);
    second.close();
    expect([events, app.quits]).toEqual([['close', 'closed', 'window-all-closed'], 1]);
  });
});

test('a load that fails rejects and is told of, and one that another follows is aborted', async () => {
  await app.whenReady();
  WebContents.failureOf = () => ({ code: 'ERR_FILE_NOT_FOUND', errno: -6 });
  onTestFinished(() => {
    WebContents.failureOf = () => null;
  });
  const window = new BrowserWindow();
  const failed: unknown[] = [];
  window.webContents.on('did-fail-load', (_event, ...rest) => failed.push(rest));
  const first = window.loadURL('app://perito/1');
  await expect(window.loadURL('app://perito/2')).rejects.toThrow(
    "ERR_FILE_NOT_FOUND (-6) loading 'app://perito/2'",
  );
  await expect(first).rejects.toMatchObject({ code: 'ERR_ABORTED', errno: -3 });
  expect(failed).toEqual([[-6, 'ERR_FILE_NOT_FOUND', 'app://perito/2', true, 1, 1]]);
  window.destroy();
  for (const use of [() => window.show(), () => window.webContents, () => window.isMinimized()])
    expect(use).toThrow('Object has been destroyed');
});

test('what nobody keeps is gone: a click on a notification, and an icon', async () => {
  await app.whenReady();
  const clicked: string[] = [];
  const show = (title: string) => {
    const notification = new Notification({ title, body: '' });
    notification.on('click', () => clicked.push(title));
    notification.show();
    return notification;
  };
  // In a function of its own: what an asynchronous one calls it may keep until it ends.
  const showBoth = () => {
    show('not kept');
    return show('kept');
  };
  const kept = showBoth();
  await collectGarbage();
  for (const shown of Notification.shown) shown.emit('click');
  expect([clicked, kept.options.title]).toEqual([['kept'], 'kept']);
  Notification.failure = 'No service';
  const failed = new Promise((resolve) => {
    const notification = new Notification({ title: 'x', body: '' });
    notification.on('failed', (_event, text) => resolve(text));
    notification.show();
  });
  expect([await failed, Notification.shown.length]).toEqual(['No service', 2]);
});

test('a port carries clones, and no port of a thread', async () => {
  const { port1, port2 } = new MessageChannelMain();
  const heard = new Promise((resolve) => port2.once('message', ({ data }) => resolve(data)));
  const sent = { when: new Date(0), bytes: new Uint8Array([1]), nothing: undefined };
  port1.postMessage(sent);
  expect(() => port1.postMessage(() => {})).toThrow('could not be cloned');
  expect(() => port1.postMessage(null, [new MessageChannel().port1])).toThrow('not a valid port');
  port2.start();
  expect(await heard).toEqual(sent);
  const closed = new Promise((resolve) => port2.once('close', resolve));
  port1.close();
  await closed;
});

test('the safe storage needs the system, and hides what it keeps', async () => {
  expect(safeStorage.isEncryptionAvailable()).toBe(false);
  expect(() => safeStorage.encryptString('a:b')).toThrow('Encryption is not available');
  await app.whenReady();
  const sealed = safeStorage.encryptString('a:b');
  expect([sealed.includes('a:b'), safeStorage.decryptString(sealed)]).toEqual([false, 'a:b']);
  expect(() => safeStorage.decryptString(Buffer.from('a:b'))).toThrow('not appear to be encrypted');
});
