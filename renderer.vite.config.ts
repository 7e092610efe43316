import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { listBundledPackages } from './bundled-packages.ts';

/**
 * pdf.js' own files that it loads while it works, as they are, under `assets/pdfjs-<version>/`: its worker, the
 * decoders of JPEG 2000, JBIG2 and fax images that need no WebAssembly, the fonts that a PDF may leave out, and
 * the character maps of East Asian ones.
 */
function pdfReaderFiles(): Plugin {
  const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const home = dirname(packageFile);
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const all = (folder: string) => readdirSync(join(home, folder)).map((name) => `${folder}/${name}`);
  const files: [from: string, to: string][] = [
    ['build/pdf.worker.min.mjs', 'worker.js'],
    ['LICENSE', 'LICENSE'],
    ...all('wasm')
      .filter((name) => /_nowasm_fallback\.js$|LICENSE_(PDFJS_)?(JBIG2|OPENJPEG)$/.test(name))
      .map((name): [string, string] => [name, name.replace('wasm/', 'decoders/')]),
    ...[...all('standard_fonts'), ...all('cmaps')].map((name): [string, string] => [name, name]),
  ];
  return {
    name: 'pdf-reader-files',
    generateBundle() {
      for (const [from, to] of files)
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs-${version}/${to}`,
          source: readFileSync(join(home, from)),
        });
    },
  };
}

/**
 * react-zoom-pan-pinch writes a style tag when it is loaded, which the page's policy refuses. The stage of the photos
 * has its few rules itself; a version that writes it elsewhere fails the build here.
 */
function withoutStyleTag(): Plugin {
  const call = /^styleInject\(css_\w+\);$/m;
  return {
    name: 'without-style-tag',
    transform: {
      filter: { id: /react-zoom-pan-pinch/ },
      handler(code) {
        if (!call.test(code)) this.error('react-zoom-pan-pinch writes its style tag in another way');
        return { code: code.replace(call, ''), map: null };
      },
    },
  };
}

/** Of the scripts that stand for themselves, as far as they are built. */
const modulesOfScripts = new Set<string>();

/** Builds one script without imports. */
async function scriptOf(entry: string, format: 'iife' | 'es'): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: [format], ...(format === 'iife' && { name: 'script' }) },
    },
  });
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk, ...others] = chunks;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${entry} is more than one script.`);
  for (const id of chunk.moduleIds) modulesOfScripts.add(id);
  return chunk.code;
}

/**
 * The page of an archive, `archive-page.js` and `archive-page.css` of `out/renderer`: one script without imports and one
 * style sheet, since `main/engine/archive/page.ts` writes both into a page that must need nothing else.
 */
function archivePage(): Plugin {
  const file = (path: string) => fileURLToPath(new URL(`renderer/archive-page/${path}`, import.meta.url));
  return {
    name: 'archive-page',
    async generateBundle() {
      const source = await scriptOf(file('main.ts'), 'iife');
      this.emitFile({ type: 'asset', fileName: 'archive-page.js', source });
      const style = readFileSync(file('page.css'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'archive-page.css', source: style });
    },
  };
}

/** Sentences of the screen for what the engine prints, which `main/engine/exports/print-words.ts` loads: `print-words.js`. */
function printWords(): Plugin {
  return {
    name: 'print-words',
    async generateBundle() {
      const entry = fileURLToPath(new URL('renderer/print/main.ts', import.meta.url));
      this.emitFile({ type: 'asset', fileName: 'print-words.js', source: await scriptOf(entry, 'es') });
    },
  };
}

/** The notices of what Perito holds of others, as the screen shows them: `notices.txt`. */
function notices(): Plugin {
  return {
    name: 'notices',
    generateBundle() {
      const source = readFileSync(fileURLToPath(new URL('NOTICES.txt', import.meta.url)), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'notices.txt', source });
    },
  };
}

/**
 * The screen, built into `out/renderer`. Addresses are relative, so that the same files are served by the
 * loopback shell and by the desktop's own protocol; nothing is inlined, because the page's policy takes
 * neither inline scripts nor `data:` fonts.
 */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [
    react(),
    withoutStyleTag(),
    pdfReaderFiles(),
    archivePage(),
    printWords(),
    notices(),
    listBundledPackages(modulesOfScripts),
  ],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
  },
});
