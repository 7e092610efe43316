import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type KeyboardEvent, useState } from 'react';
import { type CancellationDetail, maxRejection, type PastProposal } from '#shared/contract/cancellations.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { stakeOfOrder } from '#shared/rules/authority.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useMay } from '../app/read-only.tsx';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { RelativeTime, useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { useAuthority } from '../people/authority.ts';
import { Countdown } from './CancellationState.tsx';
import { useProposalActs } from './useVerdict.ts';
import { AnswerPreview, Confirming, useIsHeldNow, VerdictForm } from './VerdictForm.tsx';
import { Invoiced, Mismatches } from './VerdictWarnings.tsx';

type Props = {
  cancellation: CancellationDetail & { proposal: NonNullable<CancellationDetail['proposal']> };
  name: string;
  settings: Settings | null;
  onDecided: () => void;
};

type Mode = 'reading' | 'confirming' | 'rejecting' | 'refusing';

/**
 * An approval above somebody's limit: who proposed it, who may confirm it, and the answer that is sent then. Whoever may
 * confirms or rejects it, who proposed it takes it back, and anybody may refuse the cancellation beside it.
 */
export function ProposalPanel({ cancellation, name, settings, onDecided }: Props) {
  const { t } = useI18n();
  const { id, proposal, mismatches } = cancellation;
  const authority = useAuthority(stakeOfOrder(cancellation.total), 'adjuster', proposal);
  const [mode, setMode] = useState<Mode>('reading');
  const acts = useProposalActs(name, onDecided);
  const held = useIsHeldNow(cancellation);
  const { isOwn, secondWords } = authority;
  const mayRefuse = useMay('cancellations.decide');
  const mayConfirm = useMay('cancellations.confirm') && !isOwn && authority.isWithin;
  const asked = { id, proposalId: proposal.id };
  const read = () => setMode('reading');
  const confirm = () => {
    if (!acts.isPending) acts.confirm.mutate({ ...asked, acknowledgeMismatch: mismatches.length > 0 });
  };
  const isReading = mode === 'reading';
  useKeys({
    a:
      isReading && mayConfirm
        ? { label: t('cancellations.proposal.confirm'), run: () => setMode('confirming') }
        : mode === 'confirming'
          ? confirm
          : undefined,
    r:
      isReading && mayRefuse
        ? { label: t('cancellations.proposal.refuse'), run: () => setMode('refusing') }
        : undefined,
    Enter: mode === 'confirming' ? confirm : undefined,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isReading) return;
    event.preventDefault();
    read();
  };
  const head = (
    <ProposalHead cancellation={cancellation} secondWords={secondWords} isOwn={isOwn} held={held} />
  );
  // What was proposed was another order: whoever may decides on what is here now.
  if (proposal.isOutdated || mode === 'refusing')
    return (
      <Box onKeyDown={onKeyDown}>
        {head}
        {mayRefuse && (
          <VerdictForm
            cancellation={cancellation}
            name={name}
            settings={settings}
            onDecided={onDecided}
            proposalId={proposal.id}
            {...(proposal.isOutdated ? {} : { onBack: read })}
          />
        )}
      </Box>
    );
  return (
    <Box onKeyDown={onKeyDown}>
      {acts.trouble !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {acts.trouble}
        </Alert>
      )}
      {head}
      <Mismatches mismatches={mismatches} />
      <Invoiced invoiced={cancellation.invoiced} text="" onText={null} />
      {mode === 'confirming' && (
        <Confirming verdict="approve" isProposal={false} held={held} name={name} mismatches={mismatches} />
      )}
      <AnswerPreview isCancelled text={proposal.responseText} held={held} when="confirmed" />
      {mode === 'rejecting' ? (
        <RejectForm
          isPending={acts.isPending}
          onCancel={read}
          onSend={(comment) => acts.reject.mutate({ ...asked, comment }, { onSuccess: read })}
        />
      ) : mode === 'confirming' ? (
        <ConfirmButtons
          isOtherwise={mismatches.length > 0}
          isPending={acts.isPending}
          onBack={read}
          onConfirm={confirm}
        />
      ) : (
        mayRefuse && (
          <ActButtons
            {...{ isOwn, mayConfirm, isPending: acts.isPending }}
            onWithdraw={() => acts.withdraw.mutate(asked)}
            onMode={setMode}
          />
        )
      )}
    </Box>
  );
}

type ConfirmProps = { isOtherwise: boolean; isPending: boolean; onBack: () => void; onConfirm: () => void };

/** The way back, and the last word, which has the focus. */
function ConfirmButtons({ isOtherwise, isPending, onBack, onConfirm }: ConfirmProps) {
  const { t } = useI18n();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, mt: 3 }}>
      <Button onClick={onBack} aria-keyshortcuts="Escape">
        {t('cancellations.verdict.back')}
        <Kbd gap>Esc</Kbd>
      </Button>
      <Button
        ref={focusIt}
        variant="contained"
        color={isOtherwise ? 'error' : 'primary'}
        aria-disabled={isPending}
        onClick={onConfirm}
        aria-keyshortcuts="Enter"
      >
        {t(isOtherwise ? 'cancellations.verdict.confirmOtherwise' : 'cancellations.verdict.confirmApprove')}
        <Kbd gap>↵</Kbd>
      </Button>
    </Box>
  );
}

const focusIt = (button: HTMLButtonElement | null) => button?.focus();

type ActProps = {
  isOwn: boolean;
  mayConfirm: boolean;
  isPending: boolean;
  onWithdraw: () => void;
  onMode: (mode: Mode) => void;
};

/** What whoever is here may do about the proposal. */
function ActButtons({ isOwn, mayConfirm, isPending, onWithdraw, onMode }: ActProps) {
  const { t } = useI18n();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 3, flexWrap: 'wrap' }}>
      <Button color="error" onClick={() => onMode('refusing')} aria-keyshortcuts="R">
        {t('cancellations.proposal.refuse')}
        <Kbd gap>R</Kbd>
      </Button>
      <Box sx={{ flex: 1 }} />
      {isOwn && (
        <Button disabled={isPending} onClick={onWithdraw}>
          {t('cancellations.proposal.withdraw')}
        </Button>
      )}
      {mayConfirm && (
        <>
          <Button disabled={isPending} onClick={() => onMode('rejecting')}>
            {t('cancellations.proposal.reject')}
          </Button>
          <Button
            variant="contained"
            disabled={isPending}
            onClick={() => onMode('confirming')}
            aria-keyshortcuts="A"
          >
            {t('cancellations.proposal.confirm')}
            <Kbd gap>A</Kbd>
          </Button>
        </>
      )}
    </Box>
  );
}

type HeadProps = {
  cancellation: Props['cancellation'];
  /** Who may confirm it; empty until it is known. */
  secondWords: string;
  isOwn: boolean;
  held: boolean;
};

/** Who proposed what and when, who may confirm it, and what the call is answered where nobody does in time. */
function ProposalHead({ cancellation, secondWords, isOwn, held }: HeadProps) {
  const { t } = useI18n();
  const actorName = useActorName();
  const { proposal, heldUntil, lastAskedAt } = cancellation;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <Box component="p" sx={{ m: 0 }}>
        {isOwn
          ? t('cancellations.proposal.own')
          : t('cancellations.proposal.by', { who: actorName(proposal.who) })}{' '}
        {proposal.amount === null ? (
          t('cancellations.proposal.noTotal')
        ) : (
          <strong>
            <Amount value={proposal.amount} />
          </strong>
        )}
        {' · '}
        <RelativeTime at={proposal.at} />
      </Box>
      <Box component="p" sx={{ m: 0, mt: 1 }}>
        {proposal.isOutdated
          ? t('cancellations.proposal.outdated', { revision: proposal.revision })
          : secondWords}
      </Box>
      {held && heldUntil !== null && (
        <Box
          component="p"
          sx={{ m: 0, mt: 1, display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}
        >
          <Countdown heldUntil={heldUntil} heldSince={lastAskedAt} />
          <span>{t('cancellations.proposal.runsOut')}</span>
        </Box>
      )}
    </Alert>
  );
}

type RejectProps = { isPending: boolean; onCancel: () => void; onSend: (comment: string) => void };

function RejectForm({ isPending, onCancel, onSend }: RejectProps) {
  const { t } = useI18n();
  const [comment, setComment] = useState('');
  const isBlocked = comment.trim() === '' || isPending;
  return (
    <Form
      aria-label={t('cancellations.proposal.reject')}
      onSubmit={() => {
        if (!isBlocked) onSend(comment.trim());
      }}
      sx={{ display: 'flex', gap: 3, alignItems: 'end', mt: 3, flexWrap: 'wrap' }}
    >
      <Box sx={{ flex: 1, minWidth: 240 }}>
        <TextField
          autoFocus
          label={t('cancellations.proposal.rejectWhy')}
          value={comment}
          onChange={setComment}
          maxLength={maxRejection}
        />
      </Box>
      <Button onClick={onCancel}>{t('cancellations.verdict.back')}</Button>
      <Button type="submit" variant="contained" color="error" aria-disabled={isBlocked}>
        {t('cancellations.proposal.reject')}
      </Button>
    </Form>
  );
}

/** What became of earlier proposals, the newest first. Nothing where there are none. */
export function PastProposals({ proposals }: { proposals: readonly PastProposal[] }) {
  const { t } = useI18n();
  const actorName = useActorName();
  const when = useWhen();
  const past = proposals.filter(({ ending }) => ending !== null);
  if (past.length === 0) return null;
  return (
    <Box component="details" sx={{ mt: 2 }}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer' }}>
        {t('cancellations.proposal.past', { count: past.length })}
      </Typography>
      <Box component="ol" sx={{ mt: 1, display: 'grid', gap: 1 }}>
        {past.map(({ id, who, at, ending, endedBy, endedAt, comment }) => (
          <Typography key={id} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t('cancellations.proposal.pastLine', { who: actorName(who), when: when(at) })}{' '}
            {t(`cancellations.proposal.ending.${ending ?? 'overtaken'}`, {
              who: endedBy === null ? '' : actorName(endedBy),
              when: endedAt === null ? '' : when(endedAt),
            })}
            {comment !== null && ` ${t('cancellations.detail.quoted', { text: comment })}`}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
