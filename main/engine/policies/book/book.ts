import type { Actor } from '#shared/contract/common.ts';
import type { CoverageCode, PolicyDetail, PolicyFields, PolicyRow } from '#shared/contract/policies.ts';
import { personTypes } from '#shared/marketplace/insurance-policy.ts';
import { incidentTypeNames, ownerColumns } from '#shared/policy-terms.ts';
import { oddIdentifiers } from '#shared/rules/policy-identifiers.ts';
import { yieldToEventLoop } from '../../background-loop.ts';
import {
  appendAudit,
  cappedTotal,
  countPolicies,
  deletePendingPolicy,
  deletePendingVehicle,
  enqueueReportRecheck,
  findBookVersion,
  findPolicy,
  findVehicle,
  findVehicleById,
  insertPolicy,
  insertVehicle,
  listCoverageLists,
  listPolicyRows,
  listPolicyRowsByIds,
  listVehiclesOfPolicy,
  nextInSequence,
  type PolicyBookRow,
  type PolicyContent,
  type PolicyFilter,
  type PolicyListRow,
  type PolicyPlace,
  type ReadTransaction,
  retirePolicy,
  retireVehicle,
  type Store,
  searchPolicies,
  setReindexDue,
  type VehicleBookRow,
  type VehicleContent,
  type WriteTransaction,
} from '../../store/index.ts';
import { assignedCodes, type CoverageAssignments, codeKey } from '../rules.ts';
import { coveragesOf } from './cells.ts';
import {
  type CellProblem,
  completeRow,
  fieldsOf,
  isSamePolicy,
  type isSameVehicle,
  numberKey,
  readRow,
} from './policy-row.ts';
import { policyTokens, searchExpression } from './search.ts';

export type Saved =
  | { outcome: 'saved'; id: number }
  | { outcome: 'notFound' }
  | { outcome: 'notValid'; problems: CellProblem[] }
  | { outcome: 'alreadyThere'; id: number };

interface Saving {
  id: number | undefined;
  fields: PolicyFields;
  at: number;
  actor: Actor;
}

/** The sequence that gives vehicles their lasting ids; an import takes from it too. */
export const vehicleIds = 'policyVehicle';

/**
 * Adds a vehicle or corrects one, at once and in the version in force. What an import under way has written for the
 * same vehicle is dropped and it does not touch it again: a correction by hand is newer than the file.
 */
export async function saveVehicle(tx: WriteTransaction, saving: Saving): Promise<Saved> {
  const { values, problems } = readRow(saving.fields);
  const { insurancePolicyNumber, vin } = values;
  if (problems.length > 0 || insurancePolicyNumber === undefined || vin === undefined) {
    return { outcome: 'notValid', problems };
  }
  const before = saving.id === undefined ? undefined : await findVehicleById(tx, saving.id);
  if (saving.id !== undefined && before === undefined) return { outcome: 'notFound' };
  const key = numberKey(insurancePolicyNumber);
  const there = await findVehicle(tx, key, vin);
  if (there !== undefined && there.vehicleId !== saving.id) {
    return { outcome: 'alreadyThere', id: there.vehicleId };
  }
  const policyBefore = await findPolicy(tx, key);
  // A vehicle that moves to a new number takes its owner along.
  const owner = policyBefore ?? (before && (await findPolicy(tx, before.numberKey)));
  const completed = completeRow({ ...values, insurancePolicyNumber }, { policy: owner, vehicle: before });
  if ('problems' in completed) return { outcome: 'notValid', problems: completed.problems };
  const changed = await auditDetail(tx, before, { ...completed, vin });
  if (changed === null) return { outcome: 'saved', id: before?.vehicleId ?? 0 };
  const detail = { ...changed, ...replacedOwner(before, policyBefore, completed) };
  await savePolicy(tx, key, policyBefore, completed.policy);
  const id = before?.vehicleId ?? (await nextInSequence(tx, vehicleIds));
  if (before !== undefined) await takeOut(tx, before);
  await putIn(tx, { id, key, vin, ...completed, saving });
  if (before !== undefined && before.numberKey !== key) await forgetEmptyPolicy(tx, before.numberKey);
  await enqueueReportRecheck(tx);
  await appendAudit(tx, {
    at: saving.at,
    actor: saving.actor,
    action: before === undefined ? 'policies.added' : 'policies.corrected',
    subject: `policyVehicle:${id}`,
    detail,
  });
  return { outcome: 'saved', id };
}

/** Takes a vehicle out of the book; null where it is not there. */
export async function removeVehicle(
  tx: WriteTransaction,
  removing: { id: number; at: number; actor: Actor },
): Promise<{ id: number } | null> {
  const before = await findVehicleById(tx, removing.id);
  const policy = before === undefined ? undefined : await findPolicy(tx, before.numberKey);
  if (before === undefined || policy === undefined) return null;
  await takeOut(tx, before);
  await forgetEmptyPolicy(tx, before.numberKey);
  await enqueueReportRecheck(tx);
  await appendAudit(tx, {
    at: removing.at,
    actor: removing.actor,
    action: 'policies.removed',
    subject: `policyVehicle:${removing.id}`,
    detail: { before: fieldsOf(policy, before) },
  });
  return { id: removing.id };
}

/** What changed, by field; null where nothing did. */
async function auditDetail(
  tx: WriteTransaction,
  before: VehicleBookRow | undefined,
  after: { policy: PolicyContent; vehicle: Parameters<typeof isSameVehicle>[0]; vin: string },
): Promise<Record<string, unknown> | null> {
  const fieldsAfter = fieldsOf(after.policy, { ...after.vehicle, vin: after.vin });
  if (before === undefined) return { after: fieldsAfter };
  const policy = await findPolicy(tx, before.numberKey);
  if (policy === undefined) return { after: fieldsAfter };
  const was = Object.entries(fieldsOf(policy, before));
  const is = new Map(Object.entries(fieldsAfter));
  const changed = was.filter(([column, value]) => is.get(column) !== value);
  if (changed.length === 0) return null;
  return {
    before: Object.fromEntries(changed),
    after: Object.fromEntries(changed.map(([column]) => [column, is.get(column)])),
  };
}

/** The owner of a policy that a vehicle came to and brought another: all its vehicles have that one now. */
function replacedOwner(
  before: VehicleBookRow | undefined,
  policy: PolicyBookRow | undefined,
  after: { policy: PolicyContent; vehicle: VehicleContent },
): { ownerBefore?: Record<string, string> } {
  if (policy === undefined || before?.numberKey === policy.numberKey) return {};
  const is = fieldsOf(after.policy, { ...after.vehicle, vin: '' });
  const was = fieldsOf(policy, { ...after.vehicle, vin: '' });
  const columns = ownerColumns.filter((column) => was[column] !== is[column]);
  if (columns.length === 0) return {};
  return { ownerBefore: Object.fromEntries(columns.map((column) => [column, was[column]])) };
}

/** The owner is the policy's: all its vehicles have the new one at once, and its words soon. */
async function savePolicy(
  tx: WriteTransaction,
  key: string,
  before: PolicyBookRow | undefined,
  after: PolicyContent,
): Promise<void> {
  if (before !== undefined && isSamePolicy(before, after)) return;
  const version = await findBookVersion(tx);
  if (version.pending !== null) await deletePendingPolicy(tx, key, version.pending);
  if (before !== undefined) await retirePolicy(tx, before.id, version);
  const placing = { fromVersion: version.version, editedIn: version.pending };
  const id = await insertPolicy(tx, key, after, placing);
  if (before !== undefined) await setReindexDue(tx, id);
}

async function takeOut(tx: WriteTransaction, vehicle: VehicleBookRow): Promise<void> {
  const version = await findBookVersion(tx);
  if (version.pending !== null) {
    await deletePendingVehicle(tx, vehicle.numberKey, vehicle.vin, version.pending);
  }
  await retireVehicle(tx, vehicle.id, version);
}

async function putIn(
  tx: WriteTransaction,
  row: {
    id: number;
    key: string;
    vin: string;
    policy: PolicyContent;
    vehicle: Parameters<typeof isSameVehicle>[0];
    saving: Saving;
  },
): Promise<void> {
  const version = await findBookVersion(tx);
  if (version.pending !== null) await deletePendingVehicle(tx, row.key, row.vin, version.pending);
  await insertVehicle(
    tx,
    {
      vehicleId: row.id,
      key: row.key,
      vin: row.vin,
      content: row.vehicle,
      changedAt: row.saving.at,
      changedBy: row.saving.actor.person,
    },
    policyTokens(row.policy, { ...row.vehicle, vin: row.vin }),
    { fromVersion: version.version, editedIn: version.pending },
  );
}

/** A policy whose last vehicle left is none; while an import is under way it may be about to get another. */
async function forgetEmptyPolicy(tx: WriteTransaction, key: string): Promise<void> {
  const version = await findBookVersion(tx);
  const policy = await findPolicy(tx, key);
  if (policy === undefined || version.pending !== null) return;
  if ((await listVehiclesOfPolicy(tx, key, 1)).length === 0) await retirePolicy(tx, policy.id, version);
}

/** Nothing is counted, and nothing that was searched is looked at, further than this. */
const maxCount = 1000;

export interface PolicyPage {
  rows: PolicyRow[];
  next: PolicyPlace | null;
  total: number;
  totalIsCapped: boolean;
}

interface PolicyListQuery {
  search: string | undefined;
  filter: PolicyFilter;
  after: PolicyPlace;
  limit: number;
}

/** A page of the book in force, by policy number and VIN; of a search, of the first thousand that it finds. */
export async function listPolicies(tx: ReadTransaction, query: PolicyListQuery): Promise<PolicyPage> {
  if (query.search !== undefined && query.search !== '') return searchPage(tx, query, query.search);
  const rows = await listPolicyRows(tx, { ...query, limit: query.limit + 1 });
  // A whole list on its first page has been counted with it.
  const isWhole = query.after.key === '' && rows.length <= query.limit;
  const counted = isWhole ? rows.length : await countPolicies(tx, query.filter, maxCount + 1);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(policyRowOf),
    next: rows.length > query.limit && last !== undefined ? { key: last.numberKey, vin: last.vin } : null,
    ...cappedTotal(counted, maxCount),
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
  const rows = await listPolicyRowsByIds(
    tx,
    shown.slice(0, limit).map(({ id }) => id),
  );
  const last = shown[limit - 1];
  return {
    rows: rows.map(policyRowOf),
    next: shown.length > limit && last !== undefined ? { key: last.key, vin: last.vin } : null,
    ...cappedTotal(found.length, maxCount),
  };
}

/** A few of the vehicles in force that a search finds. */
export async function findPolicies(tx: ReadTransaction, search: string, limit: number): Promise<PolicyRow[]> {
  const expression = searchExpression(search);
  if (expression === null) return [];
  const found = await searchPolicies(tx, { expression, filter: {}, limit });
  return (
    await listPolicyRowsByIds(
      tx,
      found.map(({ id }) => id),
    )
  ).map(policyRowOf);
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

function policyRowOf(row: PolicyListRow): PolicyRow {
  return {
    id: row.vehicleId,
    insurancePolicyNumber: row.insurancePolicyNumber,
    ownerName: row.displayName,
    ownerIdentification:
      (row.personTypeId === personTypes.company ? row.companyTaxId : row.identification) || null,
    vin: row.vin,
    makeName: row.makeName,
    modelName: row.modelName,
    year: row.year,
    validFrom: row.validFrom,
    validTo: row.validTo,
    excluded: row.excluded === 1,
    premiumUnpaid: row.premiumUnpaid === 1,
    coverageCount: coveragesOf(row.coverages).length,
    vehicleValue: row.vehicleValue,
    warnings: oddIdentifiers({
      vin: row.vin,
      companyTaxId: row.companyTaxId,
      identification: row.identification,
      identificationTypeId: row.identificationTypeId,
    }),
  };
}

const maxOtherVehicles = 100;

/** All that the book has of a vehicle; null where it has none with this id. */
export async function policyDetail(tx: ReadTransaction, id: number): Promise<PolicyDetail | null> {
  const vehicle = await findVehicleById(tx, id);
  const policy = vehicle === undefined ? undefined : await findPolicy(tx, vehicle.numberKey);
  if (vehicle === undefined || policy === undefined) return null;
  const others = await listVehiclesOfPolicy(tx, vehicle.numberKey, maxOtherVehicles + 1);
  return {
    ...policyRowOf({ ...policy, ...vehicle }),
    owner: {
      personTypeId: policy.personTypeId,
      companyTaxId: policy.companyTaxId,
      companyName: policy.companyName,
      identification: policy.identification,
      identificationTypeId: policy.identificationTypeId,
      firstName: policy.firstName,
      lastName: policy.lastName,
      phoneNumber: policy.phoneNumber,
      displayName: policy.displayName,
      emailAddress: policy.emailAddress,
      address: policy.address,
    },
    coverages: coveragesOf(vehicle.coverages),
    accountBalance: vehicle.accountBalance,
    deductibleAmount: vehicle.deductibleAmount,
    otherVehicles: others
      .filter((other) => other.vehicleId !== id)
      .slice(0, maxOtherVehicles)
      .map((other) => ({
        id: other.vehicleId,
        vin: other.vin,
        vehicle: [other.makeName, other.modelName, other.year].filter(Boolean).join(' '),
      })),
    fields: fieldsOf(policy, vehicle),
    changedAt: new Date(vehicle.changedAt).toISOString(),
    changedBy: vehicle.changedBy,
  };
}

/** Different lists of coverages that one read looks at: a book may have one for each vehicle. */
const listsTogether = 100;
/** Vehicles of one list, and codes of the book, above which nothing is counted. */
const maxVehicles = 1000;
const maxCodes = 1000;

/**
 * The coverage codes of the book in force, and of the settings, with the incident types that each was assigned to;
 * those that nobody has assigned first, then by how many vehicles have them.
 */
export async function coverageCodes(
  store: Pick<Store, 'read'>,
  assignments: CoverageAssignments,
): Promise<CoverageCode[]> {
  const found = new Map<string, Pick<CoverageCode, 'code' | 'name' | 'vehicles'>>();
  for (const code of Object.values(assignments).flat())
    found.set(codeKey(code), { code, name: '', vehicles: 0 });
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    const page = await store.read((tx) =>
      listCoverageLists(tx, from, { limit: listsTogether, countLimit: maxVehicles }),
    );
    for (const { coverages, vehicles } of page.lists) {
      for (const { code, name } of coveragesOf(coverages)) {
        const key = codeKey(code);
        const known = found.get(key);
        if (known === undefined && found.size >= maxCodes) continue;
        const named = known === undefined || known.name === '' ? name : known.name;
        found.set(key, { code, name: named, vehicles: (known?.vehicles ?? 0) + vehicles });
      }
    }
    after = page.last;
    if (after !== null) await yieldToEventLoop();
  }
  const assigned = assignedCodes(assignments);
  const rows = [...found].map(([key, row]) => ({
    ...row,
    isAssigned: assigned.has(key),
    covers: incidentTypeNames.filter((type) => assignments[type].some((code) => codeKey(code) === key)),
  }));
  return rows.sort(
    (a, b) =>
      Number(a.isAssigned) - Number(b.isAssigned) || b.vehicles - a.vehicles || (a.code < b.code ? -1 : 1),
  );
}

/** The codes of vehicles in the book that nobody has assigned: cover that hangs on them is not checked. */
export async function unassignedCodes(
  store: Pick<Store, 'read'>,
  assignments: CoverageAssignments,
): Promise<string[]> {
  const codes = await coverageCodes(store, assignments);
  return codes.filter(({ isAssigned }) => !isAssigned).map(({ code }) => code);
}
