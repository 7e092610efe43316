import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consolePolicy, newNonce, securityHeaders, withNonce, workerPolicy } from './page-security.ts';

/** One answer for the console's page or a file of it; `headers` is complete. */
interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The built screen: what was there at the start, read when it is first asked for; another path does not exist. */
export interface RendererFiles {
  /** `path` is a URL's path as it was sent; null where there is no such file. */
  answer(path: string): PageAnswer | null;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  // What PDFs need besides: old fonts, and the character maps of East Asian ones.
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Where electron-vite puts the screen, seen from the sources and from the bundle alike. */
function builtRendererFolder(from: string = import.meta.url): string {
  const root = from.endsWith('.ts') ? '../../out/renderer' : '../renderer';
  return fileURLToPath(new URL(root, from));
}

/** Looks for the built screen; where it is not built, a page says what to run and everything else works. */
export function readRendererFiles(folder: string = builtRendererFolder()): RendererFiles {
  const files = new Map<string, BuiltFile>();
  for (const file of existsSync(folder) ? filesBelow(folder) : []) {
    const type = types[extname(file).toLowerCase()];
    if (type === undefined) continue;
    files.set(`/${relative(folder, file).split(sep).join('/')}`, { type, file, kept: null });
  }
  const indexFile = files.get('/index.html')?.file;
  const index = indexFile === undefined ? undefined : readFileSync(indexFile, 'utf8');
  files.delete('/index.html');
  return {
    answer(path) {
      if (path === '/' || path === '/index.html') return index === undefined ? notBuilt() : page(index);
      const found = files.get(path);
      const body = found && bytesOf(found);
      return body ? { status: 200, headers: fileHeaders(path, found.type), body } : null;
    },
  };
}

interface BuiltFile {
  type: string;
  file: string;
  /** As it was read last. */
  kept: { bytes: Buffer; mtimeMs: number } | null;
}

/**
 * The same bytes for all answers, so that many at once cost no more memory than one; read anew where the screen was built
 * again. Null where it is not there any more.
 */
function bytesOf(built: BuiltFile): Buffer | null {
  const there = statSync(built.file, { throwIfNoEntry: false });
  if (!there) return null;
  const { mtimeMs, size } = there;
  if (built.kept?.mtimeMs !== mtimeMs || built.kept.bytes.length !== size)
    built.kept = { bytes: readFileSync(built.file), mtimeMs };
  return built.kept.bytes;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function page(index: string): PageAnswer {
  const nonce = newNonce();
  return {
    status: 200,
    headers: {
      ...securityHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': consolePolicy(nonce),
      'cache-control': 'no-store',
    },
    body: Buffer.from(withNonce(index, nonce)),
  };
}

/** Files under `assets` carry a hash of their content in their name, so they never change. */
function fileHeaders(path: string, type: string): Record<string, string> {
  const forever = path.startsWith('/assets/');
  return {
    ...securityHeaders,
    'content-type': type,
    ...(path.endsWith('.js') ? { 'content-security-policy': workerPolicy } : {}),
    'cache-control': forever ? 'private, max-age=31536000, immutable' : 'no-cache',
  };
}

function notBuilt(): PageAnswer {
  return {
    status: 503,
    headers: { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(
      'La pantalla no está construida. Ejecute «npm run build» y reinicie; luego recargue esta página.\n' +
        'The screen is not built. Run "npm run build", restart Perito and reload this page.\n',
    ),
  };
}
