/** Hills, palms and trees. */
import type { Random } from '../../random.ts';
import { ellipse, type Frame, line, path, rect } from './pen.ts';

export function hills(random: Random, { width }: Frame, ground: number): string {
  return ['#7d95a0', '#5f7d62', '#486b45']
    .map((colour, index) => {
      const low = 150 - index * 50;
      let d = `M -200 ${ground + 4}`;
      for (let x = -200; x <= width + 200; x += 200)
        d += ` Q ${x + 100} ${ground - random.integer(0, low * 2.4)} ${x + 200} ${ground - random.integer(0, low)}`;
      return path(`${d} L ${width + 200} ${ground + 4} Z`, colour);
    })
    .join('');
}

export function trees(random: Random, { width }: Frame, ground: number, most: number): string {
  return Array.from({ length: random.integer(1, most) }, () => {
    const x = random.integer(-20, width + 20);
    return random.chance(0.55) ? palm(random, x, ground) : crown(random, x, ground);
  }).join('');
}

function palm(random: Random, x: number, ground: number): string {
  const high = random.integer(240, 620);
  const lean = random.integer(-90, 90);
  const top = `${x + lean} ${ground - high}`;
  const fronds = Array.from({ length: 11 }, (_, index) => {
    const angle = Math.PI + (index / 10) * Math.PI;
    const reach = random.integer(110, 190);
    const endX = x + lean + Math.cos(angle) * reach;
    const endY = ground - high + Math.sin(angle) * reach * 0.5 + 60;
    return path(
      `M ${top} Q ${x + lean + Math.cos(angle) * reach * 0.6} ${ground - high - 70} ${endX} ${endY} Q ${x + lean + Math.cos(angle) * reach * 0.5} ${ground - high - 26} ${top} Z`,
      random.pick(['#2f5a2c', '#3f7034', '#244a26']),
    );
  });
  return (
    line(`M ${x} ${ground + 6} Q ${x + lean * 0.2} ${ground - high * 0.5} ${top}`, '#6f5a43', 24) +
    fronds.join('')
  );
}

function crown(random: Random, x: number, ground: number): string {
  const high = random.integer(170, 420);
  const leaves = Array.from({ length: 16 }, () =>
    ellipse(
      x + random.integer(-150, 150),
      ground - high + random.integer(-110, 90),
      random.integer(40, 96),
      random.integer(36, 80),
      random.pick(['#2c4f2a', '#3c6a35', '#527f42', '#1f3d20']),
    ),
  );
  return rect(x - 16, ground - high, 32, high + 6, '#4f3f30') + leaves.join('');
}
