/** Opening Perito, with no window, when a person logs in: as each system has it. */
import { mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { app } from 'electron';
import type { ComputerSetting } from '#shared/contract/desktop.ts';
import { writeWhole } from '../engine/copies.ts';
import { readSmallFile } from '../engine/small-file.ts';

export interface StartAtLogin {
  /** What the system says. */
  state(): Pick<ComputerSetting, 'isOn' | 'problem'>;
  /** Throws where the system does not take it. */
  set(isOn: boolean): void;
}

/** `givenFolder`: the data directory where it was named for this run, which the start at login then names as well. */
export function startAtLogin(
  givenFolder: string | null,
  platform: NodeJS.Platform = process.platform,
): StartAtLogin {
  // Electron itself is started with the program as an argument where that is not packaged.
  const program = app.isPackaged ? [] : [app.getAppPath()];
  const options = ['--hidden', ...(givenFolder === null ? [] : [`--data=${givenFolder}`])];
  return platform === 'linux' ? autostartFile([...program, ...options]) : loginItem([...program, ...options]);
}

/** Windows' registry, or macOS' login items, which take no arguments: there Electron says how the start came about. */
function loginItem(options: readonly string[]): StartAtLogin {
  // The registry holds one line of a command, so what has spaces is quoted.
  const args = options.map((text) => (/\s/.test(text) ? `"${text}"` : text));
  const asked = { path: process.execPath, args };
  return {
    state() {
      const { openAtLogin, executableWillLaunchAtLogin, status } = app.getLoginItemSettings(asked);
      if (status === 'requires-approval') return { isOn: true, problem: 'needsApproval' };
      const isTurnedOff = openAtLogin && executableWillLaunchAtLogin === false;
      return { isOn: openAtLogin, problem: isTurnedOff ? 'turnedOff' : null };
    },
    set: (isOn) => app.setLoginItemSettings({ ...asked, openAtLogin: isOn }),
  };
}

/** Whether macOS opened Perito at log-in, since a login item of its has no arguments that could say so. */
export const wasOpenedAtLogin = (platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;

const maxBytes = 64 * 1024;

/** A file of the folder that every desktop of Linux starts from (XDG Desktop Application Autostart 0.5). */
function autostartFile(options: readonly string[]): StartAtLogin {
  const configured = process.env['XDG_CONFIG_HOME'] ?? '';
  const folder = isAbsolute(configured) ? configured : join(homedir(), '.config');
  const file = join(folder, 'autostart', 'perito.desktop');
  const read = (): string => {
    try {
      return readSmallFile(file, maxBytes);
    } catch {
      return '';
    }
  };
  return {
    state() {
      const text = read();
      const isTurnedOff = /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m.test(text);
      return { isOn: text !== '', problem: isTurnedOff ? 'turnedOff' : null };
    },
    set(isOn) {
      if (!isOn) return rmSync(file, { force: true });
      // Of an AppImage the program itself lies in a place that is gone after the run.
      const command = [process.env['APPIMAGE'] ?? process.execPath, ...options];
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeWhole(file, desktopEntry(command));
    },
  };
}

/** A desktop entry that runs a command (Desktop Entry Specification 1.5). Throws where it cannot be written in one line. */
export function desktopEntry(command: readonly string[]): string {
  if (command.some((text) => /\p{Cc}/u.test(text)))
    throw new Error('A path with a line break or another control character cannot be started at login.');
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.5',
    'Name=Perito',
    'Comment=Recibe del marketplace desde que se inicia la sesión',
    'Comment[en]=Receives from the marketplace from log-in on',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** As `Exec` has it: quoted, a percent sign doubled; and then each backslash doubled, as in every text of such a file. */
const quoted = (text: string): string =>
  `"${text.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\');
