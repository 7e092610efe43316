/** Vehicle identification numbers (ISO 3779), and the chassis numbers that are not. */

interface Vin {
  /**
   * `vin`: 17 characters without I, O and Q. `short`: the chassis number of an old vehicle, or of one made for Japan
   * ("NZE121-1234567"), which has 5 to 16 letters and digits. `unknown`: neither.
   */
  form: 'vin' | 'short' | 'blank' | 'unknown';
  /** In capitals, without spaces and dashes. */
  number: string;
  /** Whether the ninth character is the check digit; null where it need not be one: outside North America. */
  checks: boolean | null;
}

/** What a text is as a vehicle's number. */
export function describeVin(text: string): Vin {
  const number = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (number === '') return { form: 'blank', number, checks: null };
  if (/^[A-HJ-NPR-Z0-9]{17}$/.test(number)) {
    return { form: 'vin', number, checks: isNorthAmerican(number) ? vinChecks(number) : null };
  }
  if (/^(?=.*\d)[A-Z0-9]{5,16}$/.test(number)) return { form: 'short', number, checks: null };
  return { form: 'unknown', number, checks: null };
}

/** The first character of North America's makers is 1 to 5; there the check digit is mandatory (49 CFR 565.15). */
const isNorthAmerican = (vin: string) => /^[1-5]/.test(vin);

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const values = new Map<string, number>();
for (const digit of '0123456789') values.set(digit, Number(digit));
for (const row of ['ABCDEFGH', 'JKLMN', 'P', 'R']) {
  const first = { A: 1, J: 1, P: 7, R: 9 }[row[0] ?? ''] ?? 0;
  for (const [index, letter] of [...row].entries()) values.set(letter, first + index);
}
for (const [index, letter] of [...'STUVWXYZ'].entries()) values.set(letter, 2 + index);

/** Whether the ninth of 17 characters is the weighted sum of the others modulo 11, with X for 10. */
export function vinChecks(vin: string): boolean {
  const sum = weights.reduce(
    (total, weight, index) => total + weight * (values.get(vin[index] ?? '') ?? 0),
    0,
  );
  return vin[8] === '0123456789X'[sum % 11];
}
