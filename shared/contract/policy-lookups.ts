import { oc } from '@orpc/contract';
import * as z from 'zod';
import { coverState, policyRule } from '../policy-terms.ts';
import { instant, page, pageRequest, rowId } from './common.ts';

/** A lookup or balance call of the marketplace: its key, parameters and response. */
const policyLookupRow = z.object({
  id: rowId,
  at: instant,
  kind: z.enum(['policy', 'balance']),
  keyLabel: z.string(),
  insurancePolicyNumber: z.string().nullable(),
  vin: z.string().nullable(),
  incidentTypeId: z.int().nullable(),
  incidentDate: z.string().nullable(),
  intermediaryTaxId: z.string().nullable(),
  reportCategoryId: z.int().nullable(),
  /** Policies and vehicles in the answer. */
  policies: z.int(),
  vehicles: z.int(),
  /** Rules that gave a vehicle its action. */
  rules: z.array(policyRule),
  /**
   * Whether cover was checked: of several vehicles the one of which least is known. Null of a balance, where no vehicle
   * was found, and of lookups that were logged before it was.
   */
  cover: coverState.nullable(),
});
export type PolicyLookupRow = z.infer<typeof policyLookupRow>;

export const policyLookupsContract = {
  /** Newest first; only of one policy or VIN where it is set. */
  list: oc
    .input(
      z
        .object({
          insurancePolicyNumber: z.string().max(100).optional(),
          vin: z.string().max(50).optional(),
          ...pageRequest,
        })
        .prefault({}),
    )
    .output(page(policyLookupRow)),
  get: oc
    .input(z.object({ id: rowId }))
    /** `answer` is the JSON of the response, `status` its HTTP status. */
    .output(policyLookupRow.extend({ status: z.int(), answer: z.string() }))
    .errors({ NOT_FOUND: { status: 404, message: 'No lookup has this id.' } }),
};
