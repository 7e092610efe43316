/** Whether eleven digits end in the check digit of a Cédula (Luhn). Several hundred genuine ones do not. */
export function cedulaChecks(digits: string): boolean {
  return /^\d{11}$/.test(digits) && luhn(digits);
}

/** Luhn's sum over decimal digits, the last of them the check digit. */
function luhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[index]);
    const doubled = index % 2 === digits.length % 2 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
