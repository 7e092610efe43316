import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Finding, RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { findingText } from '../records/finding-text.ts';

/** So many are named; the rest stands among the findings. */
const mostNamed = 5;

/** Whether a finding speaks against paying: a warning or an error that nobody acknowledged. */
const isSerious = ({ severity, acknowledgement }: Finding): boolean =>
  severity !== 'info' && acknowledgement === null;

/** The serious findings of a record's latest revision, whichever is shown, worst first. */
export function useSeriousFindings(record: RecordDetail): readonly Finding[] {
  const latest = useQuery(useApi().records.get.queryOptions({ input: { id: record.id } }));
  const { findings } = latest.data ?? record;
  return useMemo(() => findings.filter(isSerious), [findings]);
}

/** What speaks against paying an invoice, where it is paid. Nothing where nothing does. */
export function SeriousFindings({ findings }: { findings: readonly Finding[] }) {
  const { t, format } = useI18n();
  if (findings.length === 0) return null;
  return (
    <Alert severity={findings.some(({ severity }) => severity === 'error') ? 'error' : 'warning'}>
      {t('decisions.findings', { count: findings.length })}
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 4, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {findings.slice(0, mostNamed).map((finding) => (
          <li key={finding.id}>{findingText(finding, { t, format })}</li>
        ))}
      </Box>
      {findings.length > mostNamed && t('decisions.moreFindings', { count: findings.length - mostNamed })}
    </Alert>
  );
}
