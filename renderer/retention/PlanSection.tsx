import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { isDefinedError } from '@orpc/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RetentionPlan, RetentionPolicy, RetentionState } from '#shared/contract/retention.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { claimFilePath } from '../claims/paths.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { LineSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { TextLink } from '../records/Facts.tsx';
import { RetentionPart } from './RetentionPart.tsx';

type Props = {
  state: RetentionState;
  /** Of the rule that is looked at. */
  years: number;
  /** Whether it is the saved one: by that alone claims leave. */
  isSaved: boolean;
};

/** What would leave by a rule, what stays and why, and the button by which it leaves now. */
export function PlanSection({ state, years, isSaved }: Props) {
  const { t } = useI18n();
  const plan = useQuery({
    ...useApi().retention.plan.queryOptions({ input: { years } }),
    // It takes seconds where there is much; whoever wants it newer says so.
    staleTime: 300_000,
    enabled: state.running === null,
  });
  if (state.running !== null) return null;
  return (
    <RetentionPart
      title={t('retention.plan.title')}
      aside={
        <Button variant="text" disabled={plan.isFetching} onClick={() => void plan.refetch()}>
          {t(plan.isFetching ? 'retention.plan.loading' : 'retention.plan.again')}
        </Button>
      }
    >
      {plan.isError && <ErrorState query={plan} />}
      {plan.isPending && <LineSkeleton height={96} label={t('retention.plan.loading')} />}
      {plan.data !== undefined && (
        <>
          <Leaving plan={plan.data} />
          {isSaved ? (
            <ArchiveNow plan={plan.data} state={state} />
          ) : (
            <Typography variant="quiet">{t('retention.plan.unsaved')}</Typography>
          )}
          <Staying plan={plan.data} />
        </>
      )}
    </RetentionPart>
  );
}

/** How much would leave, and the oldest claims of it. */
function Leaving({ plan }: { plan: RetentionPlan }) {
  const { t, format } = useI18n();
  if (plan.claims === 0) return <Typography variant="body2">{t('retention.plan.none')}</Typography>;
  return (
    <>
      <Fields>
        <Field label={t('retention.plan.claims')}>
          <strong>{format.count(plan.claims)}</strong>
        </Field>
        <Field label={t('retention.plan.records')}>{format.count(plan.records)}</Field>
        <Field label={t('retention.plan.size')}>
          {t('retention.plan.about', { size: format.bytes(plan.bytes) })}
        </Field>
        <Field label={t('retention.plan.closedBefore')}>{format.date(plan.closedBefore)}</Field>
        {plan.oldest !== null && plan.newest !== null && (
          <Field label={t('retention.plan.span')}>
            {format.date(plan.oldest) === format.date(plan.newest)
              ? format.date(plan.oldest)
              : t('retention.plan.spanOf', {
                  oldest: format.date(plan.oldest),
                  newest: format.date(plan.newest),
                })}
          </Field>
        )}
      </Fields>
      {plan.isUnderFiscalYears && <Alert severity="warning">{t('retention.fiscal.some')}</Alert>}
      {plan.examples.length > 0 && <Examples examples={plan.examples} />}
    </>
  );
}

/** So many claims are named of what leaves, and of each reason to stay. */
const shownExamples = 5;

function Examples({ examples }: Pick<RetentionPlan, 'examples'>) {
  const { t, format } = useI18n();
  return (
    <Table size="small" aria-label={t('retention.plan.examples')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('retention.plan.examples')}</TableCell>
          <TableCell>{t('retention.plan.lastActivity')}</TableCell>
          <TableCell align="right">{t('retention.plan.records')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {examples.slice(0, shownExamples).map(({ claimNumber, lastActivity, records }) => (
          <TableRow key={claimNumber}>
            <TableCell>
              <TextLink href={claimFilePath('claimNumber', claimNumber)}>
                <PlainCode value={claimNumber} />
              </TextLink>
            </TableCell>
            <TableCell>{format.date(lastActivity)}</TableCell>
            <TableCell align="right">{format.count(records)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Claims of that age that stay, by reason, each reason with its way out and claims to look at. */
function Staying({ plan: { keptBack, withoutClaim } }: { plan: RetentionPlan }) {
  const { t, format } = useI18n();
  const reasons = keptBack.filter(({ claims }) => claims > 0);
  if (reasons.length === 0 && withoutClaim === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <div>
        <Typography variant="body1" component="h3" sx={{ fontWeight: 600 }}>
          {t('retention.plan.stay')}
        </Typography>
        {reasons.length > 0 && <Typography variant="quiet">{t('retention.plan.stayAbout')}</Typography>}
      </div>
      {reasons.length > 0 && (
        <Box component="ul" sx={{ borderTop: 1 }}>
          {reasons.map(({ reason, claims, examples }) => (
            <Box component="li" key={reason} sx={{ py: 3, borderBottom: 1, display: 'grid', gap: 1 }}>
              <Box sx={{ display: 'flex', gap: 4, alignItems: 'baseline' }}>
                <Typography variant="body2" sx={{ flex: 1, fontWeight: 500 }}>
                  {t(`retention.plan.reason.${reason}`)}
                </Typography>
                <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                  {t('retention.plan.stayClaims', { count: claims, claims: format.count(claims) })}
                </Typography>
              </Box>
              <Typography variant="quiet">{t(`retention.plan.wayOut.${reason}`)}</Typography>
              <Box sx={{ typography: 'body2', display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
                {examples.slice(0, shownExamples).map((claim) => (
                  <TextLink key={claim} href={claimFilePath('claimNumber', claim)}>
                    <PlainCode value={claim} />
                  </TextLink>
                ))}
                {claims > Math.min(shownExamples, examples.length) && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {t('retention.plan.moreClaims', {
                      count: claims - Math.min(shownExamples, examples.length),
                      claims: format.count(claims - Math.min(shownExamples, examples.length)),
                    })}
                  </Box>
                )}
              </Box>
            </Box>
          ))}
        </Box>
      )}
      {withoutClaim > 0 && (
        <Typography variant="quiet">
          {t('retention.plan.withoutClaim', { count: withoutClaim, records: format.count(withoutClaim) })}
        </Typography>
      )}
    </Box>
  );
}

/** Begins a run, after it was said what happens in it; and what the last one did. */
function ArchiveNow({ plan, state: { policy, last } }: { plan: RetentionPlan; state: RetentionState }) {
  const { t, format } = useI18n();
  const when = useWhen();
  const [isSure, setSure] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {isSure && plan.claims > 0 ? (
        <Confirm plan={plan} policy={policy} onClose={() => setSure(false)} />
      ) : (
        <Box>
          <Button variant="contained" disabled={plan.claims === 0} onClick={() => setSure(true)}>
            {t('retention.now.button')}
          </Button>
        </Box>
      )}
      <Typography variant="quiet">
        {t('retention.now.daily')}
        {last !== null && (
          <>
            <br />
            {t('retention.last.line', {
              count: last.claims,
              claims: format.count(last.claims),
              records: format.count(last.records),
              when: when(last.at),
            })}
          </>
        )}
      </Typography>
    </Box>
  );
}

function Confirm(props: { plan: RetentionPlan; policy: RetentionPolicy; onClose: () => void }) {
  const { t, format } = useI18n();
  const { plan, policy, onClose } = props;
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const begin = useMutation(
    api.retention.begin.mutationOptions({
      onSuccess: (state) => {
        queries.setQueryData(api.retention.get.queryKey(), state);
        onClose();
      },
      onError: (failure) => {
        onClose();
        void queries.invalidateQueries({ queryKey: api.retention.key() });
        if (!isDefinedError(failure)) return notDone(failure);
        const why = { BUSY: 'busy', NO_POLICY: 'noPolicy', NOTHING: 'nothing' } as const;
        notify({ tone: 'failed', text: t(`retention.now.${why[failure.code]}`) });
      },
    }),
  );
  const count = { count: plan.claims, claims: format.count(plan.claims) };
  return (
    <Alert severity="warning">
      <strong>{t('retention.now.title', count)}</strong>
      <Box component="ol" sx={{ my: 2, pl: 5, listStyle: 'decimal', display: 'grid', gap: 1 }}>
        <li>{t('retention.now.write', { folder: policy.folder ?? '' })}</li>
        <li>{t('retention.now.check')}</li>
        {policy.secondFolder !== null && <li>{t('retention.now.copy', { folder: policy.secondFolder })}</li>}
        <li>{t('retention.now.remove')}</li>
      </Box>
      {t('retention.now.noWayBack')} {policy.secondFolder === null && t('retention.rule.oneCopy')}
      {plan.isUnderFiscalYears && (
        <Box component="p" sx={{ mt: 2 }}>
          {t('retention.fiscal.some')} {t('retention.fiscal.keep')}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2, mt: 3 }}>
        <Button autoFocus onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" disabled={begin.isPending} onClick={() => begin.mutate(undefined)}>
          {t('retention.now.confirm', count)}
        </Button>
      </Box>
    </Alert>
  );
}
