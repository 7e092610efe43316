import type { AddressSource, AttachmentProblemCode } from '#shared/attachment-terms.ts';

/** Where a file is, as a record declares it; every text as it came. */
export interface DeclaredLocations {
  /** `fileFullPath`. */
  fullPath: string | null;
  filename: string | null;
  baseUrl: string | null;
  /** `previewFullPath`. */
  previewFullPath: string | null;
  previewFilename: string | null;
  documentUrl: string | null;
}

interface FoundAddress {
  url: URL;
  source: AddressSource;
}

/** A longer text is taken for no address. */
const maxAddressLength = 4096;

/**
 * Finds where a file is to be fetched (interface, "AttachmentDetails"): the full path where it is a whole address;
 * else beside `baseUrl`; else beside the platform's own address, which relative paths can only mean; and where nothing
 * leads to the file itself, its preview, which is better than nothing. Otherwise why there is no address.
 */
export function findAddress(
  declared: DeclaredLocations,
  platformUrl: string | null,
): FoundAddress | { problem: AttachmentProblemCode; detail: string | null } {
  const { documentUrl, fullPath, filename, previewFullPath, previewFilename } = declared;
  const texts = [documentUrl, fullPath, filename, previewFullPath, previewFilename];
  const named = texts.flatMap((text) => (text === null || text.trim() === '' ? [] : [text]));
  if (named.length === 0) return { problem: 'noAddress', detail: null };
  const base = ofWeb(absolute(declared.baseUrl));
  const platform = ofWeb(absolute(platformUrl));
  const beside = base ?? relativeTo(platform, declared.baseUrl);
  let other: FoundAddress | null = null;
  for (const [source, url] of candidates(declared, { base, platform, beside })) {
    if (url === null) continue;
    if (ofWeb(url) !== null) return { url, source };
    // Such as a path of somebody's disk: reported only where nothing else leads to the file.
    other ??= { url, source };
  }
  if (other !== null) return other;
  const isRelative = named.some((text) => !hasScheme(text) && text.length <= maxAddressLength);
  return { problem: isRelative ? 'relativeAddress' : 'notAnAddress', detail: shown(named[0] ?? '') };
}

/** In the order in which they are believed. */
function* candidates(
  declared: DeclaredLocations,
  { base, platform, beside }: { base: URL | null; platform: URL | null; beside: URL | null },
): Generator<[AddressSource, URL | null]> {
  yield ['documentUrl', absolute(declared.documentUrl)];
  yield ['platformAndDocumentUrl', relativeTo(platform, declared.documentUrl)];
  yield ['fileFullPath', absolute(declared.fullPath)];
  yield ['baseUrlAndFullPath', relativeTo(base, declared.fullPath)];
  yield ['filename', absolute(declared.filename)];
  yield ['baseUrlAndFilename', base === null ? null : relativeTo(base, nameAsPath(declared.filename))];
  yield ['platformAndFullPath', relativeTo(platform, declared.fullPath)];
  yield ['platformAndFilename', relativeTo(beside, nameAsPath(declared.filename))];
  yield ['previewFullPath', absolute(declared.previewFullPath)];
  yield ['baseUrlAndPreview', relativeTo(beside, declared.previewFullPath)];
  yield ['baseUrlAndPreview', relativeTo(beside, nameAsPath(declared.previewFilename))];
}

const hasScheme = (text: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(text);

/** A text that is a whole address by itself, whatever its scheme. */
function absolute(text: string | null): URL | null {
  if (text === null || text.length > maxAddressLength) return null;
  const trimmed = text.trim();
  if (trimmed.startsWith('//')) return URL.parse(`https:${trimmed}`);
  return hasScheme(trimmed) ? URL.parse(trimmed) : null;
}

function ofWeb(url: URL | null): URL | null {
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}

/** A path beside an address: below it, or from the root of its host where the path begins there; never on another. */
function relativeTo(base: URL | null, text: string | null): URL | null {
  const path = text?.trim() ?? '';
  if (
    base === null ||
    path === '' ||
    path.length > maxAddressLength ||
    hasScheme(path) ||
    path.startsWith('//')
  ) {
    return null;
  }
  const folder = new URL(base);
  folder.search = '';
  folder.hash = '';
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  const found = URL.parse(path.replaceAll('\\', '/'), folder.href);
  // Two slashes at its start name a host, as a share does, however they are written.
  return found?.origin === folder.origin ? found : null;
}

/** A bare name may hold signs that mean something in an address; one that brings a query keeps it. */
function nameAsPath(name: string | null): string | null {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '' || trimmed.length > maxAddressLength) return null;
  const [, path = '', query = ''] = /^(.*?)(\?[^?#=]+=[^#]*)?$/s.exec(trimmed) ?? [];
  return path.replaceAll(/%(?![\da-f]{2})|[?#]/gi, (sign) => encodeURIComponent(sign)) + query;
}

/** Without what may be a key of its own, where addresses are signed. */
const shown = (text: string): string => (text.trim().split('?')[0] ?? '').slice(0, 200).toWellFormed();

/** Longer names are cut before their ending. */
const maxFilenameLength = 160;
/** Of a longer text only its end is looked at. */
const maxNameLength = 4096;

/**
 * A file's name to show and to save under: without folders, control characters and marks that turn the direction of
 * writing, which can make `exe.jpg` of `gpj.exe`. Never a path.
 */
export function displayName(...declared: readonly (string | null | undefined)[]): string {
  for (const name of declared) {
    const clean = cleaned(name ?? '');
    if (clean !== '') return clean;
  }
  return 'archivo';
}

function cleaned(name: string): string {
  const last = bare(name.slice(-maxNameLength)).split(/[\\/]/).at(-1) ?? '';
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').replaceAll(/^[\s.]+|[\s.]+$/g, '');
  if (plain.length <= maxFilenameLength) return plain;
  const ending = /\.[\p{L}\p{N}]{1,8}$/u.exec(plain)?.[0] ?? '';
  return (
    plain
      .slice(0, maxFilenameLength - ending.length)
      .toWellFormed()
      .trimEnd() + ending
  );
}

/** Of an address its path, as people read it; without a query, which may be a key of its own. */
function bare(name: string): string {
  const path = name.toWellFormed().replace(/\?[^?#=]+=.*$/s, '');
  if (!/^https?:/i.test(path)) return path;
  try {
    return decodeURIComponent(path).toWellFormed();
  } catch {
    return path;
  }
}

/** An address to show: what follows the path may be a key of its own, where addresses are signed. */
export function withoutQuery(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address.split(/[?#]/)[0] ?? '';
  return `${url.protocol}//${url.host}${url.pathname}`;
}
