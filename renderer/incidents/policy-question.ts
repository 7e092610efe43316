import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';

/** What the policy book is asked about a report (`policies.check`). */
export type PolicyQuestion = {
  insurancePolicyNumber?: string;
  vin?: string;
  incidentTypeId?: number;
  /** `YYYY-MM-DD`, the Dominican day. */
  incidentDate: string;
  /** The other day that it may have been, where the zone of its time is in doubt. */
  otherDate?: string;
};

/** Null where the report names neither policy nor vehicle, or no day. */
export function policyQuestion(report: Pick<IncidentReport, 'generalInfo'>): PolicyQuestion | null {
  const general = report.generalInfo;
  const happened = readDominicanTime(general?.incidentDateTime);
  const number = general?.insurancePolicyNumber?.trim().slice(0, 100) ?? '';
  const vin = general?.vinNumber?.trim().slice(0, 50) ?? '';
  const type = general?.incidentReportTypeId ?? null;
  if (happened === null || (number === '' && vin === '')) return null;
  return {
    ...(number === '' ? {} : { insurancePolicyNumber: number }),
    ...(vin === '' ? {} : { vin }),
    ...(type === null ? {} : { incidentTypeId: type }),
    incidentDate: happened.day,
    ...(happened.otherDay === null ? {} : { otherDate: happened.otherDay }),
  };
}
