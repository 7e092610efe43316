import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    // Native modules and real child processes: one process a file, as many as the smallest machine has cores.
    pool: 'forks',
    maxWorkers: 2,
    // Limits for a machine that is busy with other things; nothing waits for them.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    reporters: ['default', './tests/closing-line.ts'],
  },
});
