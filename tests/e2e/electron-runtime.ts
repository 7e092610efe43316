/** Where Electron's runtime is, if anywhere. Asking the `electron` package itself would download one. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type ElectronRuntime = { executablePath: string } | { missing: string };

const installed = fileURLToPath(new URL('../../node_modules/electron', import.meta.url));

const executables: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

export function findElectron(environment: NodeJS.ProcessEnv = process.env): ElectronRuntime {
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  const executable = executables[process.platform] ?? 'electron';
  const executablePath = override ? join(override, executable) : installedExecutable(executable);
  if (!existsSync(executablePath))
    return {
      missing: `Electron's runtime is not installed (${override ? 'ELECTRON_OVERRIDE_DIST_PATH' : 'npm'})`,
    };
  const hasDisplay = process.platform !== 'linux' || environment['DISPLAY'] || environment['WAYLAND_DISPLAY'];
  return hasDisplay ? { executablePath } : { missing: 'there is no display for Electron' };
}

/** The package writes the executable's path into `path.txt` once it was downloaded. */
function installedExecutable(usual: string): string {
  const pathFile = join(installed, 'path.txt');
  return join(installed, 'dist', existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : usual);
}
