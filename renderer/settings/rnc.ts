/**
 * The form of a company's tax id. RNC: nine digits, weights 7 9 8 6 5 4 3 2, check = ((10 − Σ mod 11) mod 9) + 1;
 * a company may also go by a Cédula of eleven digits (Luhn). Some genuine ones fail, so this only warns.
 */
export function rncForm(text: string): 'right' | 'empty' | 'length' | 'check' {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (digits === '') return 'empty';
  if (!/^(\d{9}|\d{11})$/.test(digits)) return 'length';
  const numbers = [...digits].map(Number);
  return (digits.length === 9 ? rncChecks(numbers) : luhn(numbers)) ? 'right' : 'check';
}

const weights = [7, 9, 8, 6, 5, 4, 3, 2];

function rncChecks(digits: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0);
  return ((10 - (sum % 11) + 9) % 9) + 1 === digits[8];
}

function luhn(digits: readonly number[]): boolean {
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === digits.length % 2 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
