/**
 * Given to plain Node by `--import`, lets it run a program from inside an archive as Electron does: modules are loaded from there,
 * `node:fs` reads there, and a program that is started there has this too. Nothing in an archive can be written: to the system it
 * is a file, so that whatever is below it is refused with ENOTDIR. What Electron hands to the system as a path of its own (an
 * opened file) is a temporary file here as there, without a name. https://www.electronjs.org/docs/latest/tutorial/asar-archives
 */
import childProcess, { type ForkOptions } from 'node:child_process';
import fs, { type PathLike } from 'node:fs';
import { isBuiltin, registerHooks, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findInArchives, type InArchive } from './asar-entries.ts';

const real = { ...fs };
const realPromises = { ...fs.promises };

type Given = PathLike | number | fs.promises.FileHandle;

const pathOf = (given: unknown): string | null => {
  if (typeof given === 'string') return resolve(given);
  if (given instanceof URL) return given.protocol === 'file:' ? fileURLToPath(given) : null;
  return Buffer.isBuffer(given) ? resolve(String(given)) : null;
};

/** Null where no archive is meant: the system answers. What is unpacked is the system's too, at its place beside the archive. */
function inArchive(given: unknown): { path: string; found: InArchive | null } | null {
  const path = pathOf(given);
  if (path === null) return null;
  const found = findInArchives(path);
  return found === 'outside' ? null : { path, found };
}

function failure(code: 'ENOENT' | 'EISDIR' | 'ENOTDIR', call: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${call} '${path}'`), { code, syscall: call, path });
}

function there({ path, found }: { path: string; found: InArchive | null }, call: string): InArchive {
  if (found === null) throw failure('ENOENT', call, path);
  return found;
}

function contentOf(at: { path: string; found: InArchive | null }, call: string): Buffer {
  const entry = there(at, call);
  if (entry.kind === 'folder') throw failure('EISDIR', call, at.path);
  return entry.read();
}

/** Size and kind are the entry's, all else is the archive's: Electron makes them up as well. */
function statOf(at: { path: string; found: InArchive | null }, call: string, options: unknown) {
  const entry = there(at, call);
  const isBig = typeof options === 'object' && options !== null && 'bigint' in options && options.bigint;
  const bigint = isBig === true;
  if (entry.kind === 'file' && entry.unpackedAt !== null) return real.statSync(entry.unpackedAt, { bigint });
  const isFolder = entry.kind === 'folder';
  const [mode, size] = [isFolder ? 0o040555 : 0o100444, entry.kind === 'file' ? entry.size : 0];
  const made = bigint ? { mode: BigInt(mode), size: BigInt(size) } : { mode, size };
  return Object.assign(real.statSync(entry.archive, { bigint }), made);
}

function listOf(at: { path: string; found: InArchive | null }, options: unknown): unknown[] {
  const entry = there(at, 'scandir');
  if (entry.kind === 'file') throw failure('ENOTDIR', 'scandir', at.path);
  const isTyped = typeof options === 'object' && options !== null && 'withFileTypes' in options;
  if (!isTyped || options.withFileTypes !== true) return entry.names;
  return entry.names.map((name) => {
    const inside = findInArchives(join(at.path, name));
    const isPlain = inside !== 'outside' && inside?.kind === 'file';
    return { name, parentPath: at.path, isFile: () => isPlain, isDirectory: () => !isPlain };
  });
}

const encoded = (bytes: Buffer, options: unknown): Buffer | string => {
  const encoding =
    typeof options === 'string'
      ? options
      : typeof options === 'object' && options !== null && 'encoding' in options
        ? options.encoding
        : null;
  return typeof encoding === 'string' ? bytes.toString(encoding as BufferEncoding) : bytes;
};

/** The path of a temporary file; whoever asked opens it and removes its name at once. */
function takenOut(at: { path: string; found: InArchive | null }): { path: string; isTemporary: boolean } {
  const entry = there(at, 'open');
  if (entry.kind === 'file' && entry.unpackedAt !== null)
    return { path: entry.unpackedAt, isTemporary: false };
  const path = join(real.mkdtempSync(join(tmpdir(), 'perito-asar-')), 'file');
  real.writeFileSync(path, contentOf(at, 'open'));
  return { path, isTemporary: true };
}

const isReading = (flags: unknown): boolean =>
  flags === undefined || flags === null || flags === 'r' || flags === fs.constants.O_RDONLY;

function openSync(at: { path: string; found: InArchive | null }, flags: unknown): number {
  if (!isReading(flags)) throw failure('ENOTDIR', 'open', at.path);
  const { path, isTemporary } = takenOut(at);
  try {
    return real.openSync(path, 'r');
  } finally {
    if (isTemporary) real.rmSync(dirname(path), { recursive: true });
  }
}

/** What each call answers of a path in an archive; all others go to the system, which finds a file where a folder should be. */
const answers: Readonly<
  Record<string, (at: { path: string; found: InArchive | null }, options: unknown) => unknown>
> = {
  readFile: (at, options) => encoded(contentOf(at, 'open'), options),
  stat: (at, options) => statOf(at, 'stat', options),
  lstat: (at, options) => statOf(at, 'lstat', options),
  readdir: listOf,
  realpath: (at) => {
    there(at, 'realpath');
    return at.path;
  },
  access: (at) => void there(at, 'access'),
};

type Call = (given: Given, ...rest: unknown[]) => unknown;
/** Everything that `fs` exports, to be put in its place by name. */
const patched: Record<string, unknown> = fs as never;
const patchedPromises: Record<string, unknown> = fs.promises as never;

function replace(target: Record<string, unknown>, name: string, make: (before: Call) => Call): void {
  const before = target[name];
  if (typeof before !== 'function') throw new TypeError(`fs has no ${name}.`);
  target[name] = Object.assign(make(before as Call), before);
}

/** As a callback hears it: what comes of the call with its options, where it has any. */
function tell(rest: unknown[], work: (options: unknown) => unknown): void {
  const done = rest.at(-1) as (failed: unknown, value?: unknown) => void;
  try {
    process.nextTick(done, null, work(rest.length > 1 ? rest[0] : undefined));
  } catch (cause) {
    process.nextTick(done, cause);
  }
}

for (const [name, answer] of Object.entries(answers)) {
  replace(patched, `${name}Sync`, (before) => (given, ...rest) => {
    const at = inArchive(given);
    if (at === null) return before(given, ...rest);
    const isAskedToThrow = (rest[0] as { throwIfNoEntry?: boolean } | undefined)?.throwIfNoEntry !== false;
    return at.found === null && !isAskedToThrow ? undefined : answer(at, rest[0]);
  });
  replace(patched, name, (before) => (given, ...rest) => {
    const at = inArchive(given);
    if (at === null) return before(given, ...rest);
    return tell(rest, (options) => answer(at, options));
  });
  replace(patchedPromises, name, (before) => async (given, ...rest) => {
    const at = inArchive(given);
    return at === null ? before(given, ...rest) : answer(at, rest[0]);
  });
}
replace(patched, 'existsSync', (before) => (given) => {
  const at = inArchive(given);
  return at === null ? before(given) : at.found !== null;
});
replace(patched, 'openSync', (before) => (given, ...rest) => {
  const at = inArchive(given);
  return at === null ? before(given, ...rest) : openSync(at, rest[0]);
});
replace(patched, 'open', (before) => (given, ...rest) => {
  const at = inArchive(given);
  if (at === null) return before(given, ...rest);
  return tell(rest, (flags) => openSync(at, flags));
});
replace(patchedPromises, 'open', (before) => async (given, ...rest) => {
  const at = inArchive(given);
  if (at === null) return before(given, ...rest);
  if (!isReading(rest[0])) throw failure('ENOTDIR', 'open', at.path);
  const { path, isTemporary } = takenOut(at);
  const handle = await realPromises.open(path, 'r');
  if (isTemporary) real.rmSync(dirname(path), { recursive: true });
  return handle;
});

/** Where the address of each module that is loaded is noted, a line each, by every thread and process that is started here. */
const loadedVariable = 'PERITO_TEST_LOADED';
const loaded = process.env[loadedVariable];

// A process of Electron's own kind reads archives whatever its environment is.
const { fork } = childProcess;
childProcess.fork = (file: string | URL, ...rest: unknown[]) => {
  const [given, options] = Array.isArray(rest[0])
    ? [rest[0] as string[], rest[1] as ForkOptions | undefined]
    : [[], rest[0] as ForkOptions | undefined];
  if (inArchive(file) === null) return fork(file, given, options);
  const execArgv = [...(options?.execArgv ?? process.execArgv), '--import', import.meta.url];
  const env = {
    ...(options?.env ?? process.env),
    ...(loaded === undefined ? {} : { [loadedVariable]: loaded }),
  };
  return fork(file, given, { ...options, env, execArgv });
};
syncBuiltinESMExports();

const isFile = (path: string): boolean => {
  const found = findInArchives(path);
  return found !== 'outside' && found !== null && found.kind === 'file';
};

interface Manifest {
  type?: string;
  main?: string;
  exports?: unknown;
}

function manifestIn(folder: string): Manifest | null {
  const path = join(folder, 'package.json');
  return isFile(path) ? JSON.parse(fs.readFileSync(path, 'utf8')) : null;
}

/** As `require` finds a file: by its name, with an ending, as a folder. */
function requiredAt(path: string): string | null {
  const names = [path, `${path}.js`, `${path}.json`, `${path}.node`];
  const main = manifestIn(path)?.main;
  if (main !== undefined)
    names.push(join(path, main), join(path, `${main}.js`), join(path, main, 'index.js'));
  return [...names, join(path, 'index.js')].find(isFile) ?? null;
}

/** The first of `exports` whose condition holds. */
function exported(exports: unknown, conditions: readonly string[]): string | null {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return null;
  for (const [condition, target] of Object.entries(exports)) {
    if (condition !== 'default' && !conditions.includes(condition)) continue;
    const found = exported(target, conditions);
    if (found !== null) return found;
  }
  return null;
}

/** A package by its name, from the nearest `node_modules` upwards; past the archive's own none is looked for. */
function packageFile(specifier: string, from: string, conditions: readonly string[]): string | null {
  const parts = specifier.split('/');
  const name = parts.splice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  for (let folder = from; findInArchives(folder) !== 'outside'; folder = dirname(folder)) {
    const root = join(folder, 'node_modules', name);
    const manifest = manifestIn(root);
    if (manifest === null) continue;
    if (manifest.exports === undefined) return requiredAt(join(root, ...parts));
    const listed = manifest.exports as Record<string, unknown>;
    const subpath = ['.', ...parts].join('/');
    const hasSubpaths = typeof listed === 'object' && Object.keys(listed).some((key) => key.startsWith('.'));
    const target = exported(hasSubpaths ? listed[subpath] : listed, conditions);
    return target === null ? null : join(root, target);
  }
  return null;
}

function moduleFile(specifier: string, parent: string | undefined, conditions: readonly string[]) {
  const from = parent?.startsWith('file:') ? dirname(fileURLToPath(parent)) : undefined;
  const isPath = /^(\.{0,2}\/|\.{1,2}$|file:)/.test(specifier);
  if (!isPath) return from === undefined ? null : packageFile(specifier, from, conditions);
  const path = specifier.startsWith('file:')
    ? fileURLToPath(specifier)
    : resolve(from ?? '/', conditions.includes('require') ? specifier : decodeURIComponent(specifier));
  return conditions.includes('require') ? requiredAt(path) : isFile(path) ? path : null;
}

/** Where an archive's modules come from; the last folder with a `package.json` says of what kind a `.js` is. */
function formatOf(path: string): 'json' | 'module' | 'commonjs' {
  const ending = extname(path);
  if (ending === '.json') return 'json';
  if (ending !== '.js') return ending === '.mjs' ? 'module' : 'commonjs';
  for (let folder = dirname(path); findInArchives(folder) !== 'outside'; folder = dirname(folder)) {
    const manifest = manifestIn(folder);
    if (manifest !== null) return manifest.type === 'module' ? 'module' : 'commonjs';
  }
  return 'commonjs';
}

function note(url: string): void {
  if (loaded !== undefined) real.appendFileSync(loaded, `${url}\n`);
}

registerHooks({
  resolve(specifier, context, next) {
    if (isBuiltin(specifier)) return next(specifier, context);
    const path = moduleFile(specifier, context.parentURL, context.conditions);
    if (path === null) return next(specifier, context);
    const found = findInArchives(path);
    if (found === null || found === 'outside') return next(specifier, context);
    // The system's loader cannot look into an archive.
    const isNative = found.kind === 'file' && found.unpackedAt !== null && path.endsWith('.node');
    const url = pathToFileURL(isNative && found.unpackedAt !== null ? found.unpackedAt : path).href;
    if (isNative) note(url);
    return isNative ? { url, shortCircuit: true } : { url, format: formatOf(path), shortCircuit: true };
  },
  load(url, context, next) {
    note(url);
    const at = url.startsWith('file:') ? inArchive(fileURLToPath(url)) : null;
    if (at === null) return next(url, context);
    return { format: formatOf(at.path), source: contentOf(at, 'open'), shortCircuit: true };
  },
});
