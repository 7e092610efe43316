import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {
  Check,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  LoaderCircle,
  TriangleAlert,
  X,
} from 'lucide-react';
import { type OutsideCall, type ReachStep, reachStepName } from '#shared/contract/reachability.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, Fields, TechnicalDetail } from '../components/Fields.tsx';
import { RelativeTime, useWhen } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { Part } from './Part.tsx';
import { mayBeOnlyFromInside, reachOutcome, reachText } from './reach-text.ts';
import { stoppedByHand, useReachState, useStartReach } from './use-reach.ts';
import { isInsideAddress } from './ways-in.ts';

/** Calls itself at the public address, and shows each step as it comes. */
export function ReachCheck({ publicUrl }: { publicUrl: string }) {
  const { t } = useI18n();
  const when = useWhen();
  const { url, steps, endedAt, failure, stop } = useReachState();
  const start = useStartReach();
  const isRunning = stop !== null;
  const isShown = url !== null && url === publicUrl;
  return (
    <Part
      id="reach"
      title={t('connection.check.title')}
      about={t('connection.check.about')}
      aside={
        isRunning ? (
          <Button onClick={() => stop.abort()}>{t('connection.check.cancel')}</Button>
        ) : (
          <Button variant="contained" disabled={publicUrl === ''} onClick={() => void start(publicUrl)}>
            {t(isShown ? 'connection.check.again' : 'connection.check.start')}
          </Button>
        )
      }
    >
      {publicUrl === '' && <Typography variant="quiet">{t('connection.check.none')}</Typography>}
      {isShown && (
        <>
          <Typography variant="caption" role="status">
            {isRunning
              ? t('connection.check.running', { url })
              : endedAt !== null && t('connection.check.of', { url, when: when(endedAt) })}
          </Typography>
          <Steps steps={steps} isRunning={isRunning} />
          {!isRunning && <Outcome steps={steps} failure={failure} />}
        </>
      )}
    </Part>
  );
}

function Steps({ steps, isRunning }: { steps: readonly ReachStep[]; isRunning: boolean }) {
  const { t } = useI18n();
  return (
    <Box component="ol" aria-label={t('connection.check.title')} sx={{ border: 1, borderRadius: 1 }}>
      {reachStepName.options.map((name, index) => (
        <Step
          key={name}
          name={name}
          step={steps[index] ?? null}
          isNow={isRunning && index === steps.length}
          isFirst={index === 0}
        />
      ))}
    </Box>
  );
}

type Look = 'ok' | 'note' | 'failed' | 'notTried' | 'now' | 'waiting';
const looks = {
  ok: { icon: CircleCheck, tone: 'matched.main' },
  note: { icon: TriangleAlert, tone: 'waiting.main' },
  failed: { icon: CircleX, tone: 'refusal.main' },
  notTried: { icon: CircleMinus, tone: 'text.secondary' },
  now: { icon: LoaderCircle, tone: 'text.secondary' },
  waiting: { icon: CircleDashed, tone: 'text.secondary' },
} as const;

function lookOf(step: ReachStep | null, isNow: boolean): Look {
  if (step === null) return isNow ? 'now' : 'waiting';
  if (step.result === 'failed') return 'failed';
  if (step.reason !== null) return 'note';
  return step.result;
}

type StepProps = { name: ReachStep['step']; step: ReachStep | null; isNow: boolean; isFirst: boolean };

function Step({ name, step, isNow, isFirst }: StepProps) {
  const { t, format } = useI18n();
  const { icon: Icon, tone } = looks[lookOf(step, isNow)];
  const text = step === null ? null : reachText(step, { t, format });
  const isFailed = step?.result === 'failed';
  return (
    <Box
      component="li"
      data-step={name}
      sx={{ display: 'flex', gap: 3, px: 4, py: 2.5, borderTop: isFirst ? 0 : 1 }}
    >
      <Box sx={{ color: tone, pt: 0.5, display: 'flex' }}>
        <Icon size={16} aria-label={step === null ? undefined : t(`connection.result.${step.result}`)} />
      </Box>
      <Typography variant="body2" sx={{ width: 132, flex: 'none', fontWeight: 600 }}>
        {t(`connection.step.${name}`)}
      </Typography>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: text === null ? 'text.secondary' : 'text.primary' }}>
          {text === null ? t(isNow ? 'connection.check.trying' : 'connection.check.waiting') : text.what}{' '}
          {text !== null && text.detail !== '' && !isFailed && (
            <Code value={text.detail} label={t(`connection.step.${name}`)} />
          )}
        </Typography>
        {text?.todo != null && (
          <Typography variant="caption" component="p" sx={{ mt: 0.5 }}>
            {text.todo}
          </Typography>
        )}
        {isFailed && <TechnicalDetail text={text?.detail ?? ''} />}
      </Box>
    </Box>
  );
}

function Outcome({ steps, failure }: { steps: readonly ReachStep[]; failure: unknown }) {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  if (failure === stoppedByHand) return <Alert severity="info">{t('connection.check.stopped')}</Alert>;
  if (failure !== null)
    return <Alert severity="error">{t('connection.check.failed', { why: errorMessage(failure) })}</Alert>;
  const outcome = reachOutcome(steps);
  if (outcome === null) return null;
  const severity = { good: 'success', goodInside: 'warning', goodProxy: 'warning', bad: 'error' } as const;
  return (
    <>
      <Alert severity={severity[outcome.name]}>
        {outcome.failed === null
          ? t(`connection.check.${outcome.name}`)
          : t('connection.check.bad', { step: t(`connection.step.${outcome.failed.step}`) })}
      </Alert>
      {outcome.failed !== null && mayBeOnlyFromInside(outcome.failed) && (
        <Alert severity="info">
          {t('connection.check.hairpin')} <LastOutside />
        </Alert>
      )}
    </>
  );
}

function LastOutside() {
  const { t } = useI18n();
  const when = useWhen();
  const call = useStatus().data?.receiver.lastOutsideCall ?? null;
  return (
    <strong>
      {call === null
        ? t('connection.outside.nobody')
        : `${when(call.at)} · ${call.address} · ${t(`connection.endpoint.${call.endpoint}`)}`}
    </strong>
  );
}

/** The only evidence from outside that there is: whoever called last. */
export function OutsideEvidence() {
  const { t } = useI18n();
  const receiver = useStatus().data?.receiver;
  if (receiver === undefined) return null;
  const call = receiver.lastOutsideCall;
  return (
    <Part id="outside" title={t('connection.outside.title')} about={t('connection.outside.about')}>
      {call === null ? (
        <Typography variant="body2">{t('connection.outside.nobody')}</Typography>
      ) : (
        <OutsideFacts call={call} />
      )}
    </Part>
  );
}

function OutsideFacts({ call: { at, address, proxy, isAuthenticated, endpoint } }: { call: OutsideCall }) {
  const { t } = useI18n();
  return (
    <>
      <Fields>
        <Field label={t('connection.outside.when')}>
          <RelativeTime at={at} />
        </Field>
        <Field label={t('connection.outside.from')}>
          <Code value={address} label={t('connection.outside.from')} />
        </Field>
        <Field label={t('connection.outside.through')}>
          {proxy === null
            ? t('connection.outside.straight')
            : t('connection.outside.proxy', { address: proxy })}
        </Field>
        <Field label={t('connection.outside.called')}>{t(`connection.endpoint.${endpoint}`)}</Field>
        <Field label={t('connection.outside.key')} wide>
          <Box component="span" sx={{ display: 'inline-flex', gap: 2, alignItems: 'center' }}>
            <StateChip
              tone={isAuthenticated ? 'matched' : 'refusal'}
              icon={isAuthenticated ? Check : X}
              label={t(isAuthenticated ? 'common.yes' : 'common.no')}
            />
            {t(isAuthenticated ? 'connection.outside.withKey' : 'connection.outside.withoutKey')}
          </Box>
        </Field>
      </Fields>
      {isInsideAddress(address) && <Alert severity="warning">{t('connection.outside.inside')}</Alert>}
    </>
  );
}
