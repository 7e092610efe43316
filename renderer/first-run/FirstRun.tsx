import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Check, CircleCheck, ExternalLink, FlaskConical, LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Settings } from '#shared/contract/settings.ts';
import { useCapability } from '../app/capabilities.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { firstPath } from '../app/frame/nav-items.ts';
import { Snackbar } from '../app/frame/Snackbar.tsx';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useSettings, useStatus } from '../app/status.ts';
import { backupPaths } from '../backups/use-backups.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { MarketplaceInstructions } from '../connection/MarketplaceInstructions.tsx';
import { JoinOffice } from '../office/JoinOffice.tsx';
import { usePerson, useRename } from '../people/me.ts';
import { importPath } from '../policies/paths.ts';
import { CompanyFields, useOddRnc } from '../settings/CompanySettings.tsx';
import { Keys } from '../settings/Keys.tsx';
import { PlatformFields, PlatformKey, platformChanges } from '../settings/PlatformSettings.tsx';
import { ReceiverFields, ReceiverNow } from '../settings/ReceiverSettings.tsx';
import { useSaveSettings, useSettingsForm } from '../settings/SettingsForm.tsx';
import { addressFault, receiverChanges, receiverDraft } from '../settings/validation.ts';
import { isStepDone, type Step, stepAfter, stepBefore, stepOf, steps, useFirstRun } from './steps.ts';

/** The first run: short steps, each of which can be skipped. */
export function FirstRun() {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const settings = useSettings();
  const save = useSaveSettings({ isQuiet: true });
  const setPutOff = useFirstRun((state) => state.setPutOff);
  const step = stepOf(path);
  const to = (name: string) => go(`/first-run/${name}`);
  const next = () => to(stepAfter(step));
  const leave = () => {
    setPutOff(true);
    go(firstPath());
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
    <Box component="main" sx={{ height: '100%', overflowY: 'auto', bgcolor: 'background.default', p: 8 }}>
      <Typography
        variant="caption"
        component="p"
        sx={{ textAlign: 'center', mt: { md: 'clamp(24px, 12vh - 72px, 192px)' }, mb: 4 }}
      >
        {t('firstRun.intro')}
      </Typography>
      <Box
        sx={(theme) => ({
          maxWidth: 880,
          mx: 'auto',
          display: 'flex',
          bgcolor: 'background.paper',
          border: 1,
          borderRadius: `${theme.perito.sizes.radiusLarge}px`,
          overflow: 'hidden',
          [theme.breakpoints.down('md')]: { flexDirection: 'column' },
        })}
      >
        <StepList current={step} />
        <Box sx={{ flex: 1, minWidth: 0, p: 10, minHeight: 460, display: 'flex', flexDirection: 'column' }}>
          {settings.data === undefined ? (
            <Box sx={{ flex: 1 }}>
              <Box component="h1" sx={{ m: 0 }}>
                <VisuallyHidden>{t('firstRun.steps')}</VisuallyHidden>
              </Box>
              {settings.isError ? <ErrorState query={settings} /> : <FormSkeleton />}
            </Box>
          ) : (
            <Box sx={{ flex: 1 }}>
              {step === 'company' && <CompanyStep settings={settings.data} onDone={next} />}
              {step === 'company' && <RestoreInstead />}
              {step === 'company' && <JoinOffice />}
              {step === 'person' && <PersonStep settings={settings.data} onDone={next} />}
              {step === 'receiver' && <ReceiverStep settings={settings.data} onDone={next} />}
              {step === 'key' && <KeyStep onDone={next} />}
              {step === 'platform' && <PlatformStep settings={settings.data} onDone={next} />}
              {step === 'sample' && <SampleStep onDone={next} />}
              {step === 'done' && (
                <DoneStep
                  onDone={finish(firstPath())}
                  onPolicies={finish(importPath)}
                  pending={save.isPending}
                />
              )}
            </Box>
          )}
          <Box sx={{ display: 'flex', gap: 2, mt: 8, pt: 4, borderTop: 1 }}>
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
      <Box sx={{ maxWidth: 880, mx: 'auto', mt: 4 }}>
        <Snackbar />
      </Box>
    </Box>
  );
}

/** Whoever has a copy of another computer's Perito needs none of the steps. */
function RestoreInstead() {
  const { t } = useI18n();
  const [, go] = useLocation();
  const setPutOff = useFirstRun((state) => state.setPutOff);
  const restore = () => {
    setPutOff(true);
    go(backupPaths.restore);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 2, mt: 8 }}>
      <Typography variant="quiet">{t('firstRun.restore.text')}</Typography>
      <Button variant="text" onClick={restore} sx={{ mx: -3 }}>
        {t('firstRun.restore.open')}
      </Button>
    </Box>
  );
}

/** The steps, any of which can be gone to. */
function StepList({ current }: { current: Step }) {
  const { t } = useI18n();
  const settings = useSettings().data;
  const person = usePerson();
  const receiver = useStatus().data?.receiver;
  return (
    <Box
      component="nav"
      aria-label={t('firstRun.steps')}
      sx={(theme) => ({
        width: 220,
        flex: 'none',
        p: 6,
        bgcolor: 'background.raised',
        borderRight: 1,
        [theme.breakpoints.down('md')]: { width: 'auto', borderRight: 0 },
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, mb: 7 }}>
        <img src="./mark.svg" width={24} height={24} alt="" />
        <Typography variant="h2" component="p">
          {t('frame.product')}
        </Typography>
      </Box>
      <Box component="ol" sx={{ display: 'grid', gap: 1 }}>
        {steps.map((step, index) => (
          <li key={step}>
            <Box
              component={Link}
              href={`/first-run/${step}`}
              {...(step === current ? { 'aria-current': 'step' as const } : {})}
              sx={{
                typography: 'body2',
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
                  border: 1,
                  borderColor: step === current ? 'primary.main' : 'lineStrong',
                  bgcolor: step === current ? 'primary.main' : 'transparent',
                  color: step === current ? 'primary.contrastText' : 'inherit',
                },
              }}
            >
              <span className="number">
                {isStepDone(step, settings, person, receiver) ? (
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

type StepProps = { settings: Settings; onDone: () => void };

function CompanyStep({ settings, onDone }: StepProps) {
  const { t } = useI18n();
  const form = useSettingsForm(settings.company, (company) => ({ company }), { isQuiet: true });
  const rnc = useOddRnc(form.draft.taxId, settings.company.taxId);
  return (
    <StepForm
      title={t('firstRun.company.title')}
      text={t('firstRun.company.text')}
      valid={form.draft.name.trim() !== ''}
      pending={form.pending}
      onSave={() => rnc.keep(() => form.save(onDone))}
    >
      <CompanyFields value={form.draft} onChange={form.set} isAsked={rnc.isAsked} autoFocus />
    </StepForm>
  );
}

function PersonStep({ onDone }: StepProps) {
  const { t } = useI18n();
  const rename = useRename();
  const [name, setName] = useState(usePerson()?.name ?? '');
  return (
    <StepForm
      title={t('firstRun.person.title')}
      text={t('firstRun.person.text')}
      valid={name.trim() !== ''}
      pending={rename.isPending}
      onSave={() => rename.mutate({ name }, { onSuccess: onDone })}
    >
      <TextField
        label={t('settings.company.person')}
        value={name}
        onChange={setName}
        maxLength={120}
        helperText={t('settings.company.personHelp')}
        autoFocus
      />
    </StepForm>
  );
}

function ReceiverStep({ settings, onDone }: StepProps) {
  const { t } = useI18n();
  const form = useSettingsForm(receiverDraft(settings.receiver), receiverChanges, { isQuiet: true });
  return (
    <StepForm
      title={t('firstRun.receiver.title')}
      text={t('firstRun.receiver.text')}
      valid={form.valid}
      pending={form.pending}
      onSave={() => form.save(onDone)}
    >
      <ReceiverFields form={form} />
      <ReceiverNow inSettings={false} />
    </StepForm>
  );
}

function KeyStep({ onDone }: { onDone: () => void }) {
  const { t } = useI18n();
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <StepTitle title={t('firstRun.key.title')} text={t('firstRun.key.text')} />
      <Keys />
      <Box>
        <Button onClick={onDone}>{t('firstRun.key.keep')}</Button>
      </Box>
    </Box>
  );
}

/** Where the platform's lists come from, and the key for it. */
function PlatformStep({ settings, onDone }: StepProps) {
  const { t } = useI18n();
  const form = useSettingsForm(settings.platform, platformChanges, { isQuiet: true });
  return (
    <StepForm
      title={t('firstRun.platform.title')}
      text={t('firstRun.platform.text')}
      valid={form.draft.baseUrl.trim() !== '' && addressFault(form.draft) === null}
      pending={form.pending}
      onSave={() => form.save(onDone)}
      besides={<PlatformKey />}
    >
      <PlatformFields value={form.draft} onChange={form.set} />
    </StepForm>
  );
}

/** Offers a console full of sample data beside the insurer's own, which stays empty. */
function SampleStep({ onDone }: { onDone: () => void }) {
  const { t } = useI18n();
  const api = useApi();
  const errorMessage = useErrorMessage();
  const open = useMutation(api.shell.openSampleData.mutationOptions());
  const isAble = useCapability('sampleData');
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <StepTitle title={t('firstRun.sample.title')} text={t('firstRun.sample.text')} />
      {isAble === false && <Alert severity="info">{t('firstRun.sample.unable')}</Alert>}
      {open.isError && <Alert severity="error">{errorMessage(open.error)}</Alert>}
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {open.isPending && <Alert severity="info">{t('firstRun.sample.preparing')}</Alert>}
        {open.data !== undefined && (
          <Alert
            severity="success"
            action={
              <Button
                component="a"
                href={open.data.url}
                target="_blank"
                rel="noopener noreferrer"
                endIcon={<ExternalLink size={14} />}
                onClick={() => setTimeout(open.reset)}
              >
                {t('firstRun.sample.go')}
              </Button>
            }
          >
            {t('firstRun.sample.ready')}
          </Alert>
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
        <Button
          startIcon={<FlaskConical size={14} />}
          disabled={isAble !== true || open.isPending}
          onClick={() => open.mutate(undefined)}
        >
          {t('firstRun.sample.open')}
        </Button>
        <Button variant="contained" onClick={onDone}>
          {t('firstRun.sample.next')}
        </Button>
      </Box>
    </Box>
  );
}

type DoneStepProps = {
  onDone: () => void;
  /** Ends the first run as well, and goes on to the import of policies. */
  onPolicies: () => void;
  pending: boolean;
};

function DoneStep({ onDone, onPolicies, pending }: DoneStepProps) {
  const { t } = useI18n();
  const status = useStatus();
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <StepTitle title={t('firstRun.done.title')} text={t('firstRun.done.text')} />
      {status.data?.receiver.state === 'noKey' && (
        <Alert severity="warning">{t('firstRun.done.noKey')}</Alert>
      )}
      <FirstCall />
      <MarketplaceInstructions />
      <Typography variant="quiet">{t('policies.firstRun.text')}</Typography>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={onDone} disabled={pending}>
          {t('firstRun.done.finish')}
        </Button>
        <Button onClick={onPolicies} disabled={pending}>
          {t('policies.firstRun.button')}
        </Button>
      </Box>
    </Box>
  );
}

/** Waits for the marketplace's first call, and ticks it off when it comes. */
function FirstCall() {
  const { t } = useI18n();
  const receiver = useStatus().data?.receiver;
  if (receiver === undefined || receiver.state !== 'listening') return null;
  const { lastCallAt } = receiver;
  return (
    <Alert
      role="status"
      severity={lastCallAt === null ? 'info' : 'success'}
      icon={lastCallAt === null ? <LoaderCircle size={18} /> : <CircleCheck size={18} />}
    >
      {lastCallAt === null ? (
        t('firstRun.done.waiting')
      ) : (
        <>
          {t('firstRun.done.called')} <RelativeTime at={lastCallAt} />
        </>
      )}
    </Alert>
  );
}

type StepFormProps = {
  title: string;
  text: string;
  valid: boolean;
  pending: boolean;
  onSave: () => void;
  children: ReactNode;
  /** What stands before the button and is kept by itself. */
  besides?: ReactNode;
};

/** A step's title, its fields, and the button that keeps them and goes on. */
function StepForm({ title, text, valid, pending, onSave, children, besides }: StepFormProps) {
  const { t } = useI18n();
  return (
    <Form
      onSubmit={() => {
        if (valid && !pending) onSave();
      }}
      sx={{ display: 'grid', gap: 5 }}
    >
      <StepTitle title={title} text={text} />
      {children}
      {besides}
      <Box>
        <Button type="submit" variant="contained" disabled={!valid || pending}>
          {t('firstRun.next')}
        </Button>
      </Box>
    </Form>
  );
}

function StepTitle({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Typography variant="h1">{title}</Typography>
      <Typography variant="body1" sx={{ color: 'text.secondary', mt: 1 }}>
        {text}
      </Typography>
    </div>
  );
}
