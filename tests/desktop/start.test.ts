import { once } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  ReceiverProblem as Problem,
  ReceiverThread,
  StartProgress,
} from '../../main/engine/receiver-thread.ts';
import * as electron from './electron-stand-in.ts';

vi.mock('electron', () => import('./electron-stand-in.ts'));
// The desktop's start with the small engine in place of the real one, and no keychain of this machine.
vi.mock('../../main/engine/worker-file.ts', () => ({
  workerFile: () => new URL('../shell/small-engine-worker.ts', import.meta.url),
}));
// And a receiver that receives nothing, and ends when a test says so.
vi.mock('../../main/engine/receiver-thread.ts', async (original) => {
  const { quietReceiver } = await import('../shell/quiet-receiver.ts');
  return {
    ...(await original<typeof import('../../main/engine/receiver-thread.ts')>()),
    startReceiverThread: ({ onStarting }: { onStarting?: (progress: StartProgress) => void }) =>
      receiver.start(quietReceiver(), onStarting),
  };
});
vi.mock('keytar', () => {
  throw new Error('none');
});

/** The receiver of the desktop that runs; `lost` once one could not be opened again. */
const receiver = vi.hoisted(() => ({
  lost: null as PromiseWithResolvers<Problem> | null,
  /** Why one cannot be opened, by the code of the problem; null where it can. */
  closed: null as { code: 'corrupt' | null } | null,
  Problem: Error as unknown as typeof Problem,
  /** What it tells of its start before it opens. */
  moves: [] as StartProgress[],
  /** Tells more of it. */
  told: undefined as ((progress: StartProgress) => void) | undefined,
  start(quiet: ReceiverThread, onStarting?: (progress: StartProgress) => void): ReceiverThread {
    this.told = onStarting;
    for (const progress of this.moves) onStarting?.(progress);
    this.lost = Promise.withResolvers<Problem>();
    const { closed } = this;
    const opened =
      closed === null ? quiet.opened : Promise.reject(new this.Problem(closed.code, 'Words of the system.'));
    opened.catch(() => {});
    return { ...quiet, opened, ended: Promise.race([quiet.ended, this.lost.promise]) };
  },
}));

const { ReceiverProblem } = await import('../../main/engine/receiver-thread.ts');
receiver.Problem = ReceiverProblem;
const { startDesktop } = await import('../../main/desktop/start.ts');
const { hearProgram } = await import('../../main/desktop/program.ts');
const { app, BrowserWindow, dialog, session } = electron;

beforeEach(() => {
  app.startAgain();
  receiver.closed = null;
  receiver.moves = [];
});

/** Starts it where the system wants no file opened. */
const begin = (dataDir: string, more: Partial<Parameters<typeof startDesktop>[0]> = {}) =>
  startDesktop({ dataDir, isFolderGiven: true, office: null, isHidden: false, ...more }, hearProgram(), {
    follow: () => {},
  });

/** Windows that are there, and not only to hear of the end of the session. */
const open = () => BrowserWindow.getAllWindows().filter(({ loaded }) => loaded.length > 0);

async function quitNow(): Promise<void> {
  app.quit();
  await expect.poll(() => app.quits).toBe(1);
}

describe('starting the desktop', () => {
  test('sets every refusal before the window is opened, and closes the engine before it quits', async () => {
    await begin('/small');
    expect(Object.keys(session.defaultSession.handlers).sort()).toEqual([
      'device',
      'displayMedia',
      'permissionCheck',
      'permissionRequest',
      'protocol app',
      'request',
    ]);
    expect(open()).toHaveLength(1);
    await quitNow();
    expect(dialog.boxes).toEqual([]);
  });

  test('a second start of the program brings the window to the front; a closed one is opened again', async () => {
    await begin('/small');
    app.emit('second-instance');
    const [first] = open();
    expect(first?.focused).toBe(1);
    first?.destroy();
    app.emit('activate');
    expect(open()).toHaveLength(1);
    await quitNow();
  });

  test('while the data of an older version move, a small window says how far they are; then the console opens in its place', async () => {
    receiver.moves = [
      { step: 'copying', done: 500, all: 1000 },
      { step: 'moving', done: 57_422, all: 114_844 },
    ];
    await begin('/small');
    const [small, console] = BrowserWindow.all;
    expect(decodeURIComponent(small?.loaded[0] ?? '')).toContain('Se hace una sola vez');
    expect(small?.contents.scripts.map((script) => /textContent = "(.*)"/.exec(script)?.[1])).toEqual([
      'Paso 1 de 2, lo que está en las listas: 50 %',
      'Paso 2 de 2, lo recibido: 57,422 de 114,844',
    ]);
    expect(small?.progress).toEqual([0.15, expect.closeTo(0.65)]);
    expect([small?.destroyed, console?.destroyed, console?.loaded]).toEqual([true, false, ['app://perito/']]);
    await quitNow();
  });

  test('while files are made smaller the same window says so, and is not opened again behind the console', async () => {
    receiver.moves = [{ step: 'compacting', done: 50, all: 200 }];
    await begin('/small');
    receiver.told?.({ step: 'compacting', done: 100, all: 200 });
    const [small, console] = BrowserWindow.all;
    expect(decodeURIComponent(small?.loaded[0] ?? '')).toContain('Se devuelve el espacio');
    expect(small?.contents.scripts.map((script) => /textContent = "(.*)"/.exec(script)?.[1])).toEqual([
      '25 %',
    ]);
    expect([BrowserWindow.all.length, small?.destroyed, console?.destroyed]).toEqual([2, true, false]);
    await quitNow();
  });

  test('a small window that the person closed is left alone', async () => {
    receiver.moves = [{ step: 'copying', done: 0, all: 1000 }];
    electron.app.once('web-contents-created', () => {
      const [small] = BrowserWindow.all;
      small?.destroy();
    });
    await begin('/small');
    expect(BrowserWindow.all[0]?.contents.scripts).toEqual([]);
    await quitNow();
  });

  test('a data directory in use is told in a box, and no window opens', async () => {
    await begin('/small-in-use');
    expect(dialog.boxes).toEqual([
      'Otro Perito ya trabaja con estos datos. Búsquelo junto al reloj o en la barra de tareas, o ciérrelo y abra este otra vez.\n\n' +
        'Detalle técnico: Another Perito is using it.',
    ]);
    expect([open().length, app.exits]).toEqual([0, [1]]);
  });

  test('a cancellation that begins to wait while no window is looked at is announced once; a click opens it', async () => {
    const told = once(electron.Notification.told, 'shown');
    await begin('/small-with-cancellations', { isHidden: true });
    await told;
    expect(electron.Notification.shown).toHaveLength(1);
    const [notification] = electron.Notification.shown;
    expect(notification?.options).toEqual({
      title: 'Piden cancelar OC-2026-000002',
      body: 'Repuestos Prueba · Pieza equivocada',
    });
    notification?.emit('click');
    expect(open()[0]?.loaded.at(-1)).toBe('app://perito/#/cancellations/2');
    await quitNow();
  });

  test('an engine that dies is started again without a box, and the window stays', async () => {
    const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const ends = () => logged.mock.calls.filter(([line]) => String(line).includes('died on request')).length;
    await begin('/small-dies');
    // It dies again as often as somebody follows its changes, so this is the second of them.
    await expect.poll(ends).toBeGreaterThan(1);
    logged.mockRestore();
    expect([dialog.boxes, app.quits, open().length]).toEqual([[], 0, 1]);
    await quitNow();
  });

  test('with a data directory that is ill the window opens, and no box: the screen says what was found', async () => {
    receiver.closed = { code: 'corrupt' };
    await begin('/small');
    expect([open()[0]?.loaded, dialog.boxes, app.quits]).toEqual([['app://perito/'], [], 0]);
    await quitNow();
  });

  test('a receiver that is gone for good is told in a box, and the program ends', async () => {
    const shown = once(dialog.told, 'shown');
    await begin('/small');
    receiver.closed = { code: null };
    receiver.lost?.resolve(
      new ReceiverProblem(null, 'The receiver stopped through a fault: died on request'),
    );
    await shown;
    expect(dialog.boxes[0]).toMatch(
      /^Perito se detuvo por una falla\. .*\n\nDetalle técnico: Words of the system\./,
    );
    await expect.poll(() => app.quits).toBe(1);
  });
});
