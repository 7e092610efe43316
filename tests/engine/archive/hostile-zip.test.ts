import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileSink, Spool } from '../../../main/engine/archive/byte-sink.ts';
import { openFileSource } from '../../../main/engine/archive/byte-source.ts';
import { isPartName } from '../../../main/engine/archive/format.ts';
import { openBundle } from '../../../main/engine/archive/read-bundle.ts';
import { unpackBundle } from '../../../main/engine/archive/unpack-bundle.ts';
import { verifyBundle } from '../../../main/engine/archive/verify-bundle.ts';
import {
  centralHeader,
  endRecords,
  localHeader,
  type PartHeader,
} from '../../../main/engine/archive/zip-format.ts';
import { readDirectory } from '../../../main/engine/archive/zip-reader.ts';
import { ZipWriter } from '../../../main/engine/archive/zip-writer.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const at = new Date('2026-11-23T12:00:00Z');

interface Entry {
  name: string;
  content: Buffer;
  /** What the headers say otherwise than is true. */
  said?: Partial<PartHeader>;
  /** What the directory says of where it begins. */
  offset?: number;
  /** Changes the header in the directory. */
  change?(header: Buffer): void;
  /** It stands in the directory alone. */
  isAbsent?: boolean;
}

/** An archive as somebody might make it. */
function zipOf(entries: readonly Entry[]): string {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, said, offset: other, change, isAbsent } of entries) {
    const stored = said?.method === 'deflate' ? deflateRawSync(content) : content;
    const header: PartHeader = {
      ...{ name, method: 'store', crc32: crc32(content), size: content.length, storedSize: stored.length },
      ...said,
    };
    const central = centralHeader(header, other ?? offset, at);
    change?.(central);
    directory.push(central);
    const local = Buffer.concat([localHeader(header, at), stored]);
    if (isAbsent === true) continue;
    locals.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = endRecords({ entries: entries.length, offset, size }, Buffer.alloc(0));
  const file = join(temporaryFolder(), 'made.perito');
  writeFileSync(file, Buffer.concat([...locals, ...directory, end]));
  return file;
}

const header: PartHeader = { name: '', method: 'store', crc32: 1, size: 0, storedSize: 0 };
const record = (id: number, content = '{}'): Entry => ({
  name: `records/purchaseOrder/${id}/record.json`,
  content: Buffer.from(content),
});
const codesOf = async (file: string) =>
  (await verifyBundle(file)).faults.map(({ code, part }) => [code, part]);

describe('what somebody made to mislead', () => {
  test.each([
    '../../outside.json',
    '/etc/passwd',
    'records\\purchaseOrder\\1\\record.json',
    'C:/Windows/system.ini',
    'records/purchaseOrder/1/../2/record.json',
    'records/purchaseOrder/01/record.json',
    'records/purchaseOrder/1/record.json\0',
    'records/purchaseOrder/1/revisions/1.body/',
    'RECORDS/purchaseOrder/1/record.json',
    'LEAME.html.exe',
    'attachments/photo.jpg',
    'x'.repeat(5000),
  ])('a part is not called %j', async (name) => {
    const file = zipOf([record(1), { name, content: Buffer.from('x') }]);
    const bundle = await openBundle(file);
    expect(await bundle.names()).toEqual([record(1).name]);
    await bundle.close();
    expect((await codesOf(file)).map(([code]) => code)).toContain('nameRefused');
  });

  const bomb = Buffer.alloc(50_000_000);
  const cases: [string, Entry[], string][] = [
    ['two parts of one name', [record(1), record(1, '{"a":1}')], 'duplicate'],
    ['a part in another', [record(1), { ...record(2), offset: 0, isAbsent: true }], 'overlap'],
    [
      'a part that is encrypted',
      [record(1), { ...record(2), isAbsent: true, change: (header) => void header.writeUInt16LE(1, 8) }],
      'notReadable',
    ],
    [
      'a way to keep bytes that nobody writes',
      [record(1), { ...record(2), isAbsent: true, change: (header) => void header.writeUInt16LE(14, 10) }],
      'notReadable',
    ],
    [
      'a part behind the end',
      [record(1), { ...record(2), offset: 1_000_000, isAbsent: true }],
      'notReadable',
    ],
    ['a part that lies elsewhere', [record(1), { ...record(2), offset: 1_000_000 }], 'containerChanged'],
    [
      'a part that unfolds to more than it says',
      [record(1), { ...record(2), content: bomb, said: { method: 'deflate', size: 1000 } }],
      'partDamaged',
    ],
    [
      'a part that says more than it can hold',
      [record(1), { ...record(2), said: { method: 'deflate', size: 4_000_000_000 } }],
      'notReadable',
    ],
    [
      'a part that says less than it is',
      [record(1), { ...record(2), said: { size: 1, storedSize: 1 } }],
      'partDamaged',
    ],
  ];
  test.each(cases)('%s', async (_, entries, code) => {
    const file = zipOf(entries);
    const found = await codesOf(file);
    expect(found.map(([one]) => one)).toContain(code);
    const bundle = await openBundle(file);
    expect((await bundle.read(record(1).name, 1000))?.toString()).toBe('{}');
    await bundle.close();
  });

  test('a part that is not listed is said, and so is a list that names what is none', async () => {
    const body = Buffer.from('{}');
    const line = (name: string) => `${createHash('sha256').update(body).digest('hex')}  ${name}\n`;
    const withList = (list: string) => {
      const root = `${createHash('sha256').update(list).digest('hex')}  manifest.sha256\n`;
      return zipOf([
        record(1),
        record(2),
        { name: 'manifest.sha256', content: Buffer.from(list) },
        { name: 'root.sha256', content: Buffer.from(root) },
      ]);
    };
    expect(await codesOf(withList(line(record(1).name)))).toContainEqual(['partAdded', record(2).name]);
    expect(await codesOf(withList(line(record(1).name) + line(record(3).name)))).toContainEqual([
      'partMissing',
      record(3).name,
    ]);
    for (const list of [line('../x'), line(record(1).name).repeat(2), 'x\n', line('x'.repeat(1000))])
      expect(await codesOf(withList(list))).toContainEqual(['listChanged', 'manifest.sha256']);
  });

  test('headers without a directory that all name the same bytes are not read for ever', async () => {
    const bytes = 20_000_000;
    const headers = Array.from({ length: 2000 }, (_, index) =>
      localHeader({ ...header, name: record(index + 1).name, size: bytes, storedSize: bytes }, at),
    );
    const file = join(temporaryFolder(), 'many.perito');
    writeFileSync(file, Buffer.concat([...headers, Buffer.alloc(bytes)]));
    const begun = process.cpuUsage();
    const found = await verifyBundle(file);
    expect([found.ok, found.whole]).toEqual([false, 0]);
    // Each of them by itself would take a minute and more.
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(10);
  });

  test('a newer format is refused by name', async () => {
    const file = zipOf([record(1), { name: 'manifest.json', content: Buffer.from('{"format":2}') }]);
    await expect(openBundle(file)).rejects.toMatchObject({ code: 'newerFormat' });
  });

  test('whatever bytes there are, it is no bundle or says what is wrong', async () => {
    const base = zipOf([record(1), record(2)]);
    const bytes = readFileSync(base);
    const file = join(temporaryFolder(), 'any.perito');
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(bytes.length), async (writes, end) => {
        const changed = Buffer.from(bytes);
        for (const [place, value] of writes) changed[place] = value;
        writeFileSync(file, changed.subarray(0, end));
        const found = await verifyBundle(file).catch((failure: { code: string }) => failure.code);
        // It has no list and no root: it is never well.
        expect(typeof found === 'string' ? ['notABundle', 'newerFormat', 'cutOff'] : [found.ok]).toContain(
          typeof found === 'string' ? found : false,
        );
      }),
      { numRuns: 150, seed: 7 },
    );
  });
});

const body = (id: number, revision: number, content: Buffer): Entry => ({
  name: `records/purchaseOrder/${id}/revisions/${revision}.body`,
  content,
  said: { method: 'deflate' },
});

/** A record that is shown, with so many revisions, and what is said otherwise of it. */
function shown(id: number, other: object = {}, revisions = 1): Entry {
  const receivedAt = '2026-01-01T12:00:00.000Z';
  const content = {
    ...{
      id,
      kind: 'purchaseOrder',
      marketplaceId: id,
      number: `OC-${id}`,
      claimNumber: null,
      requestId: null,
    },
    ...{ firstItem: null, itemCount: 0, partyName: null, partyTaxId: null, datedOn: null, total: null },
    ...{ heading: null, receivedAt, revision: revisions, findingCount: 0, attentionCount: 0 },
    ...{ reviewedAt: null, reviewedBy: null, findings: [], notes: [], links: [], attachments: [] },
    ...{ cancellations: [], lookups: [], audit: [] },
    revisions: Array.from({ length: revisions }, (_, index) => ({
      ...{ seq: 100 * id + index, revision: index + 1, at: receivedAt, number: `OC-${id}`, keyLabel: 'una' },
      ...{ sha256: 'ab'.repeat(32), bytes: 2, detail: null, notExamined: null },
    })),
    ...other,
  };
  return { ...record(id, JSON.stringify(content)), said: { method: 'deflate' } };
}

/** A place in a record for JSON of any size, which a text cannot hold. */
const large = (id: number, before: string, piece: string, times: number, after: string): Entry => ({
  ...record(
    id,
    JSON.stringify(JSON.parse(shown(id).content.toString())).replace(
      before,
      before + piece.repeat(times) + after,
    ),
  ),
  said: { method: 'deflate' },
});

describe('what would take more than there is once it is opened', () => {
  const opening = async (entries: readonly Entry[], folder = temporaryFolder()) => {
    const file = zipOf(entries);
    return unpackBundle({ file, name: 'made.perito', dataDir: join(folder, 'data') });
  };

  test.each<[string, Entry]>([
    ['millions of empty things in a list', large(2, '"findings":[', '{},', 8_000_000, '{}')],
    ['more that do not belong there than are read', large(2, '"audit":[', '[],', 1_500_000, '{}')],
    [
      'a heading that is nested a million times',
      large(2, '"heading":', '[', 1_000_000, `${']'.repeat(1_000_000)},"x":`),
    ],
    ['a part that is no object', { ...record(2, '[7]') }],
  ])('%s: of that record it is said, and the others are shown', async (_, hostile) => {
    const begun = process.cpuUsage();
    const bundle = await opening([shown(1), body(1, 1, Buffer.from('{}')), hostile]);
    onTestFinished(() => bundle.close());
    const damaged = bundle.archive().damaged.map(({ part }) => part);
    expect(damaged).toContain(hostile.name);
    expect(damaged).not.toContain(record(1).name);
    // Parsed, it would take a minute, and more memory than its thread may have.
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(10);
  });

  test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'bodies that unfold to more than half of the room: it is not opened, and room is left',
    async () => {
      const folder = temporaryFolder();
      const mount = ['-t', 'tmpfs', '-o', 'size=40m', 'none', folder];
      if (spawnSync('mount', mount).status !== 0) return;
      onTestFinished(() => void spawnSync('umount', ['-l', folder]));
      const bodies = [1, 2, 3].map((revision) => body(1, revision, Buffer.alloc(8_000_000, ' ')));
      mkdirSync(join(folder, 'small'));
      const small = await opening([shown(1, {}, 2), ...bodies.slice(0, 2)], join(folder, 'small'));
      await small.close();
      spawnSync('rm', ['-r', join(folder, 'small')]);
      await expect(opening([shown(1, {}, 3), ...bodies], folder)).rejects.toMatchObject({ code: 'diskFull' });
    },
  );
});

test('no name of a part leads out of the folder that it is put in', () => {
  const pieces = [
    'records',
    'purchaseOrder',
    '1',
    'record.json',
    'revisions',
    '1.body',
    'asks',
    'attachments',
    'claims',
  ];
  const others = [
    '',
    '.',
    '..',
    '/',
    '\\',
    '1.json',
    `${'a'.repeat(64)}.jpg`,
    'LEAME.html',
    'manifest.json',
    '0',
    '\0',
    'C:',
  ];
  const piece = fc.constantFrom(...pieces, ...others);
  let taken = 0;
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('/', '/', '/', '\\', ''),
      (names, sign) => {
        const name = names.join(sign);
        if (!isPartName(name)) return;
        taken += 1;
        expect(name).toMatch(/^(?:[A-Za-z\d][A-Za-z\d.-]*\/){0,4}[A-Za-z\d][A-Za-z\d.-]*$/);
        expect(name).not.toContain('..');
      },
    ),
    { numRuns: 5000, seed: 3 },
  );
  expect(taken).toBeGreaterThan(100);
});

describe('archives beyond what ZIP first held', () => {
  test('more parts than two bytes count', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'many.perito');
    const target = await open(file, 'wx');
    const directory = await Spool.open(folder);
    const zip = new ZipWriter(fileSink(target), directory, at);
    const count = 66_000;
    for (let id = 1; id <= count; id += 1) await zip.add(record(id).name, Buffer.from('{}'), 'store');
    await zip.close();
    await directory.close();
    await target.close();
    const source = await openFileSource(file);
    expect((await readDirectory(source))?.parts.size).toBe(count);
    await source.close();
    const listed = spawnSync('unzip', ['-Z', '-h', file], { encoding: 'utf8' });
    expect(listed.stdout).toContain(`number of entries: ${count}`);
  });

  test('a part of more than four gigabytes, and one behind it', async () => {
    const file = join(temporaryFolder(), 'large.perito');
    const large: PartHeader = {
      ...{ name: record(1).name, method: 'store', crc32: 0 },
      ...{ size: 4_500_000_000, storedSize: 4_500_000_000 },
    };
    const small: PartHeader = {
      name: record(2).name,
      method: 'store',
      crc32: crc32('{}'),
      size: 2,
      storedSize: 2,
    };
    const first = localHeader(large, at);
    const behind = first.length + large.size;
    const second = Buffer.concat([localHeader(small, at), Buffer.from('{}')]);
    const directory = Buffer.concat([centralHeader(large, 0, at), centralHeader(small, behind, at)]);
    const offset = behind + second.length;
    const end = endRecords({ entries: 2, offset, size: directory.length }, Buffer.alloc(0));
    const descriptor = openSync(file, 'w');
    writeSync(descriptor, first, 0, first.length, 0);
    ftruncateSync(descriptor, behind);
    const rest = Buffer.concat([second, directory, end]);
    writeSync(descriptor, rest, 0, rest.length, behind);
    closeSync(descriptor);
    const bundle = await openBundle(file);
    expect((await bundle.read(small.name, 10))?.toString()).toBe('{}');
    await bundle.close();
    const listed = spawnSync('unzip', ['-p', file, small.name], { encoding: 'utf8' });
    expect(listed.stdout).toBe('{}');
  });
});
