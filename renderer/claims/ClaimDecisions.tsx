import { CircleHelp } from 'lucide-react';
import type { ClaimFileRecord } from '#shared/contract/claims.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { CancellationLink } from '../cancellations/CancellationState.tsx';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Section } from '../components/Fields.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { useGrowing } from '../components/useGrowing.tsx';
import { DecisionChip } from '../decisions/DecisionChip.tsx';
import { TextLink } from '../records/Facts.tsx';
import { recordPath } from '../records/paths.ts';
import { useRecordLabel } from './record-text.ts';

/** What is asked of the office: an order's cancellation, or an invoice. */
const isAsked = ({ kind, heading, cancellation, archivedIn }: ClaimFileRecord): boolean => {
  if (archivedIn !== null) return false;
  if (kind === 'financialDocument') return heading?.kind === 'financialDocument' && !isCreditNote(heading);
  return cancellation !== null;
};

/** Whether somebody still has to decide: first what is open, then what is not paid, last what is settled. */
function rankOf({ decision, cancellation }: ClaimFileRecord): number {
  if (cancellation !== null) return ['waiting', 'deferred'].includes(cancellation.state) ? 0 : 3;
  if (decision === null || decision.isPaymentProposed) return 1;
  return decision.decision === 'pay' ? 3 : 2;
}

const shownAtFirst = 40;

/** How the decisions of a claim stand: each asked cancellation and each invoice, what waits for somebody first. */
export function ClaimDecisions({ records }: { records: readonly ClaimFileRecord[] }) {
  const { t } = useI18n();
  const label = useRecordLabel();
  const asked = records.filter(isAsked).sort((one, other) => rankOf(one) - rankOf(other));
  const { shown, more } = useGrowing(asked, shownAtFirst);
  if (asked.length === 0) return null;
  return (
    <Section title={t('claims.detail.section.decisions')} aside={<OpenDecisions records={records} />}>
      <Box component="ul" sx={{ display: 'grid', gap: 0.5 }}>
        {shown.map((record) => (
          <Box
            component="li"
            key={record.id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              columnGap: 2,
              rowGap: 0.5,
              alignItems: 'center',
              minHeight: 24,
            }}
          >
            <Typography variant="body2" sx={{ flex: '1 1 180px', minWidth: 0 }}>
              <TextLink href={recordPath(record.kind, record.id)}>
                <PlainCode value={record.number} />
              </TextLink>
              {record.partyName !== null && ` · ${record.partyName}`}
            </Typography>
            {record.cancellation !== null ? (
              <CancellationLink cancellation={record.cancellation} />
            ) : record.decision === null ? (
              <StateChip tone="waiting" icon={CircleHelp} label={t('claims.decisions.open')} />
            ) : (
              <DecisionChip row={record} />
            )}
            <Typography variant="body2" sx={{ minWidth: 104, textAlign: 'right' }}>
              <Amount value={record.total} currency={label.currency(record)} />
            </Typography>
          </Box>
        ))}
      </Box>
      {more}
    </Section>
  );
}

/** How many of them wait for somebody; nothing where none does. */
export function OpenDecisions({ records }: { records: readonly ClaimFileRecord[] }) {
  const { t } = useI18n();
  const count = records.filter((record) => isAsked(record) && rankOf(record) < 2).length;
  if (count === 0) return null;
  return <StateChip tone="waiting" icon={CircleHelp} label={t('claims.decisions.count', { count })} />;
}
