import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currentNotices, noticesFile, shippedPackages } from '../../main/desktop/installer/notices.ts';

const notices = readFileSync(noticesFile, 'utf8');

test('the notices are those of what is built now; `npm run notices` writes them', () => {
  expect(currentNotices() === notices).toBe(true);
});

test('each program has its text, or says that it brings none', () => {
  const listed = [...notices.matchAll(/^(\S+ \d\S*) \([^)]+\)\n {4}\S/gm)].map(([, named]) => named);
  expect(listed.length).toBeGreaterThan(100);
  const line = '-'.repeat(80);
  const texts = notices.split(`${line}\n`).slice(1);
  const headed = texts.filter((_, index) => index % 2 === 0).map((head) => head.trim());
  expect(headed).toEqual(listed);
  expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  const without = headed.filter((_, index) => texts[2 * index + 1]?.includes('brings no text'));
  expect(without.map((named) => named.split(' ')[0])).toEqual([
    'abstract-logging',
    'brotli',
    'dfa',
    'fontkit',
    'lazy-val',
    'pg-copy-streams',
    'pg-types',
    'pgpass',
    'saxes',
    'wouter',
  ]);
});

test.each([
  ['fastify', 'MIT'],
  ['react', 'MIT'],
  ['pino', 'MIT'],
  ['libheif-js', 'LGPL-3.0'],
  ['keytar', 'MIT, runs a script when it is installed'],
  ['pdfjs-dist', 'Apache-2.0'],
  ['@mui/x-charts-vendor', 'MIT AND ISC'],
])('%s is named: bundled or not, of the engine or of the screen', (name, licence) => {
  expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(${licence}\\)$`, 'm'));
});

const locked = (extra: object) => ({
  packages: {
    'node_modules/zod': { version: '1.0.0', license: 'MIT' },
    ...extra,
  },
});

test('what is unknown, not accepted or of no use is a problem, one sentence each', () => {
  const { problems } = shippedPackages(
    [
      ...['node_modules/zod', 'node_modules/strange', 'node_modules/zod/node_modules/gone'],
      ...['node_modules/half', 'node_modules/both'],
    ],
    locked({
      'node_modules/strange': { version: '2.0.0', license: 'AGPL-3.0' },
      'node_modules/half': { version: '2.0.0', license: 'MIT AND AGPL-3.0' },
      'node_modules/both': { version: '2.0.0', license: 'MIT AND ISC' },
    }),
  );
  expect(problems).toEqual(
    expect.arrayContaining([
      'strange has the licence “AGPL-3.0”, which nobody accepted.',
      'half has the licence “MIT AND AGPL-3.0”, which nobody accepted.',
      'Nobody said why strange ships.',
      'node_modules/zod/node_modules/gone is not in package-lock.json.',
      'There is a reason for react, which does not ship.',
    ]),
  );
  expect(problems.filter((problem) => problem.includes('zod ships'))).toEqual([]);
  expect(problems.filter((problem) => problem.startsWith('both has'))).toEqual([]);
});

test('what one of them needs ships for that one', () => {
  const { packages } = shippedPackages(
    ['node_modules/zod', 'node_modules/needed'],
    locked({
      'node_modules/zod': { version: '1.0.0', license: 'MIT', dependencies: { needed: '^1' } },
      'node_modules/needed': { version: '1.0.0', license: 'ISC', hasInstallScript: true },
    }),
  );
  expect(packages.find(({ name }) => name === 'needed')).toEqual({
    ...{ folder: 'node_modules/needed', name: 'needed', version: '1.0.0', licence: 'ISC' },
    ...{ hasInstallScript: true, reason: 'needed by zod' },
  });
});
