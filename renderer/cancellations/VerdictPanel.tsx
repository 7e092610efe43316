import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { type CancellationDetail, maxCloseReason } from '#shared/contract/cancellations.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { Acts, isReadOnly, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { useSettings } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { TextField } from '../components/FormFields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { PastProposals, ProposalPanel } from './ProposalPanel.tsx';
import { useVerdictError } from './useVerdict.ts';
import { VerdictForm } from './VerdictForm.tsx';
import { WhomToCall } from './WhomToCall.tsx';

type Props = {
  cancellation: CancellationDetail;
  name: string;
  /** Null until it is read, and where it never came. */
  order: RecordDetail | null;
  onDecided: () => void;
};

/** The answer to the question, always at the foot of the detail. */
export function VerdictPanel({ cancellation, name, order, onDecided }: Props) {
  const { t } = useI18n();
  const mayDecide = useMay('cancellations.decide');
  const { proposal } = cancellation;
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
        borderTop: 1,
        bgcolor: 'background.raised',
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
      ) : cancellation.verdict === null && proposal !== null ? (
        <ProposalPanel
          key={proposal.id}
          cancellation={{ ...cancellation, proposal }}
          name={name}
          settings={settings.data ?? null}
          onDecided={onDecided}
        />
      ) : cancellation.verdict === null && !mayDecide ? (
        <Undecided />
      ) : cancellation.verdict === null ? (
        <VerdictForm
          cancellation={cancellation}
          name={name}
          settings={settings.data ?? null}
          onDecided={onDecided}
        />
      ) : (
        <VerdictGiven cancellation={cancellation} name={name} order={order} />
      )}
      <PastProposals proposals={cancellation.proposals} />
    </Box>
  );
}

/** Why there is no answer, and none to be given here. */
function Undecided() {
  const { t } = useI18n();
  return (
    <Typography variant="body2">
      {t(isReadOnly() ? 'archives.undecided' : 'people.needs.adjuster')}
    </Typography>
  );
}

/** The answer that was given, whether the marketplace has it, and the way back while it has not. */
function VerdictGiven({ cancellation, name, order }: Omit<Props, 'onDecided'>) {
  const { t, locale } = useI18n();
  const settings = useSettings();
  const when = useWhen();
  const actorName = useActorName();
  const { decidedBy, proposedBy, reasonCode } = cancellation;
  const reason = settings.data?.reasons.refuse.find(({ code }) => code === reasonCode);
  const delivered = cancellation.deliveredAt !== null;
  const approved = cancellation.verdict === 'approve';
  return (
    <>
      <Typography variant="body1">
        {t(approved ? 'cancellations.verdict.approvedBy' : 'cancellations.verdict.refusedBy', {
          who: decidedBy === null ? t('cancellations.detail.nobody') : actorName(decidedBy),
          when: cancellation.decidedAt === null ? '' : when(cancellation.decidedAt),
        })}
        {proposedBy !== null &&
          ` · ${t('cancellations.proposal.proposedBy', { who: actorName(proposedBy.who), when: when(proposedBy.at) })}`}
      </Typography>
      {reasonCode !== null && (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {t('cancellations.verdict.reasonOf', {
            reason: (locale === 'en' && reason?.en) || reason?.es || reasonCode,
          })}
        </Typography>
      )}
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
        <NotDelivered cancellation={cancellation} name={name} order={order} />
      )}
    </>
  );
}

function NotDelivered({ cancellation, name, order }: Omit<Props, 'onDecided'>) {
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
      <Acts of="cancellations.withdraw">
        <Withdraw id={cancellation.id} />
      </Acts>
      {cancellation.mustAskAgain && <WhomToCall cancellation={cancellation} name={name} order={order} />}
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
  const [confirming, setConfirming] = useState(false);
  const [errorMessage, setTrouble] = useState<string | null>(null);
  const withdraw = useMutation({
    ...api.cancellations.withdraw.mutationOptions(),
    onSuccess: () => notify({ tone: 'done', text: t('cancellations.verdict.withdrawn') }),
    onError: (error) => setTrouble(label.ofWithdrawing(error)),
    onSettled: () => {
      setConfirming(false);
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
      {confirming ? (
        <>
          <Button onClick={() => setConfirming(false)}>{t('cancellations.verdict.back')}</Button>
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
        <Button onClick={() => setConfirming(true)}>{t('cancellations.verdict.withdraw')}</Button>
      )}
    </Box>
  );
}

type CloseUnmatchedProps = {
  cancellation: CancellationDetail;
  /** What the marketplace was answered. */
  answered: string;
  onClosed: () => void;
};

/** An order that never came: what was answered, and the way to close the question with a word why. */
function CloseUnmatched({ cancellation, answered, onClosed }: CloseUnmatchedProps) {
  const { t } = useI18n();
  const actorName = useActorName();
  const when = useWhen();
  const { closed } = cancellation;
  if (closed !== null)
    return (
      <>
        <Typography variant="body1">
          {closed.who === null
            ? t('cancellations.close.byItself', { when: when(closed.at) })
            : t('cancellations.close.by', { who: actorName(closed.who), when: when(closed.at) })}
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
      <Acts of="cancellations.close">
        <CloseForm id={cancellation.id} onClosed={onClosed} />
      </Acts>
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
          error={tooLong ? t('cancellations.verdict.tooLong', { limit: maxCloseReason }) : null}
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
