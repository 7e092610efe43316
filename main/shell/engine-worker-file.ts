import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The file that the engine's thread runs: the source under plain Node, the bundle's own entry once built.
 * The only place that knows both layouts (`electron.vite.config.ts` names the built one).
 */
export function engineWorkerFile(from: string = import.meta.url): URL {
  if (from.endsWith('.ts')) return new URL('../engine/worker.ts', from);
  for (const beside of ['./engine-worker.js', '../engine-worker.js']) {
    const built = new URL(beside, from);
    if (existsSync(fileURLToPath(built))) return built;
  }
  throw new Error('The engine is missing from this build: engine-worker.js is not beside it.');
}
