/** The program as people run it. A run of Vitest begins with building it where a source changed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { builtThreadsVariable } from '../main/engine/worker-file.ts';
import { openSharedFolders } from './shared-folder.ts';

const folder = new URL('../out/main/', import.meta.url);

export const cli = fileURLToPath(new URL('cli.js', folder));

/**
 * Vitest calls it before all files. What tests load themselves are the sources; threads that these start are built ones,
 * which load in half the time. While Vitest watches the sources it builds nothing again, so threads are sources then, and what
 * files of one run share is made anew.
 */
export function setup({ config }: TestProject): (() => void) | undefined {
  const command = fileURLToPath(new URL('../build-if-changed.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [command], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The program cannot be built.');
  if (config.watch) return;
  process.env[builtThreadsVariable] = folder.href;
  return openSharedFolders();
}
