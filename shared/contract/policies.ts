import { oc } from '@orpc/contract';
import * as z from 'zod';
import { isoDay } from '../marketplace/insurance-policy.ts';
import {
  coverNotCheckedReason,
  coverState,
  importFailureCode,
  incidentTypeName,
  policyColumn,
  policyPeriod,
  policyRule,
  rowProblemCode,
  rowWarningCode,
} from '../policy-terms.ts';
import { amount, instant, page, pageRequest, rowId } from './common.ts';

/** A flat row of the policy book as a person or a file has it: texts, many of which may be empty. */
const policyFields = z.partialRecord(policyColumn, z.string().max(2000));
export type PolicyFields = z.infer<typeof policyFields>;

const coverage = z.object({ code: z.string(), name: z.string() });

/** A coverage code of the book or of the settings. */
const coverageCode = coverage.extend({
  /** Vehicles that have it; above 1,000 of one list of coverages no more are counted. Zero: only the settings name it. */
  vehicles: z.int(),
  /** Whether somebody assigned its incident types, or confirmed that it covers none. */
  isAssigned: z.boolean(),
  covers: z.array(incidentTypeName),
});
export type CoverageCode = z.infer<typeof coverageCode>;

/** A vehicle on a policy: what the book's list shows. */
const policyRow = z.object({
  /** The vehicle's row; stays the same when it is corrected or imported again. */
  id: rowId,
  insurancePolicyNumber: z.string(),
  ownerName: z.string(),
  /** RNC, Cédula or other identification of the owner. */
  ownerIdentification: z.string().nullable(),
  vin: z.string(),
  makeName: z.string(),
  modelName: z.string(),
  year: z.int().nullable(),
  validFrom: isoDay.nullable(),
  validTo: isoDay.nullable(),
  excluded: z.boolean(),
  premiumUnpaid: z.boolean(),
  coverageCount: z.int(),
  /** What the vehicle is worth, or the sum insured for it, in RD$; null where the book does not know it. */
  vehicleValue: amount.nullable().default(null),
  /** Suspect identifiers of the vehicle and its owner. */
  warnings: z.array(z.object({ column: policyColumn, code: rowWarningCode })),
});
export type PolicyRow = z.infer<typeof policyRow>;

const policyDetail = policyRow.extend({
  owner: z.object({
    personTypeId: z.int(),
    companyTaxId: z.string().nullable(),
    companyName: z.string().nullable(),
    identification: z.string().nullable(),
    identificationTypeId: z.int().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phoneNumber: z.string(),
    displayName: z.string(),
    emailAddress: z.string(),
    address: z.string(),
  }),
  coverages: z.array(coverage),
  accountBalance: amount,
  deductibleAmount: amount,
  /** The other vehicles of the policy, at most 100. */
  otherVehicles: z.array(z.object({ id: rowId, vin: z.string(), vehicle: z.string() })),
  /** The same values as texts, for the form. */
  fields: policyFields,
  changedAt: instant,
  changedBy: z.string(),
});
export type PolicyDetail = z.infer<typeof policyDetail>;

/** An error or warning (`isRowWarning`) in a row; `column` is null where it concerns the whole row. */
export const rowProblem = z.object({
  /** Line of the file, the heading being line 1; of given rows, their position from 1 on. */
  line: z.int(),
  column: policyColumn.nullable(),
  code: rowProblemCode,
  /** The value, shortened. */
  value: z.string(),
});
export type RowProblem = z.infer<typeof rowProblem>;

/** The result of an import or of its dry run. */
const importOutcome = z.object({
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Rows with a problem; none of them is imported. */
  bad: z.int(),
  /** The first hundred problems. */
  problems: z.array(rowProblem),
  /** The first hundred warnings; their rows are imported. */
  warned: z.int(),
  warnings: z.array(rowProblem),
  /**
   * Coverage codes of the book, at most 100, that nobody has assigned to incident types (`coverageCodes`): cover that
   * hangs on them is not checked.
   */
  unassignedCodes: z.array(z.string()),
  /** False for a dry run, and where bad rows kept the others from being imported. */
  applied: z.boolean(),
});
export type ImportOutcome = z.infer<typeof importOutcome>;

/** Whether a vehicle's coverages cover the requested incident type. */
const coverResult = z.object({
  state: coverState,
  /** Why cover was not checked; null where it was. */
  reason: coverNotCheckedReason.nullable(),
  /** The vehicle's codes that cover the type; where cover was not checked, the unassigned ones. */
  codes: z.array(z.string()),
});
export type CoverResult = z.infer<typeof coverResult>;

/** The answer of the lookup about one vehicle on a day, and its reasons. */
const coverageCheck = z.object({
  found: z.boolean(),
  /** The vehicle's row; null where it is not in the book. */
  id: rowId.nullable(),
  /** Its make, model and year, and its VIN; null where the question leaves open which of several vehicles is meant. */
  vehicle: z.object({ name: z.string().nullable(), vin: z.string() }).nullable(),
  ownerName: z.string().nullable(),
  ownerPhone: z.string().nullable(),
  ownerAddress: z.string().nullable(),
  validFrom: isoDay.nullable(),
  validTo: isoDay.nullable(),
  coverages: z.array(coverage),
  /** Null where the vehicle is not in the book. */
  period: policyPeriod.nullable(),
  cover: coverResult.nullable(),
  /** Rules that apply, the gravest first. */
  rules: z.array(
    z.object({ rule: policyRule, severity: z.enum(['info', 'warning', 'error']), text: z.string() }),
  ),
});
export type CoverageCheck = z.infer<typeof coverageCheck>;

/** Why a file or rows were not imported. */
export const importFailure = z.object({
  code: importFailureCode,
  /** The line of the file that the code is about; null where it is about none. */
  line: z.int().nullable(),
  /** The exceeded limit in bytes, rows or columns, according to the code. */
  limit: z.int().nullable(),
  /** The columns of the book that the code is about. */
  columns: z.array(policyColumn),
  /** The message of the system or a library, for system maintainers; never part of a sentence. */
  detail: z.string(),
});
export type ImportFailure = z.infer<typeof importFailure>;

const errors = {
  NOT_FOUND: { status: 404, message: 'The policy book has no vehicle with this id.' },
  NOT_VALID: {
    status: 422,
    message: 'Some fields are not right.',
    data: z.object({ problems: z.array(rowProblem) }),
  },
  ALREADY_THERE: {
    status: 409,
    message: 'The policy book has this vehicle on this policy already.',
    data: z.object({ id: rowId }),
  },
  FILE: { status: 422, message: 'The file could not be read.', data: importFailure },
  BUSY: { status: 409, message: 'Another import is under way.' },
} as const;

export const policiesContract = {
  /** By policy number and VIN. `search` matches words of number, VIN, names, identification and vehicle. */
  list: oc
    .input(
      z
        .object({
          search: z.string().trim().max(200).optional(),
          only: z.enum(['excluded', 'premiumUnpaid', 'expired']).optional(),
          ...pageRequest,
        })
        .prefault({}),
    )
    .output(page(policyRow)),
  get: oc
    .input(z.object({ id: rowId }))
    .output(policyDetail)
    .errors({ NOT_FOUND: errors.NOT_FOUND }),
  /** Adds a vehicle, or with `id` corrects one. The owner is the policy's: it changes for all its vehicles. */
  save: oc
    .input(z.object({ id: rowId.optional(), fields: policyFields }))
    .output(policyDetail)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      NOT_VALID: errors.NOT_VALID,
      ALREADY_THERE: errors.ALREADY_THERE,
    }),
  /** Deletes a vehicle from the book; the log keeps its values. */
  remove: oc
    .input(z.object({ id: rowId }))
    .output(z.object({ id: rowId }))
    .errors({ NOT_FOUND: errors.NOT_FOUND }),
  /** Checks a vehicle as the lookup does, without an entry in the log of lookups. */
  check: oc
    .input(
      z.object({
        insurancePolicyNumber: z.string().max(100).optional(),
        vin: z.string().max(50).optional(),
        incidentTypeId: z.int().optional(),
        incidentDate: isoDay,
        /** The other possible day, where the zone of the incident's time is in doubt. */
        otherDate: isoDay.optional(),
      }),
    )
    .output(coverageCheck),
  /**
   * The coverage codes of the book, those that nobody has assigned first; at most 1,000. They are assigned by
   * `settings.update {coverageOfIncident}`.
   */
  coverageCodes: oc.output(z.object({ codes: z.array(coverageCode), unassigned: z.int() })),
  /**
   * Imports a file of this machine or rows, at once: for scripts. The mapping is proposed from the headings. With bad
   * rows nothing is imported, unless `badRows` is `skip`. In an office only an administrator names a file.
   */
  import: oc
    .input(
      z.object({
        path: z.string().max(4000).optional(),
        rows: z
          .array(z.partialRecord(policyColumn, z.union([z.string(), z.number(), z.boolean(), z.null()])))
          .max(100_000)
          .optional(),
        dryRun: z.boolean().default(false),
        badRows: z.enum(['refuse', 'skip']).default('refuse'),
      }),
    )
    .output(importOutcome)
    .errors({ FILE: errors.FILE, BUSY: errors.BUSY }),
};
