/** What policy numbers are compared by: trimmed, without regard to case. */
export function numberKey(insurancePolicyNumber: string): string {
  return insurancePolicyNumber.trim().toUpperCase();
}

/** A VIN as it is kept and compared: trimmed, upper case. */
export function vinKey(vin: string): string {
  return vin.trim().toUpperCase();
}
