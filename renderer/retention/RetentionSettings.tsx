import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Archive, Square } from 'lucide-react';
import { useId, useState } from 'react';
import type { RetentionPolicy, RetentionState } from '#shared/contract/retention.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { SystemWords } from '../components/Fields.tsx';
import { PhaseProgress, PhaseSteps } from '../components/PhaseSteps.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { FirstStep } from '../settings/FirstStep.tsx';
import { SettingsPart } from '../settings/SettingsForm.tsx';
import { BundleList } from './BundleList.tsx';
import { PlanSection } from './PlanSection.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import { RetentionPart } from './RetentionPart.tsx';
import { countsBytes, phasesOf, type RetentionRun } from './retention-state.ts';
import { useRefreshRetention, useRetention } from './use-retention.ts';

/** When closed claims move to archives and where these lie: the rule, what would leave, a run, and the archives. */
export function RetentionSettings() {
  const { t } = useI18n();
  const retention = useRetention();
  const { data } = retention;
  return (
    <SettingsPart title={t('settings.section.retention')} about={t('retention.about')}>
      {retention.isError && <ErrorState query={retention} />}
      {data === undefined ? !retention.isError && <FormSkeleton /> : <Loaded state={data} />}
    </SettingsPart>
  );
}

function Loaded({ state }: { state: RetentionState }) {
  const { t } = useI18n();
  const { policy, running, failure } = state;
  const [isBegun, setBegun] = useState(false);
  const mayRule = useMay('retention.setPolicy');
  const isSet = policy.folder !== null;
  /** Of the rule as it is being written; undefined where it is as saved. */
  const [draftYears, setDraftYears] = useState<number | null | undefined>(undefined);
  const years = draftYears === undefined ? policy.years : draftYears;
  return (
    <>
      {running !== null ? (
        <Running policy={policy} running={running} />
      ) : (
        failure !== null && <Failure failure={failure} />
      )}
      {!mayRule ? null : !isSet && !isBegun ? (
        <Empty onBegin={() => setBegun(true)} />
      ) : (
        <PolicyForm policy={policy} isNew={!isSet} onYears={setDraftYears} />
      )}
      {mayRule && (isSet || isBegun) && years !== null && (
        <PlanSection state={state} years={years} isSaved={isSet && years === policy.years} />
      )}
      {state.reclaimable > 0 && <Reclaimable bytes={state.reclaimable} />}
      <RetentionPart title={t('retention.bundles.title')}>
        <BundleList />
      </RetentionPart>
    </>
  );
}

/** That nothing leaves, and the button to change it. */
function Empty({ onBegin }: { onBegin: () => void }) {
  const { t } = useI18n();
  return (
    <FirstStep
      icon={<Archive size={20} strokeWidth={1.5} aria-hidden />}
      title={t('retention.empty.title')}
      text={t('retention.empty.text')}
      act={t('retention.empty.begin')}
      onBegin={onBegin}
    />
  );
}

function Running({ policy, running }: { policy: RetentionPolicy; running: RetentionRun }) {
  const { t, format } = useI18n();
  const when = useWhen();
  const titleId = useId();
  const notDone = useNotDone();
  const refresh = useRefreshRetention();
  const stop = useMutation(useApi().retention.stop.mutationOptions({ onSuccess: refresh, onError: notDone }));
  const phase = t(`retention.running.phase.${running.phase}`);
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ p: 4, borderRadius: 1, border: 1, bgcolor: 'background.raised', display: 'grid', gap: 4 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 4 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h2" id={titleId}>
            {t('retention.running.title')}
          </Typography>
          <Typography variant="quiet" sx={{ mt: 0.5 }}>
            {t('retention.running.since', { when: when(running.since) })}
          </Typography>
        </Box>
        <Acts of="retention.stop">
          <Button
            startIcon={<Square size={12} />}
            disabled={stop.isPending || stop.isSuccess}
            onClick={() => stop.mutate(undefined)}
          >
            {t(stop.isPending || stop.isSuccess ? 'common.progress.stopping' : 'common.progress.stop')}
          </Button>
        </Acts>
      </Box>
      <PhaseSteps
        phases={phasesOf(policy)}
        nameOf={(one) => t(`retention.running.phase.${one}`)}
        now={running.phase}
      >
        <PhaseProgress
          label={phase}
          progress={running}
          figure={countsBytes(running.phase) ? format.bytes : format.count}
        />
      </PhaseSteps>
      <Typography variant="caption" component="p">
        {t(running.phase === 'removing' ? 'retention.running.stopRemoving' : 'retention.running.stopAbout')}
      </Typography>
    </Box>
  );
}

/** Why the last run did not come to its end, and the way out. */
function Failure({ failure: { at, code, detail } }: { failure: NonNullable<RetentionState['failure']> }) {
  const { t } = useI18n();
  const when = useWhen();
  const isGrave = code !== 'stopped' && code !== 'changedMeanwhile';
  return (
    <Alert severity={code === 'stopped' ? 'info' : isGrave ? 'error' : 'warning'}>
      <strong>{t('retention.failure.title', { when: when(at) })}</strong>
      <br />
      {t(`retention.failure.code.${code}`)} {t(`retention.failure.wayOut.${code}`)}{' '}
      {isGrave && t('retention.failure.nothingLost')}
      <SystemWords text={code === 'stopped' ? '' : detail} />
    </Alert>
  );
}

function Reclaimable({ bytes }: { bytes: number }) {
  const { t, format } = useI18n();
  return (
    <RetentionPart title={t('retention.space.title')}>
      <Typography variant="body2">{t('retention.space.text', { size: format.bytes(bytes) })}</Typography>
    </RetentionPart>
  );
}
