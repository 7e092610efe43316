/** Cells and periods of figures, as people read them. */
import { useCallback } from 'react';
import { monthText } from '#shared/chart-marks.ts';
import { durationText } from '#shared/length-of-time.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import type { Format } from '../app/locale/format.ts';
import { useI18n } from '../app/locale/i18n.ts';
import type { Cell, CellUnit } from './figure.ts';

/** "+4.2 %" of a decimal text. */
export function percentText(format: Format, percent: string): string {
  const sign = percent.startsWith('-') ? '−' : Number(percent) === 0 ? '' : '+';
  return `${sign}${format.percent(percent.replace('-', ''))}`;
}

/** "23 %" of a part of all; null of nothing. */
export const shareOf = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((part / all) * 1000) / 10;

/** "23.0 %" of a share. */
export const shareText = (format: Format, share: number): string => format.percent(share.toFixed(1));

/** Says a cell; of money without its currency, which the figure's name says. */
export function useCellText() {
  const { t, format, locale } = useI18n();
  const now = useMinuteClock();
  return useCallback(
    (cell: Cell, unit: CellUnit, currency: string | null): string => {
      if (cell === null || cell === '') return t('common.none');
      switch (unit) {
        case 'text':
          return String(cell);
        case 'month':
          return monthText(String(cell), locale);
        case 'day':
          return format.dayShort(String(cell), now);
        case 'count':
          return format.quantity(cell);
        case 'money':
          return currency === null ? format.amount(String(cell)) : format.money(String(cell), currency);
        case 'percent':
          return percentText(format, String(cell));
        case 'share':
          return shareText(format, Number(cell));
        case 'minutes':
          return Number(cell) === 0 ? t('figures.underAMinute') : durationText(Number(cell));
      }
    },
    [t, format, locale, now],
  );
}
