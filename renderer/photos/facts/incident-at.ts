import type { RecordDetail } from '#shared/contract/records.ts';

/** When the incident happened, by its report; null of any other record. */
export const incidentAtOf = (record: RecordDetail | null): string | null =>
  record?.content.kind === 'incidentReport'
    ? (record.content.report.generalInfo?.incidentDateTime ?? null)
    : null;
