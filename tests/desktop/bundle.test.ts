import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { describe, expect, test } from 'vitest';
import { readCaCertificates } from '../../main/engine/outbound/index.ts';
import { engineWorkerFile, startEngineThread } from '../../main/shell/engine-client.ts';
import { forkExaminer, openFileExaminer } from '../../main/shell/examiner-client.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Contract } from '../../shared/contract/contract.ts';
import { samplePdf } from '../e2e/sample-pdf.ts';
import { quietHost } from '../shell/quiet-host.ts';

const out = fileURLToPath(new URL('../../out', import.meta.url));
const files = (folder: string) => readdirSync(join(out, folder)).filter((name) => /\.c?js$/.test(name));
const textOf = (folder: string, name: string) => readFileSync(join(out, folder, name), 'utf8');

/**
 * Whether a text that stands where an import's name does can be one: of a package, as npm allows them, or of a file in it. Code of a
 * library may have other texts there, such as the end of one whose next begins after "from ".
 */
const isPackage = (text: string): boolean =>
  /^(?:node:)?(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:\/[\w.~/-]+)?$/i.test(text);

test.each([
  ['electron', true],
  ['@mui/x-charts/BarChart', true],
  ['node:fs', true],
  ["'),\n\t\tnew Transform('", false],
  ['$name', false],
  ['./beside.js', false],
])('%j is taken for a package: %s', (text, isOne) => {
  expect(isPackage(text)).toBe(isOne);
});

describe('the bundle of the desktop', () => {
  test('has the entry that package.json names, and the engine beside it', () => {
    expect(manifest.main).toBe('out/main/index.js');
    expect(files('main')).toEqual(expect.arrayContaining(['index.js', 'engine-worker.js']));
    const built = engineWorkerFile(pathToFileURL(join(out, 'main/index.js')).href);
    expect(fileURLToPath(built)).toBe(join(out, 'main/engine-worker.js'));
    expect(() => engineWorkerFile(pathToFileURL(join(out, 'nowhere/index.js')).href)).toThrow(
      /engine-worker\.js is not beside it/,
    );
  });

  test('leaves outside only what is installed with it', () => {
    const installed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.optionalDependencies)];
    const outside = new Set<string>();
    for (const name of files('main')) {
      for (const [, from = ''] of textOf('main', name).matchAll(
        /(?:from |import\(|__require\()"([^"\s]+)"/g,
      )) {
        if (!isPackage(from) || isBuiltin(from)) continue;
        outside.add(
          from
            .split('/')
            .slice(0, from.startsWith('@') ? 2 : 1)
            .join('/'),
        );
      }
    }
    expect([...outside].filter((name) => name !== 'electron' && !installed.includes(name))).toEqual([]);
    expect(outside).toContain('keytar');
    expect(outside).toContain('better-sqlite3');
  });

  test('has a preload that a sandbox can run: one CommonJS file that needs electron alone', () => {
    expect(files('preload')).toEqual(['index.cjs']);
    const text = textOf('preload', 'index.cjs');
    expect([...text.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)).toEqual(['electron']);
    expect(text).not.toMatch(/^\s*(import|export)\s/m);
  });

  test('holds a process that looks at files, with all that it needs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perito-bundle-'));
    const built = pathToFileURL(join(out, 'main/file-examiner.js'));
    const examiner = openFileExaminer(() => forkExaminer('examiner', built));
    const picture = fileURLToPath(new URL('../file-examiner/fixtures/corners.heic', import.meta.url));
    const [thumbnailPath, previewPath] = [join(folder, 'thumbnail.jpg'), join(folder, 'preview.jpg')];
    const found = await examiner.examine({ path: picture, declaredType: null, thumbnailPath, previewPath });
    expect(found).toMatchObject({
      mediaType: 'image/heic',
      problem: null,
      photo: { camera: expect.any(String) },
    });
    expect(existsSync(previewPath)).toBe(true);
    examiner.close();
    rmSync(folder, { recursive: true });
  });

  test('holds a process that reads the words of PDFs, with pdf.js beside it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perito-bundle-'));
    const built = pathToFileURL(join(out, 'main/pdf-reader.js'));
    const examiner = openFileExaminer(() => forkExaminer('pdfReader', built));
    const path = join(folder, 'file.pdf');
    writeFileSync(path, samplePdf({ pages: [{ lines: ['Avería del camión'] }], isCompressed: true }));
    const text = 'Avería del camión';
    expect(await examiner.readPdf({ path })).toEqual({ outcome: 'read', text, pages: 1, pagesRead: 1 });
    examiner.close();
    rmSync(folder, { recursive: true });
  });

  test('holds a thread that reads whom the computer trusts', async () => {
    const worker = new Worker(pathToFileURL(join(out, 'main/authority-reader-worker.js')));
    expect(await once(worker, 'message')).toEqual([readCaCertificates()]);
  });

  test('holds an engine that runs', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'perito-bundle-'));
    const { host } = await quietHost();
    const thread = await startEngineThread({
      options: { dataDir, version: '0.0.0', receiver: { address: '127.0.0.1', port: 0 } },
      host,
      onFault: () => {},
      workerFile: pathToFileURL(join(out, 'main/engine-worker.js')),
    });
    const port = thread.connect('desktop');
    const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port }));
    port.start();
    expect((await client.status.get()).receiver.state).toBe('noKey');
    expect((await fetch(`${thread.receiverUrl}/PurchaseOrders`, { method: 'POST' })).status).toBe(503);
    expect(await thread.close()).toBe('closed');
    expect(existsSync(join(dataDir, 'perito.db'))).toBe(true);
    rmSync(dataDir, { recursive: true });
  });
});
