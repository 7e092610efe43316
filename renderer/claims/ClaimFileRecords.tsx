import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CircleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { DossierKey, DossierRecord } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { CancellationChip } from '../cancellations/CancellationState.tsx';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { recordPath } from '../records/paths.ts';
import { useRecordLabel } from './record-text.ts';

/** The records of a claim file, and why each belongs there where it is not by the claim file's own key. */
export function ClaimFileRecords({ records, by }: { records: readonly DossierRecord[]; by: DossierKey }) {
  const { t } = useI18n();
  const label = useRecordLabel();
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {records.map((record) => {
        const reason = record.because.find((share) => share.by === by) ?? record.because[0];
        return (
          <Box component="li" key={record.id} sx={{ '& + li': { borderTop: 1, borderColor: 'divider' } }}>
            <Box
              component={Link}
              href={recordPath(record.kind, record.id)}
              sx={(theme) => ({
                ...theme.typography.body2,
                display: 'grid',
                gridTemplateColumns: '132px minmax(0, 1fr) auto auto',
                columnGap: 4,
                alignItems: 'center',
                minHeight: theme.perito.sizes.row,
                py: 1.5,
                color: 'text.primary',
                textDecoration: 'none',
                '&:hover': { background: theme.perito.scheme.hover },
              })}
            >
              <PlainCode value={record.number} />
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="body2" noWrap>
                  {label.what(record)}
                </Typography>
                <Typography variant="caption" component="p" noWrap>
                  {[
                    t(`records.kind.${record.kind}`),
                    record.partyName,
                    reason !== undefined && reason.by !== by
                      ? t(`claims.because.${reason.by}`, { value: reason.value })
                      : null,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Typography>
              </Box>
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                {record.attentionCount > 0 && (
                  <Box
                    component="span"
                    title={t('claims.row.findings', { count: record.attentionCount })}
                    sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
                  >
                    <CircleAlert size={13} aria-hidden />
                    {record.attentionCount}
                  </Box>
                )}
                {record.cancellation !== null && <CancellationChip state={record.cancellation.state} />}
              </Box>
              <Box sx={{ textAlign: 'right', minWidth: 112 }}>
                {record.total !== null && <Amount value={record.total} currency={label.currency(record)} />}
                <Typography variant="caption" component="p">
                  <RelativeTime at={record.receivedAt} />
                </Typography>
              </Box>
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
