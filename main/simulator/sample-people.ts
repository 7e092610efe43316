/** People who are insured: no such person, no such Cédula, no such telephone. */
import type { Random } from './random.ts';

export const firstNames = [
  'Ana',
  'Carlos',
  'Yohanna',
  'José Miguel',
  'Altagracia',
  'Rafael',
  'Yesenia',
  'Ramón',
  'Wilkin',
  'Rosa María',
];
/** Each ends in a word that says that the person is a sample. */
export const lastNames = [
  'Peña Prueba',
  'Rosario Prueba',
  'Ñáñez Prueba',
  'Polanco Prueba',
  'De la Cruz Prueba',
  'Báez Prueba',
];

export const streets = [
  'Av. 27 de Febrero',
  'Calle El Conde',
  'Av. Winston Churchill',
  'Calle del Sol',
  'Autopista Duarte',
  'Av. Independencia',
];

/** Eleven digits with their Luhn digit, of municipality 999, which there is not. */
export function sampleCedula(serial: number): string {
  const digits = `999${String(serial).padStart(7, '0')}`;
  const sum = [...digits].reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** 555-01xx is kept for fiction. */
export function samplePhone(random: Random): string {
  const area = random.pick(['809', '829', '849']);
  return `${area}-555-01${String(random.integer(0, 99)).padStart(2, '0')}`;
}
