import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Check } from 'lucide-react';
import { Link } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { useSettings, useStatus } from '../app/status.ts';
import { isStepDone, type Step, steps } from './steps.ts';

/** The steps, any of which can be gone to. */
export function StepList({ current }: { current: Step }) {
  const { t } = useI18n();
  const settings = useSettings().data;
  const receiver = useStatus().data?.receiver;
  return (
    <Box
      component="nav"
      aria-label={t('firstRun.steps')}
      sx={(theme) => ({
        width: 220,
        flex: 'none',
        p: 6,
        background: theme.perito.scheme.raised,
        borderRight: `1px solid ${theme.perito.scheme.line}`,
        [theme.breakpoints.down('md')]: { width: 'auto', borderRight: 0 },
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, mb: 7 }}>
        <img src="./mark.svg" width={24} height={24} alt="" />
        <Typography variant="h2" component="p">
          {t('frame.product')}
        </Typography>
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {steps.map((step, index) => (
          <li key={step}>
            <Box
              component={Link}
              href={`/first-run/${step}`}
              {...(step === current ? { 'aria-current': 'step' as const } : {})}
              sx={(theme) => ({
                ...theme.typography.body2,
                display: 'flex',
                gap: 3,
                alignItems: 'center',
                py: 1.5,
                textDecoration: 'none',
                color: step === current ? 'text.primary' : 'text.secondary',
                fontWeight: step === current ? 600 : 400,
                '& .number': {
                  width: 22,
                  height: 22,
                  borderRadius: '50%',
                  display: 'grid',
                  placeItems: 'center',
                  fontSize: 12,
                  border: `1px solid ${step === current ? theme.perito.scheme.accent.main : theme.perito.scheme.lineStrong}`,
                  background: step === current ? theme.perito.scheme.accent.main : 'transparent',
                  color: step === current ? theme.perito.scheme.accent.contrast : 'inherit',
                },
              })}
            >
              <span className="number">
                {isStepDone(step, settings, receiver) ? (
                  <Check size={13} role="img" aria-label={t('firstRun.ticked')} />
                ) : (
                  index + 1
                )}
              </span>
              {t(`firstRun.step.${step}`)}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}
