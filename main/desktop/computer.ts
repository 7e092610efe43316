/** What Perito does on this computer: the person's choices, what the system makes of them, and keeping it awake. */
import { powerSaveBlocker } from 'electron';
import type { ComputerSettings, ComputerSettingsChanges } from '#shared/contract/desktop.ts';
import type { KeptPreferences } from './preferences.ts';
import { type StartAtLogin, startAtLogin } from './start-at-login.ts';

export interface Computer {
  settings(): ComputerSettings;
  change(changes: ComputerSettingsChanges): ComputerSettings;
  /** What is called after each change. */
  onChange(listener: () => void): void;
  closesToTray(): boolean;
  /** True once for all: whether the person is still to be told that Perito goes on without its window. */
  isToBeToldOfTray(): boolean;
  /** While it receives the computer stays awake, where the person chose so. */
  noteReceiving(isReceiving: boolean): void;
  /** Lets the computer sleep. */
  close(): void;
}

/** `givenFolder`: the data directory where it was named for this run. */
export function openComputer(
  preferences: KeptPreferences,
  givenFolder: string | null,
  login: StartAtLogin = startAtLogin(givenFolder),
): Computer {
  let onChange = () => {};
  let isReceiving = false;
  let blocker: number | null = null;
  const failed = { any: false, login: false };

  // Where it is not written it holds for this run, and the screen says that it will not last.
  const keep = (changes: Parameters<KeptPreferences['change']>[0]) => {
    failed.any = !preferences.change(changes);
  };
  const setLogin = (isOn: boolean) => {
    try {
      login.set(isOn);
      failed.login = false;
    } catch {
      failed.login = true;
    }
  };
  const keepAwake = () => {
    const isWanted = preferences.now().keepAwake && isReceiving;
    if (isWanted && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (!isWanted && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  // What is started may lie elsewhere since an update.
  if (preferences.now().startAtLogin && login.state().isOn && login.state().problem === null) setLogin(true);

  const settings = (): ComputerSettings => {
    const problem = failed.any ? ('notWritten' as const) : null;
    const atLogin = login.state();
    const kept = preferences.now();
    return {
      closeToTray: { isOn: kept.closeToTray, lack: null, problem },
      startAtLogin: { ...atLogin, lack: null, problem: failed.login ? 'notWritten' : atLogin.problem },
      keepAwake: { isOn: kept.keepAwake, lack: null, problem },
    };
  };

  return {
    settings,
    change(changes) {
      const { startAtLogin: atLogin } = changes;
      if (atLogin !== undefined) setLogin(atLogin);
      const kept = preferences.now();
      keep({
        closeToTray: changes.closeToTray ?? kept.closeToTray,
        startAtLogin: atLogin ?? kept.startAtLogin,
        keepAwake: changes.keepAwake ?? kept.keepAwake,
      });
      keepAwake();
      onChange();
      return settings();
    },
    onChange(listener) {
      onChange = listener;
    },
    closesToTray: () => preferences.now().closeToTray,
    isToBeToldOfTray() {
      if (preferences.now().wasToldOfTray) return false;
      keep({ wasToldOfTray: true });
      return true;
    },
    noteReceiving(next) {
      isReceiving = next;
      keepAwake();
    },
    close() {
      isReceiving = false;
      keepAwake();
    },
  };
}
