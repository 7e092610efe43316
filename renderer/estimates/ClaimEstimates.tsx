import { useQueries, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { ClaimFile, ClaimFileRecord } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useSettings } from '../app/status.ts';
import type { Subject } from '../claims/useSubject.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Section } from '../components/Fields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { useGrowing } from '../components/useGrowing.tsx';
import { TextLink } from '../records/Facts.tsx';
import { recordPath } from '../records/paths.ts';
import { type Estimate, estimateOf, sumsOf, supplementOf, worthOf } from './estimate.ts';
import { SupplementTable, useSupplementWords } from './SupplementTable.tsx';

/** The last so many estimates of a claim, and revisions of an order, that are compared. */
const maxSteps = 8;

/** A revision of a report or an order. */
type Step = { record: ClaimFileRecord; revision: number };

const stepsOf = (record: ClaimFileRecord): Step[] =>
  Array.from({ length: record.revision - record.archivedRevisions }, (_, index) => ({
    record,
    revision: record.archivedRevisions + index + 1,
  }));

const isHere = ({ archivedIn }: ClaimFileRecord): boolean => archivedIn === null;

/** The reports of a claim in the order in which they came are one sequence of estimates; each order that was revised is another. */
function sequencesOf(records: readonly ClaimFileRecord[]): Step[][] {
  const oldestFirst = records.filter(isHere).sort((one, other) => one.id - other.id);
  const reports = oldestFirst.filter(({ kind }) => kind === 'incidentReport').flatMap(stepsOf);
  const orders = oldestFirst
    .filter(({ kind, revision }) => (kind === 'purchaseOrder' || kind === 'serviceOrder') && revision > 1)
    .map(stepsOf);
  return [reports, ...orders].map((steps) => steps.slice(-maxSteps)).filter((steps) => steps.length > 1);
}

/** How the estimates of a claim grew: report after report, revision after revision, with what each changed. */
export function ClaimEstimates({ records }: Pick<ClaimFile, 'records'>) {
  const { t } = useI18n();
  const sequences = useMemo(() => sequencesOf(records), [records]);
  // Each step is a record that is fetched.
  const { shown, more } = useGrowing(sequences, shownAtFirst);
  if (sequences.length === 0) return null;
  return (
    <Section title={t('estimates.title')}>
      <Box sx={{ display: 'grid', gap: 5 }}>
        {shown.map((steps) => (
          <Sequence key={`${steps[0]?.record.id} ${steps[0]?.revision}`} steps={steps} />
        ))}
      </Box>
      {more}
    </Section>
  );
}

const shownAtFirst = 6;

function Sequence({ steps }: { steps: readonly Step[] }) {
  const { t } = useI18n();
  const api = useApi();
  const wordsOf = useSupplementWords();
  const details = useQueries({
    queries: steps.map(({ record, revision }) =>
      api.records.get.queryOptions({ input: { id: record.id, revision } }),
    ),
  });
  const estimates = details.map(({ data }) => (data === undefined ? null : estimateOf(data.content)));
  return (
    <Box component="ol" sx={{ display: 'grid', gap: 2 }}>
      {steps.map(({ record, revision }, index) => {
        const [estimate, before] = [estimates[index] ?? null, estimates[index - 1] ?? null];
        const receivedAt = details[index]?.data?.revisions.find(
          (row) => row.revision === revision,
        )?.receivedAt;
        const what = t('estimates.step', { number: record.number, revision });
        const supplement = estimate === null || before === null ? null : supplementOf(before, estimate);
        return (
          <Box component="li" key={`${record.id} ${revision}`}>
            <Box sx={{ display: 'flex', gap: 3, alignItems: 'baseline', flexWrap: 'wrap' }}>
              <Typography variant="body2" sx={{ flex: '1 1 240px' }}>
                <TextLink href={recordPath(record.kind, record.id)}>
                  <PlainCode value={record.number} />
                </TextLink>
                {` · ${t('records.row.revision', { revision })}`}
                {receivedAt !== undefined && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {' · '}
                    <RelativeTime at={receivedAt} />
                  </Box>
                )}
              </Typography>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {estimate !== null && <Amount value={estimate.total} />}
              </Typography>
            </Box>
            {supplement !== null && supplement.lines.length === 0 && (
              <Typography variant="caption">{wordsOf(supplement)}</Typography>
            )}
            {supplement !== null && supplement.lines.length > 0 && (
              <Box component="details">
                <Typography
                  component="summary"
                  variant="caption"
                  sx={{ cursor: 'pointer', minHeight: 24, py: 0.5 }}
                >
                  {wordsOf(supplement)}
                </Typography>
                <Box sx={{ my: 1 }}>
                  <SupplementTable supplement={supplement} label={what} />
                </Box>
              </Box>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

type MoneyProps = { claimFile: ClaimFile; subject: Subject };

/** What was ordered and invoiced beside what the policy book says of the policy, and the estimate beside what the vehicle is worth. */
export function PolicyMoney({ claimFile, subject }: MoneyProps) {
  const { t, format } = useI18n();
  const policy = usePolicy(subject);
  const sums = sumsOf(claimFile.ledger);
  const parts = [
    ...sums.map(({ currency, ordered, invoiced }) =>
      t('estimates.sums', {
        ordered: format.money(ordered, currency),
        invoiced: format.money(invoiced, currency),
      }),
    ),
    ...(policy === undefined
      ? []
      : [
          t('claims.subject.money', {
            deductible: format.money(policy.deductibleAmount),
            balance: format.money(policy.accountBalance),
          }),
        ]),
  ];
  return (
    <>
      {parts.length > 0 && (
        <Typography variant="caption" component="p">
          {parts.join(' · ')}
        </Typography>
      )}
      {policy !== undefined && <WorthLine claimFile={claimFile} value={policy.vehicleValue} />}
    </>
  );
}

/** The vehicle's row of the policy book; undefined where it has none, or nobody asked for it. */
function usePolicy({ coverageCheck }: Subject) {
  const api = useApi();
  const id = coverageCheck !== null && typeof coverageCheck === 'object' ? coverageCheck.id : null;
  return useQuery({
    ...api.policies.get.queryOptions({ input: { id: id ?? 0 } }),
    enabled: id !== null,
  }).data;
}

/** The share of the vehicle's worth that the repair may come to; that the book does not know it, where it does not. */
function WorthLine({ claimFile, value }: { claimFile: ClaimFile; value: string | null }) {
  const { t, format } = useI18n();
  const threshold = useSettings().data?.policyBook.totalLossPercent;
  const estimate = useEstimate(claimFile);
  if (value === null || Number(value) <= 0)
    return (
      <Typography variant="caption" component="p">
        {t('estimates.worth.unknown')}
      </Typography>
    );
  const pesos = sumsOf(claimFile.ledger).find(({ currency }) => currency === 'DOP');
  if (threshold === undefined || estimate === undefined) return null;
  const worth = worthOf(
    { estimate: estimate?.total ?? null, ordered: pesos?.standing ?? '0' },
    value,
    threshold,
  );
  if (worth === null)
    return (
      <Typography variant="caption" component="p">
        {t('estimates.worth.nothing', { value: format.money(value) })}
      </Typography>
    );
  const isPartial = worth.of === 'estimate' && estimate?.isComplete === false;
  return (
    <Typography
      variant="caption"
      component="p"
      sx={
        worth.isNear
          ? { color: 'warning.main', display: 'flex', gap: 1.5, '& > svg': { flex: 'none', mt: 0.25 } }
          : {}
      }
    >
      {worth.isNear && <TriangleAlert size={13} aria-hidden />}
      <span>
        {t(`estimates.worth.${worth.of}`, {
          amount: format.money(worth.amount),
          percent: format.count(worth.percent),
          value: format.money(value),
        })}
        {isPartial && ` ${t('estimates.worth.partial')}`}
        {worth.isNear && ` ${t('estimates.worth.near', { threshold: format.count(threshold) })}`}
      </span>
    </Typography>
  );
}

/** What the newest report of a claim file comes to; null where it has none, undefined until it is read. */
function useEstimate({ incident }: ClaimFile): Estimate | null | undefined {
  const api = useApi();
  const { data } = useQuery({
    ...api.records.get.queryOptions({ input: { id: incident?.recordId ?? 0 } }),
    enabled: incident !== null,
  });
  if (incident === null) return null;
  return data === undefined ? undefined : estimateOf(data.content);
}
