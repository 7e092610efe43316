import type { FindingCode } from '#shared/finding-terms.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { bodyPointer } from '#shared/marketplace/places.ts';
import type { PolicyRule } from '#shared/policy-terms.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { shortText } from './line.ts';
import type { NewFinding } from './new-finding.ts';

/** What is known beside an incident report. */
export interface IncidentFacts {
  /** Other reports of the same vehicle and day, which came before. */
  sameVehicleAndDate: readonly { number: string }[];
  /** What the policy book says of the policy, vehicle, day and type; null where it has nothing to be asked. */
  policy: null | { found: boolean; rules: readonly PolicyRule[] };
}

const ruleCodes: Record<PolicyRule, FindingCode> = {
  notInForce: 'policy.notInForce',
  noCoverage: 'policy.noCoverage',
  excluded: 'policy.excluded',
  premiumUnpaid: 'policy.premiumUnpaid',
};

/** What is odd about an incident report beside the other reports and the policy book. */
export function incidentFindings(report: IncidentReport, facts: IncidentFacts): NewFinding[] {
  const general = report.generalInfo;
  const policyNumber = shortText(general?.insurancePolicyNumber);
  const vin = shortText(general?.vinNumber);
  const date = readDominicanTime(general?.incidentDateTime)?.day ?? '';
  const found: NewFinding[] = [];
  const [first] = facts.sameVehicleAndDate;
  if (first !== undefined) {
    found.push({
      code: 'incident.sameVehicleAndDate',
      pointer: '/generalInfo/vinNumber',
      parameters: { number: first.number, others: facts.sameVehicleAndDate.length, vin, date },
    });
  }
  if (facts.policy !== null) {
    const pointer = '/generalInfo/insurancePolicyNumber';
    const codes = facts.policy.found
      ? facts.policy.rules.map((rule) => ruleCodes[rule])
      : (['policy.unknown'] as const);
    for (const code of new Set(codes)) found.push({ code, pointer, parameters: { policyNumber, vin, date } });
  }
  return found.map((finding) => ({ ...finding, pointer: bodyPointer(report, finding.pointer) }));
}
