import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Transformer } from '@napi-rs/image';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import setFuses from '../../main/desktop/installer/fuses.ts';
import { noticesFile } from '../../main/desktop/installer/notices.ts';
import { makeIncidentReport, makePurchaseOrder } from '../../main/simulator/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Attachment } from '../../shared/contract/attachments.ts';
import { endAll, served } from '../command-line/perito.ts';
import { deliver } from '../deliver.ts';
import { samplePdf } from '../e2e/sample-pdf.ts';
import { canPack, type Packed, pack } from './packed.ts';
import { executable } from './stand-in-runtime.ts';
import { canThrowAway, openThrowAwaySystem, type ThrowAwaySystem } from './throw-away-system.ts';

/** What may be inside the archive, and the most that each may have, in thousands of bytes. */
const allowed: readonly (readonly [path: RegExp, most: number])[] = [
  [/^package\.json$/, 3],
  [/^out\/main\/[\w-]+(\.[\w-]+)?\.js$/, 11_200],
  // pdf.js as it comes for Node, which reads the words of PDFs; that of the screen needs a newer engine of JavaScript.
  [/^out\/main\/pdfjs\/(pdf(\.worker)?\.mjs|LICENSE)$/, 1_900],
  [/^out\/main\/fonts\/Roboto-(Regular|Medium|Italic|MediumItalic)\.ttf$/, 1_100],
  [/^out\/main\/tray-icons\/[\w@.-]+\.png$/, 60],
  [/^out\/preload\/index\.cjs$/, 2],
  [/^out\/renderer\/(index\.html|mark\.svg|notices\.txt|archive-page\.(js|css)|print-words\.js)$/, 1_020],
  [/^out\/renderer\/assets\/[\w-]+\.(js|css|woff2)$/, 7_250],
  [/^out\/renderer\/assets\/pdfjs-[\d.]+\/(worker\.js|LICENSE)$/, 1_600],
  [/^out\/renderer\/assets\/pdfjs-[\d.]+\/(decoders|standard_fonts|cmaps)\/[\w.-]+$/, 3_200],
  [/^node_modules\/@napi-rs\/image\/(package\.json|LICENSE|index\.js)$/, 50],
  [/^node_modules\/@napi-rs\/image-[\w-]+\/(package\.json|image\.[\w-]+\.node)$/, 20_000],
  [/^node_modules\/better-sqlite3\/(package\.json|LICENSE|lib\/.+\.js)$/, 60],
  [/^node_modules\/better-sqlite3\/prebuilds\/[\w-]+\.node$/, 2_600],
  [/^node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js|build\/Release\/keytar\.node)$/, 250],
  [/^node_modules\/libheif-js\/(package\.json|LICENSE|libheif-wasm\/(LICENSE|libheif-bundle\.js))$/, 2_200],
  [
    /^node_modules\/(@pinojs\/)?[a-z0-9-]+\/(package\.json|LICENSE(\.md)?|[\w-]+\.js|(lib|src)\/[\w-]+\.js)$/,
    260,
  ],
];
/** In thousands of bytes: the archive and what is unpacked beside it. */
const mostOfAll = 48_500;

const fuses = {
  RunAsNode: false,
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
};

interface Inside {
  path: string;
  bytes: number;
  isUnpacked: boolean;
  integrity: z.infer<typeof entry>['integrity'];
  /** Where its bytes begin, after the header. */
  offset: number;
}

const entry = z.object({
  size: z.number().optional(),
  unpacked: z.boolean().optional(),
  link: z.string().optional(),
  offset: z.coerce.number().optional(),
  integrity: z
    .object({
      algorithm: z.literal('SHA256'),
      hash: z.string(),
      blockSize: z.int(),
      blocks: z.array(z.string()),
    })
    .optional(),
  get files() {
    return z.record(z.string(), entry).optional();
  },
});

function filesInside(archive: string): Inside[] {
  const walk = ({ files = {} }: z.infer<typeof entry>, at: string): Inside[] =>
    Object.entries(files).flatMap(([name, one]) =>
      one.files === undefined
        ? [
            {
              ...{ path: at + name, bytes: one.size ?? 0, isUnpacked: one.unpacked === true },
              ...{ integrity: one.integrity, offset: one.offset ?? 0 },
            },
          ]
        : walk(one, `${at}${name}/`),
    );
  return walk(entry.parse(getRawHeader(archive).header), '');
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const largestOf = (files: readonly Inside[]): Inside | undefined =>
  [...files].sort((left, right) => right.bytes - left.bytes)[0];

/** The files in the archive that are not what its header says, whole and block by block. */
function notAsSealed(archive: Buffer, inside: readonly Inside[]): string[] {
  const [pickleBytes, headerBytes] = [8, archive.readUInt32LE(4)];
  return inside
    .filter(({ isUnpacked }) => !isUnpacked)
    .filter(({ bytes, offset, integrity }) => {
      if (integrity === undefined) return true;
      const content = archive.subarray(pickleBytes + headerBytes + offset).subarray(0, bytes);
      const blocks = Array.from({ length: Math.max(1, Math.ceil(bytes / integrity.blockSize)) }, (_, at) =>
        sha256(content.subarray(at * integrity.blockSize, (at + 1) * integrity.blockSize)),
      );
      return sha256(content) !== integrity.hash || blocks.join() !== integrity.blocks.join();
    })
    .map(({ path }) => path);
}

const { packages } = z
  .object({
    packages: z.record(z.string(), z.object({ version: z.string().optional(), dev: z.boolean().optional() })),
  })
  .parse(JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')));

describe.skipIf(!canPack)('packed for Linux, around a stand-in for the runtime', () => {
  let packed: Packed;
  let inside: Inside[];
  beforeAll(async () => {
    packed = await pack();
    inside = filesInside(packed.archive);
  });
  afterAll(async () => {
    await endAll();
    packed?.remove();
  });

  test('holds what is needed and nothing else, each within its size', () => {
    const sizes = allowed.map(() => 0);
    const unexpected: string[] = [];
    for (const { path, bytes } of inside) {
      const at = allowed.findIndex(([pattern]) => pattern.test(path));
      if (at === -1) unexpected.push(path);
      else sizes[at] = (sizes[at] ?? 0) + bytes;
    }
    expect(unexpected).toEqual([]);
    const excess = allowed.flatMap(([pattern, most], at) =>
      (sizes[at] ?? 0) > most * 1000 ? [`${pattern} has ${sizes[at]} bytes`] : [],
    );
    expect(excess).toEqual([]);
    expect(inside.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(mostOfAll * 1000);
    // The lists above let through no more than the names say.
    expect(
      inside.filter(({ path }) => /\.map$|\.d\.[cm]?ts$|\.ts$|readme|changelog|\/tests?\//i.test(path)),
    ).toEqual([]);
  });

  test('has each file that the program loads, and of the libraries only what ships', () => {
    const paths = inside.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([manifest.main, 'out/main/engine-worker.js', 'out/renderer/index.html']),
    );
    const names = new Set(
      paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.slice(1, 2) ?? []),
    );
    const ofDevelopment = [...names].filter((name) => packages[`node_modules/${name}`]?.dev !== undefined);
    expect(ofDevelopment).toEqual([]);
    expect([...names]).toEqual(
      expect.arrayContaining(['better-sqlite3', '@napi-rs/image', 'libheif-js', 'pino']),
    );
    const notices = readFileSync(noticesFile, 'utf8');
    const isNamed = (name: string) =>
      notices.includes(`\n${name} ${packages[`node_modules/${name}`]?.version} (`);
    expect([...names].filter((name) => !isNamed(name) && !name.startsWith('@napi-rs/image-'))).toEqual([]);
    // A library comes with its licence; @napi-rs/image has it in the package that names the native ones.
    const withLicence = (name: string) =>
      paths.some((path) => path.startsWith(`node_modules/${name}/LICENSE`));
    expect([...names].filter((name) => !withLicence(name) && !name.startsWith('@napi-rs/image-'))).toEqual(
      [],
    );
  });

  test('has one SQLite, and every native file lies beside the archive', () => {
    const native = inside.filter(({ path }) => path.endsWith('.node'));
    expect(native.filter(({ path }) => path.includes('better-sqlite3')).map(({ path }) => path)).toEqual([
      `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
    ]);
    expect(native.filter(({ isUnpacked }) => !isUnpacked)).toEqual([]);
    for (const { path, bytes } of native)
      expect([path, statSync(join(`${packed.archive}.unpacked`, path)).size]).toEqual([path, bytes]);
  });

  // That a program with such an archive does not start is Electron's own act, and a line of `npm run prove:electron`. It looks on
  // Windows and macOS only: on Linux the files of the package belong to root.
  test('each file in the archive is sealed by its hashes: one byte that is flipped is noticed, wherever it is', () => {
    const archive = readFileSync(packed.archive);
    expect(notAsSealed(archive, inside)).toEqual([]);
    const sealed = inside.filter(({ bytes, isUnpacked }) => !isUnpacked && bytes > 0);
    for (const { path, bytes, offset } of [sealed.at(0), sealed.at(-1), largestOf(sealed)].flatMap(
      (one) => one ?? [],
    )) {
      const at = 8 + archive.readUInt32LE(4) + offset + Math.floor(bytes / 2);
      const before = archive.readUInt8(at);
      archive.writeUInt8(before ^ 1, at);
      expect(notAsSealed(archive, inside)).toEqual([path]);
      archive.writeUInt8(before, at);
    }
  });

  test('has the runtime in three languages, its licences and ours', () => {
    expect(readdirSync(join(packed.directory, 'locales')).sort()).toEqual([
      'en-US.pak',
      'es-419.pak',
      'es.pak',
    ]);
    for (const file of [
      'LICENSE.electron.txt',
      'LICENSES.chromium.html',
      'resources/LICENSE.txt',
      'resources/NOTICES.txt',
    ])
      expect([file, existsSync(join(packed.directory, file))]).toEqual([file, true]);
    // What Electron would start instead, had it found it.
    expect(existsSync(join(packed.directory, 'resources/app'))).toBe(false);
  });

  test('has every fuse of the runtime set', async () => {
    const wire: Readonly<Record<string, unknown>> = {
      ...(await getCurrentFuseWire(join(packed.directory, 'perito'))),
    };
    const states = Object.entries(wire).flatMap(([index, state]) =>
      index === 'version' ? [] : [[FuseV1Options[Number(index)], state === '1'.charCodeAt(0)]],
    );
    expect(Object.fromEntries(states)).toEqual(fuses);
  });

  test('is a Debian package as the policy of Debian has it', () => {
    const field = (name: string) =>
      execFileSync('dpkg-deb', ['--field', packed.deb, name], { encoding: 'utf8' }).trim();
    expect(field('Package')).toBe('perito');
    expect(field('Version')).toBe(manifest.version);
    expect(field('Maintainer')).toMatch(/^\S.* <\S+@\S+>$/);
    expect(field('Homepage')).toBe(manifest.homepage);
    expect(field('Depends')).toContain('libsecret-1-0');
    const files = execFileSync('dpkg-deb', ['--contents', packed.deb], { encoding: 'utf8' })
      .trim()
      .split('\n');
    // Nobody but root may write any of it, and nothing is run as its owner.
    const plain = /^(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x) root\/root /;
    expect(files.filter((line) => !plain.test(line))).toEqual([]);
    const folder = temporaryFolder();
    execFileSync('dpkg-deb', ['--raw-extract', packed.deb, folder]);
    for (const script of ['postinst', 'postrm']) {
      const text = readFileSync(join(folder, 'DEBIAN', script), 'utf8');
      expect(spawnSync('sh', ['-n'], { input: text }).status).toBe(0);
      expect(text).not.toContain('${');
      // What people made is in their homes.
      expect(text).not.toMatch(/\/home|\$HOME|~|rm -r/);
    }
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
      expect(existsSync(join(folder, `usr/share/icons/hicolor/${size}x${size}/apps/perito.png`))).toBe(true);
    const desktop = readFileSync(join(folder, 'usr/share/applications/perito.desktop'), 'utf8');
    expect(desktop).toContain('Exec=/opt/Perito/perito %U\n');
    expect(desktop).toContain('MimeType=application/vnd.perito.archive;\n');
    expect(desktop).toContain(`StartupWMClass=${manifest.desktopName.replace('.desktop', '')}\n`);
    const types = readFileSync(join(folder, 'usr/share/mime/packages/perito.xml'), 'utf8');
    expect(types).toContain('<mime-type type="application/vnd.perito.archive">');
    expect(types).toContain('<glob pattern="*.perito"/>');
    const profile = readFileSync(join(folder, 'opt/Perito/resources/apparmor-profile'), 'utf8');
    expect(profile).toMatch(/^profile perito \/opt\/Perito\/perito flags=\(unconfined\) \{\n {2}userns,$/m);
  });

  describe.skipIf(!canThrowAway())('installed in a layer above this system, which needs root', () => {
    let system: ThrowAwaySystem;
    beforeAll(async () => {
      system = await openThrowAwaySystem();
    });
    afterAll(() => system?.close());

    /** `dpkg` checks what the package depends on; a package without files says that it is there. */
    function standInFor(dependencies: string): string {
      const folder = temporaryFolder();
      const made = join(folder, 'dependencies.deb');
      const control = `Package: perito-test-dependencies\nVersion: 1\nArchitecture: all\nMaintainer: Perito <soporte@perito.example>\nProvides: ${dependencies}\nDescription: stands in for libraries\n`;
      execFileSync('mkdir', ['-p', join(folder, 'tree/DEBIAN')]);
      writeFileSync(join(folder, 'tree/DEBIAN/control'), control);
      execFileSync('dpkg-deb', ['--build', join(folder, 'tree'), made]);
      return made;
    }
    const isThere = (path: string) =>
      spawnSync(system.prefix[0], [...system.prefix.slice(1), 'test', '-e', path]).status === 0;

    test('works from inside: an order, a photo and a verdict; removed and purged it leaves the data', async () => {
      // Stands in for the AppArmor of Ubuntu 24.04, which takes the profile.
      const parser = '/usr/local/sbin/apparmor_parser';
      const setUp = `mkdir -p /etc/apparmor.d && printf '#!/bin/sh\\n' > ${parser} && chmod 755 ${parser}`;
      system.run('sh', '-c', setUp);
      const depends = execFileSync('dpkg-deb', ['--field', packed.deb, 'Depends'], {
        encoding: 'utf8',
      }).trim();
      system.run('dpkg', '--install', standInFor(depends), packed.deb);
      expect(system.run('dpkg', '--status', 'perito')).toContain('Status: install ok installed\n');
      expect(system.run('dpkg', '--verify', 'perito')).toBe('');
      expect(system.run('cat', '/etc/apparmor.d/perito')).toContain('profile perito /opt/Perito/perito ');
      expect(system.run('stat', '--format=%a %U', '/opt/Perito/chrome-sandbox')).toBe('755 root\n');

      const key = 'mercado@prueba.example:clave-muy-secreta';
      const photo = Transformer.fromRgbaPixels(Buffer.alloc(64 * 48 * 4, 90), 64, 48).jpegSync();
      const paper = samplePdf({ pages: [{ lines: ['Acta: la zarigüeya cruzó'] }], isCompressed: true });
      const files = createServer(({ url = '' }, response) => {
        const [type, bytes] = url.endsWith('.pdf') ? ['application/pdf', paper] : ['image/jpeg', photo];
        response.writeHead(200, { 'content-type': type }).end(bytes);
      });
      onTestFinished(() => void files.close());
      await once(files.listen(0, '127.0.0.1'), 'listening');
      const filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
      const [noted, temporary] = [join(temporaryFolder(), 'loaded'), temporaryFolder()];
      const { ready, call, child, ended, dataDir } = await served(
        ['--allow-loopback-attachments', '--attachment-host', new URL(filesUrl).host, '--hold-seconds', '60'],
        {
          ...{ PERITO_RECEIVER_KEYS: key, PERITO_TEST_NODE: process.execPath },
          ...{ PERITO_TEST_LOADED: noted, TMPDIR: temporary },
        },
        [...system.prefix, '/usr/bin/perito'],
      );

      const order = makePurchaseOrder({ seed: 1, index: 0, createdAt: new Date(0) });
      expect(await deliver(ready.receiverUrl, key, '/PurchaseOrders', order)).toBe(200);
      const report = makeIncidentReport({ seed: 1, index: 0, createdAt: new Date(0), filesUrl });
      await deliver(ready.receiverUrl, key, '/incidentReports', {
        ...report,
        attachmentsDocuments: report.attachmentsPictures.slice(0, 1).map((one) => ({
          ...one,
          ...{ incidentReportFormAttachmentId: 9_999_999, contentType: 'application/pdf' },
          ...{ fileFullPath: `${filesUrl}/acta.pdf`, previewFullPath: null },
        })),
      });
      const recordOf = async (kind: string) => (await call('records/list', { kind })).rows[0]?.id;
      await expect.poll(() => recordOf('incidentReport')).toBeDefined();
      const recordId = await recordOf('incidentReport');
      const photos = async (): Promise<Attachment[]> => call('attachments/list', { recordId });
      await expect
        .poll(async () => [...new Set((await photos()).map(({ state }) => state))])
        .toEqual(['stored']);
      const [first] = await photos();
      const headers = { authorization: `Bearer ${ready.consoleToken}` };
      // Its preview is made by the examiner's process, out of the archive too.
      const preview = () => fetch(`${ready.consoleUrl}/attachments/${first?.id}/thumbnail`, { headers });
      await expect.poll(async () => (await preview()).status).toBe(200);
      // And the words of its paper by the process beside it.
      const found = async () => (await call('search/find', { query: 'zarigueya' })).groups.length;
      await expect.poll(found).toBe(1);
      const page = await fetch(ready.consoleUrl, { headers });
      expect(await page.text()).toContain('<title>Perito</title>');

      const asked = fetch(`${ready.receiverUrl}/PurchaseOrders/${order.purchaseOrderId}/cancel`, {
        method: 'POST',
        headers: { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' },
        body: JSON.stringify({ purchaseOrderId: order.purchaseOrderId, requestId: order.requestId }),
      });
      const waiting = async () => (await call('cancellations/list', { state: 'waiting' })).rows[0]?.id;
      await expect.poll(waiting).toBeDefined();
      await call('cancellations/decide', { id: await waiting(), verdict: 'approve' });
      expect(await (await asked).json()).toMatchObject({ isCancelled: true });
      expect(readdirSync(temporary)).toEqual([]);
      child.kill('SIGTERM');
      expect((await ended).code).toBe(0);
      expectOnlyFromArchive(readFileSync(noted, 'utf8').trim().split('\n'));

      system.run('dpkg', '--remove', 'perito');
      expect([isThere('/opt/Perito'), isThere('/usr/bin/perito'), isThere('/etc/apparmor.d/perito')]).toEqual(
        [false, false, false],
      );
      system.run('dpkg', '--purge', 'perito');
      expect(
        spawnSync(system.prefix[0], [...system.prefix.slice(1), 'dpkg-query', '--show', 'perito']).status,
      ).not.toBe(0);
      expect(existsSync(join(dataDir, 'journal.db'))).toBe(true);
    });
  });
});

test('a runtime with a fuse that nobody decided is not packed', async () => {
  const appOutDir = temporaryFolder();
  const pack = (wire: string) => {
    writeFileSync(join(appOutDir, 'perito'), executable(wire));
    return setFuses({ appOutDir, electronPlatformName: 'linux' });
  };
  await pack('101100011');
  await expect(pack('1011000111')).rejects.toThrow(/fuse/);
});

/** Of all modules of a run's threads and processes: each came out of the archive, or is a native file beside it. */
function expectOnlyFromArchive(modules: readonly string[]): void {
  const archive = 'file:///opt/Perito/resources/app.asar';
  const isOurs = (url: string) =>
    url.startsWith(`${archive}/`) || (url.startsWith(`${archive}.unpacked/`) && url.endsWith('.node'));
  expect(modules.filter((url) => !url.startsWith('node:') && !isOurs(url))).toEqual([]);
  const entries = ['cli.js', 'engine-worker.js', 'receiver-worker.js', 'file-examiner.js', 'pdf-reader.js'];
  expect(modules).toEqual(expect.arrayContaining(entries.map((name) => `${archive}/out/main/${name}`)));
  const native = modules.filter((url) => url.endsWith('.node')).map((url) => url.split('/node_modules/')[1]);
  expect(native).toContainEqual(expect.stringMatching(/^better-sqlite3\//));
  expect(native).toContainEqual(expect.stringMatching(/^@napi-rs\//));
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perito-packaging-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
