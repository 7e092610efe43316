import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { lineOf, readList } from '../../../main/engine/backup/list.ts';
import { InstallationFolder } from '../../../main/engine/backup/place.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const names = Array.from({ length: 5000 }, (_, index) => hashOf(String(index)));

/** A place in which a list lies under a name. */
async function placed(text: string, name = hashOf(text)) {
  const folder = new InstallationFolder(temporaryFolder(), crypto.randomUUID());
  await folder.make();
  mkdirSync(dirname(folder.fileOf(name)), { recursive: true });
  writeFileSync(folder.fileOf(name), text);
  return { folder, name };
}

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

async function read(text: string, { files, name }: { files?: number; name?: string } = {}) {
  const { folder, name: list } = await placed(text, name);
  return all(readList(folder, { list, files: files ?? text.split('\n').length - 1, bytes: 0 }));
}

const whole = names.map(lineOf).join('');

test('a list says what it names, in its order', async () => {
  expect(await read(whole)).toEqual(names);
  expect(await read('')).toEqual([]);
});

const first = names[0] ?? '';
const bad: [string, string, { files?: number; name?: string }?][] = [
  ['is not what its name says', whole, { name: hashOf('other') }],
  ['has fewer lines than its manifest says', whole, { files: names.length + 1 }],
  ['has more lines than its manifest says', whole, { files: names.length - 1 }],
  ['is said to have more lines than any list', whole, { files: 10_000_001 }],
  ['is cut off in a line', whole.slice(0, -1), { files: names.length }],
  ['names a file elsewhere', lineOf(first).replace('files/', '../../')],
  ['names another file than its hash', lineOf(first).replace(`/${first}`, `/${names[1]}`)],
  ['has a hash that is none', lineOf(first).replaceAll(first, 'x'.repeat(64))],
];
test.each(bad)('a list that %s is damaged', async (_, text, given) => {
  await expect(read(text, given)).rejects.toMatchObject({ problem: { code: 'damaged' } });
});

test.each(['link', 'folder', 'nothing'])('a list in whose place stands a %s is damaged', async (what) => {
  const { folder, name } = await placed(whole);
  const file = folder.fileOf(name);
  rmSync(file);
  writeFileSync(join(folder.path, 'elsewhere'), whole);
  if (what === 'link') symlinkSync(join(folder.path, 'elsewhere'), file);
  if (what === 'folder') mkdirSync(file);
  const reading = all(readList(folder, { list: name, files: names.length, bytes: 0 }));
  await expect(reading).rejects.toMatchObject({ problem: { code: 'damaged' } });
});
