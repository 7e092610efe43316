import type { CoverVerdict } from '#shared/contract/policies.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { type PolicyPeriod, type PolicyRule, policyRules } from '#shared/policy-terms.ts';
import type { VehicleContent } from '../../store/index.ts';
import { coverOfVehicle } from './cover.ts';

/** A rule that applies to a vehicle, with what the marketplace's user is told. */
export interface AppliedRule {
  rule: PolicyRule;
  severity: 'info' | 'warning' | 'error';
  text: string;
}

/** What the book says of a vehicle, of a day and a type of incident. */
export interface VehicleMatch {
  period: PolicyPeriod;
  cover: CoverVerdict;
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
    premiumUnpaid: vehicle.premium_unpaid === 1,
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
    (vehicle.valid_from === null || vehicle.valid_from <= day) &&
    (vehicle.valid_to === null || day <= vehicle.valid_to);
  const days = otherDate === undefined ? [incidentDate] : [incidentDate, otherDate];
  if (days.every(isIn)) return 'inForce';
  return days.some(isIn) ? 'maybeNotInForce' : 'notInForce';
}
