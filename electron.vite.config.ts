import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { listBundledPackages } from './bundled-packages.ts';
import renderer from './renderer.vite.config.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Libraries of JavaScript alone are bundled: a thread that loads some files instead of hundreds starts in half the time. */
const bundled = [
  '@noble/ciphers',
  '@orpc/client',
  '@orpc/contract',
  '@orpc/server',
  '@orpc/standard-server-node',
  '@orpc/standard-server-peer',
  'age-encryption',
  'aws4',
  'big.js',
  'csv-parse',
  'electron-updater',
  'env-paths',
  'exifr',
  'fastify',
  'file-type',
  'ipaddr.js',
  'openid-client',
  'pdfmake',
  'pg',
  'pg-copy-streams',
  'pgpass',
  'saxes',
  'selfsigned',
  'yaml',
  'yauzl',
  'yazl',
  'zod',
];

/** Puts the icons of the system's bar beside the program, which finds them there by their names. */
function copyTrayIcons(): Plugin {
  const folder = file('main/desktop/tray-icons');
  return {
    name: 'tray-icons',
    generateBundle() {
      for (const name of readdirSync(folder))
        this.emitFile({
          ...{ type: 'asset', fileName: `tray-icons/${name}` },
          source: readFileSync(join(folder, name)),
        });
    },
  };
}

/** Puts the typeface of paper beside the thread that writes it. */
function copyTypeface(): Plugin {
  const folder = file('node_modules/pdfmake/fonts/Roboto');
  return {
    name: 'typeface',
    generateBundle() {
      for (const name of readdirSync(folder).filter((name) => name.endsWith('.ttf')))
        this.emitFile({
          ...{ type: 'asset', fileName: `fonts/${name}` },
          source: readFileSync(join(folder, name)),
        });
    },
  };
}

/** Puts pdf.js beside the process that reads the words of PDFs, which loads it as it is: made for Node, and small. */
function copyPdfJs(): Plugin {
  const home = file('node_modules/pdfjs-dist');
  const files = {
    'pdf.mjs': 'legacy/build/pdf.min.mjs',
    'pdf.worker.mjs': 'legacy/build/pdf.worker.min.mjs',
    LICENSE: 'LICENSE',
  };
  return {
    name: 'pdfjs',
    generateBundle() {
      for (const [name, from] of Object.entries(files))
        this.emitFile({
          ...{ type: 'asset', fileName: `pdfjs/${name}` },
          source: readFileSync(join(home, from)),
        });
    },
  };
}

/**
 * The program: the desktop and the command line. `main` has entries that stay side by side in `out/main`:
 * `main/engine/worker-file.ts` finds those of threads and processes by their names. A sandboxed preload must be CommonJS
 * and one file.
 */
export default defineConfig({
  main: {
    plugins: [listBundledPackages(), copyTrayIcons(), copyTypeface(), copyPdfJs()],
    build: {
      target: 'node24',
      // An optional dependency, which is not left outside by itself: its native file must stay where it is.
      externalizeDeps: { include: ['keytar'], exclude: bundled },
      rollupOptions: {
        input: {
          index: file('main/index.ts'),
          cli: file('main/cli.ts'),
          'engine-worker': file('main/engine/engine.worker.ts'),
          'review-worker': file('main/engine/review.worker.ts'),
          'rebuild-worker': file('main/engine/rebuild.worker.ts'),
          'retention-worker': file('main/engine/retention/retention.worker.ts'),
          'archive-worker': file('main/engine/archive/archive.worker.ts'),
          'data-subject-worker': file('main/engine/data-subject/data-subject.worker.ts'),
          'export-worker': file('main/engine/export.worker.ts'),
          'receiver-worker': file('main/engine/receiver/receiver.worker.ts'),
          'checkpointer-worker': file('main/engine/store/checkpointer.worker.ts'),
          'compaction-worker': file('main/engine/store/compaction.worker.ts'),
          'check-worker': file('main/engine/check/check.worker.ts'),
          'body-reader-worker': file('main/engine/bodies/body-reader.worker.ts'),
          'record-examiner-worker': file('main/engine/examination/examination.worker.ts'),
          'policy-reader-worker': file('main/engine/policies/reader/reader.worker.ts'),
          'attachment-fetcher-worker': file('main/engine/attachments/downloads/fetcher.worker.ts'),
          'attachments-place-worker': file('main/engine/attachments/place/place.worker.ts'),
          'authority-reader-worker': file('main/engine/outbound/ca.worker.ts'),
          'file-examiner': file('main/file-examiner/examiner.process.ts'),
          'pdf-reader': file('main/file-examiner/pdf-reader.process.ts'),
          copier: file('main/copier/copier.process.ts'),
          'sample-photographs-worker': file('main/simulator/files/photo.worker.ts'),
        },
        // A bundler that drops what seems to have no effect drops a call that is made for its exception too, such as
        // decodeURIComponent's in a try.
        treeshake: false,
        output: {
          minify: false,
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    plugins: [listBundledPackages()],
    build: {
      externalizeDeps: false,
      rollupOptions: {
        input: { index: file('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    ...renderer,
    root: file('renderer'),
    build: {
      ...renderer.build,
      outDir: file('out/renderer'),
      rollupOptions: { input: { index: file('renderer/index.html') } },
    },
  },
});
