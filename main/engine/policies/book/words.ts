import { type PolicyContent, tokenize, type VehicleBookRow } from '../../store/index.ts';

/** What the search of the book finds a vehicle by. */
export function policyTokens(
  policy: PolicyContent,
  vehicle: Pick<VehicleBookRow, 'vin' | 'make_name' | 'model_name' | 'year'>,
): string {
  return [
    policy.insurance_policy_number,
    vehicle.vin,
    policy.display_name,
    policy.company_name,
    policy.first_name,
    policy.last_name,
    policy.company_tax_id,
    policy.identification,
    // Once more without its hyphens, as people type it.
    (policy.company_tax_id ?? policy.identification ?? '').replaceAll('-', ''),
    policy.phone_number,
    vehicle.make_name,
    vehicle.model_name,
    vehicle.year,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' ');
}

const maxTokens = 12;
/** Shorter beginnings would be those of too many words. */
const minPrefixLength = 3;

/**
 * The FTS5 expression of a search: all its words, the last of which may be the beginning of one. Null where it holds
 * no word. Words hold letters and digits only.
 */
export function searchExpression(search: string): string | null {
  const words = tokenize(search).slice(0, maxTokens);
  const last = words.at(-1);
  if (last === undefined) return null;
  const isOpen = last.length >= minPrefixLength && /[\p{L}\p{N}]$/u.test(search);
  return words
    .map((word, index) => `"${word}"${isOpen && index === words.length - 1 ? '*' : ''}`)
    .join(' AND ');
}
