/** Perito as it stays: its window comes and goes, the icon in the system's bar says how it is, the computer stays awake. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { refuseOnPort } from '../../main/engine/serve-port.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { UpdatesState } from '../../shared/contract/desktop.ts';
import type { EngineAway, Status } from '../../shared/contract/status.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { calm, calmProcedures, calmStatus } from './calm-console.ts';
import * as electron from './electron-stand-in.ts';

vi.mock('electron', () => import('./electron-stand-in.ts'));

const { keepResident } = await import('../../main/desktop/residency.ts');
const { openComputer } = await import('../../main/desktop/computer.ts');
const { keepPreferences } = await import('../../main/desktop/preferences.ts');
const { hearProgram } = await import('../../main/desktop/program.ts');
const { desktopEntry, startAtLogin, wasOpenedAtLogin } = await import('../../main/desktop/start-at-login.ts');

const { app, BrowserWindow, dialog, Notification, powerMonitor, powerSaveBlocker, Tray } = electron;

beforeEach(() => {
  app.startAgain({ isReady: true });
  vi.stubEnv('XDG_CONFIG_HOME', temporaryFolder());
});

afterEach(() => {
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
  vi.unstubAllEnvs();
});

type Seen = { state: Status['receiver']['state']; waiting: number; held: number };

interface Options {
  isHidden?: boolean;
  dataDir?: string;
  followAgainMs?: number;
}

/** An engine of which only this is known, and which says when that changes. */
function engineThat(begins: Seen) {
  let seen = begins;
  const ports = new Set<MessagePort>();
  const told = new Set<() => void>();
  let away: Partial<EngineAway> | null = null;
  let fails = false;
  let lists = 0;
  const on = implement(contract);
  const receiver = () => ({ ...calmStatus.receiver, state: seen.state, heldCalls: seen.held });
  const { settings, backups } = calmProcedures(calm);
  const router = {
    ...{ settings, backups },
    status: {
      get: on.status.get.handler(() => {
        if (fails) throw new Error('failed');
        return {
          ...calmStatus,
          receiver: receiver(),
          needs: { ...calmStatus.needs, cancellationsWaiting: seen.waiting },
        };
      }),
    },
    cancellations: {
      list: on.cancellations.list.handler(() => {
        lists += 1;
        if (fails) throw new Error('failed');
        return { rows: [], nextCursor: null, total: 0, totalIsCapped: false };
      }),
    },
    changes: on.changes.handler(async function* ({ signal }) {
      for (;;) {
        yield { topic: 'status' as const, at: calmStatus.now, ids: [], count: 1 };
        const next = Promise.withResolvers<void>();
        told.add(next.resolve);
        signal?.addEventListener('abort', () => next.resolve());
        await next.promise;
        if (signal?.aborted) return;
      }
    }),
  };
  const ended = Promise.withResolvers<null>();
  onTestFinished(() => {
    ended.resolve(null);
    for (const port of ports) port.close();
  });
  const close = () => {
    for (const port of ports) port.close();
    ports.clear();
  };
  return {
    checked: 0,
    lists: () => lists,
    become(next: Partial<Seen>) {
      seen = { ...seen, ...next };
      for (const tell of told) tell();
      told.clear();
    },
    fail() {
      fails = true;
      this.become({});
    },
    mend() {
      fails = false;
    },
    reconnect: close,
    goAway(receiving: Seen['state']) {
      away = { ...engineIsAway, receiver: receiving };
      close();
    },
    connect() {
      const { port1, port2 } = new MessageChannel();
      ports.add(port2);
      if (away === null) {
        new RPCHandler(router).upgrade(port2);
        port2.start();
      } else refuseOnPort(port2, 'away', () => away ?? {});
      return port1;
    },
    ended: ended.promise,
    checkListening() {
      this.checked += 1;
    },
  };
}

/** Newer versions, as far as the icon shows them. */
function updatesThat() {
  const known = { state: 'none', offer: null } as { state: string; offer: { version: string } | null };
  let listener = () => {};
  return {
    state: () => known as UpdatesState,
    onChange(next: () => void) {
      listener = next;
    },
    become(state: string, version: string) {
      Object.assign(known, { state, offer: { version } });
      listener();
    },
  };
}

function resident(
  begins: Partial<Seen> = {},
  { isHidden = false, dataDir = temporaryFolder(), ...more }: Options = {},
) {
  const engine = engineThat({ state: 'listening', waiting: 0, held: 0, ...begins });
  const computer = openComputer(keepPreferences(dataDir), null);
  const updates = updatesThat();
  const program = hearProgram();
  const closed: string[] = [];
  program.closeWith(async () => void closed.push('closed'));
  const faults: string[] = [];
  const onFault = (where: string) => void faults.push(where);
  // Of the threads it uses only this.
  keepResident({ engine: engine as never, program, computer, updates, isHidden, onFault, ...more });
  const tray = () => Tray.all[0];
  const item = (label: string | RegExp) => tray()?.menu?.items.find((one) => one.label.match(label));
  return { engine, computer, updates, tray, item, dataDir, faults };
}

const icon = (tray: ReturnType<ReturnType<typeof resident>['tray']>) => tray?.image.path.split('/').at(-1);

describe('the icon in the bar of the system', () => {
  test('says in words and by its form whether calls are received and what waits, and leads there', async () => {
    const { engine, tray, item } = resident();
    await expect.poll(() => tray()?.toolTip).toBe('Perito · Escuchando');
    expect(icon(tray())).toBe('receiving-dark.png');
    expect(item(/127\.0\.0\.1/)).toMatchObject({
      label: 'Escuchando · http://127.0.0.1:8650',
      enabled: false,
    });
    expect(item('Ninguna cancelación espera')?.enabled).toBe(false);
    engine.become({ waiting: 2 });
    await expect.poll(() => tray()?.toolTip).toBe('Perito · Escuchando · 2 cancelaciones esperan veredicto');
    expect(icon(tray())).toBe('waiting-dark.png');
    item('2 cancelaciones')?.click();
    expect(BrowserWindow.all[0]?.loaded.at(-1)).toBe('app://perito/#/cancellations');
    engine.become({ state: 'noKey', waiting: 1 });
    await expect.poll(() => icon(tray())).toBe('stopped-dark.png');
    expect(tray()?.toolTip).toBe('Perito · No recibe: falta la clave · Una cancelación espera veredicto');
    electron.nativeTheme.shouldUseDarkColors = false;
    onTestFinished(() => {
      electron.nativeTheme.shouldUseDarkColors = true;
    });
    electron.nativeTheme.emit('updated');
    expect(icon(tray())).toBe('stopped-light.png');
  });

  test('says what the receiver does while there is no engine, and stays while nobody keeps it', async () => {
    const { engine, tray } = resident();
    await expect.poll(() => tray()?.toolTip).toBe('Perito · Escuchando');
    engine.goAway('notStoring');
    await expect.poll(() => tray()?.toolTip).toBe('Perito · No recibe: no se puede guardar');
    await electron.collectGarbage();
    expect(Tray.all).toHaveLength(1);
    app.quit();
    await expect.poll(() => Tray.all).toHaveLength(0);
  });

  test('shows nothing green where the engine fails to say how it is', async () => {
    const { engine, tray, faults } = resident();
    await expect.poll(() => tray()?.toolTip).toBe('Perito · Escuchando');
    expect(faults).toEqual([]);
    engine.fail();
    await expect.poll(() => tray()?.toolTip).toBe('Perito · Sin noticias del receptor');
    expect(icon(tray())).toBe('stopped-dark.png');
    await expect.poll(() => faults.toSorted()).toEqual(['notifications', 'tray']);
  });

  test('an engine that failed at an answer is followed again, for the icon and for the notifications', async () => {
    const { engine, tray, faults } = resident({}, { followAgainMs: 20 });
    await expect.poll(() => tray()?.toolTip).toBe('Perito · Escuchando');
    await expect.poll(engine.lists).toBe(2);
    engine.fail();
    // A port of its own for each of both; the one that is closed is followed by one at which the engine fails.
    engine.reconnect();
    await expect.poll(() => new Set(faults)).toEqual(new Set(['tray', 'notifications']));
    engine.mend();
    const before = engine.lists();
    await expect.poll(() => tray()?.toolTip).toBe('Perito · Escuchando');
    await expect.poll(engine.lists).toBeGreaterThan(before);
  });

  test('leads to a newer version that waits for a person, who is told of it once', async () => {
    const { updates, item, tray } = resident();
    const told = () => Notification.shown.map(({ options }) => options.title);
    updates.become('checking', '0.2.0');
    expect([item(/0\.2\.0/), told()]).toEqual([undefined, []]);
    updates.become('available', '0.2.0');
    updates.become('available', '0.2.0');
    expect(item(/0\.2\.0/)?.label).toBe('Hay una versión nueva: 0.2.0…');
    updates.become('downloading', '0.2.0');
    updates.become('ready', '0.2.0');
    expect(told()).toEqual([
      'Hay una versión nueva de Perito: 0.2.0',
      'Perito 0.2.0 está listo para instalarse',
    ]);
    BrowserWindow.getAllWindows()[0]?.close();
    item('Instalar Perito 0.2.0…')?.click();
    expect(BrowserWindow.getAllWindows()[0]?.loaded.at(-1)).toContain('#/settings/thisComputer');
    updates.become('declined', '0.2.0');
    expect(tray()?.menu?.items.some(({ label }) => label.includes('0.2.0'))).toBe(false);
  });

  test('is redrawn only where something changed, so that an open menu stays', async () => {
    const { engine, tray } = resident();
    await expect.poll(() => tray()?.toolTip).toBe('Perito · Escuchando');
    const menu = tray()?.menu;
    engine.become({ held: 1 });
    engine.become({ held: 0 });
    engine.become({ waiting: 1 });
    await expect.poll(() => tray()?.menu).not.toBe(menu);
    expect(icon(tray())).toBe('waiting-dark.png');
  });

  test('quits at once, and asks first where calls are held', async () => {
    const { tray, item } = resident({ held: 2 });
    await expect.poll(() => tray()?.toolTip).toBe('Perito · Escuchando');
    dialog.pressed = 1;
    item('Salir')?.click();
    await expect
      .poll(() => dialog.messages)
      .toMatchObject([
        { message: '2 llamadas esperan su veredicto', buttons: ['Salir', 'Seguir recibiendo'] },
      ]);
    expect(app.quits).toBe(0);
    dialog.pressed = 0;
    item('Salir')?.click();
    await expect.poll(() => app.quits).toBe(1);
  });

  test('speaks the language of the system', async () => {
    app.locale = 'en-US';
    const { tray, item } = resident({ waiting: 1 });
    await expect
      .poll(() => tray()?.toolTip)
      .toBe('Perito · Listening · One cancellation waits for a verdict');
    expect([item('Open Perito'), item('Quit Perito')]).not.toContain(undefined);
  });
});

describe('the window', () => {
  test('may be closed: Perito goes on, says so once, and comes back by the icon and by a second start', () => {
    const first = resident();
    BrowserWindow.getAllWindows()[0]?.close();
    expect([app.quits, BrowserWindow.getAllWindows()]).toEqual([0, []]);
    expect(Notification.shown.map(({ options }) => options.title)).toEqual(['Perito sigue recibiendo']);
    first.tray()?.emit('click', {});
    expect(BrowserWindow.getAllWindows().map(({ loaded }) => loaded)).toEqual([['app://perito/']]);
    BrowserWindow.getAllWindows()[0]?.close();
    app.comeAgain();
    expect(BrowserWindow.getAllWindows()).toHaveLength(1);
    BrowserWindow.getAllWindows()[0]?.close();
    expect(Notification.shown).toHaveLength(1);
    app.startAgain({ isReady: true });
    resident({}, { dataDir: first.dataDir });
    BrowserWindow.getAllWindows()[0]?.close();
    expect(Notification.shown).toHaveLength(0);
  });

  test('ends Perito where the person chose that', async () => {
    const { computer } = resident();
    computer.change({ closeToTray: false });
    BrowserWindow.getAllWindows()[0]?.close();
    await expect.poll(() => app.quits).toBe(1);
    expect(Notification.shown).toEqual([]);
  });

  test('ends Perito where the system has no place for the icon, since nothing would lead back', async () => {
    vi.spyOn(electron.nativeImage, 'createFromPath').mockImplementation(() =>
      electron.nativeImage.createEmpty(),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    resident();
    expect(Tray.all).toEqual([]);
    BrowserWindow.getAllWindows()[0]?.close();
    await expect.poll(() => app.quits).toBe(1);
  });

  test('is not opened at the start of a session until somebody asks for it', () => {
    resident({}, { isHidden: true });
    expect(BrowserWindow.all).toEqual([]);
    app.comeAgain();
    expect(BrowserWindow.getAllWindows()).toHaveLength(1);
  });
});

describe('the computer', () => {
  test('is kept awake while calls are received, where the person chose that, and no longer', async () => {
    const { engine, computer, tray, item } = resident();
    await expect.poll(() => tray()?.toolTip).toBe('Perito · Escuchando');
    expect(powerSaveBlocker.started.size).toBe(0);
    item('Mantener despierto')?.click();
    expect([...powerSaveBlocker.started.values()]).toEqual(['prevent-app-suspension']);
    expect([computer.settings().keepAwake.isOn, item('Mantener despierto')?.checked]).toEqual([true, true]);
    engine.become({ state: 'failed' });
    await expect.poll(() => powerSaveBlocker.started.size).toBe(0);
    engine.become({ state: 'listening' });
    await expect.poll(() => powerSaveBlocker.started.size).toBe(1);
    app.quit();
    await expect.poll(() => powerSaveBlocker.started.size).toBe(0);
  });

  test('that wakes up has the receiver try whether calls reach it', () => {
    const { engine } = resident();
    powerMonitor.emit('suspend');
    expect(engine.checked).toBe(0);
    powerMonitor.emit('resume');
    expect(engine.checked).toBe(1);
  });

  test('keeps the choices of its person, over what is no such file, and says where they cannot be kept', () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, 'desktop', 'preferences.json');
    mkdirSync(join(dataDir, 'desktop'));
    for (const text of ['no', '{"format":2}', ' '.repeat(70_000)]) {
      writeFileSync(file, text);
      expect(openComputer(keepPreferences(dataDir), null).settings()).toMatchObject({
        closeToTray: { isOn: true, lack: null, problem: null },
        startAtLogin: { isOn: false },
        keepAwake: { isOn: false },
      });
    }
    openComputer(keepPreferences(dataDir), null).change({ keepAwake: true, closeToTray: false });
    expect(openComputer(keepPreferences(dataDir), null).settings()).toMatchObject({
      closeToTray: { isOn: false },
      keepAwake: { isOn: true, problem: null },
    });
    rmSync(join(dataDir, 'desktop'), { recursive: true });
    writeFileSync(join(dataDir, 'desktop'), '');
    expect(openComputer(keepPreferences(dataDir), null).change({ keepAwake: true }).keepAwake).toEqual({
      ...{ isOn: true, lack: null, problem: 'notWritten' },
    });
  });
});

describe('opening at log-in', () => {
  const autostart = () => join(process.env['XDG_CONFIG_HOME'] ?? '', 'autostart', 'perito.desktop');

  test('on Linux is a file of the autostart folder, which is written anew by a Perito that moved', () => {
    vi.stubEnv('APPIMAGE', '/opt/Perito 1.AppImage');
    const dataDir = temporaryFolder();
    const computer = openComputer(keepPreferences(dataDir), dataDir);
    expect(computer.change({ startAtLogin: true }).startAtLogin).toEqual({
      ...{ isOn: true, lack: null, problem: null },
    });
    expect(readFileSync(autostart(), 'utf8')).toContain(
      `\nExec="/opt/Perito 1.AppImage" "--hidden" "--data=${dataDir}"\n`,
    );
    vi.stubEnv('APPIMAGE', '/opt/Perito 2.AppImage');
    openComputer(keepPreferences(dataDir), null);
    expect(readFileSync(autostart(), 'utf8')).toContain('Exec="/opt/Perito 2.AppImage" "--hidden"\n');
    computer.change({ startAtLogin: false });
    expect([existsSync(autostart()), computer.settings().startAtLogin.isOn]).toEqual([false, false]);
  });

  test('that the person turned off in the system is said, and left so at the next start', () => {
    const dataDir = temporaryFolder();
    openComputer(keepPreferences(dataDir), null).change({ startAtLogin: true });
    const text = readFileSync(autostart(), 'utf8').replace('enabled=true', 'enabled=false');
    writeFileSync(autostart(), text);
    expect(openComputer(keepPreferences(dataDir), null).settings().startAtLogin).toMatchObject({
      isOn: true,
      problem: 'turnedOff',
    });
    expect(readFileSync(autostart(), 'utf8')).toBe(text);
  });

  test('that the system does not take is said', () => {
    vi.stubEnv('XDG_CONFIG_HOME', join(temporaryFolder(), 'file', 'x'));
    writeFileSync(join(process.env['XDG_CONFIG_HOME'] ?? '', '..'), '');
    expect(
      openComputer(keepPreferences(temporaryFolder()), null).change({ startAtLogin: true }).startAtLogin,
    ).toEqual({
      ...{ isOn: false, lack: null, problem: 'notWritten' },
    });
  });

  test('on Windows and macOS is an item of the system, with what it says of it', () => {
    const login = startAtLogin('C:\\datos de Perito', 'win32');
    login.set(true);
    expect(app.loginItem).toEqual({
      ...{ openAtLogin: true, path: process.execPath },
      args: ['--hidden', '"--data=C:\\datos de Perito"'],
    });
    expect(login.state()).toEqual({ isOn: true, problem: null });
    app.loginItem = { openAtLogin: true, executableWillLaunchAtLogin: false };
    expect(login.state()).toEqual({ isOn: true, problem: 'turnedOff' });
    app.loginItem = { openAtLogin: false, status: 'requires-approval' };
    expect(startAtLogin(null, 'darwin').state()).toEqual({ isOn: true, problem: 'needsApproval' });
    // Which takes no arguments along, so that the system is asked how the start came about.
    app.loginItem = { openAtLogin: true, wasOpenedAtLogin: true };
    expect([wasOpenedAtLogin('darwin'), wasOpenedAtLogin('win32')]).toEqual([true, false]);
  });

  test.each(['/opt/Perito/perito', '/ho me/"x" `y` $z 100%\\/Péríto'])(
    'a desktop that reads the entry runs %s',
    (path) => {
      const line = /^Exec=(.*)$/m.exec(desktopEntry([path, '--hidden']))?.[1] ?? '';
      expect(argumentsOf(line)).toEqual([path, '--hidden']);
    },
  );

  test('a path that no line can hold is refused', () => {
    expect(() => desktopEntry(['/x\nExec=rm'])).toThrow('control character');
  });
});

/** As a desktop reads `Exec`: first the escapes of a text, then quotes, then percent signs. */
function argumentsOf(value: string): string[] {
  const text = value.replaceAll('\\\\', '\\');
  return [...text.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, quoted = '']) =>
    quoted.replaceAll(/\\(.)/g, '$1').replaceAll('%%', '%'),
  );
}

const engineIsAway: EngineAway = {
  ...{ since: calmStatus.now, cause: 'crashed', detail: '', fault: null, illness: null, isTriedAgain: false },
  ...{
    mayRepair: true,
    receiver: 'listening',
    rebuild: null,
    rebuildFailure: null,
    restore: null,
    restoreFailure: null,
  },
  ...{ salvage: { running: null, done: null, failure: null }, versionBefore: null, folder: null },
};
