/** Each rule of `.dependency-cruiser.mjs` on a small house with one breach of it, beside what is allowed. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';

const tree = fileURLToPath(new URL('../..', import.meta.url));

/** What each of these files imports. */
type House = Readonly<Record<string, readonly string[]>>;

/** What is allowed; also where the breaches lead to. */
const house: House = {
  'main/index.ts': ['electron', './desktop/window.ts'],
  'main/desktop/window.ts': ['electron', '../shell/host.ts'],
  'main/shell/host.ts': ['../engine/host.ts', '../keychain/keychain.ts', '../file-examiner/messages.ts'],
  'main/keychain/keychain.ts': ['keytar'],
  'main/engine/engine.ts': ['./records/index.ts', './store/index.ts', 'node:fs'],
  'main/engine/host.ts': ['./file-examination.ts'],
  'main/engine/file-examination.ts': ['#shared/terms.ts', 'zod'],
  'main/engine/records/index.ts': ['./summary.ts', '../store/index.ts', '../host.ts'],
  'main/engine/records/summary.ts': [],
  'main/engine/store/index.ts': ['./writer.ts'],
  'main/engine/store/writer.ts': ['better-sqlite3'],
  'main/file-examiner/messages.ts': ['../engine/file-examination.ts'],
  'main/file-examiner/images.ts': ['./messages.ts'],
  'preload/index.ts': ['electron', '#shared/terms.ts'],
  'renderer/app.ts': ['#shared/terms.ts', 'react'],
  'shared/terms.ts': ['zod'],
  'tests/helper.ts': [],
};

const breaches: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ['no-cycles', 'main/shell/ring.ts', './ring.ts'],
  ['electron-only-in-the-shell', 'main/shell/clipboard.ts', 'electron'],
  ['keytar-only-in-the-keychain', 'main/shell/secrets.ts', 'keytar'],
  ['renderer-alone', 'renderer/engine.ts', '../main/engine/host.ts'],
  ['renderer-has-no-node', 'renderer/files.ts', 'node:fs'],
  ['own-box-typography-and-tooltip', 'renderer/box.ts', '@mui/material/Box'],
  ['shared-is-the-ground-floor', 'shared/engine.ts', '../main/engine/host.ts'],
  ['shared-has-no-node', 'shared/files.ts', 'node:fs'],
  ['preload-is-a-pipe', 'preload/engine.ts', '../main/engine/host.ts'],
  ['engine-knows-no-shell', 'main/engine/records/shell.ts', '../../shell/host.ts'],
  ['rooms-by-their-door', 'main/engine/claims/index.ts', '../records/summary.ts'],
  ['engine-by-its-door', 'main/browser/server.ts', '../engine/records/index.ts'],
  ['file-examiner-alone', 'main/file-examiner/host.ts', '../engine/host.ts'],
  ['file-examiner-by-its-messages', 'main/shell/images.ts', '../file-examiner/images.ts'],
  ['only-the-store-speaks-sql', 'main/engine/records/query.ts', 'better-sqlite3'],
  ['product-imports-no-tests', 'main/shell/helper.ts', '../../tests/helper.ts'],
  ['no-undeclared-packages', 'main/shell/undeclared.ts', 'undeclared'],
  ['everything-resolves', 'main/shell/nowhere.ts', './not-there.ts'],
  ['no-packages-of-development', 'main/shell/bundler.ts', 'vite'],
];

const violated = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const rules = z.object({ forbidden: z.array(z.object({ name: z.string() })) });

/** The rules that are broken, each as `rule: file`. */
async function check(files: House): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'perito-house-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, imported] of Object.entries(files))
    write(path, `${imported.map((from) => `import '${from}';\n`).join('')}export {};\n`);
  for (const name of ['electron', 'keytar', 'better-sqlite3', 'zod', 'react', 'vite', 'undeclared']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  write(
    'node_modules/@mui/material/package.json',
    JSON.stringify({ name: '@mui/material', version: '1.0.0' }),
  );
  write('node_modules/@mui/material/Box/index.js', '');
  for (const file of ['.dependency-cruiser.mjs', 'package.json']) cpSync(join(tree, file), join(root, file));
  const program = join(tree, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const options = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, ...options, 'main', 'preload', 'renderer', 'shared'],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const { violations } = violated.parse(JSON.parse(stdout)).summary;
  return [...new Set(violations.map(({ rule, from }) => `${rule.name}: ${from}`))].sort();
}

test('what the house allows breaks no rule', async () => {
  expect(await check(house)).toEqual([]);
});

test('each rule is broken by its planted breach', async () => {
  const planted = Object.fromEntries(breaches.map(([, file, imported]) => [file, [imported]]));
  const found = await check({ ...house, ...planted });
  expect(found).toEqual(expect.arrayContaining(breaches.map(([rule, file]) => `${rule}: ${file}`)));
  // Nothing else is blamed: whatever else is found is found in a planted file.
  expect(found.filter((line) => !Object.hasOwn(planted, line.split(': ')[1] ?? ''))).toEqual([]);
});

test('no rule is without a breach', async () => {
  const { forbidden } = rules.parse(
    (await import(pathToFileURL(join(tree, '.dependency-cruiser.mjs')).href)).default,
  );
  expect(breaches.map(([rule]) => rule).sort()).toEqual(forbidden.map(({ name }) => name).sort());
});
