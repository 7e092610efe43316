/**
 * `node build-if-changed.ts screen|desktop`: builds what `npm run serve`, `demo` and `start` show, unless the sources and
 * what was built of them are what they were after the last build. Contents decide, never times.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = import.meta.dirname;
/** For each folder that was built, the hashes of its sources and of its files. */
const stampFile = join(root, 'node_modules/.cache/perito-built.json');
type Stamp = Record<string, { sources: string; built: string }>;

const configuration = ['package.json', 'package-lock.json', 'tsconfig.json', 'renderer.vite.config.ts'];
const screen = { 'out/renderer': ['renderer', 'shared', ...configuration] };
const mainSources = ['main', 'preload', 'shared', 'electron.vite.config.ts', ...configuration];
const targets: Record<string, { script: string; folders: Record<string, string[]> }> = {
  screen: { script: 'build:renderer', folders: screen },
  desktop: {
    script: 'build:desktop',
    folders: { ...screen, 'out/main': mainSources, 'out/preload': mainSources },
  },
};

const target = targets[process.argv[2] ?? ''];
if (target === undefined) throw new Error(`Say one of ${Object.keys(targets).join(', ')}.`);
process.exitCode = isBuilt(target.folders) ? 0 : build(target);

function isBuilt(folders: Record<string, string[]>): boolean {
  const stamp = readStamp();
  return Object.entries(folders).every(([folder, sources]) => {
    const last = stamp[folder];
    return last?.sources === hashOf(sources) && last.built === hashOf([folder]);
  });
}

/** The exit code. Nothing is stamped where the build fails, or where a source was changed meanwhile. */
function build({ script, folders }: { script: string; folders: Record<string, string[]> }): number {
  const stamp = readStamp();
  const before = Object.values(folders).map(hashOf);
  rmSync(stampFile, { force: true });
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) return status ?? 1;
  for (const [index, [folder, sources]] of Object.entries(folders).entries()) {
    const now = hashOf(sources);
    if (now === before[index]) stamp[folder] = { sources: now, built: hashOf([folder]) };
    else delete stamp[folder];
  }
  mkdirSync(join(stampFile, '..'), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(stamp));
  return 0;
}

/** Empty where there is none, or none that can be read. */
function readStamp(): Stamp {
  try {
    return Object(JSON.parse(readFileSync(stampFile, 'utf8')));
  } catch {
    return {};
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
