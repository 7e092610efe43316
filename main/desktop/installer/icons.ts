/**
 * `npm run icons`: draws the icons of the installers from the screen's own mark, `renderer/public/mark.svg`, into this folder:
 * `icons/<size>x<size>.png` for Linux, `icon.ico` for Windows, `icon.icns` for macOS; and those of the system's bar into
 * `../tray-icons/`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ResizeFilterType, Transformer } from '@napi-rs/image';

/** Sizes in pixels, one file each: what hicolor's folders hold, and 1024 for stores. */
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
/** What Windows asks for, from the title bar at 100 % to the largest view of its explorer. */
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const;
/** Apple's types of an icon and their sizes in pixels; some sizes are there twice, as one of half the size for fine screens. */
const appleTypes = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const;

const mark = fileURLToPath(new URL('../../../renderer/public/mark.svg', import.meta.url));

/** Every file of the icons by its path in this folder. The same mark gives the same bytes on the same kind of machine. */
export function drawIcons(svg: string = readFileSync(mark, 'utf8')): ReadonlyMap<string, Buffer> {
  const full = (size: number) => pngOf(svg, size);
  // Apple's icons stand in a frame of their own: 824 of 1024 pixels are the icon's.
  const framed = (size: number) => pngOf(withMargin(svg, 100 / 1024), size);
  return new Map([
    ...linuxSizes.map((size): [string, Buffer] => [`icons/${size}x${size}.png`, full(size)]),
    ['icon.ico', icoOf(windowsSizes.map((size) => ({ size, png: full(size) })))],
    ['icon.icns', icnsOf(appleTypes.map(([type, size]) => ({ type, png: framed(size) })))],
  ]);
}

/** Of 16 points, for screens of these scales. */
const trayScales = [1, 1.25, 1.5, 2, 3] as const;
const trayPoints = 16;

/** By the ground on which they stand: the square, the letter in it; macOS colours a template itself. */
const trayGrounds = {
  light: { square: '#1d4fd7', letter: '#fff' },
  dark: { square: '#7ea6ff', letter: '#0d1117' },
  Template: { square: '#000', letter: null },
} as const;

/** What stands for each state beside the letter: a form of its own, since colour alone is not seen by all. */
const trayStates = {
  receiving: {
    ...{ shape: 'circle cx="24" cy="24" r="7"', line: 0 },
    ...{ light: '#1a7f37', dark: '#3fb950', Template: '#000' },
  },
  waiting: {
    ...{ shape: 'path d="M24 15.5 32 31H16z"', line: 0 },
    ...{ light: '#b45309', dark: '#f0a92e', Template: '#000' },
  },
  stopped: {
    ...{ shape: 'path d="m18 18 12 12m0-12L18 30"', line: 4.5 },
    ...{ light: '#cf222e', dark: '#ff7b72', Template: '#000' },
  },
} as const;

/** The icons of the system's bar by their file's name: `<state>-<ground>.png`, and `…@2x.png` for a screen of that scale. */
export function drawTrayIcons(svg: string = readFileSync(mark, 'utf8')): ReadonlyMap<string, Buffer> {
  const letter = /<path d="([^"]+)"/.exec(svg)?.[1] ?? '';
  const grounds = ['light', 'dark', 'Template'] as const;
  const icons = Object.entries(trayStates).flatMap(([state, shape]) =>
    grounds.map((ground) => [`${state}-${ground}`, trayIcon(letter, ground, shape)] as const),
  );
  return new Map(
    icons.flatMap(([name, icon]) =>
      trayScales.map((scale) => [
        `${name}${scale === 1 ? '' : `@${scale}x`}.png`,
        pngOf(icon, trayPoints * scale),
      ]),
    ),
  );
}

type TrayShape = { shape: string; line: number } & Record<keyof typeof trayGrounds, string>;

/** A drawing: the letter on its square, and the shape of a state with a clear edge all around. */
function trayIcon(letter: string, ground: keyof typeof trayGrounds, state: TrayShape): string {
  const { square, letter: ink } = trayGrounds[ground];
  const letterIn = (colour: string) =>
    `<path d="${letter}" stroke="${colour}" fill="none" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/>`;
  const shapeIn = (colour: string, edge: number) =>
    `<${state.shape} fill="${state.line === 0 ? colour : 'none'}" stroke="${colour}" stroke-width="${state.line + edge}" stroke-linecap="round"/>`;
  // The letter of a template is clear as well.
  const clear = `${ink === null ? letterIn('#000') : ''}${shapeIn('#000', 4)}`;
  const mask = `<mask id="m"><path d="M0 0h32v32H0z" fill="#fff"/>${clear}</mask>`;
  const sign = `<g mask="url(#m)"><rect width="32" height="32" rx="7" fill="${square}"/>${ink === null ? '' : letterIn(ink)}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mask}${sign}${shapeIn(state[ground], 0)}</svg>`;
}

/** `size` is the width and the height in pixels. */
function pngOf(svg: string, size: number): Buffer {
  // The library draws at 1,024 pixels at least, whatever size the drawing asks for.
  const drawn = Transformer.fromSvg(svg.replace('<svg ', '<svg width="1024" height="1024" '));
  return drawn.resize({ width: size, height: size, filter: ResizeFilterType.CatmullRom }).pngSync();
}

/** The same drawing, with a margin of this part of the whole width on each side. */
function withMargin(svg: string, part: number): string {
  const viewBox = /viewBox="0 0 (\d+) \d+"/.exec(svg);
  const width = Number(viewBox?.[1]) / (1 - 2 * part);
  return svg.replace(/viewBox="[^"]*"/, `viewBox="${-width * part} ${-width * part} ${width} ${width}"`);
}

/** Windows' format: a table of pictures, each a PNG as it is (since Windows Vista). 0 stands for 256 pixels. */
function icoOf(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** Apple's format: pieces of a type of four letters, their whole length, and here a PNG as it is. */
function icnsOf(pictures: readonly { type: string; png: Buffer }[]): Buffer {
  const pieces = pictures.map(({ type, png }) => pieceOf(type, png));
  return pieceOf('icns', Buffer.concat(pieces));
}

function pieceOf(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
}

if (import.meta.main) {
  const tray = [...drawTrayIcons()].map(([name, content]) => [`../tray-icons/${name}`, content] as const);
  for (const [path, content] of [...drawIcons(), ...tray]) {
    const file = join(import.meta.dirname, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
