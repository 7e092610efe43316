import type { CoverVerdict } from '#shared/contract/policies.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { incidentTypeNameOf } from '#shared/policy-terms.ts';
import { type Coverage, coveragesOf } from '../book/coverages.ts';

/** Which codes cover which incident types, as somebody has confirmed it. */
export type CoverageAssignments = Settings['coverageOfIncident'];

/**
 * Whether a vehicle's coverages cover an incident type. One code that does is enough. That none does is only said where
 * every code of the vehicle has been assigned, to incident types or to none of them; a vehicle of which the book has no
 * coverage at all is one of which nothing is known.
 */
export function coverOf(
  coverages: readonly Coverage[],
  incidentTypeId: number | undefined,
  assignments: CoverageAssignments,
): CoverVerdict {
  const notChecked = (reason: CoverVerdict['reason'], codes: string[] = []): CoverVerdict => ({
    state: 'notChecked',
    reason,
    codes,
  });
  if (incidentTypeId === undefined) return notChecked('noIncidentType');
  const type = incidentTypeNameOf(incidentTypeId);
  if (type === undefined) return notChecked('unknownIncidentType');
  if (coverages.length === 0) return notChecked('noCoverages');
  const codes = coverages.map(({ code }) => code);
  const covering = new Set(assignments[type].map(codeKey));
  const found = codes.filter((code) => covering.has(codeKey(code)));
  if (found.length > 0) return { state: 'covered', reason: null, codes: found };
  const unassigned = codes.filter((code) => !assignedCodes(assignments).has(codeKey(code)));
  if (unassigned.length > 0) return notChecked('unassigned', unassigned);
  return { state: 'notCovered', reason: null, codes: [] };
}

/** The cover of a vehicle by its column in the book. */
export const coverOfVehicle = (
  column: string,
  incidentTypeId: number | undefined,
  assignments: CoverageAssignments,
): CoverVerdict => coverOf(coveragesOf(column), incidentTypeId, assignments);

/** Codes are compared without regard to case. */
export const codeKey = (code: string): string => code.trim().toUpperCase();

/** The keys of all codes that have been assigned; kept for as long as the settings are the same. */
export function assignedCodes(assignments: CoverageAssignments): ReadonlySet<string> {
  const known = assigned.get(assignments);
  if (known !== undefined) return known;
  const codes = new Set(Object.values(assignments).flatMap((of) => of.map(codeKey)));
  assigned.set(assignments, codes);
  return codes;
}
const assigned = new WeakMap<CoverageAssignments, ReadonlySet<string>>();
