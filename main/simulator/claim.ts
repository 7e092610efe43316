/** A claim at the insurer: what the orders that belong together share. */
import { randomFor } from './random.ts';
import { type SampleCompany, users, workshops } from './sample-data.ts';

export interface SampleClaim {
  claimId: number;
  requestId: number;
  claimNumber: string;
  workshop: SampleCompany;
  user: { email: string; name: string };
  /** In Dominican pesos. */
  deductible: number;
}

/** The nth claim of a seed, counted from 0. */
export function makeClaim(seed: number, index: number): SampleClaim {
  const random = randomFor(seed, `claim ${index}`);
  return {
    claimId: 70_001 + index,
    requestId: 30_001 + index,
    claimNumber: `REC-PRUEBA-${String(index + 1).padStart(5, '0')}`,
    workshop: random.pick(workshops),
    user: random.pick(users),
    deductible: random.integer(0, 4) * 2_500,
  };
}
