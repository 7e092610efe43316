import type { PolicyFields } from '#shared/contract/policies.ts';
import type { PolicyContent, VehicleContent } from '../../store/index.ts';
import { coveragesOf, coveragesText } from './coverages.ts';

/** A vehicle and its policy as flat texts, as a file would hold them; what is read back from them is the same. */
export function fieldsOf(
  policy: PolicyContent,
  vehicle: VehicleContent & { vin: string },
): Required<PolicyFields> {
  return {
    insurancePolicyNumber: policy.insurance_policy_number,
    personTypeId: String(policy.person_type_id),
    companyTaxId: policy.company_tax_id ?? '',
    companyName: policy.company_name ?? '',
    identification: policy.identification ?? '',
    identificationTypeId: policy.identification_type_id === null ? '' : String(policy.identification_type_id),
    firstName: policy.first_name ?? '',
    lastName: policy.last_name ?? '',
    phoneNumber: policy.phone_number,
    displayName: policy.display_name,
    emailAddress: policy.email_address,
    address: policy.address,
    vin: vehicle.vin,
    makeName: vehicle.make_name,
    modelName: vehicle.model_name,
    year: vehicle.year === null ? '' : String(vehicle.year),
    coverages: coveragesText(coveragesOf(vehicle.coverages)),
    accountBalance: vehicle.account_balance,
    deductibleAmount: vehicle.deductible_amount,
    validFrom: vehicle.valid_from ?? '',
    validTo: vehicle.valid_to ?? '',
    excluded: String(vehicle.excluded === 1),
    premiumUnpaid: String(vehicle.premium_unpaid === 1),
  };
}
