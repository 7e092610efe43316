/** Capital letters and digits as strokes, since a machine may have no fonts. */
import { line } from './pen.ts';

/** Each letter on a grid 4 wide and 6 high, `0,0` its upper left; strokes are divided by a semicolon. */
const strokes: Readonly<Record<string, string>> = {
  A: '0,6 2,0 4,6;0.7,4 3.3,4',
  B: '0,0 0,6 3,6 4,5 4,4 3,3 0,3;0,0 3,0 3.7,1 3.7,2 3,3',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  D: '0,0 0,6 2.5,6 4,4.5 4,1.5 2.5,0 0,0',
  E: '4,0 0,0 0,6 4,6;0,3 3,3',
  F: '4,0 0,0 0,6;0,3 3,3',
  G: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3 2.4,3',
  H: '0,0 0,6;4,0 4,6;0,3 4,3',
  I: '2,0 2,6',
  J: '4,0 4,5 3,6 1,6 0,5',
  K: '0,0 0,6;4,0 0,3.4;1.4,2.4 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  P: '0,6 0,0 3,0 4,1 4,2.4 3,3.4 0,3.4',
  Q: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0;2.4,4.4 4,6.4',
  R: '0,6 0,0 3,0 4,1 4,2.2 3,3.2 0,3.2;2,3.2 4,6',
  S: '4,1 3,0 1,0 0,1 0,2 1,3 3,3 4,4 4,5 3,6 1,6 0,5',
  T: '0,0 4,0;2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,2.6 3,6 4,0',
  X: '0,0 4,6;4,0 0,6',
  Y: '0,0 2,3 4,0;2,3 2,6',
  Z: '0,0 4,0 0,6 4,6',
  '0': '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0;1,4.6 3,1.4',
  '1': '0.8,1.2 2,0 2,6;0.8,6 3.2,6',
  '2': '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  '3': '0,0.6 1,0 3,0 4,1 4,2 3,3 1.6,3;3,3 4,4 4,5 3,6 1,6 0,5.4',
  '4': '3,6 3,0 0,4 4,4',
  '5': '4,0 0,0 0,2.6 3,2.6 4,3.6 4,5 3,6 1,6 0,5.2',
  '6': '3.6,0.4 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3.8 3,2.8 0,2.8',
  '7': '0,0 4,0 1.4,6',
  '8': '1,3 0,2 0,1 1,0 3,0 4,1 4,2 3,3 1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3',
  '9': '0.4,5.6 1,6 3,6 4,5 4,1 3,0 1,0 0,1 0,2.2 1,3.2 4,3.2',
  '-': '0.8,3 3.2,3',
  '.': '1.8,6 2.2,6',
  ':': '2,2 2,2.1;2,4.6 2,4.7',
  '/': '0.4,6.4 3.6,-0.4',
};

const advance = 5.6;

/** Width of a text for letters of this height. */
export const textWidth = (text: string, height: number): number =>
  ((text.length * advance - 1.6) * height) / 6;

/** A text of capitals and digits whose upper left is at `x`, `y`; anything else leaves a gap. */
export function letters(
  text: string,
  x: number,
  y: number,
  height: number,
  colour: string,
  weight = 0.16,
): string {
  const scale = height / 6;
  const d = [...text]
    .map((letter, index) =>
      (strokes[letter] ?? '')
        .split(';')
        .map((stroke) => polyline(stroke, index))
        .join(''),
    )
    .join('');
  // One path for the whole text.
  return line(d, colour, weight * 6, {
    stroke_linejoin: 'round',
    transform: `translate(${x} ${y}) scale(${scale})`,
  });
}

function polyline(stroke: string, index: number): string {
  if (stroke === '') return '';
  const points = stroke.split(' ').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number);
    return `${Math.round((x + index * advance) * 10) / 10} ${y}`;
  });
  return `M${points.join('L')}`;
}
