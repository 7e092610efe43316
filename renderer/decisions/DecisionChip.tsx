import { Ban, Check, Hourglass, type LucideIcon, MessageSquareWarning } from 'lucide-react';
import type { RecordRow } from '#shared/contract/records.ts';
import type { InvoiceDecision } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { type ChipTone, StateChip } from '../components/StateChip.tsx';

const styles: Record<InvoiceDecision, { tone: ChipTone; icon: LucideIcon }> = {
  pay: { tone: 'matched', icon: Check },
  hold: { tone: 'waiting', icon: Hourglass },
  dispute: { tone: 'refusal', icon: Ban },
};

type Counts = Record<InvoiceDecision | 'proposed', number>;

/** What was decided on the invoices of a claim, what asks for somebody first; of each how many where there are several. Nothing where nothing was. */
export function DecisionChips({ counts }: { counts: Counts }) {
  const { t } = useI18n();
  const shown = (['proposed', 'dispute', 'hold', 'pay'] as const).filter((state) => counts[state] > 0);
  return shown.slice(0, 2).map((state) => (
    <StateChip
      key={state}
      {...(state === 'proposed' ? { tone: 'waiting' as const, icon: MessageSquareWarning } : styles[state])}
      label={
        counts[state] === 1
          ? t(`decisions.chip.${state}`)
          : t('decisions.chip.several', {
              decision: t(`decisions.chip.${state}`),
              count: counts[state],
            })
      }
    />
  ));
}

/** What was decided on an invoice; a payment that waits for a second person before all else. Nothing where nothing was. */
export function DecisionChip({ row }: { row: Pick<RecordRow, 'decision' | 'revision'> }) {
  const { t } = useI18n();
  const { decision } = row;
  if (decision === null) return null;
  if (decision.isPaymentProposed)
    return <StateChip tone="waiting" icon={MessageSquareWarning} label={t('decisions.chip.proposed')} />;
  if (decision.decision === null) return null;
  const isEarlier = decision.revision !== null && decision.revision < row.revision;
  if (isEarlier)
    return (
      <StateChip
        {...styles[decision.decision]}
        tone="waiting"
        label={t('decisions.chip.earlier', { decision: t(`decisions.chip.${decision.decision}`) })}
      />
    );
  return <StateChip {...styles[decision.decision]} label={t(`decisions.chip.${decision.decision}`)} />;
}
