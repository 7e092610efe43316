import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import type { DataSubjectState } from '#shared/contract/data-subject.ts';
import { readSubjectKey, subjectKeyKinds } from '#shared/rules/subject-key.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { Form, TextField, ToggleField } from '../components/FormFields.tsx';
import { percentOf } from '../components/progress.ts';
import { useWhen } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { SettingsPart } from '../settings/SettingsForm.tsx';
import { useAsked } from './asked.ts';
import { ExportForm } from './ExportForm.tsx';
import { FoundLists, FoundRecords, OtherArchives, SearchedPlaces } from './Found.tsx';

/** Everything that is kept about one person: looked for, shown, and exported. */
export function DataSubjectSettings() {
  const { t } = useI18n();
  const state = useQuery(useApi().dataSubject.get.queryOptions());
  return (
    <SettingsPart title={t('dataSubject.title')} about={t('dataSubject.about')}>
      {state.isError && <ErrorState query={state} />}
      {state.data === undefined ? !state.isError && <FormSkeleton /> : <Person state={state.data} />}
    </SettingsPart>
  );
}

/** Has a call's answer stand for the state. */
function useSetState() {
  const api = useApi();
  const queries = useQueryClient();
  return (state: DataSubjectState) => queries.setQueryData(api.dataSubject.get.queryKey(), state);
}

function Person({ state }: { state: DataSubjectState }) {
  const { t } = useI18n();
  const { key, running, found, failure } = state;
  return (
    <>
      <FindForm isBusy={running !== null} />
      {key?.checks === false && <Alert severity="warning">{t('dataSubject.checkDigit')}</Alert>}
      {running !== null && <Running running={running} />}
      {failure !== null && <Failure failure={failure} />}
      {key === null && running === null && (
        <EmptyState
          icon={UserSearch}
          title={t('dataSubject.empty.title')}
          text={t('dataSubject.empty.text')}
        />
      )}
      {key !== null && found !== null && <Result state={state} shownKey={key} found={found} />}
    </>
  );
}

function FindForm({ isBusy }: { isBusy: boolean }) {
  const { t } = useI18n();
  const notDone = useNotDone();
  const asked = useAsked();
  const set = useSetState();
  const find = useMutation(useApi().dataSubject.find.mutationOptions({ onSuccess: set, onError: notDone }));
  const read = readSubjectKey(asked.kind, asked.text);
  const problem = 'problem' in read ? read.problem : null;
  const isReady = problem === null && !isBusy && !find.isPending;
  return (
    <Form
      aria-label={t('dataSubject.title')}
      onSubmit={() => {
        if (isReady) find.mutate({ kind: asked.kind, value: asked.text });
      }}
      sx={{ display: 'grid', gap: 4 }}
    >
      <ToggleField
        label={t('dataSubject.form.title')}
        value={asked.kind}
        options={subjectKeyKinds}
        labelOf={(kind) => t(`dataSubject.by.${kind}`)}
        onChange={(kind) => useAsked.setState({ kind })}
      />
      <TextField
        label={t('dataSubject.form.value')}
        value={asked.text}
        onChange={(text) => useAsked.setState({ text })}
        code
        maxLength={120}
        width={360}
        helperText={t(`dataSubject.form.help.${asked.kind}`)}
        error={problem === null || problem === 'blank' ? null : t(`dataSubject.problem.${problem}`)}
      />
      <Box>
        <Button type="submit" variant="contained" disabled={!isReady}>
          {t('dataSubject.form.find')}
        </Button>
      </Box>
    </Form>
  );
}

function Running({ running }: { running: NonNullable<DataSubjectState['running']> }) {
  const { t, format } = useI18n();
  const notDone = useNotDone();
  const set = useSetState();
  const stop = useMutation(useApi().dataSubject.stop.mutationOptions({ onSuccess: set, onError: notDone }));
  const { phase, done } = running;
  const percent = percentOf(running);
  const text = t(`dataSubject.running.${phase}`, { records: format.count(done) });
  return (
    <Box role="status" sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="body2">{text}</Typography>
      <LinearProgress
        aria-label={text}
        {...(percent === null ? {} : { variant: 'determinate', value: percent })}
      />
      <Box>
        <Button disabled={stop.isPending} onClick={() => stop.mutate(undefined)}>
          {t('dataSubject.running.stop')}
        </Button>
      </Box>
    </Box>
  );
}

function Failure({ failure: { code, detail } }: { failure: NonNullable<DataSubjectState['failure']> }) {
  const { t } = useI18n();
  if (code === 'stopped') return <Alert severity="info">{t('dataSubject.stopped')}</Alert>;
  return (
    <Alert severity="error">
      {t(`dataSubject.failure.${code}`)}
      <TechnicalDetail text={code === 'other' ? detail : ''} />
    </Alert>
  );
}

type ResultProps = {
  state: DataSubjectState;
  shownKey: NonNullable<DataSubjectState['key']>;
  found: NonNullable<DataSubjectState['found']>;
};

function Result({ state, shownKey, found }: ResultProps) {
  const { t } = useI18n();
  const when = useWhen();
  const notDone = useNotDone();
  const set = useSetState();
  const forget = useMutation(
    useApi().dataSubject.forget.mutationOptions({ onSuccess: set, onError: notDone }),
  );
  const who = { by: t(`dataSubject.by.${shownKey.kind}`), value: shownKey.value };
  const isNothing = found.records.total === 0 && found.places.every((place) => place.found === 0);
  return (
    <Box component="section" aria-label={t('dataSubject.found', who)} sx={{ display: 'grid', gap: 6 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, flexWrap: 'wrap' }}>
        <Typography variant="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {t(isNothing ? 'dataSubject.nobody' : 'dataSubject.found', who)}
        </Typography>
        <Typography variant="caption">{t('dataSubject.at', { when: when(found.at) })}</Typography>
        <Button size="small" disabled={state.running !== null} onClick={() => forget.mutate(undefined)}>
          {t('dataSubject.forget')}
        </Button>
      </Box>
      {isNothing ? (
        <Typography variant="quiet">{t('dataSubject.nobodyHelp')}</Typography>
      ) : (
        <>
          <FoundRecords found={found} />
          <FoundLists found={found} looked={shownKey.value} />
        </>
      )}
      <OtherArchives found={found} />
      <SearchedPlaces found={found} />
      {!isNothing && <ExportForm state={state} found={found} />}
    </Box>
  );
}
