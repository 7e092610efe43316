/** Under the bonnet. */
import { letters } from './letters.ts';
import { ellipse, gradient, line, path, rect, shade } from './pen.ts';
import type { Drawn, Taking } from './taking.ts';

/** The bonnet is open: block, battery, tanks, hoses. */
export function engineBay({ scene: { look }, frame: { width, height }, random }: Taking): Drawn {
  const parts = [
    rect(-200, -200, width + 400, height + 400, '#191b1d'),
    path(
      `M -100 -100 L ${width + 100} -100 L ${width + 100} ${height * 0.16} Q ${width / 2} ${height * 0.04} -100 ${height * 0.2} Z`,
      shade(look.colour, -0.2),
    ),
    path(
      `M -100 ${height + 100} L -100 ${height * 0.86} Q ${width / 2} ${height * 0.98} ${width + 100} ${height * 0.84} L ${width + 100} ${height + 100} Z`,
      'url(#bay)',
    ),
  ];
  const boxes = random.integer(9, 16);
  for (let index = 0; index < boxes; index++) {
    const wide = random.integer(130, 520);
    const high = random.integer(90, 330);
    const x = random.integer(-60, width - 80);
    const y = random.integer(Math.round(height * 0.12), Math.round(height * 0.72));
    const colour = random.pick(['#2d3135', '#4a4f54', '#7d8286', '#1f2224', '#b9bdbf', '#3a2f28', '#d9d8cf']);
    parts.push(
      rect(x + 10, y + 16, wide, high, '#000', { rx: 18, opacity: 0.5 }),
      rect(x, y, wide, high, colour, {
        rx: random.integer(4, 34),
        stroke: shade(colour, -0.5),
        stroke_width: 5,
      }),
      rect(x + 12, y + 8, wide - 24, high * 0.22, shade(colour, 0.3), { rx: 10, opacity: 0.5 }),
      ...Array.from({ length: 4 }, (_, rib) =>
        line(`M ${x + 24} ${y + high * (0.36 + rib * 0.14)} h ${wide - 48}`, shade(colour, -0.4), 7),
      ),
    );
  }
  for (let hose = 0; hose < 7; hose++) {
    const d = `M ${random.integer(0, width)} ${random.integer(100, height)} C ${random.integer(0, width)} ${random.integer(0, height)} ${random.integer(0, width)} ${random.integer(0, height)} ${random.integer(0, width)} ${random.integer(100, height)}`;
    const thick = random.integer(14, 46);
    parts.push(
      line(d, '#0c0d0e', thick),
      line(d, random.pick(['#5b6064', '#8c2f2a', '#33383c']), thick * 0.3, { opacity: 0.6 }),
    );
  }
  const battery = {
    x: random.integer(60, width - 380),
    y: random.integer(Math.round(height * 0.25), Math.round(height * 0.6)),
  };
  parts.push(
    rect(battery.x, battery.y, 320, 190, '#16181a', { rx: 12, stroke: '#3d4246', stroke_width: 6 }),
    rect(battery.x + 20, battery.y + 60, 280, 70, '#c8a31c'),
    letters('PRUEBA 12 V', battery.x + 40, battery.y + 84, 24, '#16181a'),
    ellipse(battery.x + 50, battery.y + 20, 20, 16, '#b3202a'),
    ellipse(battery.x + 270, battery.y + 20, 20, 16, '#8d9296'),
  );
  return {
    defs: gradient('bay', [shade(look.colour, 0.3), look.colour, shade(look.colour, -0.5)]),
    drawing: parts.join(''),
  };
}
