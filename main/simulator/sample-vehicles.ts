/** Vehicles as they are sold in the Dominican Republic; their VINs belong to no maker. */
import type { Random } from './random.ts';

export interface SampleModel {
  makeId: number;
  makeName: string;
  modelId: number;
  modelName: string;
}

const modelsOfMakes: readonly (readonly [string, ...string[]])[] = [
  ['Toyota', 'Corolla', 'RAV4', 'Hilux', 'Yaris', 'Land Cruiser Prado'],
  ['Honda', 'Civic', 'CR-V', 'Accord', 'Fit'],
  ['Hyundai', 'Sonata', 'Tucson', 'Santa Fe', 'Accent', 'Grand i10'],
  ['Kia', 'K5', 'Sportage', 'Picanto', 'Sorento'],
  ['Nissan', 'Sentra', 'Frontier', 'X-Trail', 'Kicks'],
  ['Mitsubishi', 'L200', 'Montero Sport', 'Outlander'],
  ['Suzuki', 'Vitara', 'Swift', 'Jimny'],
  ['Mazda', 'CX-5', 'BT-50', 'Mazda3'],
  ['Chevrolet', 'Colorado', 'Tracker', 'Trax'],
  ['Ford', 'Ranger', 'Explorer', 'Escape'],
  ['Isuzu', 'D-Max', 'MU-X'],
  ['Daihatsu', 'Hijet', 'Terios'],
];

export const models: readonly SampleModel[] = modelsOfMakes.flatMap(([makeName, ...names], make) =>
  names.map((modelName, model) => ({
    makeId: make + 1,
    makeName,
    modelId: (make + 1) * 100 + model + 1,
    modelName,
  })),
);

export const earliestYear = 2010;
export const latestYear = 2026;

/** No maker has a code that begins with 0, so no genuine VIN does. */
const sampleMaker = '0PR';

/** ISO 3779: no I, O or Q anywhere; besides, no U, Z or 0 for the model year. */
const letters = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const yearLetters = 'ABCDEFGHJKLMNPRSTVWXY';

/** A VIN of 17 characters with its check digit; the serial, up to 999,999, makes it unique in a seed. */
export function sampleVin(random: Random, year: number, serial: number): string {
  const description = Array.from({ length: 5 }, () => letters[random.integer(0, letters.length - 1)]).join(
    '',
  );
  const yearLetter = yearLetters[year - earliestYear];
  if (yearLetter === undefined) throw new RangeError(`no model year letter for ${year}`);
  const tail = `${yearLetter}P${String(serial).padStart(6, '0')}`;
  return `${sampleMaker}${description}${checkDigit(`${sampleMaker}${description}0${tail}`)}${tail}`;
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** 49 CFR 565.15: letters stand for 1 to 9, the weighted sum modulo 11, X for 10. */
function checkDigit(vin: string): string {
  const sum = weights.reduce((total, weight, place) => total + weight * letterValue(vin.charAt(place)), 0);
  const rest = sum % 11;
  return rest === 10 ? 'X' : String(rest);
}

function letterValue(character: string): number {
  if (/\d/.test(character)) return Number(character);
  return transliteration[character] ?? 0;
}

/** The letters of the values 1 to 9. */
const transliteration: Readonly<Record<string, number>> = Object.fromEntries(
  ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'].flatMap((same, place) =>
    [...same].map((letter) => [letter, place + 1]),
  ),
);
