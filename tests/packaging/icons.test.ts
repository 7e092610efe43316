import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Transformer } from '@napi-rs/image';
import { expect, test } from 'vitest';
import { drawIcons, drawTrayIcons } from '../../main/desktop/installer/icons.ts';

const kept = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../main/desktop/installer/${path}`, import.meta.url)));
const drawn = drawIcons();

/** The pictures of Windows' format: the size that its table says, and the PNG. */
function picturesOfIco(file: Buffer): [size: number, png: Buffer][] {
  expect(file.subarray(0, 4).toString('hex')).toBe('00000100');
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const offset = file.readUInt32LE(at + 12);
    return [file.readUInt8(at) || 256, file.subarray(offset, offset + file.readUInt32LE(at + 8))];
  });
}

/** The pictures of Apple's format by their type. */
function picturesOfIcns(file: Buffer): [type: string, png: Buffer][] {
  expect([file.toString('latin1', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
  const found: [string, Buffer][] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4))
    found.push([file.toString('latin1', at, at + 4), file.subarray(at + 8, at + file.readUInt32BE(at + 4))]);
  return found;
}

const widthOf = (png: Buffer) => new Transformer(png).metadataSync().width;

test('every icon that is kept is the drawing of the mark', () => {
  for (const [path, content] of drawn) {
    // Another kind of machine may round a shade otherwise.
    if (process.platform === 'linux' && process.arch === 'x64')
      expect([path, kept(path).equals(content)]).toEqual([path, true]);
    else expect([path, kept(path).length > 0]).toEqual([path, true]);
  }
});

test('every icon of the bar that is kept is the drawing of the mark, of the size that its name says', () => {
  const tray = drawTrayIcons();
  expect(tray.size).toBe(45);
  for (const [name, content] of tray) {
    const png = kept(`../tray-icons/${name}`);
    expect([name, widthOf(png)]).toEqual([name, 16 * Number(/@([\d.]+)x/.exec(name)?.[1] ?? 1)]);
    if (process.platform === 'linux' && process.arch === 'x64')
      expect([name, png.equals(content)]).toEqual([name, true]);
  }
  expect(new Set([...tray.values()].map((png) => png.toString('hex'))).size).toBe(45);
});

test('a mark that was changed gives other icons', () => {
  const mark = readFileSync(new URL('../../renderer/public/mark.svg', import.meta.url), 'utf8');
  for (const [path, content] of drawIcons(mark.replace('#1d4fd7', '#101010')))
    expect([path, kept(path).equals(content)]).toEqual([path, false]);
});

test('each file is of the size that its name says', () => {
  const named = [...drawn.keys()].flatMap((path) => {
    const size = /(\d+)x\1\.png$/.exec(path)?.[1];
    return size === undefined ? [] : [[path, Number(size)] as const];
  });
  expect(named.map(([, size]) => size)).toEqual([16, 24, 32, 48, 64, 128, 256, 512, 1024]);
  for (const [path, size] of named) expect([path, widthOf(kept(path))]).toEqual([path, size]);
});

test('Windows and macOS find each of their sizes in one file', () => {
  const windows = picturesOfIco(kept('icon.ico'));
  expect(windows.map(([size]) => size)).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256]);
  for (const [size, png] of windows) expect(widthOf(png)).toBe(size);
  const apple = picturesOfIcns(kept('icon.icns')).map(([type, png]) => [type, widthOf(png)]);
  expect(Object.fromEntries(apple)).toEqual({
    ...{ icp4: 16, icp5: 32, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 },
    ...{ ic11: 32, ic12: 64, ic13: 256, ic14: 512 },
  });
});

test('a corner is clear, the middle is not', () => {
  const pixels = new Transformer(kept('icons/64x64.png')).rawPixelsSync();
  const alpha = (x: number, y: number) => pixels[(y * 64 + x) * 4 + 3];
  expect([alpha(0, 0), alpha(32, 4)]).toEqual([0, 255]);
});
