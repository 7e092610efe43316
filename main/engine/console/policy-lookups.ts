import * as z from 'zod';
import type { PolicyLookupRow } from '#shared/contract/policy-lookups.ts';
import { policyRule } from '#shared/policy-terms.ts';
import { lookupFilter } from '../policies/index.ts';
import {
  countPolicyLookups,
  findPolicyLookup,
  listPolicyLookups,
  type PolicyLookupRowStored,
  type Store,
} from '../store/index.ts';
import { instantOf, os } from './base.ts';
import { cursorBelow, idBelow } from './cursor.ts';

/** Nothing is counted further than this. */
const maxCount = 1000;

export function policyLookupProcedures(store: Pick<Store, 'read'>) {
  return {
    list: os.policyLookups.list.handler(async ({ input }) => {
      const { limit, cursor } = input;
      const filter = lookupFilter(input);
      const [rows, counted] = await store.read(async (tx) => [
        await listPolicyLookups(tx, { filter, belowId: idBelow(cursor), limit: limit + 1 }),
        await countPolicyLookups(tx, filter, maxCount + 1),
      ]);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        rows: shown.map(rowOf),
        nextCursor: rows.length > limit && last !== undefined ? cursorBelow(last.id) : null,
        total: Math.min(counted, maxCount),
        totalIsCapped: counted > maxCount,
      };
    }),
    get: os.policyLookups.get.handler(async ({ input, errors }) => {
      const found = await store.read((tx) => findPolicyLookup(tx, input.id));
      if (found === undefined) throw errors.NOT_FOUND();
      return { ...rowOf(found), status: found.status, answer: found.answer };
    }),
  };
}

const storedRules = z.array(policyRule);

function rowOf(row: PolicyLookupRowStored): PolicyLookupRow {
  return {
    id: row.id,
    at: instantOf(row.at),
    kind: row.kind,
    keyLabel: row.keyLabel,
    insurancePolicyNumber: row.insurancePolicyNumber,
    vin: row.vin,
    incidentTypeId: row.incidentTypeId,
    incidentDate: row.incidentDate,
    intermediaryTaxId: row.intermediaryTaxId,
    reportCategoryId: row.reportCategoryId,
    policies: row.policies,
    vehicles: row.vehicles,
    rules: storedRules.parse(JSON.parse(row.rules)),
    cover: row.cover,
  };
}
