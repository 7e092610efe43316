import { defineConfig } from 'vitest/config';
import { compileCache } from './tests/compile-cache.ts';
import { onServer } from './tests/engine/stores.ts';
import { LongFilesFirst } from './tests/long-files-first.ts';
import { keepTemporaryFilesInMemory } from './tests/memory-folder.ts';
import { patience } from './tests/patience.ts';

// Processes and threads that tests start are given it too.
process.env['NODE_COMPILE_CACHE'] ??= compileCache;
keepTemporaryFilesInMemory();

/**
 * Files that share a process, one after the other, with the modules that they load: those of functions, and those that
 * close what they open and mock no module. All others have a process each.
 */
const together = [
  'renderer',
  'shared',
  'engine',
  'file-examiner',
  'simulator',
  'conformance',
  'contract',
  'shell',
  'browser',
  'command-line',
  'e2e',
  'faults',
  'packaging',
].map((room) => `tests/${room}/**/*.test.{ts,tsx}`);

const hasServer = (process.env['PERITO_TEST_DATABASE'] ?? '') !== '';

export default defineConfig({
  test: {
    // Native modules and real child processes. Twice as many as the smallest machine has cores, since many wait.
    pool: 'forks',
    globalSetup: 'tests/built-program.ts',
    maxWorkers: 4,
    sequence: { sequencer: LongFilesFirst },
    // Limits for a machine that is busy with other things; nothing waits for them.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: patience },
    reporters: ['default', './tests/closing-line.ts'],
    projects: [
      { extends: true, test: { name: 'together', include: together, isolate: false } },
      { extends: true, test: { name: 'alone', include: ['tests/**/*.test.ts'], exclude: together } },
      ...(hasServer
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: onServer,
                isolate: false,
                env: { PERITO_TEST_STORE: 'postgres' },
              },
            },
          ]
        : []),
    ],
  },
});
