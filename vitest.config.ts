import { defineConfig } from 'vitest/config';
import { compileCache } from './tests/compile-cache.ts';
import { LongFilesFirst } from './tests/long-files-first.ts';
import { keepTemporaryFilesInMemory } from './tests/memory-folder.ts';

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

/** Rooms of the engine whose tests run on a PostgreSQL server too, where they are given one. */
const onServer = ['figures,findings,keys,people,records,reference,settings,store'].map(
  (rooms) => `tests/engine/{${rooms}}/**/*.test.ts`,
);
/** What is SQLite's alone. */
const ofSqlite = [
  'tests/engine/**/query-plans.test.ts',
  // Its files: opened, locked, copied, moved, checked, compacted, repaired, tampered with.
  'tests/engine/store/{bodies-apart,checkpointer,compaction,database-snapshot,gone,move-arrivals,move-killed,open}.test.ts',
  'tests/engine/store/{plain-names,planned-once,private-files,rebuild-tables,salvage,whole-schema,write-ahead-log,writer}.test.ts',
  'tests/engine/{audit/{anchors,verify},figures/rebuild,journal/{archived,chain},review/{reading,unpacked}}.test.ts',
  'tests/engine/cancellations/random/lives.test.ts',
  // Databases of older versions.
  'tests/engine/{attachments/{dropped,older-hosts},audit/older-log,cancellations/older-database}.test.ts',
  // Rows that are written by its own functions, and how fast it reads them.
  'tests/engine/claims/many-records.test.ts',
  // Has a PostgreSQL of its own.
  'tests/engine/store/postgres/**',
];
const hasServer = (process.env['PERITO_TEST_DATABASE'] ?? '') !== '';

export default defineConfig({
  test: {
    // Native modules and real child processes. Twice as many as the smallest machine has cores, since many wait.
    pool: 'forks',
    globalSetup: 'tests/built-program.ts',
    maxWorkers: 4,
    sequence: { sequencer: LongFilesFirst },
    // Limits for a machine that is busy with other things; nothing waits for them.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
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
                exclude: ofSqlite,
                isolate: false,
                env: { PERITO_TEST_STORE: 'postgres' },
              },
            },
          ]
        : []),
    ],
  },
});
