import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { Check, Circle, CircleDot, DatabaseZap, HardDrive, Square, Wrench } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import type { RebuildPhase, RebuildProgress } from '#shared/contract/database.ts';
import type { EngineAway } from '#shared/contract/status.ts';
import { useSpokenDuration, useSpokenTime } from '../app/frame/spoken-time.ts';
import { useKeys } from '../app/keys/keys.ts';
import { serverNow } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { useFirstRun } from '../first-run/steps.ts';
import { FailureReason, SystemWords } from './FailureReason.tsx';
import { type PanelCause, percentOf, rebuildPhases, roughly, secondsLeftOfPhase } from './rebuild-state.ts';
import { useBeginRebuild, useStopRebuild } from './use-rebuild.ts';

type Props = { away: EngineAway; cause: PanelCause };

/** What stands in place of the screens while there is no database: what that means, and how it is made anew. */
export function RebuildPanel({ away, cause }: Props) {
  const { t } = useI18n();
  const titleId = useId();
  const spoken = useSpokenTime();
  // The screen behind it takes no keys.
  useKeys({}, { alone: true });
  const setPutOff = useFirstRun((state) => state.setPutOff);
  // After a rebuild without the settings people see what came of that first; a band leads to the set-up.
  useEffect(() => setPutOff(true), [setPutOff]);
  const { rebuild, rebuildFailure, detail } = away;
  const isRebuilding = cause === 'rebuilding';
  const Icon = isRebuilding ? DatabaseZap : HardDrive;
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        zIndex: 1,
        overflowY: 'auto',
        bgcolor: 'background.default',
        p: { xs: 4, md: 8 },
      }}
    >
      <Box
        component="section"
        aria-labelledby={titleId}
        sx={({ perito }) => ({
          maxWidth: 760,
          mx: 'auto',
          bgcolor: 'background.paper',
          border: 1,
          borderRadius: `${perito.sizes.radiusLarge}px`,
          overflow: 'hidden',
        })}
      >
        <Box sx={{ p: 6, display: 'flex', gap: 4 }}>
          <Box
            sx={{
              flex: 'none',
              width: 36,
              height: 36,
              display: 'grid',
              placeItems: 'center',
              borderRadius: 1,
              border: 1,
              color: isRebuilding ? 'waiting.main' : 'refusal.main',
              bgcolor: isRebuilding ? 'waiting.soft' : 'refusal.soft',
              borderColor: isRebuilding ? 'waiting.edge' : 'refusal.edge',
            }}
          >
            <Icon size={18} aria-hidden />
          </Box>
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="h1" id={titleId}>
              {t(`rebuild.panel.title.${cause}`)}
            </Typography>
            <Typography variant="body1" sx={{ mt: 1 }}>
              {t(`rebuild.panel.meaning.${cause}`)}{' '}
              {!isRebuilding && rebuildFailure?.code !== 'journalDamaged' && t('rebuild.panel.canBeMade')}
            </Typography>
            <Typography variant="caption" component="p" sx={{ mt: 2, minHeight: 16 }}>
              {rebuild !== null && t('rebuild.panel.began', { at: spoken(rebuild.since) })}
              {!isRebuilding && t('rebuild.panel.noticed', { at: spoken(away.since) })}
            </Typography>
          </Box>
        </Box>
        <Said cause={cause} phase={rebuild?.phase ?? null} />
        {isRebuilding ? <Underway progress={rebuild} /> : <Offer away={away} cause={cause} />}
        <Consequences away={away} cause={cause} />
        {detail !== '' && rebuildFailure === null && !isRebuilding && (
          <Box sx={{ px: 6, pb: 4, borderTop: 1, display: 'grid' }}>
            <SystemWords text={detail} />
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** Announced to screen readers when the state or the phase changes, not at each percent. */
function Said({ cause, phase }: { cause: PanelCause; phase: RebuildPhase | null }) {
  const { t } = useI18n();
  return (
    <div role="status">
      <VisuallyHidden>
        {t(`rebuild.panel.title.${cause}`)}. {phase !== null && `${t(`rebuild.phase.${phase}`)}.`}
      </VisuallyHidden>
    </div>
  );
}

/** What to do, and the button that does it. */
function Offer({ away, cause }: { away: EngineAway; cause: Exclude<PanelCause, 'rebuilding'> }) {
  const { t } = useI18n();
  const begin = useBeginRebuild();
  // Until the shell has said what became of it.
  const [askedAt, setAskedAt] = useState<EngineAway | null>(null);
  const isAsked = begin.isPending || askedAt === away;
  const failure = away.rebuildFailure;
  // Trying again is not the way out of these.
  const isLikely = failure?.code !== 'journalDamaged' && failure?.code !== 'otherVersion';
  return (
    <Box sx={{ px: 6, pb: 6, display: 'grid', gap: 4 }}>
      {failure !== null && <FailureReason failure={failure} />}
      {cause === 'databaseLost' && <Typography variant="body1">{t('rebuild.panel.backup')}</Typography>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, flexWrap: 'wrap' }}>
        <Button
          variant={isLikely ? 'contained' : 'outlined'}
          startIcon={<Wrench size={14} />}
          disabled={isAsked}
          onClick={() => begin.mutate(undefined, { onSuccess: () => setAskedAt(away) })}
        >
          {t(failure === null ? 'rebuild.panel.begin' : 'rebuild.failure.retry')}
        </Button>
        {failure === null && <Typography variant="quiet">{t('rebuild.panel.pace')}</Typography>}
      </Box>
    </Box>
  );
}

/** How far the rebuild is, and the button that ends it; `progress` null before it begins and after its end. */
function Underway({ progress }: { progress: RebuildProgress | null }) {
  const { t } = useI18n();
  const stop = useStopRebuild();
  const isEnding = progress?.isEnding === true || stop.isPending;
  return (
    <Box sx={{ px: 6, pb: 6, display: 'grid', gap: 4 }}>
      <Steps progress={progress} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, flexWrap: 'wrap' }}>
        <Button
          startIcon={<Square size={12} />}
          disabled={progress === null || isEnding}
          onClick={() => stop.mutate(undefined)}
        >
          {t(isEnding ? 'rebuild.progress.stopping' : 'rebuild.progress.stop')}
        </Button>
        <Typography variant="quiet">{t('rebuild.progress.stopAbout')}</Typography>
      </Box>
    </Box>
  );
}

const stepIcons = { done: Check, now: CircleDot, next: Circle } as const;

function Steps({ progress }: { progress: RebuildProgress | null }) {
  const { t } = useI18n();
  const at = progress === null ? -1 : rebuildPhases.indexOf(progress.phase);
  if (progress === null)
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        <LinearProgress aria-label={t('rebuild.panel.title.rebuilding')} sx={{ borderRadius: 1 }} />
        <Typography variant="quiet">{t('rebuild.progress.preparing')}</Typography>
      </Box>
    );
  return (
    <Box component="ol" aria-label={t('rebuild.steps')} sx={{ display: 'grid', gap: 2.5 }}>
      {rebuildPhases.map((phase, index) => {
        const state = index < at ? 'done' : index === at ? 'now' : 'next';
        const Icon = stepIcons[state];
        return (
          <Box
            component="li"
            key={phase}
            {...(state === 'now' ? { 'aria-current': 'step' as const } : {})}
            sx={{ display: 'flex', gap: 2.5, color: state === 'now' ? 'text.primary' : 'text.secondary' }}
          >
            <Box
              sx={{
                height: 20,
                display: 'grid',
                placeItems: 'center',
                color: { done: 'matched.main', now: 'primary.main', next: 'lineStrong' }[state],
              }}
            >
              <Icon size={16} aria-hidden />
            </Box>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body1" component="p" sx={{ fontWeight: state === 'now' ? 600 : 400 }}>
                {t(`rebuild.phase.${phase}`)}
                <VisuallyHidden>, {t(`rebuild.step.${state}`)}</VisuallyHidden>
              </Typography>
              {state === 'now' && <PhaseProgress progress={progress} />}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

function PhaseProgress({ progress }: { progress: RebuildProgress }) {
  const { t, format } = useI18n();
  const long = useSpokenDuration();
  const percent = percentOf(progress);
  // At the moment of the report: until the next one nothing more is known.
  const left = useMemo(() => secondsLeftOfPhase(progress, serverNow()), [progress]);
  return (
    <Box sx={{ mt: 1.5, mb: 1 }}>
      <LinearProgress
        aria-label={t(`rebuild.phase.${progress.phase}`)}
        {...(percent === null
          ? { variant: 'indeterminate' as const }
          : { variant: 'determinate' as const, value: percent })}
        sx={{ borderRadius: 1 }}
      />
      {percent !== null && (
        <Box
          sx={{
            typography: 'quiet',
            fontVariantNumeric: 'tabular-nums',
            display: 'flex',
            gap: 3,
            flexWrap: 'wrap',
            justifyContent: 'space-between',
            mt: 1.5,
            // It comes and goes without moving what is below.
            minHeight: 20,
          }}
        >
          <span>
            {t('rebuild.progress.percent', { percent })} ·{' '}
            {t('rebuild.progress.figures', {
              done: format.count(progress.done),
              all: format.count(progress.all),
            })}
          </span>
          {left !== null && <span>{t('rebuild.progress.left', { long: long(roughly(left)) })}</span>}
        </Box>
      )}
    </Box>
  );
}

/** What goes on meanwhile, and what a rebuild keeps. */
function Consequences({ away: { receiver }, cause }: Props) {
  const { t } = useI18n();
  const isReceiving = receiver === 'listening';
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        gap: 6,
        p: 6,
        borderTop: 1,
        bgcolor: 'background.raised',
      }}
    >
      <Points title={t('rebuild.panel.meanwhile')}>
        {isReceiving ? (
          <>
            <li>{t('rebuild.panel.receives')}</li>
            <li>{t('rebuild.panel.cancellations')}</li>
            <li>{t(cause === 'rebuilding' ? 'rebuild.panel.lookupsGoOn' : 'rebuild.panel.lookups')}</li>
          </>
        ) : (
          <Box component="li" sx={{ color: 'refusal.main', fontWeight: 500 }}>
            {t('rebuild.panel.notReceiving', { why: t(`frame.receiver.explain.${receiver}`, { url: '' }) })}
          </Box>
        )}
      </Points>
      <Points title={t('rebuild.panel.what')}>
        <li>{t('rebuild.panel.anew')}</li>
        <li>{t(cause === 'databaseLost' ? 'rebuild.panel.keptLost' : 'rebuild.panel.kept')}</li>
        {cause !== 'databaseLost' && <li>{t('rebuild.panel.aside')}</li>}
      </Points>
    </Box>
  );
}

function Points({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <Box component="ul" sx={{ typography: 'body2', display: 'grid', gap: 2, mt: 2 }}>
        {children}
      </Box>
    </div>
  );
}
