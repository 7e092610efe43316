/**
 * `node build-if-changed.ts`: builds the program, unless its sources and what was built of them are what they were after
 * the last build. Contents decide, never times.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = import.meta.dirname;
/** The hashes of the sources and of what was built of them. */
const stampFile = join(root, 'node_modules/.cache/perito-built.json');
interface Stamp {
  sources: string;
  built: string;
}

const sources = [
  ...['main', 'preload', 'renderer', 'shared', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['electron.vite.config.ts', 'renderer.vite.config.ts', 'bundled-packages.ts', 'NOTICES.txt'],
];
const folders = ['out/main', 'out/preload', 'out/renderer'];

process.exitCode = isBuilt() ? 0 : build();

function isBuilt(): boolean {
  const last = readStamp();
  return last?.sources === hashOf(sources) && last.built === hashOf(folders);
}

/** The exit code. Nothing is stamped where the build fails, or where a source was changed meanwhile. */
function build(): number {
  const before = hashOf(sources);
  rmSync(stampFile, { force: true });
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) return status ?? 1;
  const stamp: Stamp = { sources: hashOf(sources), built: hashOf(folders) };
  if (stamp.sources !== before) return 0;
  mkdirSync(join(stampFile, '..'), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(stamp));
  return 0;
}

/** Undefined where there is none, or none that can be read. */
function readStamp(): Partial<Stamp> | undefined {
  try {
    return Object(JSON.parse(readFileSync(stampFile, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Over the paths and contents of all files at and below these. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesAt(join(root, path)))) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)} ${content.length} `).update(content);
  }
  return hash.digest('hex');
}

function filesAt(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
