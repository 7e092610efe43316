import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { readDominicanTime, readUtcTime } from '#shared/rules/dominican-time.ts';
import type { Findings } from './finding.ts';

/** A day of the wire as YYYY-MM-DD, whatever time comes after it; null where there is none to be read. */
export function dayOf(text: string | null | undefined): string | null {
  const read = readDominicanTime(text);
  return read === null ? null : (read.turnedFrom?.day ?? read.day);
}

/** A document of a day that is still to come. */
export function* futureDocument(document: FinancialDocument, today: string): Findings {
  const date = futureDay(document.documentDate, today);
  if (date !== null) yield { code: 'document.futureDate', pointer: '/documentDate', parameters: { date } };
}

/** An order of a day that is still to come. */
export function* futureOrder(order: PurchaseOrder | ServiceOrder, today: string): Findings {
  const date = futureDay(order.createdOnUtcDate, today);
  if (date !== null) yield { code: 'order.futureDate', pointer: '/createdOnUtcDate', parameters: { date } };
}

/**
 * An incident of a Dominican day that is still to come, or of a later day than its own report. Where the zone is
 * doubtful, both days that are meant must be later.
 */
export function* futureIncident(report: IncidentReport, today: string): Findings {
  const happened = readDominicanTime(report.generalInfo?.incidentDateTime);
  if (happened === null) return;
  const pointer = '/generalInfo/incidentDateTime';
  const { day: date, otherDay } = happened;
  if (date > dayAfter(today)) {
    yield { code: 'incident.futureDate', pointer, parameters: { date } };
    return;
  }
  const otherDate = readUtcTime(report.createdOnUtc)?.day;
  if (otherDate !== undefined && date > otherDate && (otherDay ?? date) > otherDate) {
    yield { code: 'incident.afterReport', pointer, parameters: { date, otherDate } };
  }
}

/** The clock of the computer or telephone that a report is written on may stand an hour off, as with a neighbour's zone. */
const clockTolerance = 3_600_000;

/**
 * A report whose local time of creation is not its UTC time in the Dominican Republic. A zone that came beside the local
 * time may be a mistake, so the time fits where it does with the zone or without. The UTC one is worked with.
 */
export function* localTimeOfReport(report: IncidentReport): Findings {
  const created = readUtcTime(report.createdOnUtc);
  const local = readDominicanTime(report.createdOnLocal);
  // A day alone says no time.
  if (created === null || local === null || created.time === null || local.time === null) return;
  const { turnedFrom } = local;
  const written = turnedFrom === null ? null : readDominicanTime(`${turnedFrom.day}T${turnedFrom.time}`);
  const fits = (at: number) => Math.abs(at - created.at) <= clockTolerance;
  if (fits(local.at) || (written !== null && fits(written.at))) return;
  yield {
    code: 'incident.otherLocalTime',
    pointer: '/createdOnLocal',
    parameters: { time: `${local.day}T${local.time}`, otherTime: `${created.day}T${created.time}` },
  };
}

/** Motor vehicles are not older, as in the policy book; models of the next year are sold in this one. */
const firstVehicleYear = 1900;
const yearsAhead = 2;

/** A vehicle's year that no vehicle has. */
export function* vehicleYear(report: IncidentReport, today: string): Findings {
  const year = report.generalInfo?.vehicleYear ?? null;
  if (year === null || (year >= firstVehicleYear && year <= Number(today.slice(0, 4)) + yearsAhead)) return;
  yield { code: 'incident.vehicleYear', pointer: '/generalInfo/vehicleYear', parameters: { year } };
}

/** A day that is still to come, else null. One day of grace, for clocks and zones that differ. */
function futureDay(text: string | null, today: string): string | null {
  const day = dayOf(text);
  return day !== null && day > dayAfter(today) ? day : null;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
