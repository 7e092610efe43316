import type { CoverResult } from '#shared/contract/policies.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { incidentTypeNameOf, type PolicyPeriod, type PolicyRule, policyRules } from '#shared/policy-terms.ts';
import type { VehicleContent } from '../store/index.ts';
import { type Coverage, coveragesOf } from './book/cells.ts';

/** A rule that applies to a vehicle, with what the marketplace's user is told. */
export interface AppliedRule {
  rule: PolicyRule;
  severity: 'info' | 'warning' | 'error';
  text: string;
}

/** What the book says of a vehicle, of a day and a type of incident. */
interface VehicleMatch {
  period: PolicyPeriod;
  cover: CoverResult;
  /** The rules of the settings that apply, the gravest first (design, "Policy lookup"). */
  rules: AppliedRule[];
}

export interface IncidentAsked {
  /** ISO day. */
  incidentDate: string;
  /** The other day that it may have been, where the zone of its time is in doubt. */
  otherDate?: string | undefined;
  incidentTypeId?: number | undefined;
}

export type RuleSettings = Pick<Settings, 'policyRules' | 'coverageOfIncident'>;

/** The order in which rules of one severity count. */
const order: readonly PolicyRule[] = [
  'notInForce',
  'excluded',
  'noCoverage',
  'coverNotChecked',
  'premiumUnpaid',
];
const gravity = { error: 0, warning: 1, info: 2 } as const;

/** How a vehicle stands for an incident. Where no type of incident is asked for, nothing is told of its cover. */
export function matchVehicle(
  vehicle: VehicleContent,
  incident: IncidentAsked,
  settings: RuleSettings,
): VehicleMatch {
  const period = periodOf(vehicle, incident);
  const cover = coverOfVehicle(vehicle.coverages, incident.incidentTypeId, settings.coverageOfIncident);
  const applies: Record<PolicyRule, boolean> = {
    notInForce: period === 'notInForce',
    excluded: vehicle.excluded === 1,
    premiumUnpaid: vehicle.premiumUnpaid === 1,
    noCoverage: cover.state === 'notCovered',
    coverNotChecked: cover.state === 'notChecked' && cover.reason !== 'noIncidentType',
  };
  const rules = policyRules
    .filter((rule) => settings.policyRules[rule].on && applies[rule])
    .map((rule) => {
      const { severity, text } = settings.policyRules[rule];
      return { rule, severity, text };
    })
    .sort(
      (a, b) => gravity[a.severity] - gravity[b.severity] || order.indexOf(a.rule) - order.indexOf(b.rule),
    );
  return { period, cover, rules };
}

/** A period without an end, or without a beginning, is open on that side. */
function periodOf(vehicle: VehicleContent, { incidentDate, otherDate }: IncidentAsked): PolicyPeriod {
  // ISO days compare as texts.
  const isIn = (day: string) =>
    (vehicle.validFrom === null || vehicle.validFrom <= day) &&
    (vehicle.validTo === null || day <= vehicle.validTo);
  const days = otherDate === undefined ? [incidentDate] : [incidentDate, otherDate];
  if (days.every(isIn)) return 'inForce';
  return days.some(isIn) ? 'maybeNotInForce' : 'notInForce';
}

/** Which codes cover which incident types, as somebody has confirmed it. */
export type CoverageAssignments = Settings['coverageOfIncident'];

/**
 * Whether a vehicle's coverages cover an incident type. One code that does is enough. That none does is only said where
 * every code of the vehicle has been assigned, to incident types or to none of them; a vehicle of which the book has no
 * coverage at all is one of which nothing is known.
 */
function coverOf(
  coverages: readonly Coverage[],
  incidentTypeId: number | undefined,
  assignments: CoverageAssignments,
): CoverResult {
  const notChecked = (reason: CoverResult['reason'], codes: string[] = []): CoverResult => ({
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
const coverOfVehicle = (
  column: string,
  incidentTypeId: number | undefined,
  assignments: CoverageAssignments,
): CoverResult => coverOf(coveragesOf(column), incidentTypeId, assignments);

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
