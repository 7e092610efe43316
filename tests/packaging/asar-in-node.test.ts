import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPackageWithOptions, getRawHeader } from '@electron/asar';
import { expect, onTestFinished, test } from 'vitest';

/** A program in an archive, which says what each of its calls brought. */
const program = `
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, { createReadStream, existsSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { access, open, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { inPackage } from 'a-package';
import { inFile } from './part/esm.mjs';

const here = import.meta.dirname;
const file = here + '/text.txt';
const failure = async (work) => { try { await work(); return 'none'; } catch (cause) { return cause.code ?? String(cause); } };
const handle = await open(file);
const worker = new Worker(new URL('./worker.mjs', import.meta.url));
const child = fork(here + '/child.mjs', ['given'], { env: {}, execArgv: [] });
// Either may speak before the rest is read.
const heard = Promise.all([once(worker, 'message'), once(child, 'message')]);
const said = {
  inPackage, inFile,
  required: createRequire(import.meta.url)('./data').word,
  readFileSync: readFileSync(file, 'utf8'),
  readFile: await readFile(new URL('./text.txt', import.meta.url), { encoding: 'utf8' }),
  callback: await new Promise((done) => fs.readFile(file, 'utf8', (_failed, read) => done(read))),
  stream: await text(createReadStream(file, { start: 2 })),
  handle: await handle.readFile('utf8'),
  sizes: [statSync(file).size, (await stat(file)).size, Number(lstatSync(file, { bigint: true }).size)],
  kinds: [statSync(file).isFile(), statSync(here).isDirectory(), statSync(here + '/part').isFile()],
  missing: [existsSync(here + '/nothing'), statSync(here + '/nothing', { throwIfNoEntry: false }) ?? null],
  names: readdirSync(here + '/part'),
  folders: readdirSync(here, { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name),
  unpacked: readFileSync(here + '/beside.node', 'utf8'),
  thread: (await heard)[0][0],
  process: (await heard)[1][0],
  failures: {
    missing: await failure(() => access(here + '/nothing')),
    folder: await failure(() => readFileSync(here)),
    write: await failure(() => writeFileSync(file, 'x')),
    make: await failure(() => mkdirSync(here + '/made')),
    openToWrite: await failure(() => openSync(file, 'w')),
    folderOfWork: await failure(() => process.chdir(here)),
    start: spawnSync(here + '/text.txt').error?.code,
  },
};
await handle.close();
worker.terminate();
console.log(JSON.stringify(said));
`;

const files: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module"}',
  'main.js': program,
  'text.txt': 'perito',
  'data.json': '{"word":"json"}',
  'beside.node': 'unpacked',
  'part/esm.mjs': "export { inFile } from '../other.js';",
  'other.js': "export const inFile = 'relative';",
  'worker.mjs': "import { parentPort } from 'node:worker_threads'; parentPort.postMessage(import.meta.url);",
  'child.mjs': 'process.send([import.meta.url, process.argv[2]]); process.disconnect();',
  'node_modules/a-package/package.json': '{"main":"lib/index"}',
  'node_modules/a-package/lib/index.js': "exports.inPackage = require('./inner').word;",
  'node_modules/a-package/lib/inner.js': "exports.word = 'package';",
};

test('a program reads its archive as a folder, starts threads and processes from it, and writes nothing there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perito-asar-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [source, archive, temporary] = [
    join(folder, 'source'),
    join(folder, 'app.asar'),
    join(folder, 'tmp'),
  ];
  mkdirSync(temporary);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(source, name, '..'), { recursive: true });
    writeFileSync(join(source, name), content);
  }
  await createPackageWithOptions(source, archive, { unpack: '*.node' });
  // The library is done before the last of it is written.
  const packed = Object.entries(files).filter(([name]) => !name.endsWith('.node'));
  const bytes = packed.reduce((sum, [, content]) => sum + Buffer.byteLength(content), 0);
  await expect.poll(() => statSync(archive).size - getRawHeader(archive).headerSize - 8).toBe(bytes);
  rmSync(source, { recursive: true });
  const readsArchives = fileURLToPath(new URL('asar-in-node.ts', import.meta.url));
  const said = execFileSync(process.execPath, ['--import', readsArchives, join(archive, 'main.js')], {
    encoding: 'utf8',
    env: { TMPDIR: temporary },
  });
  expect(JSON.parse(said)).toEqual({
    ...{ inPackage: 'package', inFile: 'relative', required: 'json' },
    ...{ readFileSync: 'perito', readFile: 'perito', callback: 'perito', stream: 'rito', handle: 'perito' },
    ...{ sizes: [6, 6, 6], kinds: [true, true, false], missing: [false, null], names: ['esm.mjs'] },
    folders: ['node_modules', 'part'],
    ...{ unpacked: 'unpacked', thread: `file://${archive}/worker.mjs` },
    process: [`file://${archive}/child.mjs`, 'given'],
    failures: {
      ...{ missing: 'ENOENT', folder: 'EISDIR', write: 'ENOTDIR', make: 'ENOTDIR', openToWrite: 'ENOTDIR' },
      ...{ folderOfWork: 'ENOTDIR', start: 'ENOTDIR' },
    },
  });
  expect(readdirSync(temporary)).toEqual([]);
});
