import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { useI18n } from '../app/locale/i18n.ts';

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
