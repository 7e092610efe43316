import { setImmediate as breathe } from 'node:timers/promises';
import type { CoverageCode } from '#shared/contract/policies.ts';
import { incidentTypeNames } from '#shared/policy-terms.ts';
import { coverageLists, type Store } from '../../store/index.ts';
import { assignedCodes, type CoverageAssignments, codeKey } from '../rules.ts';
import { coveragesOf } from './cells.ts';

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
      coverageLists(tx, from, { limit: listsTogether, countLimit: maxVehicles }),
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
    if (after !== null) await breathe();
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
