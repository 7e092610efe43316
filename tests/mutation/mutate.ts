/**
 * `npm run mutate [-- ROOM...]`: changes the rooms of rules by Stryker, one change at a time, and runs their tests against
 * each. Writes the figures of the rooms that ran into docs/testing.md, and the changes that no test noticed to the screen.
 * Ends with 1 where a room is below the threshold.
 *
 * What was tried before is not tried again while neither the file nor the tests changed (Stryker's incremental mode).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { keepTemporaryFilesInMemory } from '../memory-folder.ts';
import { rooms } from './rooms.ts';

/** Percent of the changes that tests must notice, of each room. */
const threshold = 85;

const project = new URL('../../', import.meta.url);
const inProject = (path: string) => fileURLToPath(new URL(path, project));
const cache = (name: string) => `node_modules/.cache/mutation/${name}`;

/** The report of mutation-testing-report-schema, as far as it is read here. */
const mutant = z.object({
  mutatorName: z.string(),
  replacement: z.string().optional(),
  status: z.enum([
    'Killed',
    'Timeout',
    'Survived',
    'NoCoverage',
    'CompileError',
    'RuntimeError',
    'Ignored',
    'Pending',
  ]),
  location: z.object({ start: z.object({ line: z.number(), column: z.number() }) }),
});
const report = z.object({ files: z.record(z.string(), z.object({ mutants: z.array(mutant) })) });
type Mutant = z.output<typeof mutant>;

interface Score {
  noticed: number;
  unnoticed: number;
  /** Of those unnoticed: what no test runs. */
  notRun: number;
}

const count = (mutants: readonly Mutant[], ...statuses: readonly Mutant['status'][]) =>
  mutants.filter(({ status }) => statuses.includes(status)).length;

function scoreOf(mutants: readonly Mutant[]): Score {
  return {
    noticed: count(mutants, 'Killed', 'Timeout'),
    unnoticed: count(mutants, 'Survived', 'NoCoverage'),
    notRun: count(mutants, 'NoCoverage'),
  };
}

const percent = ({ noticed, unnoticed }: Score) => (100 * noticed) / Math.max(1, noticed + unnoticed);

function mutate(name: string): Record<string, Mutant[]> {
  const room = rooms[name];
  if (room === undefined)
    throw new Error(`There is no room ${name}; there are ${Object.keys(rooms).join(', ')}.`);
  const configuration = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    // Stryker reads a tsconfig by an interface that TypeScript 7 no longer has.
    tsconfigFile: 'none',
    mutate: room.files,
    // What a text says is compared by tests of the contract and of the screen, in both languages.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Tables of constants are read once for all tests: each change of them would need a start of its own.
    ignoreStatic: true,
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env['PERITO_MUTATIONS_AT_ONCE'] ?? 2),
    timeoutMS: 10_000,
    incremental: true,
    incrementalFile: cache(`${name}.incremental.json`),
    // Not beside the reports: Vitest runs what lies in node_modules as it is, uncounted.
    tempDirName: `out/mutation-${name}`,
    ignorePatterns: ['out', 'dist', 'docs'],
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: cache(`${name}.report.json`) },
  };
  mkdirSync(inProject(cache('')), { recursive: true });
  const file = cache(`${name}.configuration.json`);
  writeFileSync(inProject(file), JSON.stringify(configuration));
  const stryker = createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json');
  const { status } = spawnSync(process.execPath, [`${dirname(stryker)}/bin/stryker.js`, 'run', file], {
    cwd: fileURLToPath(project),
    stdio: 'inherit',
    env: { ...process.env, PERITO_MUTATED_ROOM: name },
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status} in ${name}.`);
  const { files } = report.parse(JSON.parse(readFileSync(inProject(cache(`${name}.report.json`)), 'utf8')));
  return Object.fromEntries(Object.entries(files).map(([path, { mutants }]) => [path, mutants]));
}

/** What no test noticed, a line each, as `file:line:column  kind  replacement`. */
function unnoticed(files: Record<string, Mutant[]>): string[] {
  return Object.entries(files).flatMap(([path, mutants]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location: { start }, mutatorName, replacement = '', status }) => {
        const not = status === 'NoCoverage' ? ' (no test runs it)' : '';
        return `${path}:${start.line}:${start.column}  ${mutatorName}  ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}${not}`;
      }),
  );
}

const document = inProject('docs/testing.md');

/** Sets the row of a room in the table of docs/testing.md. */
function writeRow(name: string, score: Score): void {
  const row = `| ${name} | ${score.noticed + score.unnoticed} | ${score.noticed} | ${score.notRun} | ${percent(score).toFixed(1)} % |`;
  const lines = readFileSync(document, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${name} |`));
  if (at < 0) throw new Error(`docs/testing.md has no row of ${name}.`);
  lines[at] = row;
  writeFileSync(document, lines.join('\n'));
}

keepTemporaryFilesInMemory();
const named = process.argv.slice(2);
let isBelow = false;
for (const name of named.length === 0 ? Object.keys(rooms) : named) {
  const files = mutate(name);
  const score = scoreOf(Object.values(files).flat());
  writeRow(name, score);
  process.stdout.write(`${unnoticed(files).join('\n')}\n${name}: ${percent(score).toFixed(1)} % noticed\n`);
  isBelow ||= percent(score) < threshold;
}
process.exitCode = isBelow ? 1 : 0;
