import Button from '@mui/material/Button';
import { Check, CheckCheck } from 'lucide-react';
import type { InboxEntry } from '#shared/contract/inbox.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay } from '../app/read-only.tsx';
import { CancellationDetail } from '../cancellations/CancellationDetail.tsx';
import { ClaimFileDetail } from '../claims/ClaimFileDetail.tsx';
import { Box } from '../components/Box.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { Typography } from '../components/Typography.tsx';
import { RecordDetail } from '../records/RecordDetail.tsx';
import { kindsOnScreen } from '../records/record-kinds.ts';
import { inboxPath, type Subject } from './paths.ts';
import { reasonIcons, useReasonText } from './reasons.ts';

type Props = {
  subject: Subject;
  /** Null where the inbox has it not, or no more. */
  entry: InboxEntry | null;
  /** Nobody knows yet whether it is there. */
  isLoading: boolean;
  onDone: () => void;
  /** A verdict was given, or it was closed. */
  onDecided: () => void;
};

/** The detail of an entry as its own screen has it; above it why it is here, and how it is worked off. */
export function InboxDetail({ subject, entry, isLoading, onDone, onDecided }: Props) {
  return (
    <>
      {entry !== null && entry.kind !== 'cancellation' && <Why entry={entry} onDone={onDone} />}
      {entry === null && !isLoading && <Gone />}
      {subject.kind === 'record' && (
        <RecordDetail
          key={subject.key}
          id={subject.id}
          back={inboxPath}
          {...(entry === null ? {} : { inInbox: isToReview(entry) ? 'reviews' : 'besides' })}
        />
      )}
      {subject.kind === 'claim' && (
        <ClaimFileDetail key={subject.key} by="claimNumber" value={subject.claimNumber} back={inboxPath} />
      )}
      {subject.kind === 'cancellation' && (
        <CancellationDetail key={subject.key} id={subject.id} back={inboxPath} onDecided={onDecided} />
      )}
    </>
  );
}

type Reasoned = Exclude<InboxEntry, { kind: 'cancellation' }>;

/** Whether to work it off is to review the record. */
const isToReview = (entry: InboxEntry): boolean =>
  entry.kind === 'record' && entry.reasons.some(({ why }) => why === 'assigned' || why === 'serious');

/** Whether the person is the second one that a payment waits for. */
export const isToConfirm = (entry: Reasoned): boolean => entry.reasons.some(({ why }) => why === 'proposed');

/** What working an entry off does, in the words of its button; null where a verdict or a confirmation does, or nobody here may. */
export function useDoneLabel(): (entry: InboxEntry) => string | null {
  const { t } = useI18n();
  const may = useMay('inbox.done');
  return (entry) => {
    if (entry.kind === 'cancellation' || isToConfirm(entry) || !may) return null;
    if (entry.kind === 'claim' || !isToReview(entry)) return t('inbox.act.done');
    return t(`records.of.${kindsOnScreen[entry.record.kind].gender}.mark`);
  };
}

const bar = {
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  pl: 6,
  pr: 6,
  py: 2.5,
  borderBottom: 1,
  bgcolor: 'background.raised',
} as const;

function Why({ entry, onDone }: { entry: Reasoned; onDone: () => void }) {
  const { t } = useI18n();
  const reasonText = useReasonText();
  const label = useDoneLabel()(entry);
  const gender = entry.kind === 'claim' ? 'masculine' : kindsOnScreen[entry.record.kind].gender;
  return (
    <Box component="section" aria-label={t('inbox.why.label')} sx={bar}>
      <Box
        component="ul"
        sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1, maxHeight: 132, overflowY: 'auto' }}
      >
        {entry.reasons.map((reason) => {
          const Icon = reasonIcons[reason.why];
          const { text, quote } = reasonText.long(reason, gender);
          return (
            <Box
              component="li"
              key={'id' in reason ? `${reason.why} ${reason.id}` : reason.why}
              sx={{ display: 'flex', gap: 2, minWidth: 0 }}
            >
              <Box
                component="span"
                sx={{
                  color: reason.why === 'serious' ? 'error.main' : 'text.secondary',
                  pt: 0.75,
                  lineHeight: 0,
                }}
              >
                <Icon size={15} aria-hidden />
              </Box>
              <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <strong>{text}</strong>
                {quote !== null && <> {t('inbox.why.quoted', { text: quote })}</>}
              </Typography>
            </Box>
          );
        })}
      </Box>
      {label !== null && (
        <Button
          variant="contained"
          startIcon={<Check size={14} />}
          onClick={onDone}
          aria-keyshortcuts="E Shift+Space"
          sx={{ flex: 'none' }}
        >
          {label}
          <Kbd gap>E</Kbd>
        </Button>
      )}
    </Box>
  );
}

/** It was worked off meanwhile, here or elsewhere, or never was in the inbox: it may be read on. */
function Gone() {
  const { t } = useI18n();
  return (
    <Box role="status" sx={{ ...bar, gap: 2, typography: 'body2', color: 'text.secondary' }}>
      <CheckCheck size={15} aria-hidden />
      {t('inbox.gone.open')}
    </Box>
  );
}
