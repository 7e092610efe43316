import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useI18n } from '../app/locale/i18n.ts';

/** Exactly what goes out, and when. */
export function AnswerPreview({
  isCancelled,
  text,
  held,
}: {
  isCancelled: boolean;
  text: string | null;
  held: boolean;
}) {
  const { t } = useI18n();
  return (
    <Typography variant="body2" component="p" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('cancellations.verdict.willSend')}{' '}
        {t(held ? 'cancellations.verdict.whenNow' : 'cancellations.verdict.whenLater')}:{' '}
      </Box>
      {t(isCancelled ? 'cancellations.verdict.isCancelled' : 'cancellations.verdict.isNotCancelled')}.{' '}
      {text === null ? t('cancellations.verdict.withoutText') : t('cancellations.verdict.withText', { text })}
    </Typography>
  );
}
