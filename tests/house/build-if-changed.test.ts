/** On a copy of some of the tree, whose build is a stand-in that copies the first page and writes down that it ran. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const tree = fileURLToPath(new URL('../..', import.meta.url));
/** Some of each folder, with folders in it: all files are read at each of the starts. */
const sources = [
  ...['main/cli.ts', 'main/index.ts', 'main/keychain', 'preload'],
  ...['renderer/index.html', 'renderer/settings', 'shared/terms.ts', 'shared/rules'],
  ...['tsconfig.json', 'package-lock.json'],
];
const files = [...sources, 'build-if-changed.ts', 'renderer.vite.config.ts', 'electron.vite.config.ts'];

const standIn = `
import { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('builds', 'built ');
if (existsSync('broken')) process.exit(7);
for (const folder of ['main', 'preload', 'renderer']) {
  mkdirSync('out/' + folder, { recursive: true });
  writeFileSync('out/' + folder + '/index.js', folder);
}
cpSync('renderer/index.html', 'out/renderer/index.html');
if (existsSync('changes')) appendFileSync('renderer/index.html', 'changed while it is built');
`;

/** Runs the script that it is asked for, as npm does, which takes longer to start than all the rest. */
const npmStandIn = `#!/bin/sh
[ "$*" = 'run --silent build' ] || exit 9
exec node stand-in.mjs
`;

/** The build is started by npm itself where that is asked for; Windows has it always. */
function copyOfTheTree({ hasNpm = process.platform === 'win32' } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'perito-tree-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const at = (path: string) => join(root, path);
  for (const file of files) cpSync(join(tree, file), at(file), { recursive: true });
  const scripts = { build: 'node stand-in.mjs' };
  writeFileSync(at('package.json'), JSON.stringify({ ...manifest, scripts }));
  writeFileSync(at('stand-in.mjs'), standIn);
  mkdirSync(at('node_modules'));
  mkdirSync(at('bin'));
  if (!hasNpm) writeFileSync(at('bin/npm'), npmStandIn, { mode: 0o755 });
  const env = { ...process.env, PATH: [at('bin'), process.env['PATH']].join(delimiter) };
  /** Whether this start waited for a build; with the exit code where it is not 0. */
  const start = (): string => {
    rmSync(at('builds'), { force: true });
    const { status, stderr } = spawnSync(process.execPath, ['build-if-changed.ts'], { cwd: root, env });
    if (status === null) throw new Error(String(stderr));
    const built = existsSync(at('builds')) ? readFileSync(at('builds'), 'utf8').trim() : '';
    return status === 0 ? built : `${built} ${status}`;
  };
  const shown = () => readFileSync(at('out/renderer/index.html'), 'utf8');
  return { at, start, shown };
}

test('a start builds the program once, and again when a source of the screen or the engine was changed or what was built is not whole', () => {
  const { at, start, shown } = copyOfTheTree();
  expect(start()).toBe('built');
  expect(start()).toBe('');
  // Another time says nothing; another content does, of what the screen imports too.
  utimesSync(at('renderer/index.html'), new Date(), new Date());
  expect(start()).toBe('');
  appendFileSync(at('renderer/index.html'), '<!-- new -->');
  expect(start()).toBe('built');
  expect(shown()).toContain('<!-- new -->');
  for (const file of [
    'shared/terms.ts',
    'main/cli.ts',
    'preload/index.ts',
    'package-lock.json',
    'renderer.vite.config.ts',
  ]) {
    appendFileSync(at(file), '\n');
    expect([file, start(), start()]).toEqual([file, 'built', '']);
  }
  rmSync(at('shared/terms.ts'));
  expect(start()).toBe('built');
  rmSync(at('out/renderer/index.js'));
  expect(start()).toBe('built');
  writeFileSync(at('out/renderer/index.html'), 'cut sho');
  expect(start()).toBe('built');
  rmSync(at('out/preload'), { recursive: true });
  expect(start()).toBe('built');
  rmSync(at('out'), { recursive: true });
  expect([start(), existsSync(at('out/renderer/index.html'))]).toEqual(['built', true]);
  for (const stamp of ['', 'null', '{"sources":null}', '[1]']) {
    writeFileSync(at('node_modules/.cache/perito-built.json'), stamp);
    expect([stamp, start()]).toEqual([stamp, 'built']);
  }
});

test('a build that fails, or while which a source is changed, is not taken for the last word', () => {
  const { at, start } = copyOfTheTree({ hasNpm: true });
  writeFileSync(at('broken'), '');
  expect([start(), start()]).toEqual(['built 7', 'built 7']);
  rmSync(at('broken'));
  writeFileSync(at('changes'), '');
  expect([start(), start()]).toEqual(['built', 'built']);
  rmSync(at('changes'));
  expect([start(), start()]).toEqual(['built', '']);
});
