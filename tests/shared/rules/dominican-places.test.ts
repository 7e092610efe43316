import { describe, expect, test } from 'vitest';
import { capitals, inCountry, kilometres, nearestCapital } from '../../../shared/rules/dominican-places.ts';

describe('the capitals', () => {
  test('are those of 31 provinces and of the National District, each within the country', () => {
    expect(capitals).toHaveLength(32);
    expect(new Set(capitals.map(({ province }) => province)).size).toBe(32);
    expect(capitals.filter((capital) => !inCountry(capital))).toEqual([]);
  });

  test.each([
    ['Santo Domingo', 'Santiago', 138],
    ['Santo Domingo', 'Higüey', 125],
    ['Monte Cristi', 'Pedernales', 201],
    ['Puerto Plata', 'Santiago', 38],
  ])('from %s to %s it is about %i km', (from, to, km) => {
    const [one, other] = [from, to].map((name) => capitals.find((capital) => capital.name === name));
    if (one === undefined || other === undefined) throw new Error('there is no such capital');
    expect(Math.abs(kilometres(one, other) - km)).toBeLessThan(8);
  });
});

describe('a point', () => {
  test.each([
    ['Santiago, the monument', 19.4509, -70.6948, 'Santiago'],
    ['Punta Cana', 18.582, -68.4055, 'Higüey'],
    ['Constanza', 18.9094, -70.745, 'Bonao'],
    ['Boca Chica', 18.4539, -69.6064, 'Santo Domingo Este'],
  ])('%s is near %s', (_, latitude, longitude, name) => {
    expect(nearestCapital({ latitude, longitude })?.capital.name).toBe(name);
    expect(inCountry({ latitude, longitude })).toBe(true);
  });

  test.each([
    ['Puerto Príncipe', 18.5944, -72.3074],
    ['Cabo Haitiano', 19.7594, -72.1982],
    ['San Juan, Puerto Rico', 18.4655, -66.1057],
    ['nowhere, as cameras without a fix say it', 0, 0],
    ['Madrid', 40.4168, -3.7038],
  ])('%s is abroad', (_, latitude, longitude) => {
    expect(inCountry({ latitude, longitude })).toBe(false);
  });

  test('far from every capital is near none', () => {
    expect(nearestCapital({ latitude: 17.3, longitude: -70 })).toBeNull();
  });
});
