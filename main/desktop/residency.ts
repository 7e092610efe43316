/** Perito as it stays: one window that comes and goes, an icon in the system's bar, and the engine behind both. */
import type { MessagePort } from 'node:worker_threads';
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import { engineAway } from '#shared/contract/status.ts';
import { within } from '../engine/within.ts';
import type { EngineThread } from '../shell/engine-client.ts';
import type { Computer } from './computer.ts';
import { followConsole } from './follow-console.ts';
import { systemLocale } from './locale.ts';
import { nothingTold, showNotifications } from './notifications.ts';
import { notify } from './notify.ts';
import type { Program } from './program.ts';
import { openTray, type TrayState, updatesPath } from './tray.ts';
import type { Updates } from './updates/index.ts';
import { consoleAddress, onLastWindowClosed, openWindow, setMenu, showWindow } from './window.ts';

interface Residency {
  engine: Pick<EngineThread, 'ended' | 'checkListening'> & { connect(via: 'desktop'): MessagePort };
  /** Whether the engine is an office's: it goes on without this program, which receives nothing itself. */
  isOffice?: boolean;
  program: Program;
  computer: Computer;
  updates: Pick<Updates, 'state' | 'onChange'>;
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
  updates,
  isHidden,
  isOffice = false,
  onFault,
  followAgainMs = 30_000,
}: Residency): void {
  let window: BrowserWindow | null = null;
  const show = (path?: string) => {
    if (window === null || window.isDestroyed()) window = openWindow(consoleAddress(path));
    else showWindow(window, path);
  };
  let known: Pick<TrayState, 'receiver' | 'url' | 'waiting'> & { held: number } = {
    ...{ receiver: isOffice ? 'away' : 'starting', url: null, waiting: 0, held: 0 },
  };
  const quit = () => void quitWhenSure(isOffice ? 0 : known.held);
  const tray = openTray({
    open: show,
    keepAwake: (isOn) => void computer.change({ keepAwake: isOn }),
    quit,
  });
  const draw = () => {
    computer.noteReceiving(!isOffice && known.receiver === 'listening');
    tray?.show({
      ...known,
      keepsAwake: isOffice ? null : computer.settings().keepAwake.isOn,
      update: offered(updates),
    });
  };
  const note = (next: typeof known) => {
    known = next;
    draw();
  };
  computer.onChange(draw);
  let toldOfUpdate = '';
  updates.onChange(() => {
    draw();
    const update = offered(updates);
    if (update === null || `${update.version} ${update.isReady}` === toldOfUpdate) return;
    toldOfUpdate = `${update.version} ${update.isReady}`;
    const { title, body } = updateTexts[systemLocale()][update.isReady ? 'ready' : 'available'];
    notify({ title: title(update.version), body, onClick: () => show(updatesPath) });
  });
  setMenu(quit);
  program.showWith(() => show());
  onLastWindowClosed(() => {
    if (program.isQuitting()) return;
    if (tray !== null && computer.closesToTray()) tellOnce(computer, show, isOffice);
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
  const told = nothingTold();
  const isSeen = () => window !== null && !window.isDestroyed() && window.isFocused();
  void followAlways(
    () => showNotifications({ connect, ended, open: show, isSeen, told }),
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
        else if (isOffice) note({ receiver: 'away', url: null, waiting: 0, held: 0 });
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
function tellOnce(computer: Computer, show: () => void, isOffice: boolean): void {
  if (!computer.isToBeToldOfTray()) return;
  const { title, body } = (isOffice ? staysAtOfficeTexts : staysTexts)[systemLocale()];
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

/** The newer version that waits for a person; null where none does. */
function offered(updates: Pick<Updates, 'state'>): TrayState['update'] {
  const { state, offer } = updates.state();
  const isReady = state === 'ready';
  return offer !== null && (isReady || state === 'available') ? { version: offer.version, isReady } : null;
}

const updateTexts = {
  es: {
    available: {
      title: (version: string) => `Hay una versión nueva de Perito: ${version}`,
      body: 'Ajustes, Este equipo dice qué cambia. Nada se descarga ni se instala hasta que usted lo diga.',
    },
    ready: {
      title: (version: string) => `Perito ${version} está listo para instalarse`,
      body: 'Usted decide cuándo: ahora, o al salir de Perito. No se corta ninguna llamada que espere su veredicto.',
    },
  },
  en: {
    available: {
      title: (version: string) => `There is a new version of Perito: ${version}`,
      body: 'Settings, This computer says what changes. Nothing is downloaded or installed until you say so.',
    },
    ready: {
      title: (version: string) => `Perito ${version} is ready to be installed`,
      body: 'You decide when: now, or when you quit Perito. No call that waits for your verdict is cut.',
    },
  },
};

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

const staysAtOfficeTexts = {
  es: {
    title: 'Perito le sigue avisando',
    body: 'Ábralo otra vez como siempre, o con su icono junto al reloj. Para cerrarlo del todo, «Salir de Perito» en ese icono; para que termine con la ventana, Ajustes, Este equipo.',
  },
  en: {
    title: 'Perito goes on telling you',
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
