import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CancellationDetail } from '#shared/contract/cancellations.ts';
import { useWords } from '../app/locale/i18n.ts';
import { useSettings } from '../app/status.ts';
import { VerdictForm } from './VerdictForm.tsx';
import { VerdictGiven } from './VerdictGiven.tsx';

/** The answer to the question, always at the foot of the detail. */
export function VerdictPanel({ cancellation, name }: { cancellation: CancellationDetail; name: string }) {
  const { t } = useWords();
  const settings = useSettings();
  return (
    <Box
      component="section"
      aria-labelledby="verdict-title"
      sx={(theme) => ({
        flex: 'none',
        pl: 6,
        pr: theme.perito.gutter,
        py: 3.5,
        borderTop: `1px solid ${theme.perito.scheme.line}`,
        background: theme.perito.scheme.raised,
      })}
    >
      <Typography variant="h3" component="h2" id="verdict-title" sx={{ mb: 2 }}>
        {cancellation.state === 'unmatched'
          ? t('cancellations.detail.unmatchedTitle')
          : t('cancellations.verdict.title')}
      </Typography>
      {cancellation.state === 'unmatched' ? (
        <Typography variant="body2">
          {t('cancellations.detail.unmatchedText', { text: settings.data?.texts.unknownOrder ?? '…' })}
        </Typography>
      ) : cancellation.verdict === null ? (
        <VerdictForm cancellation={cancellation} name={name} settings={settings.data ?? null} />
      ) : (
        <VerdictGiven cancellation={cancellation} />
      )}
    </Box>
  );
}
