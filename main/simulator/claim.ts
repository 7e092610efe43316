/** A claim at the insurer: what all that belongs together shares, from the policy lookup to the credit note. */
import { type IncidentTypeId, incidentTypes } from '#shared/marketplace/insurance-policy.ts';
import { type InsuredVehicle, insuredVehicle, type PolicyState, rowInState } from './insured-vehicle.ts';
import { randomFor } from './random.ts';
import {
  busyProvinces,
  provinces,
  type SampleCity,
  type SampleCompany,
  type SampleProvince,
  users,
  workshops,
} from './sample-data.ts';

interface SampleIncident {
  typeId: IncidentTypeId;
  /** How many days before it was reported, 1 to 6, and at which minute of the local day. */
  daysBefore: number;
  minuteOfDay: number;
  province: SampleProvince;
  city: SampleCity;
}

export interface SampleClaim {
  claimId: number;
  requestId: number;
  claimNumber: string;
  workshop: SampleCompany;
  user: { email: string; name: string };
  /** In Dominican pesos. */
  deductible: number;
  /** From the policy book of the same seed. */
  vehicle: InsuredVehicle;
  incident: SampleIncident;
}

const firstClaimId = 70_001;
const firstRequestId = 30_001;

/** Mostly collisions, as at a workshop's door. */
const usualTypes: readonly IncidentTypeId[] = [3, 3, 3, 3, 3, 4, 4, 2, 1, 5];

/** The nth claim of a seed, counted from 0, on the nth vehicle of the book that is in this state. */
export function makeClaim(
  seed: number,
  index: number,
  state: PolicyState = 'inForce',
  nthVehicle = index,
): SampleClaim {
  const random = randomFor(seed, `claim ${index}`);
  const vehicle = insuredVehicle(seed, rowInState(state, nthVehicle));
  const workshop = random.pick(workshops);
  const user = random.pick(users);
  const province = random.pick(random.chance(0.7) ? busyProvinces : provinces);
  return {
    claimId: firstClaimId + index,
    requestId: firstRequestId + index,
    claimNumber: `REC-PRUEBA-${String(index + 1).padStart(5, '0')}`,
    workshop,
    user,
    deductible: vehicle.deductible,
    vehicle,
    incident: {
      // What the liability of others does not pay is a collision of one's own.
      typeId: state === 'liabilityOnly' ? incidentTypes.collision : random.pick(usualTypes),
      daysBefore: random.integer(1, 6),
      minuteOfDay: random.integer(6 * 60, 22 * 60),
      province,
      city: random.pick(province.cities),
    },
  };
}

/** The claim that an order of the same seed was made for. */
export function claimOf(seed: number, order: { claimId: number }): SampleClaim {
  return makeClaim(seed, order.claimId - firstClaimId);
}
