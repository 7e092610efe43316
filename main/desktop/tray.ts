/** The icon in the system's bar: whether Perito receives, what waits, and the way back to it and out of it. */
import { fileURLToPath } from 'node:url';
import { Menu, type MenuItemConstructorOptions, nativeTheme, Tray } from 'electron';
import type { Status } from '#shared/contract/status.ts';
import type { Locale } from '#shared/terms.ts';
import { systemLocale } from './locale.ts';

/** What the icon says. */
export interface TrayState {
  /** What it does; `unknown` where the engine failed to say, `away` where an office does not answer, or nobody is signed in there. */
  receiver: Status['receiver']['state'] | 'unknown' | 'away';
  /** Where it listens; null where it does not. */
  url: string | null;
  /** Cancellations that wait for a verdict. */
  waiting: number;
  /** Whether the person chose to keep the computer awake while it receives; null where nothing is received here. */
  keepsAwake: boolean | null;
  /** A newer version that waits for a person; null where none does. */
  update: { version: string; isReady: boolean } | null;
}

/** Of the console: where newer versions are shown. */
export const updatesPath = '/settings/thisComputer';

interface TrayActions {
  open(path?: string): void;
  keepAwake(isOn: boolean): void;
  quit(): void;
}

export interface OpenTray {
  show(state: TrayState): void;
  close(): void;
}

/** Null where the system has no place for one. */
export function openTray(
  actions: TrayActions,
  platform: NodeJS.Platform = process.platform,
): OpenTray | null {
  let state: TrayState = { receiver: 'starting', url: null, waiting: 0, keepsAwake: false, update: null };
  let shown = '';
  let tray: Tray;
  try {
    tray = new Tray(iconOf(state, platform));
  } catch {
    return null;
  }
  const draw = () => {
    if (tray.isDestroyed()) return;
    const texts = trayTexts[systemLocale()];
    const line = state.url === null ? texts[state.receiver] : `${texts[state.receiver]} · ${state.url}`;
    const waiting = texts.waiting(state.waiting);
    const template: MenuItemConstructorOptions[] = [
      { label: texts.open, click: () => actions.open() },
      { label: waiting, enabled: state.waiting > 0, click: () => actions.open('/cancellations') },
      ...updateItem(state, texts, () => actions.open(updatesPath)),
      { type: 'separator' },
      { label: line, enabled: false },
      ...keepAwakeItem(state, texts, actions),
      { type: 'separator' },
      { label: texts.quit, click: () => actions.quit() },
    ];
    const icon = iconOf(state, platform);
    // An open menu would close under the person's hand.
    const next = JSON.stringify([template, icon]);
    if (next === shown) return;
    shown = next;
    tray.setImage(icon);
    tray.setToolTip(['Perito', texts[state.receiver], ...(state.waiting > 0 ? [waiting] : [])].join(' · '));
    // Linux shows a change only in a new menu.
    tray.setContextMenu(Menu.buildFromTemplate(template));
  };
  tray.on('click', () => actions.open());
  nativeTheme.on('updated', draw);
  draw();
  return {
    show(next) {
      state = next;
      draw();
    },
    close() {
      nativeTheme.off('updated', draw);
      if (!tray.isDestroyed()) tray.destroy();
    },
  };
}

function keepAwakeItem(
  { keepsAwake }: TrayState,
  texts: TrayTexts,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  if (keepsAwake === null) return [];
  return [
    {
      ...{ label: texts.keepAwake, type: 'checkbox', checked: keepsAwake },
      click: ({ checked }) => actions.keepAwake(checked),
    },
  ];
}

function updateItem(
  { update }: TrayState,
  texts: TrayTexts,
  click: () => void,
): MenuItemConstructorOptions[] {
  if (update === null) return [];
  return [{ label: texts[update.isReady ? 'updateReady' : 'updateAvailable'](update.version), click }];
}

/** Drawn by `installer/icons.ts`. macOS colours its own by the ground on which they stand. */
function iconOf({ receiver, waiting }: TrayState, platform: NodeJS.Platform): string {
  const isReceiving = receiver === 'listening' || receiver === 'starting';
  const name = !isReceiving ? 'stopped' : waiting > 0 ? 'waiting' : 'receiving';
  const ground = platform === 'darwin' ? 'Template' : nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
  return fileURLToPath(new URL(`./tray-icons/${name}-${ground}.png`, import.meta.url));
}

type TrayTexts = Readonly<
  Record<TrayState['receiver'] | 'open' | 'keepAwake' | 'quit', string> & {
    waiting(count: number): string;
    updateAvailable(version: string): string;
    updateReady(version: string): string;
  }
>;

const trayTexts: Readonly<Record<Locale, TrayTexts>> = {
  es: {
    open: 'Abrir Perito',
    waiting: (count) =>
      count === 0
        ? 'Ninguna cancelación espera'
        : count === 1
          ? 'Una cancelación espera veredicto'
          : `${count} cancelaciones esperan veredicto`,
    starting: 'Arrancando',
    listening: 'Escuchando',
    noKey: 'No recibe: falta la clave',
    notStoring: 'No recibe: no se puede guardar',
    failed: 'No recibe: no se pudo abrir la dirección',
    stopped: 'No recibe: está detenido',
    unknown: 'Sin noticias del receptor',
    away: 'La oficina no contesta, o falta entrar',
    keepAwake: 'Mantener despierto el equipo mientras recibe',
    quit: 'Salir de Perito',
    updateAvailable: (version) => `Hay una versión nueva: ${version}…`,
    updateReady: (version) => `Instalar Perito ${version}…`,
  },
  en: {
    open: 'Open Perito',
    waiting: (count) =>
      count === 0
        ? 'No cancellation waits'
        : count === 1
          ? 'One cancellation waits for a verdict'
          : `${count} cancellations wait for a verdict`,
    starting: 'Starting',
    listening: 'Listening',
    noKey: 'Not receiving: the key is missing',
    notStoring: 'Not receiving: nothing can be stored',
    failed: 'Not receiving: the address could not be opened',
    stopped: 'Not receiving: stopped',
    unknown: 'No news of the receiver',
    away: 'The office does not answer, or nobody is signed in',
    keepAwake: 'Keep the computer awake while receiving',
    quit: 'Quit Perito',
    updateAvailable: (version) => `There is a new version: ${version}…`,
    updateReady: (version) => `Install Perito ${version}…`,
  },
};
