import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { CancellationDetail } from '#shared/contract/cancellations.ts';
import { maxCloseReason } from '#shared/contract/cancellations.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { TextField } from '../components/FormFields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { useWhen } from '../components/RelativeTime.tsx';

type Props = {
  cancellation: CancellationDetail;
  /** What the marketplace was answered. */
  answered: string;
  onClosed: () => void;
};

/** An order that never came: what was answered, and the way to close the question with a word why. */
export function CloseUnmatched({ cancellation, answered, onClosed }: Props) {
  const { t } = useI18n();
  const who = useActorName();
  const when = useWhen();
  const { closed } = cancellation;
  if (closed !== null)
    return (
      <>
        <Typography variant="body1">
          {closed.who === null
            ? t('cancellations.close.byItself', { when: when(closed.at) })
            : t('cancellations.close.by', { who: who(closed.who), when: when(closed.at) })}
        </Typography>
        {closed.reason !== null && (
          <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
            {t('cancellations.detail.quoted', { text: closed.reason })}
          </Typography>
        )}
      </>
    );
  return (
    <>
      <Typography variant="body2" sx={{ mb: 3 }}>
        {t('cancellations.detail.unmatchedText', { text: answered })}
      </Typography>
      <CloseForm id={cancellation.id} onClosed={onClosed} />
    </>
  );
}

function CloseForm({ id, onClosed }: { id: number; onClosed: () => void }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const [reason, setReason] = useState('');
  const trimmed = reason.trim();
  const tooLong = trimmed.length > maxCloseReason;
  const close = useMutation({
    ...api.cancellations.close.mutationOptions(),
    onSuccess: () => {
      notify({ tone: 'done', text: t('cancellations.close.done') });
      onClosed();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: api.cancellations.key() });
      void queries.invalidateQueries({ queryKey: api.status.key() });
    },
  });
  const isBlocked = trimmed === '' || tooLong || close.isPending;
  const send = () => {
    if (!isBlocked) close.mutate({ id, reason: trimmed });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <Box onKeyDown={onKeyDown}>
      {close.error !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {isDefinedError(close.error)
            ? t(`cancellations.close.error.${close.error.code}`)
            : errorMessage(close.error)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'end' }}>
        <TextField
          label={t('cancellations.close.reason')}
          placeholder={t('cancellations.close.placeholder')}
          value={reason}
          onChange={setReason}
          rows={1}
          wrong={tooLong ? t('cancellations.verdict.tooLong', { limit: maxCloseReason }) : null}
        />
        <Button
          variant="contained"
          aria-disabled={isBlocked}
          onClick={send}
          aria-keyshortcuts="Control+Enter"
          sx={{ flex: 'none' }}
        >
          {t('cancellations.close.act')}
          <Kbd gap>Ctrl ↵</Kbd>
        </Button>
      </Box>
    </Box>
  );
}
