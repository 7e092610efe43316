/** What photos show by their names, and what is missing of what is asked for. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pictureTypes } from '../../../main/simulator/incident-report.ts';
import {
  type PhotoView,
  photoChecklist,
  photoViews,
  viewsOfName,
} from '../../../shared/rules/photo-checklist.ts';

test.each<[string | null, readonly (PhotoView | 'anySide')[]]>([
  ['Frontal', ['front']],
  ['FOTO FRENTE', ['front']],
  ['Parte delantera', ['front']],
  ['Bumper trasero', ['rear']],
  ['vista_posterior_2', ['rear']],
  ['Lateral derecho', ['rightSide']],
  ['Lado izq.', ['leftSide']],
  ['Lado del conductor', ['leftSide']],
  ['Lateral', ['anySide']],
  ['Laterales derecho e izquierdo', ['rightSide', 'leftSide']],
  ['Chasis (VIN)', ['chassis']],
  ['Tablero y odómetro', ['odometer']],
  ['KILOMETRAJE', ['odometer']],
  ['Placa', ['plate']],
  ['Daño principal', ['damage']],
  ['Golpe en puerta', ['damage']],
  ['Placa trasera', ['rear', 'plate']],
  ['Rear damage', ['rear', 'damage']],
  ['Cédula del conductor', []],
  ['Conductor', []],
  ['Matrícula', []],
  ['IMG_0012.jpg', []],
  ['VINO tinto', []],
  ['', []],
  [null, []],
])('%j shows %j', (name, views) => {
  expect([...viewsOfName(name)].sort()).toEqual([...views].sort());
});

test('all that the marketplace of the samples names is known, each as something', () => {
  expect(pictureTypes.filter(({ name }) => viewsOfName(name).length === 0)).toEqual([]);
});

const named = (...captions: (string | null)[]) => captions.map((caption) => ({ caption }));
const walkAround = ['front', 'rightSide', 'leftSide', 'rear', 'chassis', 'odometer'] as const;

test('what is missing is told in the order of the walk, with how many photos say nothing', () => {
  const list = photoChecklist(walkAround, named('Odómetro', 'Frontal', 'foto 3', 'Lateral izquierdo', null));
  expect(list.missing).toEqual(['rightSide', 'rear', 'chassis']);
  expect(list.unnamed).toBe(2);
  expect(list.entries.find(({ view }) => view === 'odometer')).toEqual({ view: 'odometer', photos: [0] });
});

test('sides without their word stand for the sides that have no photo, one each', () => {
  expect(photoChecklist(walkAround, named('Lateral')).missing).not.toContain('rightSide');
  expect(photoChecklist(walkAround, named('Lateral')).missing).toContain('leftSide');
  expect(photoChecklist(['rightSide', 'leftSide'], named('Lateral', 'Lateral')).missing).toEqual([]);
  expect(photoChecklist(['rightSide', 'leftSide'], named('Lateral derecho', 'Lateral')).missing).toEqual([]);
  expect(photoChecklist(['rightSide', 'leftSide'], named('Lateral derecho', 'Frontal')).missing).toEqual([
    'leftSide',
  ]);
});

test('a photo more never makes anything missing, and nothing is asked for that was not', () => {
  const caption = fc.option(
    fc.oneof(fc.string(), fc.constantFrom(...pictureTypes.map(({ name }) => name), 'Lateral')),
  );
  const photos = fc.array(
    caption.map((name) => ({ caption: name })),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(fc.subarray([...photoViews]), photos, caption, (asked, some, more) => {
      const before = photoChecklist(asked, some);
      const after = photoChecklist(asked, [...some, { caption: more }]);
      expect(before.entries.map(({ view }) => view)).toEqual(
        photoViews.filter((view) => asked.includes(view)),
      );
      expect(before.missing).toEqual(expect.arrayContaining([...after.missing]));
      for (const { photos: shown } of after.entries)
        for (const index of shown) expect(index).toBeLessThanOrEqual(some.length);
    }),
  );
});
