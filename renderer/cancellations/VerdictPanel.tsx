import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CancellationDetail } from '#shared/contract/cancellations.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useSettings } from '../app/status.ts';
import { CloseUnmatched } from './CloseUnmatched.tsx';
import { VerdictForm } from './VerdictForm.tsx';
import { VerdictGiven } from './VerdictGiven.tsx';

type Props = { cancellation: CancellationDetail; name: string; onDecided: () => void };

/** The answer to the question, always at the foot of the detail. */
export function VerdictPanel({ cancellation, name, onDecided }: Props) {
  const { t } = useI18n();
  const settings = useSettings();
  const isUnmatched = cancellation.state === 'unmatched';
  return (
    <Box
      component="section"
      aria-labelledby="verdict-title"
      sx={(theme) => ({
        flex: 'none',
        maxHeight: '66%',
        overflowY: 'auto',
        pl: 6,
        pr: theme.perito.gutter,
        py: 3.5,
        borderTop: `1px solid ${theme.perito.scheme.line}`,
        background: theme.perito.scheme.raised,
      })}
    >
      <Typography variant="h3" component="h2" id="verdict-title" sx={{ mb: 2 }}>
        {isUnmatched ? t('cancellations.detail.unmatchedTitle') : t('cancellations.verdict.title')}
      </Typography>
      {isUnmatched ? (
        <CloseUnmatched
          cancellation={cancellation}
          answered={settings.data?.texts.unknownOrder ?? '…'}
          onClosed={onDecided}
        />
      ) : cancellation.verdict === null ? (
        <VerdictForm
          cancellation={cancellation}
          name={name}
          settings={settings.data ?? null}
          onDecided={onDecided}
        />
      ) : (
        <VerdictGiven cancellation={cancellation} />
      )}
    </Box>
  );
}
