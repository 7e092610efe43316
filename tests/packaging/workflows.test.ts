import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import manifest from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.github/workflows');

const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));
const step = z.strictObject({
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.literal('bash').optional(),
  with: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const job = z.strictObject({
  if: z.string().optional(),
  needs: z.array(z.string()).optional(),
  uses: z.string().optional(),
  strategy: z
    .strictObject({ 'fail-fast': z.boolean(), matrix: z.strictObject({ os: z.array(z.string()) }) })
    .optional(),
  'runs-on': z.string().optional(),
  'timeout-minutes': z.number().optional(),
  permissions: permissions.optional(),
  steps: z.array(step).default([]),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions,
  concurrency: z.record(z.string(), z.union([z.string(), z.boolean()])),
  jobs: z.record(z.string(), job),
});

const workflows = readdirSync(folder).map((file) => {
  const given: unknown = parse(readFileSync(join(folder, file), 'utf8'), { version: '1.2' });
  return workflow.parse(given);
});
const named = (name: string) => {
  const found = workflows.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} is missing`);
  return found;
};
const stepsOf = (one: { jobs: Record<string, z.infer<typeof job>> }) =>
  Object.values(one.jobs).flatMap(({ steps }) => steps);
const commandsOf = (one: { jobs: Record<string, z.infer<typeof job>> }) =>
  stepsOf(one).flatMap(({ run = '' }) => run.split('\n'));

describe.each(workflows.map((one) => [one.name, one] as const))('the workflow %s', (_name, one) => {
  test('may read the tree and nothing else; only what publishes writes', () => {
    expect(one.permissions).toEqual({ contents: 'read' });
    const more = Object.entries(one.jobs).filter(([, given]) => given.permissions !== undefined);
    expect(more.map(([name, given]) => [name, given.permissions])).toEqual(
      one.jobs['publish'] === undefined ? [] : [['publish', { contents: 'write' }]],
    );
    for (const { uses, with: given } of stepsOf(one))
      if (uses?.startsWith('actions/checkout@'))
        expect(given).toMatchObject({ 'persist-credentials': false });
  });

  test('takes what others made by the hash of its commit', () => {
    const used = [...stepsOf(one), ...Object.values(one.jobs)].flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    for (const uses of used) {
      if (uses.startsWith('./')) expect([uses, existsSync(join(root, uses))]).toEqual([uses, true]);
      else expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
    }
  });

  test('runs commands that there are, and puts nothing from outside into them', () => {
    for (const { run = '' } of stepsOf(one)) {
      // An expression is replaced before the shell reads it: what it stands for would be read as a command.
      expect(run).not.toContain('${{');
      for (const [, name = ''] of run.matchAll(/\bnpm run (\S+)/g))
        expect(Object.keys(manifest.scripts)).toContain(name);
      for (const [, file = ''] of run.matchAll(/\b((?:tests|main|node_modules)\/[\w./-]+\.[jt]s)\b/g))
        expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
  });

  test('has a limit of time for every job, and needs only jobs that there are', () => {
    for (const [name, given] of Object.entries(one.jobs)) {
      if (given.uses === undefined)
        expect([name, given['timeout-minutes']]).toEqual([name, expect.any(Number)]);
      for (const needed of given.needs ?? []) expect(Object.keys(one.jobs)).toContain(needed);
    }
  });
});

test('the tests run on each system, with the runtime of Electron and a display', () => {
  const tests = named('Test');
  expect(tests.jobs['test']?.strategy?.matrix.os.map((os) => os.split('-')[0])).toEqual([
    'ubuntu',
    'windows',
    'macos',
  ]);
  const commands = commandsOf(tests);
  expect(commands).toEqual(
    expect.arrayContaining(['npm ci', 'npm test', 'xvfb-run --auto-servernum npm test']),
  );
  expect(commands.find((line) => line.includes('npm run prove:electron'))).toMatch(/ \|\| test \$\? -eq 2$/);
  expect(commands.indexOf('npm ci')).toBeLessThan(commands.indexOf('node node_modules/electron/install.js'));
});

test('a tag publishes what was built and tested, and nothing else does', () => {
  const { on, jobs } = named('Installers');
  expect(on).toEqual({ push: { tags: ['v*'] }, workflow_dispatch: null });
  expect(jobs['publish']).toMatchObject({
    if: "startsWith(github.ref, 'refs/tags/v')",
    needs: ['test', 'build'],
  });
  const commands = commandsOf({ jobs });
  expect(
    commands.findIndex((line) => /^PERITO_PACKED=.* npm run prove:electron /.test(line)),
  ).toBeGreaterThan(commands.indexOf('npm run dist'));
  expect(commands).toContain('npm run dist');
  const kept = jobs['build']?.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))?.with;
  for (const kind of ['AppImage', 'deb', 'dmg', 'exe']) expect(kept?.['path']).toContain(`dist/*.${kind}`);
});
