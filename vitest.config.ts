import { defineConfig } from 'vitest/config';
import { compileCache } from './tests/compile-cache.ts';
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

/** Tests of the engine that pass on a PostgreSQL server too, and run on it where they are given one. */
const onServer = [
  'tests/engine/{decisions,figures,findings,keys,people,records,reference,rejected,search,settings,store,views,work}/**/*.test.ts',
  'tests/engine/journal/{journal,chain,random}.test.ts',
  'tests/engine/{archived/{archived,bundles,new-bundle,random},audit/filters,data-subject/{data-subject,moved}}.test.ts',
  'tests/engine/cancellations/{about-the-order,console,engine-killed,held-calls,over-http,queries,races,second-person}.test.ts',
  'tests/engine/cancellations/verdicts.test.ts',
  'tests/engine/claims/{claim-file,claim-file-limits,claim-list,claim-overview,claim-pages,claim-records}.test.ts',
  'tests/engine/claims/{claim-subjects,elsewhere,policy-book,related,subject-of-order,timeline}.test.ts',
  'tests/engine/policies/{crash,files,import,interruptions,lookups,owners,room,watched-folder}.test.ts',
  'tests/engine/claims/{amounts,matching}.test.ts',
  'tests/engine/{absences,open-id/open-id,derivation/random-histories,retention/{closed-claims,run}}.test.ts',
  'tests/engine/attachments/{content,crash,downloads,downloads/queue,hosts}.test.ts',
  'tests/engine/attachments/{near-duplicates,place,platform-key,ports,released,revisions,sameness,taken-back}.test.ts',
  'tests/engine/receiver/{authentication,caller-address,cancellations,deliveries,large-bodies,limits}.test.ts',
  'tests/engine/receiver/{listener,openapi,policies,problems,protocols,request-body,tls,unused-connection}.test.ts',
  'tests/engine/ledger/{figures,limits,random-claims}.test.ts',
];
/** What is SQLite's alone. */
const ofSqlite = [
  'tests/engine/**/query-plans.test.ts',
  // Its files: opened, locked, copied, moved, checked, compacted, repaired, tampered with.
  'tests/engine/store/{bodies-apart,compaction,gone,move-arrivals,planned-once,rebuild-tables}.test.ts',
  'tests/engine/{audit/{anchors,verify},journal/archived,receiver/thread}.test.ts',
  // A rebuild, a salvage, the second copy and a restore are of files alone; a backup of a database is its files (move.test.ts).
  'tests/engine/{backup,rebuild,review}/**',
  'tests/engine/{salvage,archived/rebuild,figures/rebuild,cancellations/random/lives}.test.ts',
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
