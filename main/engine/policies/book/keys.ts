/** What policy numbers are compared by: trimmed, white space of any kind and length as one space, without regard to case. */
export function numberKey(insurancePolicyNumber: string): string {
  return insurancePolicyNumber.trim().replaceAll(/\s+/gu, ' ').toUpperCase();
}

/** A VIN as it is kept and compared: trimmed, upper case. */
export function vinKey(vin: string): string {
  return vin.trim().toUpperCase();
}
