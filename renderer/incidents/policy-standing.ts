import type { PolicyVerdict } from '#shared/contract/policies.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { incidentTypeOf } from './incident-words.ts';

/** What the policy book is asked about a report. */
export type PolicyQuestion = {
  insurancePolicyNumber?: string;
  vin?: string;
  incidentTypeId?: number;
  /** `YYYY-MM-DD`, the Dominican day. */
  incidentDate: string;
};

/** Null where the report names neither policy nor vehicle, or no day. */
export function policyQuestion(report: Pick<IncidentReport, 'generalInfo'>): PolicyQuestion | null {
  const general = report.generalInfo;
  const day = readDominicanTime(general?.incidentDateTime)?.day;
  const number = general?.insurancePolicyNumber?.trim().slice(0, 100) ?? '';
  const vin = general?.vinNumber?.trim().slice(0, 50) ?? '';
  const type = general?.incidentReportTypeId ?? null;
  if (day === undefined || (number === '' && vin === '')) return null;
  return {
    ...(number === '' ? {} : { insurancePolicyNumber: number }),
    ...(vin === '' ? {} : { vin }),
    ...(type === null ? {} : { incidentTypeId: type }),
    incidentDate: day,
  };
}

export type PolicyStanding = {
  /** By the policy's period, whether or not the rule that tells the marketplace of it is on. */
  inForce: boolean;
  /** `notChecked` where the type is not known or nothing says which coverages cover it. */
  coverage: 'covered' | 'notCovered' | 'notChecked';
};

/** How the policy stood on the day that was asked for. */
export function policyStanding(
  verdict: Pick<PolicyVerdict, 'validFrom' | 'validTo' | 'rules'>,
  question: Pick<PolicyQuestion, 'incidentDate' | 'incidentTypeId'> | null,
  settings: Pick<Settings, 'policyRules' | 'coverageOfIncident'> | undefined,
): PolicyStanding {
  const day = question?.incidentDate ?? '';
  const type = incidentTypeOf(question?.incidentTypeId ?? null);
  const checked =
    type !== undefined &&
    settings?.policyRules.noCoverage.on === true &&
    settings.coverageOfIncident[type].length > 0;
  const lacking = verdict.rules.some((rule) => rule.rule === 'noCoverage');
  return {
    // ISO days compare as texts.
    inForce:
      (verdict.validFrom === null || verdict.validFrom <= day) &&
      (verdict.validTo === null || day <= verdict.validTo),
    coverage: lacking ? 'notCovered' : checked ? 'covered' : 'notChecked',
  };
}
