import { useI18n } from '../../app/locale/i18n.ts';
import { isFarFromIncident } from './taken.ts';

/** "Tomada 27 días antes del incidente", where that is far enough to be said; null else. */
export function useTakenText(): (days: number | null) => string | null {
  const { t } = useI18n();
  return (days) => {
    if (!isFarFromIncident(days)) return null;
    return days < 0 ? t('photos.info.before', { count: -days }) : t('photos.info.after', { count: days });
  };
}
