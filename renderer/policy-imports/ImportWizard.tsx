import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { isDefinedError } from '@orpc/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { maxImportFileBytes, type PolicyImport } from '#shared/contract/policy-imports.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { QueryDetail } from '../components/ErrorState.tsx';
import { DetailHeader, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { NeedsRole } from '../people/NeedsRole.tsx';
import { useCoverageCodes } from '../policies/CoverageAssignment.tsx';
import { bookPath, importOfPath, importPath } from '../policies/paths.ts';
import { TemplateButton } from '../policies/TemplateButton.tsx';
import { CheckedStep, ImportedStep, NotImportedStep } from './ImportReport.tsx';
import { importChips, isRunning, StepsLine, stepOf } from './import-state.tsx';
import { MappingStep } from './MappingTable.tsx';
import { FileNotReadable, sendFile, useUploads } from './upload.ts';
import { type ImportSteps, useChoice, useImportName, useImportSteps } from './useImport.ts';

/** The first step: which file. */
export function NewImport() {
  const { t } = useI18n();
  const { take, wrong, pending } = useBeginImport();
  const title = t('policies.imports.choose.title');
  return (
    <Box component="article" aria-label={title} sx={{ display: 'contents' }}>
      <DetailHeader back={bookPath} sx={{ pb: 3.5, alignItems: 'stretch' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h1">{title}</Typography>
          <Typography variant="quiet" sx={{ mt: 1, maxWidth: 640 }}>
            {t('policies.imports.choose.text')}
          </Typography>
        </Box>
      </DetailHeader>
      <StepsLine at="file" />
      <ScrollRegion label={title}>
        <Box sx={{ p: 6, display: 'grid', gap: 6, maxWidth: 760 }}>
          {wrong !== null && <Alert severity="error">{wrong}</Alert>}
          <FileDrop onFile={take} disabled={pending} />
          <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: 'repeat(auto-fit, minmax(280px, 1fr))' }}>
            <section>
              <Typography variant="h3" component="h2">
                {t('policies.imports.choose.nextSteps')}
              </Typography>
              <Box component="ol" sx={{ mt: 2, pl: 5, listStyle: 'decimal', display: 'grid', gap: 1 }}>
                {(['columns', 'check', 'apply'] as const).map((step) => (
                  <Typography component="li" variant="body2" key={step}>
                    {t(`policies.imports.choose.steps.${step}`)}
                  </Typography>
                ))}
              </Box>
            </section>
            <section>
              <Typography variant="h3" component="h2">
                {t('policies.imports.choose.templateTitle')}
              </Typography>
              <Typography variant="body2" sx={{ mt: 2, mb: 3 }}>
                {t('policies.imports.choose.templateText')}
              </Typography>
              <TemplateButton />
            </section>
          </Box>
        </Box>
      </ScrollRegion>
    </Box>
  );
}

/** Announces a file, opens its import, and sends it. */
function useBeginImport() {
  const { t, format } = useI18n();
  const api = useApi();
  const { client } = useConnection();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const [, go] = useLocation();
  const [wrong, setWrong] = useState<string | null>(null);
  const tooLarge = t('policies.imports.uploading.tooLarge', { size: format.bytes(maxImportFileBytes) });
  const begin = useMutation({
    ...api.policyImports.begin.mutationOptions(),
    onError: (error) => {
      if (isDefinedError(error) && error.code === 'BUSY') setWrong(t('policies.imports.uploading.busy'));
      else if (isDefinedError(error) && error.code === 'TOO_LARGE') setWrong(tooLarge);
      else setWrong(t('policies.imports.uploading.failed', { why: errorMessage(error) }));
    },
  });
  return {
    wrong,
    pending: begin.isPending,
    take: (file: File) => {
      setWrong(null);
      if (file.size === 0) return setWrong(t('policies.imports.uploading.empty'));
      if (file.size > maxImportFileBytes) return setWrong(tooLarge);
      begin.mutate(
        { filename: file.name.slice(-255), bytes: file.size },
        {
          onSuccess: (begun) => {
            queries.setQueryData(api.policyImports.get.queryKey({ input: { id: begun.id } }), begun);
            void queries.invalidateQueries({ queryKey: api.policyImports.list.key() });
            void sendFile(client, begun, file);
            go(importOfPath(begun.id));
          },
        },
      );
    },
  };
}

/** A field for one file, dropped or chosen. */
function FileDrop({ onFile, disabled }: { onFile: (file: File) => void; disabled: boolean }) {
  const { t, format } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  return (
    <Box
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        const [file] = event.dataTransfer.files;
        if (file !== undefined && !disabled) onFile(file);
      }}
      sx={(theme) => ({
        display: 'grid',
        justifyItems: 'center',
        gap: 2,
        p: 10,
        textAlign: 'center',
        borderRadius: `${theme.perito.sizes.radiusLarge}px`,
        border: `1px dashed ${over ? theme.perito.scheme.accent.main : theme.perito.scheme.lineStrong}`,
        bgcolor: over ? 'accent.soft' : 'background.raised',
        color: 'text.secondary',
      })}
    >
      <FileUp size={28} strokeWidth={1.5} aria-hidden />
      <Typography variant="body1" sx={{ color: 'text.primary' }}>
        {t('policies.imports.choose.drop')}
      </Typography>
      <Typography variant="caption">{t('policies.imports.choose.or')}</Typography>
      <Button variant="contained" disabled={disabled} onClick={() => input.current?.click()}>
        {t('policies.imports.choose.button')}
      </Button>
      <Typography variant="caption">
        {t('policies.imports.choose.limit', { size: format.bytes(maxImportFileBytes) })}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </Box>
  );
}

/** Polling interval in milliseconds while an import runs, beside the progress from the stream. */
const runningMs = 1_000;

/** One import, at the step where the engine has it. */
export function ImportDetail({ id }: { id: number }) {
  const api = useApi();
  const query = useQuery({
    ...api.policyImports.get.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? runningMs : false),
  });
  return (
    <QueryDetail query={query} back={importPath}>
      {(policyImport) => <Loaded policyImport={policyImport} />}
    </QueryDetail>
  );
}

function Loaded({ policyImport }: { policyImport: PolicyImport }) {
  const { t, format } = useI18n();
  const actorName = useActorName();
  const nameOf = useImportName();
  const { tone, icon } = importChips[policyImport.state];
  const again = useChoice(policyImport.id).again && policyImport.state === 'checked';
  const unassigned = useCoverageCodes().data?.unassigned ?? 0;
  const isToAssign = policyImport.state === 'imported' && unassigned > 0;
  const step = again ? 'columns' : isToAssign ? 'coverages' : stepOf(policyImport.state);
  return (
    <Box component="article" aria-label={policyImport.filename} sx={{ display: 'contents' }}>
      <DetailHeader back={importPath} sx={{ pb: 3.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {nameOf(policyImport)}
          </Typography>
          <Typography variant="quiet" sx={{ mt: 1 }}>
            {format.bytes(policyImport.bytes)} ·{' '}
            {t('policies.imports.by', {
              who: actorName(policyImport.startedBy),
              via: t(`policies.imports.via.${policyImport.via}`),
            })}{' '}
            · <RelativeTime at={policyImport.startedAt} />
          </Typography>
        </Box>
        <StateChip tone={tone} icon={icon} label={t(`policies.imports.state.${policyImport.state}`)} />
      </DetailHeader>
      {step !== null && <StepsLine at={step} />}
      <Step policyImport={policyImport} again={again} />
    </Box>
  );
}

function Step({ policyImport, again }: { policyImport: PolicyImport; again: boolean }) {
  const steps = useImportSteps(policyImport.id);
  const mayImport = useMay('policyImports.begin');
  if (!mayImport && (policyImport.state === 'uploading' || policyImport.state === 'ready'))
    return <NeedsRole of="policyImports.begin" />;
  switch (policyImport.state) {
    case 'uploading':
      return <UploadStep policyImport={policyImport} steps={steps} />;
    case 'ready':
      return <MappingStep policyImport={policyImport} steps={steps} />;
    case 'checked':
      return again ? (
        <MappingStep policyImport={policyImport} steps={steps} />
      ) : (
        <CheckedStep policyImport={policyImport} steps={steps} />
      );
    case 'checking':
    case 'importing':
      return <RunningStep policyImport={policyImport} state={policyImport.state} steps={steps} />;
    case 'imported':
      return <ImportedStep policyImport={policyImport} />;
    case 'cancelled':
    case 'failed':
      return <NotImportedStep policyImport={policyImport} />;
  }
}

type RunningProps = {
  policyImport: PolicyImport;
  state: 'checking' | 'importing';
  steps: ReturnType<typeof useImportSteps>;
};

function RunningStep({ policyImport, state, steps }: RunningProps) {
  const { t, format } = useI18n();
  const done = format.count(policyImport.rowsDone);
  return (
    <Progress
      title={t(`policies.imports.running.${state}`)}
      about={t(`policies.imports.running.${state}About`)}
      text={
        policyImport.rowsTotal === null
          ? t('policies.imports.running.progressOpen', { done })
          : t('policies.imports.running.progress', { done, total: format.count(policyImport.rowsTotal) })
      }
      share={
        policyImport.rowsTotal === null || policyImport.rowsTotal === 0
          ? null
          : policyImport.rowsDone / policyImport.rowsTotal
      }
    >
      <Acts of="policyImports.cancel">
        <Button
          disabled={steps.cancel.isPending}
          onClick={() => steps.cancel.mutate({ id: policyImport.id })}
        >
          {t('policies.imports.running.cancel')}
        </Button>
      </Acts>
      <Typography variant="caption">{t('policies.imports.running.leave')}</Typography>
    </Progress>
  );
}

/** The file on its way; where nobody sends it any more, it can be chosen again to go on. */
function UploadStep({ policyImport, steps }: { policyImport: PolicyImport; steps: ImportSteps }) {
  const { t, format } = useI18n();
  const { client } = useConnection();
  const errorMessage = useErrorMessage();
  const upload = useUploads((state) => state.uploads[policyImport.id]);
  const [isDifferent, setDifferent] = useState(false);
  const done = Math.max(upload?.sent ?? 0, policyImport.receivedBytes);
  const sizes = { done: format.bytes(done), total: format.bytes(policyImport.bytes) };
  const cancel = (
    <Button disabled={steps.cancel.isPending} onClick={() => steps.cancel.mutate({ id: policyImport.id })}>
      {t('policies.imports.running.cancel')}
    </Button>
  );
  if (upload !== undefined && upload.error === null)
    return (
      <Progress
        title={t('policies.imports.uploading.title')}
        text={t('policies.imports.uploading.progress', sizes)}
        share={done / policyImport.bytes}
      >
        {cancel}
      </Progress>
    );
  const again = (file: File) => {
    const isSame = file.name.slice(-255) === policyImport.filename && file.size === policyImport.bytes;
    setDifferent(!isSame);
    if (isSame) void sendFile(client, policyImport, file);
  };
  return (
    <Box sx={{ p: 6, display: 'grid', gap: 4, maxWidth: 760 }}>
      <Alert severity="warning">
        {t('policies.imports.uploading.stopped', sizes)}
        {upload !== undefined && (
          <>
            {' '}
            {upload.error instanceof FileNotReadable
              ? t('policies.imports.uploading.notReadable')
              : t('policies.imports.uploading.failed', { why: errorMessage(upload.error) })}
          </>
        )}
        <br />
        {t('policies.imports.uploading.again')}
      </Alert>
      {isDifferent && (
        <Alert severity="error">
          {t('policies.imports.uploading.otherFile', {
            name: policyImport.filename,
            size: format.bytes(policyImport.bytes),
          })}
        </Alert>
      )}
      <FileDrop onFile={again} disabled={false} />
      <Box>{cancel}</Box>
    </Box>
  );
}

/** What is under way, how far it is, and how to end it. `share` is 0 to 1; null where the end is not known. */
function Progress(props: {
  title: string;
  about?: string;
  text: string;
  share: number | null;
  children?: ReactNode;
}) {
  const { share } = props;
  return (
    <Box sx={{ p: 6, display: 'grid', gap: 3, maxWidth: 640 }}>
      <div>
        <Typography variant="h2">{props.title}</Typography>
        {props.about !== undefined && (
          <Typography variant="quiet" sx={{ mt: 1 }}>
            {props.about}
          </Typography>
        )}
      </div>
      <LinearProgress
        aria-label={props.title}
        {...(share === null
          ? { variant: 'indeterminate' as const }
          : { variant: 'determinate' as const, value: Math.round(Math.min(1, share) * 100) })}
        sx={{ borderRadius: 1 }}
      />
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }} role="status">
        {props.text}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>{props.children}</Box>
    </Box>
  );
}
