import type { PolicyDetail } from '#shared/contract/policies.ts';
import { policyInForce, type ReadTransaction, vehicleById, vehiclesOfPolicy } from '../../store/index.ts';
import { coveragesOf } from './coverages.ts';
import { fieldsOf } from './fields.ts';
import { policyRowOf } from './list.ts';

const maxOtherVehicles = 100;

/** All that the book has of a vehicle; null where it has none with this id. */
export async function policyDetail(tx: ReadTransaction, id: number): Promise<PolicyDetail | null> {
  const vehicle = await vehicleById(tx, id);
  const policy = vehicle === undefined ? undefined : await policyInForce(tx, vehicle.number_key);
  if (vehicle === undefined || policy === undefined) return null;
  const others = await vehiclesOfPolicy(tx, vehicle.number_key, maxOtherVehicles + 1);
  return {
    ...policyRowOf({ ...policy, ...vehicle }),
    owner: {
      personTypeId: policy.person_type_id,
      companyTaxId: policy.company_tax_id,
      companyName: policy.company_name,
      identification: policy.identification,
      identificationTypeId: policy.identification_type_id,
      firstName: policy.first_name,
      lastName: policy.last_name,
      phoneNumber: policy.phone_number,
      displayName: policy.display_name,
      emailAddress: policy.email_address,
      address: policy.address,
    },
    coverages: coveragesOf(vehicle.coverages),
    accountBalance: vehicle.account_balance,
    deductibleAmount: vehicle.deductible_amount,
    otherVehicles: others
      .filter((other) => other.vehicle_id !== id)
      .slice(0, maxOtherVehicles)
      .map((other) => ({
        id: other.vehicle_id,
        vin: other.vin,
        vehicle: [other.make_name, other.model_name, other.year].filter(Boolean).join(' '),
      })),
    fields: fieldsOf(policy, vehicle),
    changedAt: new Date(vehicle.changed_at).toISOString(),
    changedBy: vehicle.changed_by,
  };
}
