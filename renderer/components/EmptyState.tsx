import Button from '@mui/material/Button';
import { FileQuestion, Hourglass, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { Box } from './Box.tsx';
import { Typography } from './Typography.tsx';

/** Says what will come here and how to make it come. */
export function EmptyState(props: {
  icon: LucideIcon;
  title: string;
  text?: string;
  /** Where there is nothing else on the page, its title is the page's. */
  isPage?: boolean;
  children?: ReactNode;
}) {
  const Icon = props.icon;
  return (
    <Box
      sx={{
        height: '100%',
        // On the highest screens it stays near what it is about.
        maxHeight: 840,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        gap: 2,
        p: 8,
        color: 'text.secondary',
      }}
    >
      <Icon size={28} strokeWidth={1.5} aria-hidden />
      <Typography
        variant="h3"
        component={props.isPage === true ? 'h1' : 'p'}
        sx={{ color: 'text.primary', mt: 2 }}
      >
        {props.title}
      </Typography>
      {props.text !== undefined && (
        <Typography variant="body2" sx={{ maxWidth: 320, textWrap: 'balance' }}>
          {props.text}
        </Typography>
      )}
      {props.children}
    </Box>
  );
}

/**
 * What an empty list of what arrives says: that some of it is still being listed, where that is so, or examined, where
 * the list waits for that; else its `children`.
 */
export function EmptyArrivals(props: { waitsForExamination: boolean; children: ReactNode }) {
  const { t, format } = useI18n();
  const { data } = useStatus();
  if (data === undefined) return props.children;
  const { waiting } = data.arrivals;
  const { revisions } = data.examination;
  const say = (what: 'listing' | 'notListing' | 'examining', count: number) => (
    <EmptyState
      icon={Hourglass}
      title={t(`records.arriving.${what}.title`)}
      text={t(`records.arriving.${what}.text`, { count, records: format.count(count) })}
    />
  );
  // Where nothing can be written, nothing will show here either; a band says why.
  if (waiting > 0) return say(data.engine.database === null ? 'listing' : 'notListing', waiting);
  if (revisions > 0 && props.waitsForExamination) return say('examining', revisions);
  return props.children;
}

/** Says that an address leads to nothing, with the way back to where it belongs. */
export function NotFound({ back }: { back: string }) {
  const { t } = useI18n();
  return (
    <EmptyState icon={FileQuestion} title={t('common.noSuch.title')} text={t('common.noSuch.text')} isPage>
      <Button component={Link} href={back} sx={{ mt: 2 }}>
        {t('common.noSuch.back')}
      </Button>
    </EmptyState>
  );
}
