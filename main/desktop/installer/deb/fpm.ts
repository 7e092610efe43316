#!/usr/bin/env node
/**
 * Makes the Debian package, with dpkg-deb: takes what electron-builder tells the program `fpm`, as far as it does for this
 * package, and refuses anything else. So the package is made of what the system has, and the tests make the one that is shipped.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { ...text, short: 'd', multiple: true, default: [] },
    force: { type: 'boolean' },
    name: text,
    version: text,
    architecture: text,
    maintainer: text,
    vendor: text,
    url: text,
    description: text,
    category: text,
    license: text,
    package: text,
    'after-install': text,
    'after-remove': text,
    'deb-priority': text,
    'deb-compression': text,
    'deb-recommends': { ...text, multiple: true, default: [] },
  },
});

if (values.s !== 'dir' || values.t !== 'deb') throw new Error('Only a folder is made a Debian package here.');

const folder = mkdtempSync(join(tmpdir(), 'perito-deb-'));
try {
  for (const given of positionals) take(given);
  const files = filesBelow(folder);
  for (const file of files) chmodSync(file, lstatSync(file).mode & 0o111 ? 0o755 : 0o644);
  const control = join(folder, 'DEBIAN');
  mkdirSync(control);
  writeFileSync(join(control, 'control'), controlText(files));
  writeFileSync(join(control, 'md5sums'), files.map(md5Line).join(''));
  script('postinst', needed('after-install'));
  script('postrm', needed('after-remove'));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  chmodSync(folder, 0o755);
  const compression = needed('deb-compression') === 'gz' ? 'gzip' : needed('deb-compression');
  const options = ['--root-owner-group', `-Z${compression}`, '--build', folder, needed('package')];
  execFileSync('dpkg-deb', options, { stdio: ['ignore', 'ignore', 'inherit'] });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** `given` is `PATH=/TARGET`; a path with a slash at its end is a folder whose contents go there. */
function take(given: string): void {
  const [, from = '', to = ''] = /^(.+)=(\/.+)$/.exec(given) ?? [];
  if (to === '') throw new Error(`Where is this to go: ${given}`);
  const target = join(folder, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}

/** Plain files, links left out: none is among them that is not the program's own. */
function filesBelow(at: string): string[] {
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** By the policy of Debian, chapter 5. The size is in kibibytes. */
function controlText(files: readonly string[]): string {
  const size = files.reduce((sum, file) => sum + Math.ceil(lstatSync(file).size / 1024), 0);
  const [synopsis = '', ...more] = needed('description')
    .split('\n')
    .map((line) => line.trim());
  const fields: [string, string][] = [
    ['Package', needed('name')],
    ['Version', needed('version')],
    ['Architecture', needed('architecture')],
    ['Maintainer', needed('maintainer')],
    ['Installed-Size', String(size)],
    ['Depends', values.d.join(', ')],
    ['Recommends', values['deb-recommends'].join(', ')],
    ['Section', needed('category')],
    ['Priority', needed('deb-priority')],
    ['Homepage', needed('url')],
    ['Description', [synopsis, ...more.map((line) => ` ${line === '' ? '.' : line}`)].join('\n')],
  ];
  return fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

function md5Line(file: string): string {
  return `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${relative(folder, file)}\n`;
}

function script(name: string, source: string): void {
  writeFileSync(join(folder, 'DEBIAN', name), readFileSync(source), { mode: 0o755 });
}

function needed(name: Exclude<keyof typeof values, 'd' | 'deb-recommends' | 'force'>): string {
  const value = values[name];
  if (value === undefined) throw new Error(`--${name} is missing.`);
  return value;
}
