import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CancellationDetail } from '#shared/contract/cancellations.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useSettings } from '../app/status.ts';
import { useWhen } from '../components/RelativeTime.tsx';
import { CloseUnmatched } from './CloseUnmatched.tsx';
import { VerdictForm } from './VerdictForm.tsx';
import { useVerdictError } from './verdict-text.ts';

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

/** The answer that was given, whether the marketplace has it, and the way back while it has not. */
function VerdictGiven({ cancellation }: { cancellation: CancellationDetail }) {
  const { t } = useI18n();
  const when = useWhen();
  const who = useActorName();
  const { decidedBy } = cancellation;
  const delivered = cancellation.deliveredAt !== null;
  const approved = cancellation.verdict === 'approve';
  return (
    <>
      <Typography variant="body1">
        {t(approved ? 'cancellations.verdict.approvedBy' : 'cancellations.verdict.refusedBy', {
          who: decidedBy === null ? t('cancellations.detail.nobody') : who(decidedBy),
          when: cancellation.decidedAt === null ? '' : when(cancellation.decidedAt),
        })}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {cancellation.responseText === null
          ? t('cancellations.verdict.withoutText')
          : t('cancellations.verdict.withText', { text: cancellation.responseText })}
      </Typography>
      {delivered ? (
        <Alert severity={approved ? 'success' : 'info'} sx={{ mt: 2 }}>
          {t('cancellations.verdict.deliveredAt', { when: when(cancellation.deliveredAt ?? '') })}
        </Alert>
      ) : (
        <NotDelivered cancellation={cancellation} />
      )}
    </>
  );
}

function NotDelivered({ cancellation }: { cancellation: CancellationDetail }) {
  const { t } = useI18n();
  return (
    <>
      <Alert severity="warning" sx={{ mt: 2 }}>
        {cancellation.mayHaveBeenDelivered
          ? t('cancellations.verdict.maybeDelivered')
          : cancellation.mustAskAgain
            ? t('cancellations.verdict.notDelivered')
            : t('cancellations.verdict.beingDelivered')}
      </Alert>
      <Withdraw id={cancellation.id} />
    </>
  );
}

/** The second press is where Enter gives it, as with a verdict. */
const focusIt = (button: HTMLButtonElement | null) => button?.focus();

function Withdraw({ id }: { id: number }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const label = useVerdictError();
  const [sure, setSure] = useState(false);
  const [errorMessage, setTrouble] = useState<string | null>(null);
  const withdraw = useMutation({
    ...api.cancellations.withdraw.mutationOptions(),
    onSuccess: () => notify({ tone: 'done', text: t('cancellations.verdict.withdrawn') }),
    onError: (error) => setTrouble(label.ofWithdrawing(error)),
    onSettled: () => {
      setSure(false);
      void queries.invalidateQueries({ queryKey: api.cancellations.key() });
      void queries.invalidateQueries({ queryKey: api.status.key() });
    },
  });
  return (
    <Box sx={{ mt: 3, display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
      {errorMessage !== null && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorMessage}
        </Alert>
      )}
      {sure ? (
        <>
          <Button onClick={() => setSure(false)}>{t('cancellations.verdict.back')}</Button>
          <Button
            ref={focusIt}
            color="error"
            aria-disabled={withdraw.isPending}
            onClick={() => {
              if (!withdraw.isPending) withdraw.mutate({ id });
            }}
          >
            {t('cancellations.verdict.withdrawConfirm')}
          </Button>
          <Typography variant="caption">{t('cancellations.verdict.withdrawText')}</Typography>
        </>
      ) : (
        <Button onClick={() => setSure(true)}>{t('cancellations.verdict.withdraw')}</Button>
      )}
    </Box>
  );
}
