/**
 * Measures how the code is cut: `npm run measure [-- FOLDER]`, for this checkout or another one (a worktree of an
 * older commit), as a table in Markdown. For each part files, lines, the median and the longest file; how many
 * product files have one importer; and for each flow of `flows.json` its files, of which one that is gone is an error.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const parts = ['main', 'preload', 'renderer', 'shared', 'tests'] as const;
const isSource = (path: string) => /\.(ts|tsx)$/.test(path);

const here = fileURLToPath(new URL('../..', import.meta.url));
const root = resolve(process.argv[2] ?? here);

const sources = new Map<string, string>();
for (const part of parts) {
  for (const entry of readdirSync(join(root, part), { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name));
    if (entry.isFile() && isSource(path)) sources.set(path, readFileSync(join(root, path), 'utf8'));
  }
}

const linesOf = (path: string) => (sources.get(path) ?? '').split('\n').length - 1;
const inPart = (part: string) => [...sources.keys()].filter((path) => path.startsWith(`${part}/`));

/** The project's own files that a file imports, statically, dynamically, or as the entry of a thread. */
function importsOf(path: string): Set<string> {
  const found = new Set<string>();
  const text = sources.get(path) ?? '';
  for (const [, specifier = ''] of text.matchAll(/(?:from|import|import\(|URL\()\s*'([^']+)'/g)) {
    const target = specifier.startsWith('#shared/')
      ? join('shared', specifier.slice('#shared/'.length))
      : specifier.startsWith('.')
        ? join(dirname(path), specifier)
        : null;
    if (target !== null && sources.has(target)) found.add(target);
  }
  return found;
}

const product = [...sources.keys()].filter((path) => !path.startsWith('tests/'));
const importers = new Map(product.map((path) => [path, new Set<string>()]));
for (const path of product) for (const target of importsOf(path)) importers.get(target)?.add(path);

console.log('| part | files | lines | median | longest | with one importer |\n|---|--:|--:|--:|--:|--:|');
for (const part of parts) row(part, inPart(part));
row('product', product);

function row(name: string, paths: string[]): void {
  const lengths = paths.map(linesOf).sort((a, b) => a - b);
  const lines = lengths.reduce((sum, length) => sum + length, 0);
  const single = name === 'tests' ? '' : paths.filter((path) => importers.get(path)?.size === 1).length;
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  console.log(`| ${name} | ${paths.length} | ${lines} | ${median} | ${lengths.at(-1) ?? 0} | ${single} |`);
}

const flows: unknown = JSON.parse(readFileSync(join(root, 'tests/house/flows.json'), 'utf8'));
if (typeof flows !== 'object' || flows === null) throw new Error('flows.json is no object');
console.log('\n| flow | files | lines |\n|---|--:|--:|');
for (const [name, files] of Object.entries(flows)) {
  if (!Array.isArray(files)) throw new Error(`${name} of flows.json is no list`);
  const gone = files.filter((path: unknown) => typeof path !== 'string' || !existsSync(join(root, path)));
  if (gone.length > 0) throw new Error(`${name}: no such file: ${gone.join(', ')}`);
  console.log(`| ${name} | ${files.length} | ${files.reduce((sum, path) => sum + linesOf(path), 0)} |`);
}
