import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useLocation } from 'wouter';
import { useFirstRun } from '../app/first-run-state.ts';
import { Notices } from '../app/frame/Notices.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useSettings } from '../app/status.ts';
import { importPath } from '../policies/paths.ts';
import { useSave } from '../settings/useSave.ts';
import { CompanyStep } from './CompanyStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { KeyStep } from './KeyStep.tsx';
import { PersonStep } from './PersonStep.tsx';
import { PlatformStep } from './PlatformStep.tsx';
import { ReceiverStep } from './ReceiverStep.tsx';
import { SampleStep } from './SampleStep.tsx';
import { StepList } from './StepList.tsx';
import { stepAfter, stepBefore, stepOf } from './steps.ts';

/** The first run: short steps, each of which can be skipped. */
export function FirstRun() {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const settings = useSettings();
  const save = useSave(false);
  const setPutOff = useFirstRun((state) => state.setPutOff);
  const step = stepOf(path);
  const to = (name: string) => go(`/first-run/${name}`);
  const next = () => to(stepAfter(step));
  const leave = () => {
    setPutOff(true);
    go('/cancellations');
  };
  const finish = (path: string) => () =>
    save.mutate(
      { firstRunDone: true },
      {
        onSuccess: () => {
          setPutOff(true);
          go(path);
        },
      },
    );
  return (
    <Box
      component="main"
      sx={(theme) => ({ height: '100%', overflowY: 'auto', background: theme.perito.scheme.app, p: 8 })}
    >
      <Typography variant="caption" component="p" sx={{ textAlign: 'center', mt: { md: 6 }, mb: 4 }}>
        {t('firstRun.intro')}
      </Typography>
      <Box
        sx={(theme) => ({
          maxWidth: 880,
          mx: 'auto',
          display: 'flex',
          background: theme.perito.scheme.surface,
          border: `1px solid ${theme.perito.scheme.line}`,
          borderRadius: `${theme.perito.sizes.radiusLarge}px`,
          overflow: 'hidden',
          [theme.breakpoints.down('md')]: { flexDirection: 'column' },
        })}
      >
        <StepList current={step} />
        <Box sx={{ flex: 1, minWidth: 0, p: 10, minHeight: 460, display: 'flex', flexDirection: 'column' }}>
          {settings.data !== undefined && (
            <Box sx={{ flex: 1 }}>
              {step === 'company' && <CompanyStep settings={settings.data} onDone={next} />}
              {step === 'person' && <PersonStep settings={settings.data} onDone={next} />}
              {step === 'receiver' && <ReceiverStep settings={settings.data} onDone={next} />}
              {step === 'key' && <KeyStep onDone={next} />}
              {step === 'platform' && <PlatformStep settings={settings.data} onDone={next} />}
              {step === 'sample' && <SampleStep onDone={next} />}
              {step === 'done' && (
                <DoneStep
                  onDone={finish('/cancellations')}
                  onPolicies={finish(importPath)}
                  pending={save.isPending}
                />
              )}
            </Box>
          )}
          <Box sx={{ display: 'flex', gap: 2, mt: 8, pt: 4, borderTop: 1, borderColor: 'divider' }}>
            {step !== 'company' && (
              <Button variant="text" onClick={() => to(stepBefore(step))}>
                {t('firstRun.back')}
              </Button>
            )}
            {step !== 'done' && (
              <Button variant="text" onClick={next}>
                {t('firstRun.skip')}
              </Button>
            )}
            <Box sx={{ flex: 1 }} />
            <Button variant="text" color="inherit" onClick={leave} sx={{ color: 'text.secondary' }}>
              {t('firstRun.leave')}
            </Button>
          </Box>
        </Box>
      </Box>
      <Notices />
    </Box>
  );
}
