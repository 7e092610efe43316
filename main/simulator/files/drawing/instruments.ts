/** The instruments with the odometer. */
import { letters, textWidth } from './letters.ts';
import { ellipse, gradient, group, line, path, radial, rect } from './pen.ts';
import type { Drawn, Taking } from './taking.ts';

/** Two dials and the odometer between them. */
export function instruments({ scene: { odometer }, frame: { width, height }, random }: Taking): Drawn {
  const radius = Math.min(width, height) * (0.2 + random.fraction() * 0.1);
  const y = height * (0.38 + random.fraction() * 0.24);
  const glow = random.pick(['#e8f3ff', '#ff7a4d', '#7fd7ff', '#d6f7c0']);
  const middle = width / 2 + random.integer(-120, 120);
  const apart = radius * 1.35;
  const drawing = [
    rect(-600, -600, width + 1200, height + 1200, 'url(#dash)'),
    path(
      `M -100 ${y - radius * 1.2} Q ${middle} ${y - radius * 2.3} ${width + 100} ${y - radius * 1.2} L ${width + 100} -100 L -100 -100 Z`,
      random.pick(['#0c0d0e', '#5b4a38', '#8a8578']),
    ),
    rect(middle - radius * 2.6, y - radius * 1.3, radius * 5.2, radius * 2.6, '#08090a', { rx: radius }),
    dial(middle - apart, y, radius * (0.6 + random.fraction() * 0.45), glow, random.fraction()),
    random.chance(0.6)
      ? dial(middle + apart, y, radius * (0.6 + random.fraction() * 0.45), glow, random.fraction() * 0.4)
      : rect(middle + radius * 0.7, y - radius * 0.7, radius * 1.3, radius * 1.2, glow, {
          opacity: 0.75,
          rx: 20,
        }),
    rect(middle - radius * 0.62, y + radius * 0.2, radius * 1.24, radius * 0.42, '#1d2b24', { rx: 8 }),
    letters(
      `${odometer} KM`,
      middle - textWidth(`${odometer} KM`, radius * 0.135) / 2,
      y + radius * 0.34,
      radius * 0.135,
      glow,
    ),
    ellipse(middle, height * 1.12, width * 0.62, height * 0.34, 'none', {
      stroke: '#17191b',
      stroke_width: 86,
    }),
    ellipse(middle, height * 1.12, width * 0.62, height * 0.34, 'none', {
      stroke: '#3b3f43',
      stroke_width: 8,
      opacity: 0.8,
    }),
    path(
      `M ${random.integer(0, width)} -60 l 260 0 l ${random.integer(-500, 500)} ${height + 120} l -300 0 Z`,
      '#fff',
      { opacity: 0.09 },
    ),
  ].join('');
  const askew = `rotate(${random.integer(-16, 16)} ${middle} ${y}) translate(${middle} ${y}) scale(${0.8 + random.fraction() * 0.9}) translate(${-middle - random.integer(-260, 260)} ${-y})`;
  return {
    defs:
      gradient('dash', ['#43474b', '#232629', '#101112']) + radial('dial', ['#1d2226', '#0d0f11', '#050607']),
    drawing: rect(-200, -200, width + 400, height + 400, '#15171a') + group(askew, drawing),
  };
}

function dial(x: number, y: number, radius: number, glow: string, turn: number): string {
  const ticks = Array.from({ length: 25 }, (_, index) => {
    const angle = Math.PI * (0.8 + (index / 24) * 1.4);
    const inner = radius * (index % 2 === 0 ? 0.78 : 0.85);
    return `M ${x + Math.cos(angle) * inner} ${y + Math.sin(angle) * inner} L ${x + Math.cos(angle) * radius * 0.92} ${y + Math.sin(angle) * radius * 0.92}`;
  }).join(' ');
  const angle = Math.PI * (0.8 + turn * 1.4);
  return [
    ellipse(x, y, radius, radius, 'url(#dial)', { stroke: '#8d9398', stroke_width: 8 }),
    line(ticks, glow, 5),
    line(
      `M ${x} ${y} L ${x + Math.cos(angle) * radius * 0.8} ${y + Math.sin(angle) * radius * 0.8}`,
      '#ff3b30',
      9,
    ),
    ellipse(x, y, radius * 0.12, radius * 0.12, '#24282b'),
  ].join('');
}
