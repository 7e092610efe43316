import { useCallback } from 'react';
import { reportCategories } from '#shared/marketplace/insurance-policy.ts';
import { incidentTypeNameOf } from '#shared/policy-terms.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { useI18n } from '../app/locale/i18n.ts';

/**
 * What kind of incident it was, in the screen's language by its id; the marketplace's word where the id tells nothing
 * (`other`, or one that the interface does not have), else the id. Null where neither came.
 */
export function useIncidentType(): (id: number | null, name: string | null) => string | null {
  const { t } = useI18n();
  return useCallback(
    (id, name) => {
      const type = incidentTypeNameOf(id);
      if (type !== undefined && type !== 'other') return t(`incidents.type.${type}`);
      if (name !== null && name.trim() !== '') return name;
      if (id === null) return null;
      return type === undefined ? t('records.facts.id', { id }) : t(`incidents.type.${type}`);
    },
    [t],
  );
}

/** Who reported it: by the category's id where the interface knows it, else by the name that came. */
export function useReportedBy(): (id: number | null, name?: string | null) => string | null {
  const { t } = useI18n();
  return useCallback(
    (id, name = null) => {
      if (id === reportCategories.intermediary) return t('incidents.by.intermediary');
      if (id === reportCategories.insured) return t('incidents.by.insured');
      if (name !== null && name !== '') return name;
      return id === null ? null : t('records.facts.id', { id });
    },
    [t],
  );
}

/** A local date-time of the wire as the clock in the Dominican Republic had it; what is none is shown as it came. */
export function useDominicanTime() {
  const { format } = useI18n();
  return (text: string): string => {
    const read = readDominicanTime(text);
    if (read === null) return text;
    return read.time === null ? format.day(read.day) : format.local(`${read.day}T${read.time}`);
  };
}

/** That a date-time came with another zone and was turned, and from what; null where it came as it is shown. */
export function useTurnedTime() {
  const { t, format } = useI18n();
  return (text: string | null): string | null => {
    const read = readDominicanTime(text);
    if (read === null || read.turnedFrom === null) return null;
    const { day, time, zone } = read.turnedFrom;
    const turned = t('incidents.time.turned', { at: `${day} ${time.slice(0, 5)} ${zone}` });
    if (read.otherDay === null) return turned;
    return `${turned} ${t('incidents.time.doubt', { day: format.day(read.otherDay) })}`;
  };
}
