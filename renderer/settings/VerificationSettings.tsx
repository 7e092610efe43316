import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Circle, CircleAlert, CircleDot, Square } from 'lucide-react';
import { useState } from 'react';
import type { VerificationPart, VerificationState } from '#shared/contract/verification.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { percentOf } from '../components/progress.ts';
import { useWhen } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { SettingsPart } from './SettingsForm.tsx';
import { Finding, Remarks } from './VerificationFinding.tsx';

/** How often it is asked how far a check is, in milliseconds. */
const progressEvery = 500;

/** Whether everything that is kept is what was written: run, how far it is, what was found by part, with the way out of each. */
export function VerificationSettings() {
  const { t } = useI18n();
  const api = useApi();
  const state = useQuery({
    ...api.verification.get.queryOptions(),
    refetchInterval: ({ state: { data } }) => (data?.running == null ? false : progressEvery),
  });
  return (
    <SettingsPart title={t('settings.section.verification')} about={t('verification.about')}>
      {state.data === undefined ? (
        state.isError ? (
          <ErrorState query={state} />
        ) : (
          <FormSkeleton />
        )
      ) : (
        <>
          <Summary state={state.data} />
          <Parts state={state.data} />
        </>
      )}
    </SettingsPart>
  );
}

/** What came of the last one, or who asked for the one that is under way, and the button for either. */
function Summary({ state }: { state: VerificationState }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const onError = useNotDone();
  const onSuccess = (changed: VerificationState) =>
    queries.setQueryData(api.verification.get.queryKey(), changed);
  const start = useMutation({ ...api.verification.start.mutationOptions(), onSuccess, onError });
  const stop = useMutation({ ...api.verification.stop.mutationOptions(), onSuccess, onError });
  const isRunning = state.running !== null;
  const [isThorough, setThorough] = useState(false);
  const offersThorough = !isRunning && state.parts.includes('backups');
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Outcome state={state} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 32 }}>
        {isRunning ? (
          <Button
            startIcon={<Square size={14} />}
            disabled={stop.isPending}
            onClick={() => stop.mutate(undefined)}
          >
            {t(stop.isPending ? 'common.progress.stopping' : 'common.progress.stop')}
          </Button>
        ) : (
          <Button
            variant="contained"
            disabled={start.isPending}
            onClick={() => start.mutate({ isThorough: offersThorough && isThorough })}
          >
            {t('verification.begin')}
          </Button>
        )}
        {isRunning && <Typography variant="quiet">{t('verification.stopAbout')}</Typography>}
      </Box>
      {offersThorough && (
        <FormControlLabel
          sx={{ alignItems: 'flex-start' }}
          control={
            <Checkbox
              size="small"
              checked={isThorough}
              onChange={({ target }) => setThorough(target.checked)}
            />
          }
          label={
            <Box>
              <Typography variant="body1">{t('verification.thorough')}</Typography>
              <Typography variant="quiet">{t('verification.thoroughAbout')}</Typography>
            </Box>
          }
        />
      )}
    </Box>
  );
}

function Outcome({ state: { running, last, wholeAt } }: { state: VerificationState }) {
  const { t, format } = useI18n();
  const when = useWhen();
  if (running !== null)
    return (
      <Alert severity="info" role="status">
        {t('verification.running', { when: when(running.since), person: running.by.person })}
        {running.isThorough && ` ${t('verification.thoroughRun')}`}
        {running.isWaiting && ` ${t('verification.waiting')}`}
      </Alert>
    );
  if (last === null)
    return (
      <Alert severity="info" role="status">
        {t('verification.never')}
      </Alert>
    );
  const problems = last.parts.reduce((sum, { findings }) => sum + findings.length, 0);
  const checked = t('verification.wholeAt', { when: when(last.at), person: last.by.person });
  if (problems === 0)
    return (
      <Alert severity="success" role="status">
        <strong>{t('verification.whole')}.</strong> {checked}
      </Alert>
    );
  return (
    <Alert severity="error" role="status">
      <strong>{t('verification.wrong', { count: problems, problems: format.count(problems) })}.</strong>{' '}
      {checked}
      <br />
      {wholeAt === null ? t('verification.neverWhole') : t('verification.lastWhole', { when: when(wholeAt) })}
    </Alert>
  );
}

type RowState = 'plain' | 'whole' | 'now' | 'next' | 'wrong';
const icons = { plain: Circle, whole: Check, now: CircleDot, next: Circle, wrong: CircleAlert } as const;
const colours = {
  plain: 'lineStrong',
  whole: 'matched.main',
  now: 'primary.main',
  next: 'lineStrong',
  wrong: 'refusal.main',
} as const;

/** What is looked at, each with what was found. */
function Parts({ state }: { state: VerificationState }) {
  const { t, format } = useI18n();
  const { running, last } = state;
  const parts = (running ?? last)?.parts ?? [];
  const done = new Map(parts.map(({ part, findings }) => [part, findings]));
  const remarks = new Map(parts.map((one) => [one.part, one.remarks]));
  const isOtherJournal = [...done.values()]
    .flat()
    .some((finding) => 'chain' in finding && finding.chain === 'journal');
  const isJournalWhole = done.get('journal')?.length === 0 && !isOtherJournal;
  const stateOf = (part: VerificationPart): RowState => {
    const findings = done.get(part);
    if (findings !== undefined) return findings.length === 0 ? 'whole' : 'wrong';
    if (running === null) return 'plain';
    return running.part === part ? 'now' : 'next';
  };
  return (
    <Box component="ol" aria-label={t('common.steps')} sx={{ borderTop: 1 }}>
      {state.parts.map((part) => {
        const row = stateOf(part);
        const findings = done.get(part) ?? [];
        const Icon = icons[row];
        return (
          <Box
            component="li"
            key={part}
            {...(row === 'now' ? { 'aria-current': 'step' as const } : {})}
            sx={{ display: 'flex', gap: 3, py: 3, borderBottom: 1 }}
          >
            <Box sx={{ height: 20, display: 'grid', placeItems: 'center', color: colours[row] }}>
              <Icon size={16} aria-hidden />
            </Box>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ display: 'flex', gap: 4, alignItems: 'baseline' }}>
                <Typography variant="body1" component="h2" sx={{ flex: 1, fontWeight: 600 }}>
                  {t(`verification.part.${part}`)}
                </Typography>
                <Typography
                  variant="body2"
                  sx={{ color: row === 'wrong' ? 'refusal.main' : 'text.secondary' }}
                >
                  {row === 'wrong' &&
                    (findings.every(({ code }) => code === 'notChecked')
                      ? t('verification.state.notChecked')
                      : t('verification.problems', {
                          count: findings.length,
                          problems: format.count(findings.length),
                        }))}
                  {row !== 'wrong' && row !== 'plain' && t(`verification.state.${row}`)}
                  {row === 'now' && running !== null && <Percent progress={running} />}
                </Typography>
              </Box>
              <Typography variant="quiet">{t(`verification.partAbout.${part}`)}</Typography>
              {row === 'now' && running !== null && (
                <Progress label={t(`verification.part.${part}`)} progress={running} />
              )}
              <Remarks remarks={remarks.get(part) ?? []} />
              {findings.length > 0 && (
                <Box component="ul" sx={{ display: 'grid', gap: 3, mt: 3 }}>
                  {findings.map((finding, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: findings have no identity, and their order does not change.
                    <li key={index}>
                      <Finding finding={finding} isJournalWhole={isJournalWhole} />
                    </li>
                  ))}
                </Box>
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** How much of a part is done; each counts in a unit of its own, which says nothing here. */
function Progress({ label, progress }: { label: string; progress: { done: number; all: number } }) {
  const percent = percentOf(progress);
  return (
    <LinearProgress
      aria-label={label}
      {...(percent === null
        ? { variant: 'indeterminate' as const }
        : { variant: 'determinate' as const, value: percent })}
      sx={{ borderRadius: 1, mt: 2, mb: 1 }}
    />
  );
}

function Percent({ progress }: { progress: { done: number; all: number } }) {
  const { t } = useI18n();
  const percent = percentOf(progress);
  if (percent === null) return null;
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {' · '}
      {t('common.progress.percent', { percent })}
    </Box>
  );
}
