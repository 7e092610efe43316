/** The program as people run it. A run of Vitest begins with building it where a source changed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const cli = fileURLToPath(new URL('../out/main/cli.js', import.meta.url));

/** Vitest calls it once for a run, before all files. */
export function setup(): void {
  const command = fileURLToPath(new URL('../build-if-changed.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [command], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The program cannot be built.');
}
