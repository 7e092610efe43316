import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { isDefinedError } from '@orpc/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import {
  type DecisionEntry,
  type DecisionsOfRecord,
  maxDecisionComment,
  maxRequestText,
} from '#shared/contract/decisions.ts';
import type { Finding, RecordDetail, RecordRow } from '#shared/contract/records.ts';
import type { Reason } from '#shared/contract/settings.ts';
import { type AmountAtStake, stakeOfOrder } from '#shared/rules/authority.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import type { Locale } from '#shared/terms.ts';
import { useDraft } from '../app/drafts.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useKeys } from '../app/keys/keys.ts';
import { patchRows } from '../app/live/patch-records.ts';
import { useI18n, wordsIn } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { useSettings } from '../app/status.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { CopyButton } from '../components/CopyBlock.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { Form, SelectField, TextField, ToggleGroup } from '../components/FormFields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { useAuthority } from '../people/authority.ts';
import { earlierNumberOf, reasonForFindings, reasonLine, requestText } from './request-text.ts';
import { SeriousFindings, useSeriousFindings } from './SeriousFindings.tsx';

type OpenForm = 'pay' | 'hold' | 'dispute' | 'reject';

/** What is decided on an invoice: what stands, what waits for a second person, and the way to pay, hold or dispute it. */
export function DecisionSection({ record }: { record: RecordDetail }) {
  const { t } = useI18n();
  const api = useApi();
  const query = useQuery(api.decisions.get.queryOptions({ input: { recordId: record.id } }));
  const [form, setForm] = useState<OpenForm | null>(null);
  // The form that was open last: its button has the focus again once it is closed.
  const [left, setLeft] = useState<OpenForm | null>(null);
  const acts = useDecisionActs(record.id);
  const authority = useAuthority(stakeOf(record), 'supervisor');
  const findings = useSeriousFindings(record);
  const decisions = query.data;
  if (decisions === undefined) return query.isError ? <ErrorState query={query} inset="detail" /> : null;
  if (decisions.lack === 'creditNote')
    return (
      <Section title={t('decisions.title')}>
        <Typography variant="quiet">{t('decisions.lack.creditNote')}</Typography>
      </Section>
    );
  if (decisions.lack !== null) return null;
  const { standing, proposal } = decisions;
  const isEarlier = standing !== null && standing.revision < record.revision;
  const close = () => {
    setLeft(form);
    setForm(null);
  };
  const done = (after: DecisionsOfRecord) => {
    close();
    const { lastId } = after;
    notify({
      tone: 'done',
      text: t(after.proposal === null ? 'decisions.done' : 'decisions.proposedDone'),
      undo: () => acts.withdraw.mutate({ recordId: record.id, lastId }),
    });
  };
  const asked = { recordId: record.id, revision: record.revision, lastId: decisions.lastId };
  return (
    <Section title={t('decisions.title')}>
      {acts.trouble !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {acts.trouble}
        </Alert>
      )}
      {isEarlier && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('decisions.earlier', { revision: standing.revision, latest: record.revision })}
        </Alert>
      )}
      {standing === null && proposal === null && (
        <Typography variant="quiet" sx={{ mb: 2 }}>
          {t('decisions.none')}
        </Typography>
      )}
      {standing !== null && <EntryText entry={standing} />}
      {proposal !== null && (
        <Proposal
          proposal={proposal}
          findings={findings}
          isOpen={form !== 'reject'}
          isPending={acts.isPending}
          onConfirm={() => acts.confirm.mutate({ recordId: record.id, proposalId: proposal.id })}
          onReject={() => setForm('reject')}
          onWithdraw={() => acts.withdraw.mutate({ recordId: record.id, lastId: decisions.lastId })}
        />
      )}
      <Acts of="decisions.decide">
        {form === null && proposal === null && (
          <DecideButtons
            record={record}
            standing={standing}
            findings={findings}
            authority={authority}
            left={left}
            isPending={acts.isPending}
            onForm={setForm}
            onPay={() => acts.decide.mutate({ ...asked, decision: 'pay' }, { onSuccess: done })}
            onWithdraw={() => acts.withdraw.mutate({ recordId: record.id, lastId: decisions.lastId })}
          />
        )}
        {form === 'pay' && (
          <PayForm
            record={record}
            findings={findings}
            authority={authority}
            isPending={acts.isPending}
            onCancel={close}
            onSend={(comment, onSent) =>
              acts.decide.mutate(
                { ...asked, decision: 'pay', comment },
                {
                  onSuccess(after) {
                    onSent();
                    done(after);
                  },
                },
              )
            }
          />
        )}
        {(form === 'hold' || form === 'dispute') && (
          <WhyForm
            key={form}
            record={record}
            decision={form}
            isPending={acts.isPending}
            onCancel={close}
            onSend={(why, onSent) =>
              acts.decide.mutate(
                { ...asked, decision: form, ...why },
                {
                  onSuccess(after) {
                    onSent();
                    done(after);
                  },
                },
              )
            }
          />
        )}
        {form === 'reject' && proposal !== null && (
          <RejectForm
            isPending={acts.isPending}
            onCancel={close}
            onSend={(comment) =>
              acts.reject.mutate(
                { recordId: record.id, proposalId: proposal.id, comment },
                { onSuccess: close },
              )
            }
          />
        )}
      </Acts>
      <History entries={decisions.entries} />
    </Section>
  );
}

/** The total of an invoice, in what it says or in pesos. */
const stakeOf = ({ total, content }: RecordDetail): AmountAtStake => ({
  ...stakeOfOrder(total),
  currency: currencyCode(
    content.kind === 'financialDocument' ? (content.document.currency?.code ?? null) : null,
  ),
});

/** The acts about an invoice, and why the last one was not done, in words. */
function useDecisionActs(recordId: number) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  const actorName = useActorName();
  const [trouble, setTrouble] = useState<string | null>(null);
  const handlers = {
    onMutate: () => setTrouble(null),
    onSuccess: (after: DecisionsOfRecord) => {
      queries.setQueryData(api.decisions.get.queryKey({ input: { recordId } }), after);
      patchRows([after.record], api, queries);
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: api.decisions.key() });
      void queries.invalidateQueries({ queryKey: api.records.get.key({ input: { id: recordId } }) });
      void queries.invalidateQueries({ queryKey: api.records.list.key({ type: 'query' }) });
    },
  };
  const onError = (error: Error) => setTrouble(errorMessage(error));
  const decide = useMutation({
    ...api.decisions.decide.mutationOptions(),
    ...handlers,
    onError: (error) => {
      if (!isDefinedError(error)) return onError(error);
      if (error.code === 'PROPOSED')
        return setTrouble(t('decisions.error.PROPOSED', { who: actorName(error.data.who) }));
      setTrouble(t(`decisions.error.${error.code}`));
    },
  });
  const confirm = useMutation({
    ...api.decisions.confirm.mutationOptions(),
    ...handlers,
    onError: (error) =>
      isDefinedError(error) ? setTrouble(t(`decisions.error.${error.code}`)) : onError(error),
  });
  const reject = useMutation({
    ...api.decisions.reject.mutationOptions(),
    ...handlers,
    onError: (error) =>
      isDefinedError(error) ? setTrouble(t(`decisions.error.${error.code}`)) : onError(error),
  });
  const withdraw = useMutation({
    ...api.decisions.withdraw.mutationOptions(),
    ...handlers,
    onError: (error) =>
      isDefinedError(error) ? setTrouble(t(`decisions.error.${error.code}`)) : onError(error),
  });
  const isPending = [decide, confirm, reject, withdraw].some((one) => one.isPending);
  return { decide, confirm, reject, withdraw, isPending, trouble };
}

/** Who decided what, when, why, and what was asked of the supplier. */
function EntryText({ entry }: { entry: DecisionEntry }) {
  const { t } = useI18n();
  const actorName = useActorName();
  const reasonText = useReasonText();
  const reason = reasonText(entry);
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Typography variant="body1">
        {t(`decisions.act.${entry.act}`, {
          decision: t(`decisions.chip.${entry.decision}`).toLocaleLowerCase(),
          who: actorName(entry.who),
        })}
        {' · '}
        <Amount value={entry.amount} currency={entry.currency} /> · <RelativeTime at={entry.at} />
      </Typography>
      {(reason !== null || entry.comment !== null) && (
        <Typography variant="body2">{[reason, entry.comment].filter(Boolean).join(' · ')}</Typography>
      )}
      {entry.request !== null && (
        <Box component="details" sx={{ mt: 1 }}>
          <Typography component="summary" variant="body2" sx={{ cursor: 'pointer' }}>
            {t('decisions.requested')}
          </Typography>
          <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', my: 1 }}>
            {entry.request}
          </Typography>
          <CopyButton text={entry.request} what={t('decisions.requested')} />
        </Box>
      )}
    </Box>
  );
}

/** A reason's text in the language of the screen; its code where the settings have it no more. */
function useReasonText(): (entry: Pick<DecisionEntry, 'decision' | 'reasonCode'>) => string | null {
  const { locale } = useI18n();
  const settings = useSettings();
  return ({ decision, reasonCode }) => {
    if (reasonCode === null || decision === 'pay') return reasonCode;
    const reason = settings.data?.reasons[decision].find(({ code }) => code === reasonCode);
    return reason === undefined ? reasonCode : labelOf(reason, locale);
  };
}

const labelOf = (reason: Reason, locale: string) =>
  locale === 'en' && reason.en !== '' ? reason.en : reason.es;

type SecondProps = { record: RecordDetail; authority: ReturnType<typeof useAuthority> };

/** That a payment is above the limit of whoever is here, and who may confirm it. */
function NeedsSecond({ record, authority }: SecondProps) {
  const { t } = useI18n();
  const { limit, secondWords } = authority;
  const { value, currency } = stakeOf(record);
  const why = value === null ? 'unknownTotal' : currency === 'DOP' ? 'aboveLimit' : 'otherCurrency';
  return (
    <Typography variant="body2" component="p" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      {t(`decisions.second.${why}`)}{' '}
      <strong>
        <Amount value={limit} />
      </strong>
      . {t('decisions.second.asks')} {secondWords}
    </Typography>
  );
}

type DecideProps = {
  record: RecordDetail;
  standing: DecisionEntry | null;
  findings: readonly Finding[];
  authority: ReturnType<typeof useAuthority>;
  left: OpenForm | null;
  isPending: boolean;
  onForm: (form: OpenForm) => void;
  onPay: () => void;
  onWithdraw: () => void;
};

/** To pay, hold or dispute an invoice, each with its key. Against a serious finding it is paid only once somebody says why. */
function DecideButtons({ record, standing, findings, authority, left, isPending, ...on }: DecideProps) {
  const { t } = useI18n();
  const pay = useRef<HTMLButtonElement>(null);
  const isPayable = standing?.decision !== 'pay' || standing.revision < record.revision;
  const hasFindings = findings.length > 0;
  const payLabel = t(authority.isWithin ? 'decisions.pay' : 'decisions.propose');
  useKeys({
    p: isPayable
      ? {
          label: payLabel,
          // Enter pays: one key alone pays nothing.
          run: () => (hasFindings ? on.onForm('pay') : pay.current?.focus()),
        }
      : undefined,
    w: { label: t('decisions.hold'), run: () => on.onForm('hold') },
    o: { label: t('decisions.dispute'), run: () => on.onForm('dispute') },
  });
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, mt: 2, flexWrap: 'wrap' }}>
        {isPayable && (
          <Button
            ref={pay}
            variant={hasFindings ? 'outlined' : 'contained'}
            autoFocus={left === 'pay'}
            disabled={isPending}
            aria-keyshortcuts="P"
            onClick={hasFindings ? () => on.onForm('pay') : on.onPay}
          >
            {payLabel}
            <Kbd gap>P</Kbd>
          </Button>
        )}
        <Button
          autoFocus={left === 'hold'}
          disabled={isPending}
          aria-keyshortcuts="W"
          onClick={() => on.onForm('hold')}
        >
          {t('decisions.hold')}
          <Kbd gap>W</Kbd>
        </Button>
        <Button
          color="error"
          autoFocus={left === 'dispute'}
          disabled={isPending}
          aria-keyshortcuts="O"
          onClick={() => on.onForm('dispute')}
        >
          {t('decisions.dispute')}
          <Kbd gap>O</Kbd>
        </Button>
        {standing !== null && (
          <Button variant="text" disabled={isPending} onClick={on.onWithdraw}>
            {t('decisions.withdraw')}
          </Button>
        )}
      </Box>
      {isPayable && !authority.isWithin && <NeedsSecond record={record} authority={authority} />}
    </>
  );
}

type PayFormProps = {
  record: RecordDetail;
  findings: readonly Finding[];
  authority: ReturnType<typeof useAuthority>;
  isPending: boolean;
  onCancel: () => void;
  onSend: (comment: string, onSent: () => void) => void;
};

/** Before an invoice with serious findings is paid: which they are, and why it is paid all the same. */
function PayForm({ record, findings, authority, isPending, onCancel, onSend }: PayFormProps) {
  const { t } = useI18n();
  const label = t(authority.isWithin ? 'decisions.payAnyway' : 'decisions.proposeAnyway');
  const [comment, setComment] = useDraft(`pay:${record.id}`);
  const isBlocked = comment.trim() === '' || isPending;
  const cancel = () => {
    setComment('');
    onCancel();
  };
  return (
    <DecisionForm
      label={label}
      onCancel={cancel}
      onSend={() => {
        if (!isBlocked) onSend(comment.trim(), () => setComment(''));
      }}
    >
      <SeriousFindings findings={findings} />
      <TextField
        label={t('decisions.payWhy')}
        value={comment}
        onChange={setComment}
        rows={1}
        maxLength={maxDecisionComment}
        autoFocus
      />
      <FormButtons
        label={label}
        isGrave
        lack={comment.trim() === '' ? t('decisions.error.PAY_REASON_REQUIRED') : null}
        isBlocked={isBlocked}
        onCancel={cancel}
      />
      {!authority.isWithin && <NeedsSecond record={record} authority={authority} />}
    </DecisionForm>
  );
}

type ProposalProps = {
  proposal: DecisionEntry;
  /** The serious ones that are open. */
  findings: readonly Finding[];
  isOpen: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onReject: () => void;
  onWithdraw: () => void;
};

/** A payment above somebody's limit: whoever may confirms or rejects it, and who proposed it takes it back. */
function Proposal({ proposal, findings, isOpen, isPending, ...on }: ProposalProps) {
  const { t } = useI18n();
  const actorName = useActorName();
  const stake = { value: proposal.amount, currency: proposal.currency };
  const { isOwn, lacksSecond, secondWords } = useAuthority(stake, 'supervisor', proposal);
  const mayConfirm = useMay('decisions.confirm') && !isOwn;
  const confirm = useRef<HTMLButtonElement>(null);
  useKeys(
    mayConfirm && isOpen
      ? {
          // Enter pays: one key alone pays nothing.
          a: { label: t('decisions.confirm'), run: () => confirm.current?.focus() },
          r: { label: t('decisions.reject'), run: on.onReject },
        }
      : {},
  );
  return (
    <Box sx={{ mt: 2 }}>
      <Alert severity="warning">
        {t('decisions.proposal', { who: actorName(proposal.who) })}{' '}
        <Amount value={proposal.amount} currency={proposal.currency} />. {t('decisions.proposalAsks')}
        {proposal.comment !== null && (
          <Box component="p" sx={{ m: 0, mt: 1, overflowWrap: 'anywhere' }}>
            «{proposal.comment}»
          </Box>
        )}
        {lacksSecond && (
          <Box component="p" sx={{ m: 0, mt: 1 }}>
            {secondWords}
          </Box>
        )}
      </Alert>
      <SeriousFindings findings={findings} />
      {isOpen && (
        <Acts of="decisions.withdraw">
          <Box sx={{ display: 'flex', gap: 2, mt: 2, flexWrap: 'wrap' }}>
            {mayConfirm && (
              <Button
                ref={confirm}
                variant="contained"
                disabled={isPending}
                onClick={on.onConfirm}
                aria-keyshortcuts="A"
              >
                {t('decisions.confirm')}
                <Kbd gap>A</Kbd>
              </Button>
            )}
            {mayConfirm && (
              <Button color="error" disabled={isPending} onClick={on.onReject} aria-keyshortcuts="R">
                {t('decisions.reject')}
                <Kbd gap>R</Kbd>
              </Button>
            )}
            {isOwn && (
              <Button variant="text" disabled={isPending} onClick={on.onWithdraw}>
                {t('decisions.withdrawProposal')}
              </Button>
            )}
          </Box>
        </Acts>
      )}
    </Box>
  );
}

type WhyFormProps = {
  record: RecordDetail;
  decision: 'hold' | 'dispute';
  isPending: boolean;
  onCancel: () => void;
  onSend: (why: { reasonCode?: string; comment?: string; request?: string }, onSent: () => void) => void;
};

/** The reason, words for the office, and of a dispute the text that asks the supplier, ready from the findings. */
function WhyForm({ record, decision, isPending, onCancel, onSend }: WhyFormProps) {
  const { t, locale } = useI18n();
  const settings = useSettings();
  const reasons = (settings.data?.reasons[decision] ?? []).filter(({ retired }) => !retired);
  const [chosen, setCode] = useState<string | null>(null);
  const code = chosen ?? (decision === 'dispute' ? reasonForFindings(record.findings, reasons) : '');
  const [comment, setComment] = useDraft(`${decision}:${record.id}`);
  const { request, ...text } = useRequest(record, reasons.find((reason) => reason.code === code) ?? null);
  const isBlocked = (code === '' && comment.trim() === '') || isPending;
  const send = () => {
    if (isBlocked) return;
    onSend(
      {
        ...(code === '' ? {} : { reasonCode: code }),
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        ...(decision === 'hold' || request.trim() === '' ? {} : { request: request.trim() }),
      },
      () => setComment(''),
    );
  };
  const cancel = () => {
    setComment('');
    onCancel();
  };
  return (
    <DecisionForm label={t(`decisions.${decision}`)} onCancel={cancel} onSend={send}>
      <SelectField
        label={t('decisions.reason')}
        value={code}
        options={['', ...reasons.map((reason) => reason.code)]}
        autoFocus
        labelOf={(option) => {
          const reason = reasons.find((one) => one.code === option);
          return reason === undefined ? t('decisions.reasonNone') : labelOf(reason, locale);
        }}
        onChange={setCode}
      />
      <TextField
        label={t('decisions.comment')}
        value={comment}
        onChange={setComment}
        rows={1}
        maxLength={maxDecisionComment}
      />
      {decision === 'dispute' && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <TextField
            label={t('decisions.requestLabel')}
            helperText={t('decisions.requestHelp')}
            value={request}
            onChange={text.edit}
            rows={8}
            maxLength={maxRequestText}
          />
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
            <CopyButton text={request} what={t('decisions.requestLabel')} />
            <ToggleGroup
              label={t('decisions.requestLanguage')}
              value={text.language}
              options={['es', 'en']}
              labelOf={(option) => t(`decisions.languages.${option}`)}
              onChange={text.setLanguage}
            />
            {text.isEdited && (
              <Button size="small" variant="text" onClick={text.writeAnew}>
                {t('decisions.requestAnew')}
              </Button>
            )}
          </Box>
          {text.lacksReason && (
            <Typography variant="caption" role="status">
              {t('decisions.requestLacksReason')}
            </Typography>
          )}
        </Box>
      )}
      <FormButtons
        label={t(`decisions.${decision}`)}
        lack={code === '' && comment.trim() === '' ? t('decisions.error.REASON_REQUIRED') : null}
        isBlocked={isBlocked}
        onCancel={cancel}
      />
    </DecisionForm>
  );
}

/**
 * The text for whoever issued the invoice, in Spanish unless somebody wants English. Once somebody changed it, what they wrote
 * stays: a reason that is chosen then takes the place of the one before, where that still stands there.
 */
function useRequest(record: RecordDetail, reason: Reason | null) {
  const settings = useSettings();
  const [language, setLanguage] = useState<Locale>('es');
  const [edited, setEdited] = useState<{ text: string; line: string | null } | null>(null);
  const words = wordsIn(language);
  const said = reason === null ? null : labelOf(reason, language);
  const line = said === null ? null : reasonLine(said, words);
  const earlier = useEarlierInvoice(record);
  const written = () => requestText(record, settings.data ?? null, said, words, earlier);
  const kept =
    edited === null || line === null || edited.line === null
      ? edited?.text
      : edited.text.replace(edited.line, () => line);
  const request = kept ?? written();
  return {
    request,
    language,
    setLanguage,
    isEdited: edited !== null,
    edit: (text: string) => setEdited({ text, line }),
    writeAnew: () => setEdited(null),
    /** A reason is chosen that the text does not say. */
    lacksReason: line !== null && !request.includes(line),
  };
}

/** The invoice that had the same receipt before; null until it is read, and where none did. */
function useEarlierInvoice(record: RecordDetail): RecordRow | null {
  const number = earlierNumberOf(record);
  const found = useQuery({
    ...useApi().records.list.queryOptions({
      input: { kind: 'financialDocument', search: number ?? '', limit: 5 },
    }),
    enabled: number !== null,
  });
  return found.data?.rows.find((row) => row.number === number) ?? null;
}

function RejectForm(props: { isPending: boolean; onCancel: () => void; onSend: (comment: string) => void }) {
  const { t } = useI18n();
  const [comment, setComment] = useState('');
  const isBlocked = comment.trim() === '' || props.isPending;
  return (
    <DecisionForm
      label={t('decisions.reject')}
      onCancel={props.onCancel}
      onSend={() => {
        if (!isBlocked) props.onSend(comment.trim());
      }}
    >
      <TextField
        label={t('decisions.rejectWhy')}
        value={comment}
        onChange={setComment}
        rows={1}
        maxLength={maxDecisionComment}
        autoFocus
      />
      <FormButtons
        label={t('decisions.reject')}
        lack={null}
        isBlocked={isBlocked}
        onCancel={props.onCancel}
      />
    </DecisionForm>
  );
}

function DecisionForm(props: {
  label: string;
  onCancel: () => void;
  onSend: () => void;
  children: ReactNode;
}) {
  return (
    <Form
      aria-label={props.label}
      onSubmit={props.onSend}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onSend();
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        props.onCancel();
      }}
      sx={{ mt: 2, pl: 3, borderLeft: 2, borderColor: 'lineStrong', display: 'grid', gap: 3, maxWidth: 680 }}
    >
      {props.children}
    </Form>
  );
}

/** The form's buttons; `lack` says what is still needed before it can be sent. */
function FormButtons(props: {
  label: string;
  lack: string | null;
  /** It is done against what speaks against it. */
  isGrave?: boolean;
  isBlocked: boolean;
  onCancel: () => void;
}) {
  const { t } = useI18n();
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Button
        type="submit"
        variant="contained"
        color={props.isGrave ? 'error' : 'primary'}
        disabled={props.isBlocked}
      >
        {props.label}
      </Button>
      <Button onClick={props.onCancel}>{t('common.cancel')}</Button>
      {props.lack !== null && <Typography variant="caption">{props.lack}</Typography>}
    </Box>
  );
}

/** Every act about the invoice, the newest first; it is never edited. */
function History({ entries }: { entries: readonly DecisionEntry[] }) {
  const { t } = useI18n();
  if (entries.length < 2) return null;
  return (
    <Box component="details" sx={{ mt: 3 }}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer' }}>
        {t('decisions.history', { count: entries.length })}
      </Typography>
      <Box component="ol" sx={{ mt: 2, display: 'grid', gap: 2 }}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryText entry={entry} />
          </li>
        ))}
      </Box>
    </Box>
  );
}
