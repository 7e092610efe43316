import { defineConfig } from 'vitest/config';
import { compileCache } from '../compile-cache.ts';
import { keepTemporaryFilesInMemory } from '../memory-folder.ts';
import { rooms } from './rooms.ts';

// As in vitest.config.ts: most of a test's time would be the disk's and a thread's start.
process.env['NODE_COMPILE_CACHE'] ??= compileCache;
keepTemporaryFilesInMemory();

const room = rooms[process.env['PERITO_MUTATED_ROOM'] ?? ''];
if (room === undefined) throw new Error(`PERITO_MUTATED_ROOM names one of ${Object.keys(rooms).join(', ')}.`);

/**
 * Titles of tests that are not run. Those that compare times prove nothing of changed code, which counts its own steps. A
 * thousand calls, hundreds of bodies, a huge body or another process prove nothing of rules that one of each does not.
 */
const leftOut = [
  'no more than',
  'quick',
  'long takes',
  'takes long',
  'short time',
  'very many',
  'in the real examiner',
  'linear',
  'one of a thousand',
  'sample records',
  'is built right',
  'has exactly (one where|those that)',
  'thousand held',
  'at once (are|get)',
  '\\d{3},00\\d(?!\\.)',
  'without end',
  'a kill ',
  'strace',
  'openapi prints',
  '… whole',
];

export default defineConfig({
  test: {
    include: [...room.tests],
    // Plans of queries, and very many records or claims: they cost much for each change, and rules are tried elsewhere.
    exclude: ['query-plans', 'many-records', 'random-claims'].map((name) => `**/${name}.test.ts`),
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    testNamePattern: new RegExp(`^(?!.*(${leftOut.join('|')})).*$`),
  },
});
