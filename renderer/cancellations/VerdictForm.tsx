import Alert from '@mui/material/Alert';
import { useRef, useState } from 'react';
import type { CancellationDetail } from '#shared/contract/cancellations.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useLink } from '../app/live/link.ts';
import { useWords } from '../app/locale/i18n.ts';
import { AnswerPreview } from './AnswerPreview.tsx';
import { ReasonFields } from './ReasonFields.tsx';
import { useDecide } from './useDecide.ts';
import { VerdictButtons } from './VerdictButtons.tsx';
import { answerOf, blocked } from './verdict-form.ts';

type Props = { cancellation: CancellationDetail; name: string; settings: Settings | null };

/**
 * Refuse or approve. A refusal needs its text, which is the second thought; an approval that is delivered is
 * final, so it takes a second press in the same place.
 */
export function VerdictForm({ cancellation, name, settings }: Props) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const [confirming, setConfirming] = useState(false);
  const field = useRef<HTMLTextAreaElement | HTMLInputElement | null>(null);
  const connected = useLink((link) => link.state === 'live' || link.state === 'connecting');
  const { decide, pending, trouble } = useDecide(cancellation.id, name);
  const given = { text, person: settings?.person.name ?? '', connected };
  const refuseBlocked = blocked('refuse', given);
  const approveBlocked = blocked('approve', given);
  const held = cancellation.openAsks > 0;
  const refuse = () => {
    if (refuseBlocked === 'needText') field.current?.focus();
    else if (refuseBlocked === null && !pending) decide('refuse', text.trim());
  };
  const approve = () => {
    if (approveBlocked !== null || pending) return;
    if (confirming) decide('approve');
    else setConfirming(true);
  };
  const back = () => setConfirming(false);
  useKeys(
    confirming ? { a: approve, Enter: approve, Escape: back, r: undefined } : { a: approve, r: refuse },
  );
  const said = answerOf(confirming ? 'approve' : 'refuse', text, settings?.texts.approved ?? '');
  return (
    <>
      {trouble !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {trouble}
        </Alert>
      )}
      {confirming ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t(held ? 'cancellations.verdict.confirmText' : 'cancellations.verdict.confirmLater', {
            number: name,
          })}
        </Alert>
      ) : (
        <ReasonFields
          text={text}
          onText={setText}
          reasons={settings?.texts.refusals ?? []}
          field={field}
          tooLong={refuseBlocked === 'tooLong'}
        />
      )}
      {(confirming || said.text !== null) && <AnswerPreview {...said} held={held} />}
      <VerdictButtons
        confirming={confirming}
        pending={pending}
        refuseBlocked={refuseBlocked}
        approveBlocked={approveBlocked}
        onRefuse={refuse}
        onApprove={approve}
        onBack={back}
      />
    </>
  );
}
