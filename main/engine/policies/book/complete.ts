import type { PolicyContent, VehicleContent } from '../../store/index.ts';
import { completePolicy } from './owner.ts';
import type { CellProblem } from './read-row.ts';
import type { RowValues } from './values.ts';

/** A row as the book holds it: what was given, over what the book has. */
export interface Completed {
  policy: PolicyContent;
  vehicle: VehicleContent;
}

/**
 * Puts the values of a row over what the book has of the policy and the vehicle, and infers what is not said. Answers
 * problems instead where no owner is known or the period ends before it begins.
 */
export function completeRow(
  values: RowValues & { insurancePolicyNumber: string },
  before: { policy: PolicyContent | undefined; vehicle: VehicleContent | undefined },
): Completed | { problems: CellProblem[] } {
  const policy = completePolicy(values, before.policy);
  const vehicle = vehicleOf(values, before.vehicle);
  const problems: CellProblem[] = [];
  if (policy === null) problems.push({ column: null, code: 'ownerMissing', value: '' });
  const { valid_from, valid_to } = vehicle;
  if (valid_from !== null && valid_to !== null && valid_to < valid_from) {
    problems.push({ column: 'validTo', code: 'periodReversed', value: valid_to });
  }
  return policy === null || problems.length > 0 ? { problems } : { policy, vehicle };
}

function vehicleOf(values: RowValues, before: VehicleContent | undefined): VehicleContent {
  const flag = (given: boolean | undefined, was: number | undefined) =>
    given === undefined ? (was ?? 0) : Number(given);
  return {
    make_name: values.makeName ?? before?.make_name ?? '',
    model_name: values.modelName ?? before?.model_name ?? '',
    year: values.year === undefined ? (before?.year ?? null) : values.year,
    coverages: values.coverages ?? before?.coverages ?? '[]',
    account_balance: values.accountBalance ?? before?.account_balance ?? '0.00',
    deductible_amount: values.deductibleAmount ?? before?.deductible_amount ?? '0.00',
    valid_from: values.validFrom === undefined ? (before?.valid_from ?? null) : values.validFrom,
    valid_to: values.validTo === undefined ? (before?.valid_to ?? null) : values.validTo,
    excluded: flag(values.excluded, before?.excluded),
    premium_unpaid: flag(values.premiumUnpaid, before?.premium_unpaid),
  };
}
