import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type CancellationDetail, maxResponseText } from '#shared/contract/cancellations.ts';
import type { Reason, Settings } from '#shared/contract/settings.ts';
import { stakeOfOrder } from '#shared/rules/authority.ts';
import type { Verdict } from '#shared/terms.ts';
import { useDraft } from '../app/drafts.ts';
import { useKeys } from '../app/keys/keys.ts';
import { Link as RouteLink } from '../app/Link.tsx';
import { type ConnectionState, useConnectionState } from '../app/live/connection-state.ts';
import { useServerNow } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { Blockquote } from '../components/Blockquote.tsx';
import { Box } from '../components/Box.tsx';
import { TextField } from '../components/FormFields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { Typography } from '../components/Typography.tsx';
import { useAuthority } from '../people/authority.ts';
import { usePerson } from '../people/me.ts';
import { type Decision, useDecide } from './useVerdict.ts';
import { creditNoteText, Invoiced, Mismatches, toBeCredited, useMismatchText } from './VerdictWarnings.tsx';

type Props = {
  cancellation: CancellationDetail;
  name: string;
  settings: Settings | null;
  onDecided: () => void;
  /** An approval that waits for a second person, which whoever decides here has read. */
  proposalId?: number;
  /** Where it is there, only a refusal is given, and this leads back. */
  onBack?: () => void;
};

/**
 * Refuse or approve: either is asked for once more, with what will be answered, before it is given. What speaks against
 * approving stands above the buttons, and again where the approval is confirmed.
 */
export function VerdictForm({ cancellation, name, settings, onDecided, proposalId, onBack }: Props) {
  const { t } = useI18n();
  const authority = useAuthority(stakeOfOrder(cancellation.total), 'adjuster');
  const person = usePerson();
  const { mismatches, invoiced } = cancellation;
  const [text, setText] = useDraft(`answer:${cancellation.id}`);
  // What was known when it was asked for: a call that says something else meanwhile asks anew.
  const known = JSON.stringify([mismatches, toBeCredited(invoiced)]);
  const [confirmation, setConfirmation] = useState<{ verdict: Verdict; known: string } | null>(null);
  const confirming = confirmation?.known === known ? confirmation.verdict : null;
  const field = useRef<HTMLTextAreaElement | HTMLInputElement | null>(null);
  const link = useConnectionState(({ state }) => state);
  const { decide, pending, errorMessage } = useDecide(cancellation.id, name, () => {
    setText('');
    onDecided();
  });
  const inputs = { text, person: person?.name ?? '', link };
  const blockers = { refuse: blocked('refuse', inputs), approve: blocked('approve', inputs) };
  const held = useIsHeldNow(cancellation);
  const ask = (verdict: Verdict) => {
    if (blockers[verdict] === 'needText') field.current?.focus();
    else if (blockers[verdict] === null && !pending) setConfirmation({ verdict, known });
  };
  const confirm = () => {
    if (confirming === null || blockers[confirming] !== null || pending) return;
    decide(decisionOf(confirming, { text, reasons, mismatches, proposalId }));
  };
  const back = () => setConfirmation(null);
  const returnTo = useReturn(confirming, field);
  useKeys(
    confirming === null
      ? {
          a:
            onBack === undefined
              ? {
                  label: t('frame.keys.approve'),
                  run: () => ask('approve'),
                }
              : undefined,
          r: { label: t('frame.keys.refuse'), run: () => ask('refuse') },
        }
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
  const reasons = (settings?.reasons.refuse ?? []).filter(({ retired }) => !retired);
  const creditNote = creditNoteText(
    reasons.map(({ es }) => es),
    t('cancellations.invoiced.askText'),
  );
  const isProposal = !authority.isWithin && confirming !== 'refuse';
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
          reasons={reasons}
          field={field}
          tooLong={blockers.refuse === 'tooLong'}
        />
      ) : (
        <Confirming
          verdict={confirming}
          isProposal={isProposal}
          held={held}
          name={name}
          mismatches={mismatches}
        />
      )}
      <Answer
        verdict={confirming}
        text={text}
        approved={settings?.texts.approved ?? ''}
        isProposal={isProposal}
        held={held}
      />
      {isProposal && onBack === undefined && <NeedsSecond total={cancellation.total} authority={authority} />}
      <VerdictButtons
        confirming={confirming}
        isOtherwise={mismatches.length > 0}
        isProposal={!authority.isWithin}
        onLeave={onBack}
        pending={pending}
        refuseBlocked={blockers.refuse}
        approveBlocked={blockers.approve}
        returnTo={returnTo}
        onRefuse={() => ask('refuse')}
        onApprove={() => ask('approve')}
        onConfirm={confirm}
        onBack={back}
      />
    </Box>
  );
}

/** What is asked for: a refusal with the reason that its text is of, or an approval that knows what the calls say otherwise. */
function decisionOf(
  verdict: Verdict,
  said: {
    text: string;
    reasons: readonly Reason[];
    mismatches: CancellationDetail['mismatches'];
    proposalId: number | undefined;
  },
): Decision {
  const beside = said.proposalId === undefined ? {} : { proposalId: said.proposalId };
  // What the calls say otherwise stands above the button that is pressed.
  if (verdict === 'approve') return { verdict, acknowledgeMismatch: said.mismatches.length > 0, ...beside };
  const responseText = said.text.trim();
  const reason = said.reasons.find(({ es }) => es === responseText);
  return { verdict, responseText, ...(reason === undefined ? {} : { reasonCode: reason.code }), ...beside };
}

type AnswerProps = {
  /** What is being confirmed; null while somebody writes a refusal. */
  verdict: Verdict | null;
  text: string;
  approved: string;
  isProposal: boolean;
  held: boolean;
};

/** The answer that is sent with what is being confirmed, or with the text that is written. */
function Answer({ verdict, text, approved, isProposal, held }: AnswerProps) {
  const answer = answerOf(verdict ?? 'refuse', text, approved);
  if (verdict === null && answer.text === null) return null;
  const when = verdict === 'approve' && isProposal ? 'confirmed' : held ? 'now' : 'later';
  return <AnswerPreview {...answer} held={held} when={when} />;
}

/** Whether a call waits for the answer; where nobody says what became of it, as long as it was to be held. */
export function useIsHeldNow({ openAsks, heldUntil }: CancellationDetail): boolean {
  const link = useConnectionState(({ state }) => state);
  const isGuessed = openAsks > 0 && link === 'away' && heldUntil !== null;
  const now = useServerNow(isGuessed);
  return openAsks > 0 && !(isGuessed && Date.parse(heldUntil) <= now);
}

/** Returns the focus after a confirmation is cancelled: to the text of a refusal, or to the button of an approval. */
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

type NeedsSecondProps = { total: string | null; authority: ReturnType<typeof useAuthority> };

/** That an approval is above the limit of whoever is here, and who may confirm it. */
function NeedsSecond({ total, authority }: NeedsSecondProps) {
  const { t } = useI18n();
  const { limit, secondWords } = authority;
  return (
    <Typography variant="body2" component="p" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      {t(total === null ? 'cancellations.proposal.unknownTotal' : 'cancellations.proposal.aboveLimit')}{' '}
      <strong>
        <Amount value={limit} />
      </strong>
      . {secondWords}
    </Typography>
  );
}

type ConfirmingProps = {
  verdict: Verdict;
  /** Somebody else confirms it before anything is answered. */
  isProposal: boolean;
  held: boolean;
  name: string;
  mismatches: CancellationDetail['mismatches'];
};

/** What follows from the verdict; of an approval also, in its own words, what the call says otherwise. */
export function Confirming({ verdict, isProposal, held, name, mismatches }: ConfirmingProps) {
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
      {t(
        isProposal
          ? 'cancellations.proposal.confirmText'
          : held
            ? 'cancellations.verdict.confirmText'
            : 'cancellations.verdict.confirmLater',
        { number: name },
      )}
      {mismatches.length > 0 && (
        <Box component="p" sx={{ m: 0, mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {t('cancellations.mismatch.confirm', { what: inWords(mismatches), number: name })}
        </Box>
      )}
    </Alert>
  );
}

type ReasonFieldsProps = {
  text: string;
  onText: (text: string) => void;
  reasons: readonly Reason[];
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
  tooLong: boolean;
};

/** A prepared reason, or one's own words. */
function ReasonFields({ text, onText, reasons, field, tooLong }: ReasonFieldsProps) {
  const { t, locale } = useI18n();
  const id = useId();
  const labelOf = (reason: Reason | undefined) => (locale === 'en' && reason?.en ? reason.en : reason?.es);
  const chosen = reasons.some(({ es }) => es === text) ? text : '';
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'min(280px, 38%) minmax(0, 1fr)',
        gap: 4,
        alignItems: 'start',
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') field.current?.blur();
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box
          component="label"
          id={`${id}-label`}
          sx={{ typography: 'body2', fontWeight: 500, display: 'block', mb: 1 }}
        >
          {t('cancellations.verdict.reason')}
        </Box>
        <Select
          fullWidth
          displayEmpty
          value={chosen}
          labelId={`${id}-label`}
          onChange={(event) => {
            onText(event.target.value);
            if (event.target.value === '') setTimeout(() => field.current?.focus());
          }}
          renderValue={(value) =>
            labelOf(reasons.find(({ es }) => es === value)) ?? t('cancellations.verdict.reasonNone')
          }
          MenuProps={{ slotProps: { paper: { sx: { maxWidth: 480 } } } }}
        >
          {reasons.map((reason) => (
            <MenuItem key={reason.code} value={reason.es}>
              {labelOf(reason)}
            </MenuItem>
          ))}
          <MenuItem value="">{t('cancellations.verdict.reasonNone')}</MenuItem>
        </Select>
      </Box>
      <TextField
        label={t('cancellations.verdict.text')}
        value={text}
        onChange={onText}
        rows={1}
        placeholder={t('cancellations.verdict.textPlaceholder')}
        inputRef={(element: HTMLInputElement | HTMLTextAreaElement | null) => {
          field.current = element;
        }}
        error={tooLong ? t('cancellations.verdict.tooLong', { limit: maxResponseText }) : null}
        {...(text.length > maxResponseText * 0.8
          ? { helperText: t('cancellations.verdict.count', { used: text.length, limit: maxResponseText }) }
          : {})}
      />
    </Box>
  );
}

type AnswerPreviewProps = {
  isCancelled: boolean;
  text: string | null;
  /** A call waits for the answer. */
  held: boolean;
  /** When it is sent: now, when the marketplace asks again, or once a second person confirmed it. */
  when: 'now' | 'later' | 'confirmed';
};

/** The answer exactly as it is sent, and when: whether the order is cancelled, and the text that the user reads, or that there is none. */
export function AnswerPreview({ isCancelled, text, held, when }: AnswerPreviewProps) {
  const { t } = useI18n();
  const said = {
    now: 'cancellations.verdict.whenNow',
    later: 'cancellations.verdict.whenLater',
    confirmed: held ? 'cancellations.verdict.whenConfirmed' : 'cancellations.verdict.whenConfirmedLater',
  } as const;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="body2" component="p" sx={{ overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('cancellations.verdict.willSend')} {t(said[when])}:{' '}
        </Box>
        {t(isCancelled ? 'cancellations.verdict.isCancelled' : 'cancellations.verdict.isNotCancelled')}.
      </Typography>
      {text === null ? (
        <Typography variant="body2" component="p">
          {t('cancellations.verdict.withoutText')}
        </Typography>
      ) : (
        <Blockquote source={t('cancellations.verdict.userReads')}>{text}</Blockquote>
      )}
    </Box>
  );
}

type VerdictButtonsProps = {
  confirming: Verdict | null;
  /** A call says otherwise than the order: an approval says so on its button. */
  isOtherwise: boolean;
  /** An approval is proposed: it is above the limit of whoever is here. */
  isProposal: boolean;
  /** Where only a refusal is given, what leads back. */
  onLeave: (() => void) | undefined;
  pending: boolean;
  refuseBlocked: Blocked;
  approveBlocked: Blocked;
  /** The button that has the focus again when somebody goes back from approving. */
  returnTo: Ref<HTMLButtonElement>;
  onRefuse: () => void;
  onApprove: () => void;
  onConfirm: () => void;
  onBack: () => void;
};

/** The second press is where Enter gives it. */
const focusIt = (button: HTMLButtonElement | null) => button?.focus();

/** The two plain buttons, and between them why one of them does not work now; then the way back, and the last word. */
function VerdictButtons(props: VerdictButtonsProps) {
  const { t } = useI18n();
  const { confirming, pending, refuseBlocked, approveBlocked } = props;
  if (confirming !== null) return <Confirm {...props} verdict={confirming} />;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 3 }}>
      <Button
        color="error"
        disabled={refuseBlocked !== null || pending}
        onClick={props.onRefuse}
        aria-keyshortcuts="R"
        aria-describedby="verdict-blocked"
      >
        {t('cancellations.verdict.refuse')}
        <Kbd gap>R</Kbd>
      </Button>
      <Typography id="verdict-blocked" variant="caption" sx={{ flex: 1 }}>
        <BlockedReason blocked={approveBlocked ?? refuseBlocked} />
      </Typography>
      {props.onLeave !== undefined ? (
        <Button onClick={props.onLeave} aria-keyshortcuts="Escape">
          {t('cancellations.verdict.back')}
          <Kbd gap>Esc</Kbd>
        </Button>
      ) : (
        <Button
          ref={props.returnTo}
          variant="contained"
          disabled={approveBlocked !== null || pending}
          onClick={props.onApprove}
          aria-keyshortcuts="A"
          {...(approveBlocked === null ? {} : { 'aria-describedby': 'verdict-blocked' })}
        >
          {t(props.isProposal ? 'cancellations.proposal.propose' : 'cancellations.verdict.approve')}
          <Kbd gap>A</Kbd>
        </Button>
      )}
    </Box>
  );
}

/** Either verdict is confirmed in the same place by the same key. While it is given, the button keeps the focus. */
function Confirm(props: VerdictButtonsProps & { verdict: Verdict }) {
  const { t } = useI18n();
  const { verdict, pending } = props;
  const blocked = verdict === 'approve' ? props.approveBlocked : props.refuseBlocked;
  const isGrave = verdict === 'refuse' || props.isOtherwise;
  const label =
    verdict === 'refuse'
      ? t('cancellations.verdict.confirmRefuse')
      : t(
          props.isProposal
            ? 'cancellations.proposal.confirmPropose'
            : props.isOtherwise
              ? 'cancellations.verdict.confirmOtherwise'
              : 'cancellations.verdict.confirmApprove',
        );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 3 }}>
      <Button onClick={props.onBack} aria-keyshortcuts="Escape">
        {t('cancellations.verdict.back')}
        <Kbd gap>Esc</Kbd>
      </Button>
      <Typography id="verdict-blocked" variant="caption" sx={{ flex: 1 }}>
        <BlockedReason blocked={blocked} />
      </Typography>
      <Button
        key={verdict}
        ref={focusIt}
        variant="contained"
        color={isGrave ? 'error' : 'primary'}
        aria-disabled={pending || blocked !== null}
        onClick={props.onConfirm}
        aria-keyshortcuts="Enter"
        aria-describedby="verdict-blocked"
      >
        {label}
        <Kbd gap>↵</Kbd>
      </Button>
    </Box>
  );
}

function BlockedReason({ blocked }: { blocked: Blocked }) {
  const { t } = useI18n();
  if (blocked === null) return null;
  if (blocked !== 'needPerson') return t(`cancellations.verdict.${blocked}`, { limit: maxResponseText });
  return (
    <>
      {t('cancellations.verdict.needPerson')}{' '}
      <Link component={RouteLink} href="/settings/people">
        {t('cancellations.verdict.sayWho')}
      </Link>
    </>
  );
}

type Blocked = 'away' | 'offline' | 'needPerson' | 'needText' | 'tooLong' | null;

/** Why a verdict cannot be given now; null where it can. */
export function blocked(
  verdict: 'approve' | 'refuse',
  inputs: { text: string; person: string; link: ConnectionState['state'] },
): Blocked {
  if (inputs.link === 'away') return 'away';
  if (inputs.link === 'lost' || inputs.link === 'signedOut') return 'offline';
  if (inputs.person.trim() === '') return 'needPerson';
  if (verdict === 'approve') return null;
  const text = inputs.text.trim();
  if (text === '') return 'needText';
  return text.length > maxResponseText ? 'tooLong' : null;
}

/** What the marketplace is answered with a verdict (interface, "CancelledPurchaseOrderResponse"). */
export function answerOf(verdict: 'approve' | 'refuse', refusalText: string, approvedText: string) {
  const text = verdict === 'approve' ? approvedText.trim() : refusalText.trim();
  return { isCancelled: verdict === 'approve', text: text === '' ? null : text };
}
