import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import type { Tell } from './gather.ts';

/** A day of the wire as YYYY-MM-DD, whatever time comes after it; null where there is none to be read. */
export function dayOf(text: string | null | undefined): string | null {
  const day = /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text ?? '')?.[1] ?? null;
  if (day === null || day.startsWith('0001')) return null;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day;
}

/** A document of a day that is still to come. */
export function futureDocument(document: FinancialDocument, today: string, tell: Tell): void {
  if (isFuture(document.documentDate, today)) {
    const date = dayOf(document.documentDate);
    tell('document.futureDate', () => ({ pointer: '/documentDate', parameters: { date } }));
  }
}

/** An incident of a Dominican day that is still to come. */
export function futureIncident(report: IncidentReport, today: string, tell: Tell): void {
  const date = readDominicanTime(report.generalInfo?.incidentDateTime)?.day;
  if (date !== undefined && date > dayAfter(today)) {
    tell('incident.futureDate', () => ({ pointer: '/generalInfo/incidentDateTime', parameters: { date } }));
  }
}

/** One day of grace, for clocks and zones that differ. */
function isFuture(text: string | null | undefined, today: string): boolean {
  const day = dayOf(text);
  return day !== null && day > dayAfter(today);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
