import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CancellationDetail } from '#shared/contract/cancellations.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Verdict } from '#shared/terms.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useConnectionState } from '../app/live/connection-state.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { AnswerPreview } from './AnswerPreview.tsx';
import { creditNoteText, Invoiced, toBeCredited } from './Invoiced.tsx';
import { Mismatches, useMismatchText } from './Mismatches.tsx';
import { ReasonFields } from './ReasonFields.tsx';
import { useDecide } from './useDecide.ts';
import { VerdictButtons } from './VerdictButtons.tsx';
import { answerOf, blocked } from './verdict-form.ts';

type Props = {
  cancellation: CancellationDetail;
  name: string;
  settings: Settings | null;
  onDecided: () => void;
};

/**
 * Refuse or approve: either is asked for once more, with what will be answered, before it is given. What speaks against
 * approving stands above the buttons, and again where the approval is confirmed.
 */
export function VerdictForm({ cancellation, name, settings, onDecided }: Props) {
  const { t } = useI18n();
  const { mismatches, invoiced } = cancellation;
  const [text, setText] = useState('');
  // What was known when it was asked for: a call that says something else meanwhile asks anew.
  const known = JSON.stringify([mismatches, toBeCredited(invoiced)]);
  const [asked, setAsked] = useState<{ verdict: Verdict; known: string } | null>(null);
  const confirming = asked?.known === known ? asked.verdict : null;
  const field = useRef<HTMLTextAreaElement | HTMLInputElement | null>(null);
  const connected = useConnectionState((link) => link.state === 'live' || link.state === 'connecting');
  const { decide, pending, errorMessage } = useDecide(cancellation.id, name, onDecided);
  const given = { text, person: settings?.person.name ?? '', connected };
  const why = { refuse: blocked('refuse', given), approve: blocked('approve', given) };
  const held = cancellation.openAsks > 0;
  const ask = (verdict: Verdict) => {
    if (why[verdict] === 'needText') field.current?.focus();
    else if (why[verdict] === null && !pending) setAsked({ verdict, known });
  };
  const confirm = () => {
    if (confirming === null || why[confirming] !== null || pending) return;
    // What the calls say otherwise stands above the button that is pressed here.
    if (confirming === 'approve') decide({ verdict: 'approve', acknowledgeMismatch: mismatches.length > 0 });
    else decide({ verdict: 'refuse', responseText: text.trim() });
  };
  const back = () => setAsked(null);
  const returnTo = useReturn(confirming, field);
  useKeys(
    confirming === null
      ? { a: () => ask('approve'), r: () => ask('refuse') }
      : {
          a: confirming === 'approve' ? confirm : undefined,
          r: confirming === 'refuse' ? confirm : undefined,
          Enter: confirm,
        },
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && confirming !== null) back();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (confirming === null) ask('refuse');
      else confirm();
    } else return;
    event.preventDefault();
  };
  const creditNote = creditNoteText(settings?.texts.refusals ?? [], t('cancellations.invoiced.askText'));
  const said = answerOf(confirming ?? 'refuse', text, settings?.texts.approved ?? '');
  return (
    <Box onKeyDown={onKeyDown}>
      {errorMessage !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorMessage}
        </Alert>
      )}
      {confirming !== 'approve' && <Mismatches mismatches={mismatches} />}
      {confirming !== 'refuse' && (
        <Invoiced
          invoiced={invoiced}
          text={creditNote}
          onText={
            confirming === null
              ? () => {
                  setText(creditNote);
                  field.current?.focus();
                }
              : null
          }
        />
      )}
      {confirming === null ? (
        <ReasonFields
          text={text}
          onText={setText}
          reasons={settings?.texts.refusals ?? []}
          field={field}
          tooLong={why.refuse === 'tooLong'}
        />
      ) : (
        <Confirming verdict={confirming} held={held} name={name} mismatches={mismatches} />
      )}
      {(confirming !== null || said.text !== null) && <AnswerPreview {...said} held={held} />}
      <VerdictButtons
        confirming={confirming}
        isOtherwise={mismatches.length > 0}
        pending={pending}
        refuseBlocked={why.refuse}
        approveBlocked={why.approve}
        returnTo={returnTo}
        onRefuse={() => ask('refuse')}
        onApprove={() => ask('approve')}
        onConfirm={confirm}
        onBack={back}
      />
    </Box>
  );
}

/** Who goes back from confirming finds the focus where it was: at the text of a refusal, or at the button of an approval. */
function useReturn(
  confirming: Verdict | null,
  field: { current: HTMLTextAreaElement | HTMLInputElement | null },
) {
  const before = useRef<Verdict | null>(null);
  const approve = useRef<HTMLButtonElement | null>(null);
  useEffect(() => {
    if (confirming === null && before.current !== null)
      (before.current === 'refuse' ? field.current : approve.current)?.focus();
    before.current = confirming;
  }, [confirming, field]);
  return approve;
}

type ConfirmingProps = {
  verdict: Verdict;
  held: boolean;
  name: string;
  mismatches: CancellationDetail['mismatches'];
};

/** What follows from the verdict; of an approval also, in its own words, what the call says otherwise. */
function Confirming({ verdict, held, name, mismatches }: ConfirmingProps) {
  const { t } = useI18n();
  const inWords = useMismatchText();
  if (verdict === 'refuse')
    return (
      <Alert severity="info" sx={{ mb: 2 }}>
        {t(held ? 'cancellations.verdict.confirmRefusal' : 'cancellations.verdict.confirmRefusalLater', {
          number: name,
        })}
      </Alert>
    );
  return (
    <Alert severity={mismatches.length > 0 ? 'error' : 'warning'} sx={{ mb: 2 }}>
      {t(held ? 'cancellations.verdict.confirmText' : 'cancellations.verdict.confirmLater', { number: name })}
      {mismatches.length > 0 && (
        <Box component="p" sx={{ m: 0, mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {t('cancellations.mismatch.confirm', { what: inWords(mismatches), number: name })}
        </Box>
      )}
    </Alert>
  );
}
