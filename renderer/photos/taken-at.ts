import type { RecordDetail } from '#shared/contract/records.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** Days between photo and incident that need no warning. */
const daysAllowed = 3;

const dayOf = (local: string): number | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(local);
  if (match === null) return null;
  const at = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return Number.isNaN(at) ? null : at / 86_400_000;
};

/**
 * Whole days from the incident to the photo, by the calendar day of each: negative where the photo is older. Null where
 * one of the two is not a date.
 */
export function daysAfterIncident(takenAt: string | null, incidentAt: string | null): number | null {
  const taken = takenAt === null ? null : dayOf(takenAt);
  const day = readDominicanTime(incidentAt)?.day;
  const incident = day === undefined ? null : dayOf(day);
  return taken === null || incident === null ? null : taken - incident;
}

/** Whether so many days need a warning. */
export const isFarFromIncident = (days: number | null): days is number =>
  days !== null && Math.abs(days) > daysAllowed;

/** When the incident happened, by its report; null for any other record. */
export const incidentAtOf = (record: RecordDetail | null): string | null =>
  record?.content.kind === 'incidentReport'
    ? (record.content.report.generalInfo?.incidentDateTime ?? null)
    : null;

/** The warning, as "Tomada 27 días antes del incidente"; null where none is needed. */
export function useTakenText(): (days: number | null) => string | null {
  const { t } = useI18n();
  return (days) => {
    if (!isFarFromIncident(days)) return null;
    return days < 0 ? t('photos.info.before', { count: -days }) : t('photos.info.after', { count: days });
  };
}
