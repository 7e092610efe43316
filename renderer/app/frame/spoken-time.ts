/** Moments and durations as a sentence of a band says them. */
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useWhen } from '../../components/RelativeTime.tsx';
import { useI18n } from '../locale/i18n.ts';

/** Says when it was that something began or ended: by the clock where it was today. */
export function useSpokenTime(): (at: string) => string {
  const { t, format } = useI18n();
  const when = useWhen();
  return (at) => {
    const time = format.time(at);
    if (dominicanDay(Date.parse(at)) !== dominicanDay(Date.now())) return when(at);
    // "A la 1:05", "a las 2:05".
    return t(/^1\D/.test(time) ? 'frame.engine.atOne' : 'frame.engine.at', { time });
  };
}

/** Says how long something took, or takes: of seconds, in whole ones, and from two minutes on in minutes. */
export function useSpokenDuration(): (seconds: number) => string {
  const { t } = useI18n();
  return (exact) => {
    const seconds = Math.max(1, Math.round(exact));
    return seconds < 120
      ? t('frame.engine.back.seconds', { seconds })
      : t('frame.engine.back.minutes', { minutes: Math.round(seconds / 60) });
  };
}

/** Seconds between two instants. */
export const secondsBetween = (from: string, until: string): number =>
  (Date.parse(until) - Date.parse(from)) / 1000;
