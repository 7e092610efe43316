import {
  type InsurancePolicyDetails,
  identificationTypes,
  personTypes,
} from '#shared/marketplace/insurance-policy.ts';
import type { PolicyContent, VehicleBookRow } from '../../store/index.ts';
import { coveragesOf } from '../book/coverages.ts';
import type { AppliedRule } from './rules.ts';

/** As the tax authority (DGII) calls them; the marketplace's users read them. */
const personTypeNames = new Map<number, string>([
  [personTypes.company, 'Persona jurídica'],
  [personTypes.naturalPerson, 'Persona física'],
]);
const identificationTypeNames = new Map<number, string>([
  [identificationTypes.rnc, 'RNC'],
  [identificationTypes.cedula, 'Cédula'],
  [identificationTypes.other, 'Otro'],
]);

/** A policy as the lookup answers it (interface, "InsurancePolicyDetails"), each vehicle with its gravest rule. */
export function policyDetails(
  policy: PolicyContent,
  vehicles: readonly { vehicle: VehicleBookRow; rule: AppliedRule | undefined }[],
): InsurancePolicyDetails {
  return {
    insurancePolicyNumber: policy.insurance_policy_number,
    owner: {
      personTypeId: policy.person_type_id,
      personTypeName: personTypeNames.get(policy.person_type_id) ?? '',
      companyInfo:
        policy.person_type_id === personTypes.company
          ? { companyTaxId: policy.company_tax_id ?? '', companyName: policy.company_name ?? '' }
          : null,
      personalInfo: policy.person_type_id === personTypes.company ? null : personalInfo(policy),
      phoneNumber: policy.phone_number,
      displayName: policy.display_name,
      emailAddress: policy.email_address,
      address: policy.address,
    },
    vehicles: vehicles.map(({ vehicle, rule }) => ({
      vin: vehicle.vin,
      makeName: vehicle.make_name,
      modelName: vehicle.model_name,
      // The interface has no null for it.
      year: vehicle.year ?? 0,
      action: rule === undefined ? null : { severity: rule.severity, userMessage: rule.text },
      coverages: coveragesOf(vehicle.coverages).map(({ code, name }) => ({
        coverageTypeCode: code,
        coverageTypeName: name,
      })),
    })),
  };
}

/** Where no identification is known its type is "other", which has no name then: only the name may be null. */
function personalInfo(policy: PolicyContent) {
  const typeId = policy.identification_type_id;
  return {
    identification: policy.identification ?? '',
    identificationTypeId: typeId ?? identificationTypes.other,
    identificationTypeName: typeId === null ? null : (identificationTypeNames.get(typeId) ?? null),
    firstName: policy.first_name ?? '',
    lastName: policy.last_name ?? '',
  };
}

/** A balance (interface, "BalanceDetails"), its amounts written as JSON numbers from their decimal texts. */
export function balanceJson(vehicle: Pick<VehicleBookRow, 'account_balance' | 'deductible_amount'>): string {
  return `{"accountBalance":${vehicle.account_balance},"deductibleAmount":${vehicle.deductible_amount}}`;
}
