import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import { useActorName } from '../app/actor-name.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { BackButton } from '../components/list/ListDetailLayout.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { useCoverageCodes } from '../policies/CoverageAssignment.tsx';
import { importPath } from '../policies/paths.ts';
import { importLooks, isRunning, stepOf } from './import-look.ts';
import { MappingStep } from './MappingStep.tsx';
import { useChoice } from './mappings.ts';
import { Progress } from './Progress.tsx';
import { CheckedStep, ImportedStep, NotImportedStep } from './ReportStep.tsx';
import { StepsLine } from './StepsLine.tsx';
import { UploadStep } from './UploadStep.tsx';
import { useImportName } from './useImportName.ts';
import { useImportSteps } from './useImportSteps.ts';

/** Progress is told by the stream; this is how often it is asked for all the same while something runs. */
const runningMs = 1_000;

/** One import, at the step where the engine has it. */
export function ImportDetail({ id }: { id: number }) {
  const api = useApi();
  const query = useQuery({
    ...api.policyImports.get.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? runningMs : false),
  });
  if (query.data === undefined)
    return query.isError ? <ErrorState query={query} back={importPath} /> : <DetailSkeleton />;
  return (
    <>
      {query.isError && <ErrorState query={query} />}
      <Loaded at={query.data} />
    </>
  );
}

function Loaded({ at }: { at: PolicyImport }) {
  const { t, format } = useI18n();
  const who = useActorName();
  const nameOf = useImportName();
  const { tone, icon } = importLooks[at.state];
  const again = useChoice(at.id).again && at.state === 'checked';
  const unassigned = useCoverageCodes().data?.unassigned ?? 0;
  const isToAssign = at.state === 'imported' && unassigned > 0;
  const step = again ? 'columns' : isToAssign ? 'coverages' : stepOf(at.state);
  return (
    <Box component="article" aria-label={at.filename} sx={{ display: 'contents' }}>
      <Box
        sx={{
          pl: 6,
          pr: ({ perito }) => perito.gutter,
          pt: 4,
          pb: 3.5,
          flex: 'none',
          display: 'flex',
          gap: 3,
          alignItems: 'flex-start',
        }}
      >
        <BackButton href={importPath} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {nameOf(at)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
            {format.bytes(at.bytes)} ·{' '}
            {t('policies.imports.by', { who: who(at.startedBy), via: t(`policies.imports.via.${at.via}`) })} ·{' '}
            <RelativeTime at={at.startedAt} />
          </Typography>
        </Box>
        <StateChip tone={tone} icon={icon} label={t(`policies.imports.state.${at.state}`)} />
      </Box>
      {step !== null && <StepsLine at={step} />}
      <Step at={at} again={again} />
    </Box>
  );
}

function Step({ at, again }: { at: PolicyImport; again: boolean }) {
  const steps = useImportSteps(at.id);
  switch (at.state) {
    case 'uploading':
      return <UploadStep at={at} steps={steps} />;
    case 'ready':
      return <MappingStep at={at} steps={steps} />;
    case 'checked':
      return again ? <MappingStep at={at} steps={steps} /> : <CheckedStep at={at} steps={steps} />;
    case 'checking':
    case 'importing':
      return <RunningStep at={at} state={at.state} steps={steps} />;
    case 'imported':
      return <ImportedStep at={at} />;
    case 'cancelled':
    case 'failed':
      return <NotImportedStep at={at} />;
  }
}

type RunningProps = {
  at: PolicyImport;
  state: 'checking' | 'importing';
  steps: ReturnType<typeof useImportSteps>;
};

function RunningStep({ at, state, steps }: RunningProps) {
  const { t, format } = useI18n();
  const done = format.count(at.rowsDone);
  return (
    <Progress
      title={t(`policies.imports.running.${state}`)}
      about={t(`policies.imports.running.${state}About`)}
      said={
        at.rowsTotal === null
          ? t('policies.imports.running.progressOpen', { done })
          : t('policies.imports.running.progress', { done, total: format.count(at.rowsTotal) })
      }
      share={at.rowsTotal === null || at.rowsTotal === 0 ? null : at.rowsDone / at.rowsTotal}
    >
      <Button disabled={steps.cancel.isPending} onClick={() => steps.cancel.mutate({ id: at.id })}>
        {t('policies.imports.running.cancel')}
      </Button>
      <Typography variant="caption">{t('policies.imports.running.leave')}</Typography>
    </Progress>
  );
}
