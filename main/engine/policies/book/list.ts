import type { PolicyRow } from '#shared/contract/policies.ts';
import { personTypes } from '#shared/marketplace/insurance-policy.ts';
import { oddIdentifiers } from '#shared/rules/policy-identifiers.ts';
import {
  countPolicies,
  type PolicyFilter,
  type PolicyListRow,
  type PolicyPlace,
  policyPage,
  policyRowsOf,
  type ReadTransaction,
  searchPolicies,
} from '../../store/index.ts';
import { coveragesOf } from './coverages.ts';
import { searchExpression } from './words.ts';

/** Nothing is counted, and nothing that was searched is looked at, further than this. */
const maxCount = 1000;

export interface PolicyPage {
  rows: PolicyRow[];
  next: PolicyPlace | null;
  total: number;
  totalIsCapped: boolean;
}

export interface PolicyListQuery {
  search: string | undefined;
  filter: PolicyFilter;
  after: PolicyPlace;
  limit: number;
}

/** A page of the book in force, by policy number and VIN; of a search, of the first thousand that it finds. */
export async function listPolicies(tx: ReadTransaction, query: PolicyListQuery): Promise<PolicyPage> {
  if (query.search !== undefined && query.search !== '') return searchPage(tx, query, query.search);
  const rows = await policyPage(tx, { ...query, limit: query.limit + 1 });
  // A whole list on its first page has been counted with it.
  const isWhole = query.after.key === '' && rows.length <= query.limit;
  const counted = isWhole ? rows.length : await countPolicies(tx, query.filter, maxCount + 1);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(policyRowOf),
    next: rows.length > query.limit && last !== undefined ? { key: last.number_key, vin: last.vin } : null,
    ...capped(counted),
  };
}

async function searchPage(
  tx: ReadTransaction,
  { filter, after, limit }: PolicyListQuery,
  search: string,
): Promise<PolicyPage> {
  const expression = searchExpression(search);
  const found =
    expression === null ? [] : await searchPolicies(tx, { expression, filter, limit: maxCount + 1 });
  const shown = inOrder(found.slice(0, maxCount), after).slice(0, limit + 1);
  const rows = await policyRowsOf(
    tx,
    shown.slice(0, limit).map(({ id }) => id),
  );
  const last = shown[limit - 1];
  return {
    rows: rows.map(policyRowOf),
    next: shown.length > limit && last !== undefined ? { key: last.key, vin: last.vin } : null,
    ...capped(found.length),
  };
}

function capped(counted: number) {
  return { total: Math.min(counted, maxCount), totalIsCapped: counted > maxCount };
}

/** Those behind a place, as SQLite orders texts: by their bytes. */
function inOrder<Place extends PolicyPlace>(places: readonly Place[], after: PolicyPlace): Place[] {
  const bytesOf = ({ key, vin }: PolicyPlace) => ({ key: Buffer.from(key), vin: Buffer.from(vin) });
  const compare = (one: ReturnType<typeof bytesOf>, other: ReturnType<typeof bytesOf>) =>
    Buffer.compare(one.key, other.key) || Buffer.compare(one.vin, other.vin);
  const start = bytesOf(after);
  return places
    .map((place) => ({ place, bytes: bytesOf(place) }))
    .filter(({ bytes }) => compare(bytes, start) > 0)
    .sort((one, other) => compare(one.bytes, other.bytes))
    .map(({ place }) => place);
}

export function policyRowOf(row: PolicyListRow): PolicyRow {
  return {
    id: row.vehicle_id,
    insurancePolicyNumber: row.insurance_policy_number,
    ownerName: row.display_name,
    ownerIdentification:
      (row.person_type_id === personTypes.company ? row.company_tax_id : row.identification) || null,
    vin: row.vin,
    makeName: row.make_name,
    modelName: row.model_name,
    year: row.year,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    excluded: row.excluded === 1,
    premiumUnpaid: row.premium_unpaid === 1,
    coverageCount: coveragesOf(row.coverages).length,
    odd: oddIdentifiers({
      vin: row.vin,
      companyTaxId: row.company_tax_id,
      identification: row.identification,
      identificationTypeId: row.identification_type_id,
    }),
  };
}
