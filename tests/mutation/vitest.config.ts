import { defineConfig } from 'vitest/config';
import { compileCache } from '../compile-cache.ts';
import { keepTemporaryFilesInMemory } from '../memory-folder.ts';
import { keptThread } from './kept-thread.ts';
import { rooms } from './rooms.ts';

// As in vitest.config.ts: most of a test's time would be the disk's and a thread's start.
process.env['NODE_COMPILE_CACHE'] ??= compileCache;
keepTemporaryFilesInMemory();

const room = rooms[process.env['PERITO_MUTATED_ROOM'] ?? ''];
if (room === undefined) throw new Error(`PERITO_MUTATED_ROOM names one of ${Object.keys(rooms).join(', ')}.`);

export default defineConfig({
  plugins: [
    {
      name: 'kept-thread',
      // Stryker names a pool of Vitest's own.
      configureVitest({ project }) {
        Object.assign(project.config, { pool: keptThread.name, poolRunner: keptThread });
      },
    },
  ],
  test: {
    include: [...room.tests],
    // Plans of queries, and very many records or claims: they cost much for each change, and rules are tried elsewhere.
    exclude: ['query-plans', 'many-records', 'random-claims'].map((name) => `**/${name}.test.ts`),
    isolate: false,
    // A module of the run before would switch on its changes, which have other numbers.
    fsModuleCache: false,
    // Many a change makes a test wait without end.
    testTimeout: 6_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 4_000 } },
    setupFiles: ['tests/mutation/leave-out.ts'],
  },
});
