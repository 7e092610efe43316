/** Words of the policy book. */
import * as z from 'zod';

/**
 * Why the marketplace is told something about a vehicle (interface, "VehicleAction"): the policy is not in force on
 * the incident date, nothing covers the incident type, the vehicle is excluded, or the premium is unpaid.
 */
export const policyRules = ['notInForce', 'noCoverage', 'excluded', 'premiumUnpaid'] as const;
export const policyRule = z.enum(policyRules);
export type PolicyRule = z.infer<typeof policyRule>;

/** The headings of an import file, and the fields of a flat row of the policy book. */
export const policyColumns = [
  'insurancePolicyNumber',
  'personTypeId',
  'companyTaxId',
  'companyName',
  'identification',
  'identificationTypeId',
  'firstName',
  'lastName',
  'phoneNumber',
  'displayName',
  'emailAddress',
  'address',
  'vin',
  'makeName',
  'modelName',
  'year',
  'coverages',
  'accountBalance',
  'deductibleAmount',
  'validFrom',
  'validTo',
  'excluded',
  'premiumUnpaid',
] as const;
export const policyColumn = z.enum(policyColumns);
export type PolicyColumn = z.infer<typeof policyColumn>;

/** What is wrong with a row of an import file; the screen holds the text of each. */
export const rowProblemCodes = [
  'missing',
  'tooLong',
  'notANumber',
  'notAnAmount',
  'notADate',
  'notAYear',
  'notYesOrNo',
  'unknownPersonType',
  'unknownIdentificationType',
  'badCoverages',
  'periodReversed',
  'ownerMissing',
  'duplicateInFile',
  'ownerDiffersInFile',
  'unreadable',
] as const;
export const rowProblemCode = z.enum(rowProblemCodes);
export type RowProblemCode = z.infer<typeof rowProblemCode>;

/**
 * States of a policy import.
 *
 * - `uploading`: its bytes are still arriving. - `ready`: it can be mapped, checked and imported.
 * - `checking`: a dry run is under way. - `checked`: the dry run is over. - `importing`: rows are written beside the
 *   book in force. - `imported`: the book holds them, all at once. - `cancelled`, `failed`: the book is as it was.
 */
export const importStates = [
  'uploading',
  'ready',
  'checking',
  'checked',
  'importing',
  'imported',
  'cancelled',
  'failed',
] as const;
export const importState = z.enum(importStates);
export type ImportState = z.infer<typeof importState>;
