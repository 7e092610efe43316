/** The program packed as `npm run dist` does it, around a stand-in for Electron's runtime. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { makeStandInRuntime } from './stand-in-runtime.ts';

const make = fileURLToPath(new URL('../../main/desktop/installer/make.ts', import.meta.url));

/** The names that others give to the kinds of machine that Perito is packed for. */
const kinds: Readonly<Record<string, { suffix: string; debian: string }>> = {
  x64: { suffix: '', debian: 'amd64' },
  arm64: { suffix: '-arm64', debian: 'arm64' },
};
const kind = process.platform === 'linux' ? kinds[process.arch] : undefined;

/** Whether this machine packs for Linux: it has the program that makes Debian's packages. */
export const canPack = kind !== undefined && spawnSync('dpkg-deb', ['--version']).status === 0;

export interface Packed {
  /** The packed directory. */
  readonly directory: string;
  readonly archive: string;
  readonly deb: string;
  remove(): void;
}

/** The package is packed with a quick compression; nothing else differs from what is shipped. */
export async function pack(): Promise<Packed> {
  if (kind === undefined) throw new Error('Perito is not packed here.');
  const folder = mkdtempSync(join(tmpdir(), 'perito-packed-'));
  const [runtime, output] = [join(folder, 'runtime'), join(folder, 'dist')];
  makeStandInRuntime(runtime);
  const options = {
    electronDist: runtime,
    electronVersion: manifest.devDependencies.electron,
    'directories.output': output,
    'deb.compression': 'gz',
  };
  const given = Object.entries(options).map(([name, value]) => `-c.${name}=${value}`);
  await promisify(execFile)(process.execPath, [make, '--linux', 'deb', ...given]);
  const directory = join(output, `linux${kind.suffix}-unpacked`);
  return {
    directory,
    archive: join(directory, 'resources/app.asar'),
    deb: join(output, `perito_${manifest.version}_${kind.debian}.deb`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
