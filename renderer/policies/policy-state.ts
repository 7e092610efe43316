import type { PolicyRow } from '#shared/contract/policies.ts';

export type PolicyState =
  | { name: 'excluded' | 'premiumUnpaid' | 'noEnd' }
  | { name: 'inForce' | 'expired' | 'future'; day: string };

type Facts = Pick<PolicyRow, 'excluded' | 'premiumUnpaid' | 'validFrom' | 'validTo'>;

/** How a vehicle stands on a day, the gravest first; the period is always the last. */
export function statesOf(row: Facts, today: string): PolicyState[] {
  return [
    ...(row.excluded ? [{ name: 'excluded' } as const] : []),
    ...(row.premiumUnpaid ? [{ name: 'premiumUnpaid' } as const] : []),
    periodOf(row, today),
  ];
}

function periodOf({ validFrom, validTo }: Facts, today: string): PolicyState {
  if (validTo !== null && validTo < today) return { name: 'expired', day: validTo };
  if (validFrom !== null && validFrom > today) return { name: 'future', day: validFrom };
  return validTo === null ? { name: 'noEnd' } : { name: 'inForce', day: validTo };
}

/** The one state that a row of the list has room for. */
export function gravestOf(row: Facts, today: string): PolicyState {
  const states = statesOf(row, today);
  return states[0] ?? periodOf(row, today);
}

/** "Toyota Corolla 2019"; empty where nothing is known of it. */
export const vehicleOf = (row: Pick<PolicyRow, 'makeName' | 'modelName' | 'year'>): string =>
  [row.makeName, row.modelName, row.year === null ? '' : String(row.year)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
