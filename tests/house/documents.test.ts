/** The documents name files and folders of this tree: each is there. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const places = /`((?:main|preload|renderer|shared|tests|docs)\/[^`\s]*)`/g;

test.each(['CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'docs/security.md'])(
  'every path that %s names is there',
  (document) => {
    const named = [...readFileSync(join(root, document), 'utf8').matchAll(places)].map(
      ([, path = '']) => path,
    );
    const missing = named.filter((path) =>
      path.includes('*') ? globSync(path, { cwd: root }).length === 0 : !existsSync(join(root, path)),
    );
    expect(missing).toEqual([]);
  },
);

test('CONTRIBUTING answers a newcomer by files', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const answers =
    text
      .split('### Ten questions')[1]
      ?.split('###')[0]
      ?.match(/^\| [A-Z].*\?.*$/gm) ?? [];
  expect(answers).toHaveLength(10);
  for (const answer of answers) expect(answer).toMatch(places);
});
