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

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('kilometres over the ground', () => {
  // A degree of a meridian is a 360th of 2 pi times 6371.0088 km.
  test.each([
    ['one point and itself', at(18.5, -70), at(18.5, -70), 0],
    ['a degree of a meridian', at(18, -70), at(19, -70), 111.195],
    ['a degree of the equator', at(0, -70), at(0, -69), 111.195],
    ['a degree of the 60th parallel, half as long', at(60, -70), at(60, -69), 55.597],
    ['60 degrees of the 45th parallel', at(45, 0), at(45, 60), 4604.5],
    ['from the equator to the pole', at(0, 20), at(90, 50), 10_007.557],
    ['half around the world', at(0, 0), at(0, 180), 20_015.115],
    ['half around the world, between opposite points', at(18.5, -70), at(-18.5, 110), 20_015.115],
  ])('of %s', (_, one, other, km) => {
    expect(kilometres(one, other)).toBeCloseTo(km, 1);
    expect(kilometres(other, one)).toBeCloseTo(km, 1);
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

  test.each([
    ['the southern limit', at(17.3, -70), true],
    ['south of it', at(17.29, -70), false],
    ['the northern limit', at(20.05, -70), true],
    ['north of it', at(20.06, -70), false],
    ['the eastern limit', at(18.5, -68.1), true],
    ['east of it', at(18.5, -68.09), false],
    ['the border at a point of the line, by its kilometres', at(19.2, -71.67), true],
    ['west of it', at(19.2, -71.69), false],
    ['the border half way between two points', at(19.265, -71.74), true],
    ['west of it', at(19.265, -71.75), false],
    ['the border a quarter of the way from a southern point', at(18.325, -71.81), true],
    ['west of it', at(18.325, -71.82), false],
    ['the border north of its first point', at(20.02, -71.78), true],
    ['west of it', at(20.02, -71.8), false],
    ['the border south of its last point', at(17.35, -71.81), true],
    ['west of it', at(17.35, -71.83), false],
  ])('on %s: %o is in the country: %s', (_, point, isIn) => {
    expect(inCountry(point)).toBe(isIn);
  });

  test('has its distance to the nearest capital told', () => {
    const nearest = nearestCapital(at(19.5517, -70.697));
    expect(nearest?.capital).toMatchObject({ name: 'Santiago', province: 'Santiago' });
    expect(nearest?.km).toBeCloseTo(11.12, 1);
  });

  // South of Pedernales there is only the sea.
  test.each([
    [99.9, 'Pedernales'],
    [100.1, null],
  ])('%d km from the nearest capital is near %s', (km, name) => {
    const point = at(18.0384 - km / 111.195, -71.744);
    expect(nearestCapital(point)?.capital.name ?? null).toBe(name);
  });
});
