import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** When something happened: in words while it is recent, exact on hover. */
export function RelativeTime({ at }: { at: string }) {
  const { format } = useI18n();
  const now = useMinuteClock();
  return (
    <time dateTime={at} title={format.exact(at)}>
      {format.when(at, now)}
    </time>
  );
}

/** Formats an instant as `RelativeTime` does, for use within a sentence. */
export function useWhen(): (at: string) => string {
  const { format } = useI18n();
  const now = useMinuteClock();
  return (at) => format.when(at, now);
}
