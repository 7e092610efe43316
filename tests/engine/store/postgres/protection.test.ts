import { expect, test } from 'vitest';
import { protectionOf } from '../../../../main/engine/store/postgres/server-state.ts';
import type { DatabaseProtection } from '../../../../shared/contract/database.ts';

/** As a server that has so many of each names them. */
const replicas = (...syncStates: (string | null)[]) =>
  syncStates.map((syncState) => ({ state: syncState === null ? null : 'streaming', syncState }));

test.each<[names: string, ReturnType<typeof replicas>, DatabaseProtection]>([
  ['', replicas(), 'none'],
  ['', replicas('async'), 'asynchronous'],
  [' ', replicas('async'), 'asynchronous'],
  ['', replicas(null), 'hidden'],
  ['ANY 1 (a)', replicas(null), 'hidden'],
  ['a', replicas(), 'waits'],
  ['a', replicas('async'), 'waits'],
  ['a, b, c', replicas('sync', 'potential'), 'synchronous'],
  ['*', replicas('sync'), 'synchronous'],
  ['1 (a, b)', replicas('sync', 'potential'), 'synchronous'],
  ['ANY 1 ("a")', replicas('quorum'), 'synchronous'],
  ['ANY 2 ("a", "b")', replicas('quorum'), 'waits'],
  ['ANY 2 ("a", "b")', replicas('quorum', 'async'), 'waits'],
  ['ANY 2 (a, b, c)', replicas('quorum', 'quorum'), 'synchronous'],
  ['any 2(a,b)', replicas('quorum'), 'waits'],
  ['FIRST 2 (a, b, c)', replicas('sync'), 'waits'],
  ['first  2 (a, b, c)', replicas('sync', 'sync', 'potential'), 'synchronous'],
  ['2 (a, b)', replicas('sync'), 'waits'],
  ['2 (a, b)', replicas('sync', 'sync'), 'synchronous'],
  ['10 (*)', replicas('sync', 'sync'), 'waits'],
  ['"ANY 2 (b"', replicas('sync'), 'synchronous'],
  ['any2, b', replicas('sync'), 'synchronous'],
])('%j with %j is %s', (names, found, protection) => {
  expect(protectionOf(found, names)).toBe(protection);
});
