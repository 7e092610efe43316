import { inCountry, nearestCapital, type Point } from '#shared/rules/dominican-places.ts';
import { useI18n } from '../../app/locale/i18n.ts';

/** A point in degrees, and in words a Dominican reader knows it by; null where there are none. */
export function usePlaceText(): (point: Point) => { degrees: string; near: string | null } {
  const { t, format } = useI18n();
  const degreesOf = new Intl.NumberFormat(format.locale === 'es' ? 'es-DO' : 'en-US', {
    minimumFractionDigits: 4,
    maximumFractionDigits: 5,
  });
  return (point) => {
    const degrees = t('photos.info.degrees', {
      latitude: degreesOf.format(Math.abs(point.latitude)),
      longitude: degreesOf.format(Math.abs(point.longitude)),
      northOrSouth: t(point.latitude < 0 ? 'photos.info.south' : 'photos.info.north'),
      eastOrWest: t(point.longitude < 0 ? 'photos.info.west' : 'photos.info.east'),
    });
    if (!inCountry(point)) return { degrees, near: t('photos.info.abroad') };
    const nearest = nearestCapital(point);
    if (nearest === null) return { degrees, near: null };
    const { name, province } = nearest.capital;
    const km = Math.round(nearest.km);
    if (km === 0) return { degrees, near: t('photos.info.at', { name }) };
    return {
      degrees,
      near:
        name === province
          ? t('photos.info.near', { km: format.count(km), name })
          : t('photos.info.nearProvince', { km: format.count(km), name, province }),
    };
  };
}
