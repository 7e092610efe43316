import LinearProgress from '@mui/material/LinearProgress';
import { Check, Circle, CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';
import { percentOf } from './progress.ts';
import { Typography } from './Typography.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const stepIcons = { done: Check, now: CircleDot, next: Circle } as const;

type Props<Phase extends string> = {
  phases: readonly Phase[];
  nameOf: (phase: Phase) => string;
  now: Phase;
  /** Below the name of the present phase. */
  children: ReactNode;
};

/** The phases of some work, of which those before `now` are done. */
export function PhaseSteps<Phase extends string>({ phases, nameOf, now, children }: Props<Phase>) {
  const { t } = useI18n();
  const at = phases.indexOf(now);
  return (
    <Box component="ol" aria-label={t('common.steps')} sx={{ display: 'grid', gap: 2.5 }}>
      {phases.map((phase, index) => {
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
                {nameOf(phase)}
                <VisuallyHidden>, {t(`common.step.${state}`)}</VisuallyHidden>
              </Typography>
              {state === 'now' && children}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

type PhaseProgressProps = {
  label: string;
  progress: { done: number; all: number };
  figure: (count: number) => string;
  /** How long it still takes, in words; null where nobody knows. */
  left?: string | null;
};

/** How far a phase is: a bar, and in words where it is known of how much. */
export function PhaseProgress({ label, progress, figure, left = null }: PhaseProgressProps) {
  const { t } = useI18n();
  const percent = percentOf(progress);
  return (
    <Box sx={{ mt: 1.5, mb: 1 }}>
      <LinearProgress
        aria-label={label}
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
            {t('common.progress.percent', { percent })} ·{' '}
            {t('common.progress.figures', { done: figure(progress.done), all: figure(progress.all) })}
          </span>
          {left !== null && <span>{left}</span>}
        </Box>
      )}
    </Box>
  );
}

/** Before the first report. */
export function Preparing({ label }: { label: string }) {
  const { t } = useI18n();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <LinearProgress aria-label={label} sx={{ borderRadius: 1 }} />
      <Typography variant="quiet">{t('common.progress.preparing')}</Typography>
    </Box>
  );
}
