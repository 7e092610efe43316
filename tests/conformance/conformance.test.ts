import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isComparedOnly, sections, sentences } from './sentences.ts';

const testsFolder = new URL('../', import.meta.url);

interface TestFile {
  /** Titles of `test` and `describe`, as the source has them. */
  titles: ReadonlySet<string>;
  text: string;
}

const read = new Map<string, TestFile | null>();

function testFile(path: string): TestFile | null {
  const known = read.get(path);
  if (known !== undefined) return known;
  const file = fileURLToPath(new URL(path, testsFolder));
  const found = existsSync(file) ? titlesOf(readFileSync(file, 'utf8')) : null;
  read.set(path, found);
  return found;
}

/** A title is the text with which `test(`, `describe(` or the second call of an `each` begins. */
function titlesOf(text: string): TestFile {
  const call = /(?:\b(?:test|describe)\(|\)\()\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")\s*,/g;
  return { titles: new Set([...text.matchAll(call)].map((match) => match[1] ?? match[2] ?? '')), text };
}

/** Why no such test is there; null where it is. */
function missing(name: string): string | null {
  const [path = '', title = '', part] = name.split(' › ');
  const file = testFile(path);
  if (file === null) return `${path} is not there`;
  if (!file.titles.has(title)) return `${path} has no test "${title}"`;
  const isThere =
    part === undefined || ["'", '"', '`'].some((quote) => file.text.includes(`${quote}${part}`));
  return isThere ? null : `${path} has no case "${part}" of "${title}"`;
}

test('every sentence names a test that is there', () => {
  expect(
    [...new Set(sentences.map(({ test: name }) => missing(name)))].filter((why) => why !== null),
  ).toEqual([]);
});

test('a test that is not there would be seen', () => {
  expect(missing('conformance/nothing.test.ts › x')).toContain('is not there');
  expect(missing('conformance/conformance.test.ts › x')).toContain('has no test');
  expect(missing('conformance/conformance.test.ts › a test that is not there would be seen')).toBeNull();
  expect(missing('engine/receiver/policies.test.ts › takes %s › nothing of the kind')).toContain(
    'has no case',
  );
});

test('no sentence stands twice', () => {
  const names = sentences.map(({ section, sentence }) => `${section}: ${sentence}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every heading of the interface is covered, or said to be not checkable', () => {
  const covered = new Set(sentences.map(({ section }) => section));
  expect([...covered].filter((section) => sections[section] !== 'checked')).toEqual([]);
  const bare = Object.entries(sections).filter(
    ([section, state]) => state === 'checked' && !covered.has(section),
  );
  expect(bare).toEqual([]);
  for (const state of Object.values(sections))
    if (state !== 'checked') expect(state.notCheckable).toMatch(/\w/);
});

test('the count of what is checked', ({ annotate }) => {
  const bySection = Object.keys(sections).map(
    (section) => sentences.filter((one) => one.section === section).length,
  );
  expect(bySection.reduce((sum, count) => sum + count, 0)).toBe(sentences.length);
  expect(sentences.length).toBeGreaterThanOrEqual(150);
  const compared = sentences.filter(isComparedOnly).length;
  // A sentence that only the description is held against proves nothing of what the receiver does.
  expect(compared).toBeLessThanOrEqual(20);
  return annotate(
    `${sentences.length} sentences of ${Object.keys(sections).length} sections are checked: ` +
      `${sentences.length - compared} by what Perito does, ${compared} by its description alone`,
  );
});
