import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type DesktopRuntime = { program: string } | { program: null; why: string };

export interface LookingAt {
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** Folder of the `electron` package, null where it is not installed. */
  packageFolder: string | null;
}

/**
 * Finds Electron's program and a display to run it on. Looks at files only: importing the package would
 * start a download of its runtime.
 */
export function findDesktopRuntime(at: LookingAt): DesktopRuntime {
  const program = programOf(at);
  if (program === null) {
    return {
      program: null,
      why: "Electron's runtime is not installed here (npx install-electron, or ELECTRON_OVERRIDE_DIST_PATH, brings it).",
    };
  }
  const { DISPLAY, WAYLAND_DISPLAY } = at.environment;
  if (at.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) {
    return { program: null, why: 'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set).' };
  }
  return { program };
}

function programOf({ environment, packageFolder, platform }: LookingAt): string | null {
  const named = packageFolder === null ? null : readName(join(packageFolder, 'path.txt'));
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  const found = override
    ? join(override, named ?? (platform === 'win32' ? 'electron.exe' : 'electron'))
    : packageFolder !== null && named !== null
      ? join(packageFolder, 'dist', named)
      : null;
  return found !== null && existsSync(found) ? found : null;
}

const readName = (file: string): string | null =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : null;

/** Where this installation keeps the `electron` package. */
export function electronPackageFolder(): string | null {
  try {
    return dirname(fileURLToPath(import.meta.resolve('electron/package.json')));
  } catch {
    return null;
  }
}
