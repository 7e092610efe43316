import type { CoverResult } from '#shared/contract/policies.ts';
import type { FindingCode } from '#shared/finding-terms.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { bodyPointer } from '#shared/marketplace/source-pointers.ts';
import type { PolicyPeriod, PolicyRule } from '#shared/policy-terms.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { type Findings, type NewFinding, shortText } from './finding.ts';

/** What is known beside an incident report. */
export interface IncidentFacts {
  /** Other reports of the same vehicle and day, which came before. */
  sameVehicleAndDate: readonly { number: string }[];
  /** The insurer's own RNC in digits; null where it is not set. */
  companyTaxId: string | null;
  /** What the policy book says of the policy, vehicle, day and type; null where it has nothing to be asked. */
  policy: null | {
    found: boolean;
    period: PolicyPeriod | null;
    cover: CoverResult | null;
    rules: readonly PolicyRule[];
  };
}

const ruleCodes: Record<PolicyRule, FindingCode> = {
  notInForce: 'policy.notInForce',
  noCoverage: 'policy.noCoverage',
  coverNotChecked: 'policy.coverNotChecked',
  excluded: 'policy.excluded',
  premiumUnpaid: 'policy.premiumUnpaid',
};

/** Why cover was not checked, and the codes that nobody has assigned. */
const whyOf = (cover: CoverResult | null) => ({
  reason: cover?.reason ?? null,
  codes: shortText(cover?.codes.join(', ')),
});

/** What is odd about an incident report beside the other reports and the policy book. */
export function incidentFindings(report: IncidentReport, facts: IncidentFacts): NewFinding[] {
  return [...besideOthers(report, facts)].map((finding) => ({
    ...finding,
    pointer: bodyPointer(report, finding.pointer),
  }));
}

function* besideOthers(report: IncidentReport, facts: IncidentFacts): Findings {
  const general = report.generalInfo;
  const policyNumber = shortText(general?.insurancePolicyNumber);
  const vin = shortText(general?.vinNumber);
  const happened = readDominicanTime(general?.incidentDateTime);
  const date = happened?.day ?? '';
  const [first] = facts.sameVehicleAndDate;
  if (first !== undefined) {
    yield {
      code: 'incident.sameVehicleAndDate',
      pointer: '/generalInfo/vinNumber',
      parameters: { number: first.number, others: facts.sameVehicleAndDate.length, vin, date },
    };
  }
  yield* otherInsurer(report, facts);
  if (facts.policy !== null) {
    const { found: isFound, rules, period, cover } = facts.policy;
    const codes = isFound ? rules.map((rule) => ruleCodes[rule]) : (['policy.unknown'] as const);
    // No rule tells the marketplace's user that he asked of no type; the adjuster has to know it of a report.
    const isWithoutType = isFound && cover?.reason === 'noIncidentType';
    const parameters = { policyNumber, vin, date };
    const pointer = '/generalInfo/insurancePolicyNumber';
    for (const code of new Set<FindingCode>(isWithoutType ? [...codes, 'policy.coverNotChecked'] : codes)) {
      const isCover = code === 'policy.coverNotChecked';
      yield { code, pointer, parameters: isCover ? { ...parameters, ...whyOf(cover) } : parameters };
    }
    if (period === 'maybeNotInForce') {
      yield {
        code: 'policy.maybeNotInForce',
        pointer: '/generalInfo/incidentDateTime',
        parameters: { ...parameters, otherDate: happened?.otherDay ?? '' },
      };
    }
  }
}

/** `insurancePerson` is the "insurer company". */
function* otherInsurer({ insurancePerson }: IncidentReport, { companyTaxId }: IncidentFacts): Findings {
  const insurer = insurancePerson?.personTaxId ?? null;
  const digits = insurer?.replaceAll(/\D+/g, '') ?? '';
  if (companyTaxId === null || !/[1-9]/.test(digits) || digits === companyTaxId) return;
  const parameters = { value: shortText(insurer, 40), own: companyTaxId };
  yield { code: 'incident.otherInsurer', pointer: '/insurancePerson/personTaxId', parameters };
}
