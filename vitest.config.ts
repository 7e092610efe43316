import { defineConfig } from 'vitest/config';
import { compileCache } from './tests/compile-cache.ts';

// Processes and threads that tests start are given it too.
process.env['NODE_COMPILE_CACHE'] ??= compileCache;

/** Of functions alone: no process, port, file or mocked module that the next file could meet. */
const functionsAlone = ['tests/renderer/**/*.test.{ts,tsx}', 'tests/shared/**/*.test.ts'];

export default defineConfig({
  test: {
    // Native modules and real child processes: as many processes as the smallest machine has cores.
    pool: 'forks',
    maxWorkers: 2,
    // Limits for a machine that is busy with other things; nothing waits for them.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    reporters: ['default', './tests/closing-line.ts'],
    projects: [
      { extends: true, test: { name: 'functions', include: functionsAlone, isolate: false } },
      {
        extends: true,
        test: { name: 'program', include: ['tests/**/*.test.ts'], exclude: functionsAlone },
      },
    ],
  },
});
