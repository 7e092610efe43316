/** Perito as it stays: one window that comes and goes, an icon in the system's bar, and the engine behind both. */
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import { engineAway } from '#shared/contract/status.ts';
import { within } from '../engine/within.ts';
import type { EngineThread } from '../shell/engine-client.ts';
import type { Computer } from './computer.ts';
import { followConsole } from './follow-console.ts';
import { systemLocale } from './locale.ts';
import { notifyOfCancellations, type Told } from './notifications.ts';
import { notify } from './notify.ts';
import type { Program } from './program.ts';
import { openTray, type TrayState } from './tray.ts';
import { consoleAddress, onLastWindowClosed, openWindow, setMenu, showWindow } from './window.ts';

interface Residency {
  engine: EngineThread;
  program: Program;
  computer: Computer;
  /** Whether no window is opened until somebody asks for one. */
  isHidden: boolean;
  onFault(where: string, cause: unknown): void;
  /** After so long it is tried again to follow an engine that failed at an answer; tests set less. */
  followAgainMs?: number;
}

/** Opens the window unless the start is hidden; a second start, the dock and the icon bring it back. */
export function keepResident({
  engine,
  program,
  computer,
  isHidden,
  onFault,
  followAgainMs = 30_000,
}: Residency): void {
  let window: BrowserWindow | null = null;
  const show = (path?: string) => {
    if (window === null || window.isDestroyed()) window = openWindow(consoleAddress(path));
    else showWindow(window, path);
  };
  let known: Pick<TrayState, 'receiver' | 'url' | 'waiting'> & { held: number } = {
    ...{ receiver: 'starting', url: null, waiting: 0, held: 0 },
  };
  const quit = () => void quitWhenSure(known.held);
  const tray = openTray({
    open: show,
    keepAwake: (isOn) => void computer.change({ keepAwake: isOn }),
    quit,
  });
  const draw = () => {
    computer.noteReceiving(known.receiver === 'listening');
    tray?.show({ ...known, keepsAwake: computer.settings().keepAwake.isOn });
  };
  const note = (next: typeof known) => {
    known = next;
    draw();
  };
  computer.onChange(draw);
  setMenu(quit);
  program.showWith(() => show());
  onLastWindowClosed(() => {
    if (program.isQuitting()) return;
    if (tray !== null && computer.closesToTray()) tellOnce(computer, show);
    else if (process.platform !== 'darwin') app.quit();
  });
  powerMonitor.on('resume', () => engine.checkListening());
  app.on('will-quit', () => {
    tray?.close();
    computer.close();
  });
  if (!isHidden) show();
  const connect = () => engine.connect('desktop');
  const { ended } = engine;
  const again = { ended, pauseMs: followAgainMs };
  const told: Told = { ids: null };
  void followAlways(
    () => notifyOfCancellations(connect, ended, show, told),
    (cause) => onFault('notifications', cause),
    again,
  );
  const follow = () =>
    followConsole({
      ...{ connect, ended, topics: new Set(['status', 'cancellations', 'settings', 'keys'] as const) },
      async look(client) {
        const { receiver, needs } = await client.status.get();
        const { state, url, heldCalls } = receiver;
        note({ receiver: state, url, waiting: needs.cancellationsWaiting, held: heldCalls });
      },
      onAway(data) {
        const away = engineAway.safeParse(data);
        if (away.success) note({ ...known, receiver: away.data.receiver, url: null });
      },
    });
  void followAlways(
    follow,
    (cause) => {
      onFault('tray', cause);
      note({ ...known, receiver: 'unknown', url: null });
    },
    again,
  );
}

async function followAlways(
  follow: () => Promise<void>,
  onFailure: (cause: unknown) => void,
  { ended, pauseMs }: { ended: Promise<unknown>; pauseMs: number },
): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    try {
      return await follow();
    } catch (cause) {
      onFailure(cause);
      await within(pauseMs, ended);
    }
  }
}

/** Said the first time that the last window is closed, and never again. */
function tellOnce(computer: Computer, show: () => void): void {
  if (!computer.isToBeToldOfTray()) return;
  const { title, body } = staysTexts[systemLocale()];
  notify({ title, body, onClick: () => show() });
}

/** Asks before calls that are held are ended. */
async function quitWhenSure(held: number): Promise<void> {
  if (held > 0) {
    const { message, detail, buttons } = quitTexts[systemLocale()];
    const { response } = await dialog.showMessageBox({
      ...{ type: 'warning', title: 'Perito', message: message(held), detail, buttons: [...buttons] },
      ...{ defaultId: 1, cancelId: 1, noLink: true },
    });
    if (response !== 0) return;
  }
  app.quit();
}

const staysTexts = {
  es: {
    title: 'Perito sigue recibiendo',
    body: 'Ábralo otra vez como siempre, o con su icono junto al reloj. Para cerrarlo del todo, «Salir de Perito» en ese icono; para que termine con la ventana, Ajustes, Este equipo.',
  },
  en: {
    title: 'Perito goes on receiving',
    body: 'Open it again as ever, or with its icon beside the clock. To close it for good, “Quit Perito” of that icon; to have it end with its window, Settings, This computer.',
  },
};

const quitTexts = {
  es: {
    message: (held: number) =>
      held === 1 ? 'Una llamada espera su veredicto' : `${held} llamadas esperan su veredicto`,
    detail:
      'Si sale ahora se contestan «en revisión» y el marketplace debe preguntar otra vez. Mientras Perito esté cerrado no se recibe nada.',
    buttons: ['Salir', 'Seguir recibiendo'],
  },
  en: {
    message: (held: number) =>
      held === 1 ? 'One call waits for your verdict' : `${held} calls wait for your verdict`,
    detail:
      'If you quit now they are answered “in review”, and the marketplace has to ask again. While Perito is closed nothing is received.',
    buttons: ['Quit', 'Go on receiving'],
  },
};
