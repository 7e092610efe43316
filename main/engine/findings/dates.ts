import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
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

/** An order of a day that is still to come. */
export function futureOrder(order: PurchaseOrder | ServiceOrder, today: string, tell: Tell): void {
  if (isFuture(order.createdOnUtcDate, today)) {
    const date = dayOf(order.createdOnUtcDate);
    tell('document.futureDate', () => ({ pointer: '/createdOnUtcDate', parameters: { date } }));
  }
}

/**
 * An incident of a Dominican day that is still to come, or of a later day than its own report. Where the zone is
 * doubtful, both days that are meant must be later.
 */
export function futureIncident(report: IncidentReport, today: string, tell: Tell): void {
  const happened = readDominicanTime(report.generalInfo?.incidentDateTime);
  if (happened === null) return;
  const pointer = '/generalInfo/incidentDateTime';
  const { day: date, otherDay } = happened;
  if (date > dayAfter(today)) {
    tell('incident.futureDate', () => ({ pointer, parameters: { date } }));
    return;
  }
  const otherDate = readDominicanTime(report.createdOnUtc)?.day;
  if (otherDate !== undefined && date > otherDate && (otherDay ?? date) > otherDate) {
    tell('incident.afterReport', () => ({ pointer, parameters: { date, otherDate } }));
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
