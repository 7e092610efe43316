/**
 * `npm run notices`: writes `NOTICES.txt`, which names everything of others that the installers hold, and is shipped with them: what
 * was bundled, as the builds list it, and the libraries that `electron-builder.yml` takes as they are.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The file of the notices, in the root of the tree. */
export const noticesFile = join(root, 'NOTICES.txt');

/** Why Perito holds it, for what it chose itself; what else it holds is needed by one of these. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['@emotion/cache', "styles of the screen with the nonce that the page's policy asks for"],
  ['@emotion/react', 'styles of the screen, on which @mui/material stands'],
  ['@emotion/styled', 'styles of the screen, on which @mui/material stands'],
  ['@fontsource-variable/inter', 'the typeface of the screen, so that none is fetched'],
  ['@fontsource-variable/jetbrains-mono', 'the typeface of numbers and codes, so that none is fetched'],
  [
    '@mui/material',
    'fields, buttons, tables and dialogs of the screen, usable by keyboard and screen readers',
  ],
  ['@mui/x-charts', 'the charts of the figures, in its free edition, loaded with the first of them'],
  ['@napi-rs/image', 'decodes photographs and makes their previews, in a process of its own'],
  ['@noble/ciphers', 'the stream cipher of encrypted archives, piece by piece'],
  ['@orpc/client', "the screen's end of the contract with the engine"],
  ['@orpc/contract', 'the contract between screen and engine'],
  ['@orpc/server', "the engine's end of the contract"],
  ['@orpc/standard-server-node', 'the contract over HTTP, for the browser shell'],
  ['@orpc/standard-server-peer', 'the contract over a message port, for the desktop and threads'],
  ['@orpc/tanstack-query', "the contract's procedures as queries of the screen"],
  ['@tanstack/react-query', "what the screen holds of the engine's answers, and when it asks again"],
  ['@tanstack/react-virtual', 'lists of any length, of which only what is seen is drawn'],
  ['age-encryption', 'encrypts archives in the format of the program age'],
  ['aws4', 'signs what is asked of a store of photos and papers'],
  ['better-sqlite3', 'SQLite, the database; comes with one compiled file for each system'],
  ['big.js', 'sums of money in decimals'],
  ['csv-parse', 'reads policy books'],
  ['electron-updater', 'installs a newer version as each system has it, and looks at its signature there'],
  ['env-paths', 'where each system keeps the data of a program'],
  ['exifr', 'what the camera wrote into a photograph'],
  ['fastify', 'the HTTP server of the receiver and of the browser shell'],
  ['file-type', 'what a file is by its content'],
  ['i18next', 'the texts of the screen in two languages'],
  ['ipaddr.js', 'which addresses may be dialled'],
  ['keytar', 'the keychain of the system; compiled when it is installed'],
  ['libheif-js', 'decodes HEIC photographs, in a process of its own'],
  ['lucide-react', 'the icons of the screen'],
  ['openid-client', "signing in by the office's provider of OpenID Connect"],
  ['pdfjs-dist', 'shows PDFs without the network or a program of others'],
  ['pdfmake', 'sets lists, records and claims on paper, with its Roboto (Apache-2.0) as their typeface'],
  ['pg', 'speaks with PostgreSQL, where an office has its data there'],
  ['pg-cloudflare', 'asked for by pg, which looks whether it runs at Cloudflare'],
  ['pg-copy-streams', 'brings whole tables to PostgreSQL and back'],
  ['pgpass', "reads the file of passwords that PostgreSQL's programs know"],
  ['pino', 'the log, one line of JSON an event'],
  ['react', 'the screen'],
  ['react-dom', 'the screen'],
  ['react-pdf', 'pages of PDFs as parts of the screen'],
  ['react-zoom-pan-pinch', 'photographs that are enlarged and moved'],
  ['saxes', "reads the sheets of policy books in Excel's format"],
  ['selfsigned', 'makes a certificate to try TLS with'],
  ['supports-color', 'taken in by debug, which asks whether it is there'],
  ['wouter', "the addresses of the screen's parts"],
  ['yaml', 'reads what a feed of newer versions offers'],
  ['yauzl', "reads ZIP files: archives, and Excel's"],
  ['yazl', 'writes workbooks, which are ZIP archives, as their rows are read'],
  ['zod', 'checks everything that comes from outside, once'],
  ['zustand', 'what the screen keeps for itself'],
]);

/**
 * Taken as they are, not bundled; the same as `files` of `electron-builder.yml`. What better-sqlite3 and keytar name besides is
 * for compiling them, and does not ship.
 */
const unbundled = ['@napi-rs/image', 'better-sqlite3', 'keytar', 'libheif-js', 'pino'] as const;
const compilesWithOthers: ReadonlySet<string> = new Set(['better-sqlite3', 'keytar']);

/** What may ship in a program under the MIT licence, with its text beside it. */
const acceptable: ReadonlySet<string> = new Set([
  ...[
    'MIT',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'Unlicense',
    'Apache-2.0',
    'OFL-1.1',
    'BlueOak-1.0.0',
  ],
  // As a library with its source: the intro says how it is exchanged.
  'LGPL-3.0',
]);

/** Of those whose package does not name it: as the text says that comes with them. */
const unsaid: ReadonlyMap<string, string> = new Map([['png-js', 'MIT']]);

const lockedPackage = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
});
const lockFile = z.object({ packages: z.record(z.string(), lockedPackage) });

/** What ships of others, as far as it is decided. */
export interface ShippedPackage {
  /** Its folder, such as `node_modules/NAME`. */
  folder: string;
  name: string;
  version: string;
  /** By its SPDX name. */
  licence: string;
  hasInstallScript: boolean;
  reason: string;
}

/** Everything that ships and why, and what is wrong with it, one sentence each. */
export interface Shipped {
  packages: readonly ShippedPackage[];
  problems: readonly string[];
}

/** `bundled` are folders as `bundled-packages.json` lists them, `locked` the content of `package-lock.json`. */
export function shippedPackages(bundled: readonly string[], locked: unknown): Shipped {
  const all = lockFile.parse(locked).packages;
  const folders = new Set([...bundled, ...withWhatTheyNeed(unbundled, all)]);
  const neededBy = (name: string) =>
    [...folders]
      .filter((one) => name in { ...all[one]?.dependencies, ...all[one]?.peerDependencies })
      .map(nameOf);
  const problems: string[] = [];
  const packages = [...folders].sort(byName).map((folder): ShippedPackage => {
    const name = nameOf(folder);
    const { version = '', license = '', hasInstallScript = false } = all[folder] ?? {};
    const licence = license === '' ? (unsaid.get(name) ?? '') : license;
    const others = [...new Set(neededBy(name))].sort();
    const reason = reasons.get(name) ?? (others.length === 0 ? '' : `needed by ${others.join(', ')}`);
    if (version === '') problems.push(`${folder} is not in package-lock.json.`);
    if (!licence.split(' AND ').every((one) => acceptable.has(one)))
      problems.push(`${name} has the licence “${licence}”, which nobody accepted.`);
    if (reason === '') problems.push(`Nobody said why ${name} ships.`);
    return { folder, name, version, licence, hasInstallScript, reason };
  });
  const names = new Set(packages.map(({ name }) => name));
  for (const name of reasons.keys())
    if (!names.has(name)) problems.push(`There is a reason for ${name}, which does not ship.`);
  return { packages, problems };
}

/** Each in its folder at the top or in that of the package that needs it. */
function withWhatTheyNeed(
  names: readonly string[],
  all: z.infer<typeof lockFile>['packages'],
): ReadonlySet<string> {
  const found = new Set<string>();
  const take = (name: string, by: string) => {
    const own = `${by}/node_modules/${name}`;
    const folder = own in all ? own : `node_modules/${name}`;
    if (found.has(folder)) return;
    found.add(folder);
    if (compilesWithOthers.has(name)) return;
    for (const needed of Object.keys(all[folder]?.dependencies ?? {})) take(needed, folder);
  };
  for (const name of names) take(name, '');
  return found;
}

const nameOf = (folder: string): string => folder.split('node_modules/').at(-1) ?? folder;
const byName = (a: string, b: string): number =>
  nameOf(a).localeCompare(nameOf(b), 'en') || a.localeCompare(b, 'en');

const intro = `Lo que Perito trae de otros

Cada programa de esta lista viene dentro de Perito, con su licencia y para qué
está. Debajo están los textos de las licencias, en su idioma.

El escritorio funciona sobre Electron (MIT), que trae Chromium, Node.js y
FFmpeg: sus licencias están en LICENSE.electron.txt y LICENSES.chromium.html,
junto al programa. better-sqlite3 trae SQLite, que es de dominio público. El
archivo compilado de @napi-rs/image viene en un paquete por sistema,
@napi-rs/image-SISTEMA, de la misma versión y licencia;
https://github.com/Brooooooklyn/Image dice de qué se compila.

libheif-js es la biblioteca libheif, con libde265, bajo la LGPL de GNU, versión
3, sin cambios. Su código está en https://github.com/strukturag/libheif y
https://github.com/catdad-experiments/libheif-js. Perito es software libre:
quien quiera otra versión de ella la pone en node_modules/libheif-js, en el
código de Perito, y lo hace de nuevo con npm run dist.


What Perito holds of others

Each program of this list comes inside Perito, with its licence and what it is
for. The texts of the licences are below.

The desktop stands on Electron (MIT), which holds Chromium, Node.js and FFmpeg:
their licences are in LICENSE.electron.txt and LICENSES.chromium.html, beside
the program. better-sqlite3 holds SQLite, which is in the public domain. The
compiled file of @napi-rs/image comes in a package for each system,
@napi-rs/image-SYSTEM, of the same version and licence;
https://github.com/Brooooooklyn/Image says what it is compiled from.

libheif-js is the library libheif, with libde265, under the GNU LGPL, version 3,
unchanged. Its source is at https://github.com/strukturag/libheif and
https://github.com/catdad-experiments/libheif-js. Perito is free software:
whoever wants another version of it puts that in node_modules/libheif-js, in the
source of Perito, and builds it by npm run dist.


`;

const heading = (one: ShippedPackage): string => `${one.name} ${one.version}`;
const line = '-'.repeat(80);

/** The text of the notices. `textOf` gives a licence’s own words, null where there are none. */
export function noticesText(
  packages: readonly ShippedPackage[],
  textOf: (one: ShippedPackage) => string | null,
): string {
  const list = packages.map((one) => {
    const script = one.hasInstallScript ? ', runs a script when it is installed' : '';
    return `${heading(one)} (${one.licence}${script})\n    ${one.reason}\n`;
  });
  const texts = packages.map((one) => {
    const text = textOf(one) ?? `Its package brings no text of the licence ${one.licence}.`;
    return `${line}\n${heading(one)}\n${line}\n\n${text}\n`;
  });
  return `${intro}${list.join('')}\n${texts.join('\n')}`;
}

/** The words of its licence and notices, read from where it is installed; null where it is not, or brings none. */
function installedText(folder: string): string | null {
  const at = join(root, folder);
  if (!existsSync(at)) return null;
  const texts = [...licencesIn(at), ...licencesOfVendored(at)];
  return texts.length === 0 ? null : texts.join('\n\n');
}

const licencesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());

/** Of packages that lie inside one, as @mui/x-charts-vendor holds parts of D3, each after its name. */
function licencesOfVendored(folder: string): string[] {
  const vendored = join(folder, 'lib-vendor');
  if (!existsSync(vendored)) return [];
  return readdirSync(vendored)
    .sort()
    .map((name) => [`${name}:`, ...licencesIn(join(vendored, name))].join('\n\n'));
}

/** As `noticesText` wrote it before: that of a package which is not installed on this machine. */
function keptText(notices: string, one: ShippedPackage): string | null {
  const head = `${line}\n${heading(one)}\n${line}\n\n`;
  const at = notices.indexOf(head);
  if (at === -1) return null;
  const [text = ''] = notices.slice(at + head.length).split(`\n\n${line}\n`);
  return text.trimEnd();
}

/** What the notices are to be now, of the program as it was built last. Throws where something may not ship. */
export function currentNotices(): string {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const bundled = ['main', 'preload', 'renderer'].flatMap((part) =>
    z.array(z.string()).parse(read(`out/${part}/bundled-packages.json`)),
  );
  const { packages, problems } = shippedPackages(bundled, read('package-lock.json'));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const before = existsSync(noticesFile) ? readFileSync(noticesFile, 'utf8') : '';
  return noticesText(packages, (one) =>
    existsSync(join(root, one.folder)) ? installedText(one.folder) : keptText(before, one),
  );
}

if (import.meta.main) writeFileSync(noticesFile, currentNotices());
