import { CircleHelp, CircleX, Clock, Eye, type LucideIcon, Repeat2, Undo2 } from 'lucide-react';
import type { CancellationState } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { type ChipTone, StateChip } from '../components/StateChip.tsx';

const chipStyles: Record<CancellationState, { tone: ChipTone; icon: LucideIcon }> = {
  waiting: { tone: 'waiting', icon: Clock },
  deferred: { tone: 'waiting', icon: Eye },
  approved: { tone: 'waiting', icon: Repeat2 },
  refused: { tone: 'refusal', icon: CircleX },
  cancelled: { tone: 'matched', icon: Undo2 },
  unmatched: { tone: 'neutral', icon: CircleHelp },
};

/** How an order stands with its cancellation. */
export function CancellationChip({ state }: { state: CancellationState }) {
  const { t } = useI18n();
  return <StateChip {...chipStyles[state]} label={t(`cancellations.state.${state}`)} />;
}
