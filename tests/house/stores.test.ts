/** Each file of tests of the engine is named once: as one that runs on a server too, or with the reason why it does not. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { notYet, ofSqlite, onServer, withoutStore } from '../engine/stores.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** As Vitest finds them. */
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'));

const lists = {
  onServer,
  ofSqlite,
  withoutStore: Object.values(withoutStore).flat(),
  notYet: Object.values(notYet).flat(),
};

test('each file of tests of the engine is in one list of those that run on a server or do not', () => {
  const namedIn = new Map(filesOf('tests/engine/**/*.test.ts').map((file) => [file, [] as string[]]));
  expect(namedIn.size).toBeGreaterThan(200);
  for (const [list, patterns] of Object.entries(lists))
    for (const file of new Set(patterns.flatMap(filesOf))) namedIn.get(file)?.push(list);
  expect([...namedIn].filter(([, found]) => found.length !== 1)).toEqual([]);
});

test('each line of these lists names files of tests that are there', () => {
  const dead = Object.values(lists)
    .flat()
    .filter((pattern) => {
      const found = filesOf(pattern);
      return found.length === 0 || found.some((file) => !/^tests\/engine\/.*\.test\.ts$/.test(file));
    });
  expect(dead).toEqual([]);
});

/** Whether a file opens a store, or one of the helpers of tests that it loads does. */
function opensStore(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  if (file.endsWith('tests/engine/test-database.ts') || /\bopen(Engine|Store|StoreInFiles)\(/.test(text))
    return true;
  const helpers = [...text.matchAll(/^(?:import|export) (?!type)[^;]*? from '(\.[^']*)';/gm)]
    .map(([, path = '']) => join(dirname(file), path).replaceAll('\\', '/'))
    .filter((path) => path.startsWith('tests/'));
  return helpers.some((helper) => opensStore(helper, seen));
}

test('what is said to open no store opens none', () => {
  expect(lists.withoutStore.flatMap(filesOf).filter((file) => opensStore(file))).toEqual([]);
  expect(opensStore('tests/engine/records/records.test.ts')).toBe(true);
});
