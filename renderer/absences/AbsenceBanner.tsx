import Button from '@mui/material/Button';
import { MoonStar } from 'lucide-react';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { Banner } from '../app/frame/Banner.tsx';
import { useOfPath } from '../app/hash-location.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts } from '../app/read-only.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { absencesPath, useAbsences, useReadAbsence } from './absences.ts';

/** The last hours in which nothing was received, until somebody has read of them. */
export function AbsenceBanner() {
  const { t, format } = useI18n();
  const when = useWhen();
  const isThere = useOfPath((path) => path === absencesPath);
  const absences = useAbsences();
  const read = useReadAbsence();
  const last = absences.data?.rows.find(({ seenAt }) => seenAt === null);
  if (absences.data === undefined || last === undefined) return null;
  const isToday = (at: string) => dominicanDay(Date.parse(at)) === dominicanDay(Date.now());
  const spoken = (at: string) => (isToday(at) ? format.time(at) : when(at));
  const earlier = absences.data.unseen - 1;
  return (
    <Banner
      tone="waiting"
      icon={MoonStar}
      action={
        <>
          {!isThere && (
            <Button size="small" component={Link} href={absencesPath}>
              {t('absences.band.see')}
            </Button>
          )}
          <Acts of="absences.setSeen">
            <Button size="small" disabled={read.isPending} onClick={() => read.mutate({ id: last.id })}>
              {t('absences.band.read')}
            </Button>
          </Acts>
        </>
      }
    >
      {t('absences.band.today', { from: spoken(last.from), until: spoken(last.until) })}:{' '}
      {t(`absences.band.why.${last.why}`)} {earlier > 0 && t('absences.band.more', { count: earlier })}
    </Banner>
  );
}
