/** Words of the policy book. */
import * as z from 'zod';

/**
 * Why the marketplace is told something about a vehicle (interface, "VehicleAction"): the policy is not in force on
 * the incident date, nothing covers the incident type, whether something covers it was not checked, the vehicle is
 * excluded, or the premium is unpaid.
 */
export const policyRules = [
  'notInForce',
  'noCoverage',
  'coverNotChecked',
  'excluded',
  'premiumUnpaid',
] as const;
export const policyRule = z.enum(policyRules);
export type PolicyRule = z.infer<typeof policyRule>;

/** The incident types of the interface by name, in the order of their ids from 1 on. */
export const incidentTypeNames = ['fire', 'theft', 'collision', 'glass', 'other'] as const;
export const incidentTypeName = z.enum(incidentTypeNames);
export type IncidentTypeName = z.infer<typeof incidentTypeName>;

/** The name of an `incidentTypeId`; undefined of one that the interface does not have. */
export function incidentTypeNameOf(id: number | null | undefined): IncidentTypeName | undefined {
  return id == null ? undefined : incidentTypeNames[id - 1];
}

/** Whether a vehicle's coverages cover an incident type; `notChecked` is neither. */
export const coverStates = ['covered', 'notCovered', 'notChecked'] as const;
export const coverState = z.enum(coverStates);
export type CoverState = z.infer<typeof coverState>;

/**
 * Why cover was not checked: no incident type was asked for, the one that was is none of the interface's, the book has
 * no coverage of the vehicle, or it has codes that nobody has assigned to incident types yet.
 */
export const coverNotCheckedReasons = [
  'noIncidentType',
  'unknownIncidentType',
  'noCoverages',
  'unassigned',
] as const;
export const coverNotCheckedReason = z.enum(coverNotCheckedReasons);

/**
 * Whether a policy was in force on the day of an incident; `maybeNotInForce` where it was on one of the two days that
 * may be meant, and not on the other.
 */
const policyPeriods = ['inForce', 'notInForce', 'maybeNotInForce'] as const;
export const policyPeriod = z.enum(policyPeriods);
export type PolicyPeriod = z.infer<typeof policyPeriod>;

/** The columns of a policy's owner. */
export const ownerColumns = [
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
] as const;
/** The columns of a policy, which its vehicles share. */
export const policyContentColumns = ['insurancePolicyNumber', ...ownerColumns] as const;
/** The columns of one vehicle, beside its VIN. */
export const vehicleContentColumns = [
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
  'vehicleValue',
] as const;
/** The headings of an import file, and the fields of a flat row of the policy book. */
export const policyColumns = [...policyContentColumns, 'vin', ...vehicleContentColumns] as const;
export const policyColumn = z.enum(policyColumns);
export type PolicyColumn = z.infer<typeof policyColumn>;

/** What keeps a row of an import file out of the book; the screen holds the text of each. */
const rowErrorCodes = [
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
  /** A number in scientific notation, whose last digits are lost. */
  'scientific',
] as const;

/** What is odd about a row that comes into the book all the same. */
const rowWarningCodes = [
  /** Signs that no VIN has. */
  'vinForm',
  'vinLength',
  /** 17 characters with I, O or Q among them. */
  'vinLetters',
  'vinCheckDigit',
  /** Neither the 9 digits of an RNC nor the 11 of a Cédula. */
  'taxIdForm',
  'rncCheckDigit',
  'cedulaCheckDigit',
] as const;
export const rowWarningCode = z.enum(rowWarningCodes);
export type RowWarningCode = z.infer<typeof rowWarningCode>;

const rowProblemCodes = [...rowErrorCodes, ...rowWarningCodes] as const;
export const rowProblemCode = z.enum(rowProblemCodes);
export type RowProblemCode = z.infer<typeof rowProblemCode>;
/** Whether a row with this comes into the book. */
export const isRowWarning = (code: RowProblemCode): code is RowWarningCode =>
  rowWarningCode.safeParse(code).success;

/** Why a file, or rows that were given, did not come into the policy book; the screen holds the text of each. */
export const importFailureCodes = [
  /** There is no file at the path, or this account may not see it. */
  'fileMissing',
  'notAFile',
  /** Its name ends in none of `.csv`, `.txt` and `.xlsx`. */
  'otherEnding',
  'emptyFile',
  /** Anything else that keeps it from being read; the detail says what the system said. */
  'notReadable',
  /** An Excel file of before 2007, or one with a password: both look the same from outside. */
  'oldExcel',
  'neitherCsvNorExcel',
  /** From `line` on the text cannot be cut into rows, as where a quotation mark does not end. */
  'rowsRunOn',
  'workbookDamaged',
  'noSheet',
  'sheetMissing',
  'noHeadings',
  /** No heading says which column is each of `columns`. */
  'noColumns',
  /** Larger than `limit` bytes, or than the memory that reading may take. */
  'tooLarge',
  /** More than `limit` of them. */
  'tooManyRows',
  'tooManyColumns',
  'lineTooLong',
  /** A small workbook that unfolds to more than is read. */
  'workbookTooLarge',
  /** Its elements stand in each other more than `limit` levels deep. */
  'workbookTooDeep',
  'badRows',
  'nothingGiven',
  /** Perito was closed, or failed, before the import was done. */
  'stopped',
  'cancelled',
  'notStored',
] as const;
export const importFailureCode = z.enum(importFailureCodes);
export type ImportFailureCode = z.infer<typeof importFailureCode>;

/**
 * How the watched folder stands: none is set, it is looked at, nothing is at its path, what is there is no folder, or
 * this account may not read it.
 */
const watchedFolderStates = ['none', 'watched', 'missing', 'notAFolder', 'notReadable'] as const;
export const watchedFolderState = z.enum(watchedFolderStates);
export type WatchedFolderState = z.infer<typeof watchedFolderState>;

/**
 * States of a policy import.
 *
 * - `uploading`: its bytes are still arriving. - `ready`: it can be mapped, checked and imported.
 * - `checking`: a dry run is under way. - `checked`: the dry run is over. - `importing`: rows are written beside the
 *   book in force. - `imported`: the book holds them, all at once. - `cancelled`, `failed`: the book is as it was.
 */
const importStates = [
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
