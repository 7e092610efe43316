import { useTheme } from '@mui/material/styles';
import { CircleHelp, CircleX, Clock, Eye, type LucideIcon, Repeat2, Undo2 } from 'lucide-react';
import type { CancellationState } from '#shared/terms.ts';
import { Link } from '../app/Link.tsx';
import { countdown, useServerNow } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { type ChipTone, StateChip } from '../components/StateChip.tsx';

const chipStyles: Record<CancellationState, { tone: ChipTone; icon: LucideIcon }> = {
  waiting: { tone: 'waiting', icon: Clock },
  deferred: { tone: 'waiting', icon: Eye },
  approved: { tone: 'waiting', icon: Repeat2 },
  refused: { tone: 'refusal', icon: CircleX },
  cancelled: { tone: 'neutral', icon: Undo2 },
  unmatched: { tone: 'neutral', icon: CircleHelp },
};

/** The chip of a cancellation's state. */
export function CancellationChip({ state }: { state: CancellationState }) {
  const { t } = useI18n();
  return <StateChip {...chipStyles[state]} label={t(`cancellations.state.${state}`)} />;
}

/** The same chip in the head of the order, where it leads to the cancellation. */
export function CancellationLink({
  cancellation,
}: {
  cancellation: { id: number; state: CancellationState };
}) {
  const { t } = useI18n();
  return (
    <Link href={`/cancellations/${cancellation.id}`} title={t('records.detail.openCancellation')}>
      <CancellationChip state={cancellation.state} />
    </Link>
  );
}

type CountdownProps = { heldUntil: string; heldSince: string; size?: number };

/** How long a call is still held: a ring that empties, and the seconds. */
export function Countdown({ heldUntil, heldSince, size = 18 }: CountdownProps) {
  const { t } = useI18n();
  const { perito, transitions } = useTheme();
  const now = useServerNow(true);
  const { seconds, share } = countdown(heldUntil, heldSince, now);
  const radius = size / 2 - 2;
  const round = 2 * Math.PI * radius;
  const { scheme } = perito;
  return (
    <Box
      component="span"
      role="timer"
      aria-label={t('cancellations.row.leftLabel', { count: seconds })}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, color: 'warning.main', fontWeight: 600 }}
    >
      <svg width={size} height={size} aria-hidden style={{ transform: 'rotate(-90deg)', flex: 'none' }}>
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          fill="none"
          stroke={scheme.waiting.edge}
          strokeWidth={2.5}
        />
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          fill="none"
          stroke={scheme.waiting.main}
          strokeWidth={2.5}
          strokeDasharray={round}
          strokeDashoffset={round * (1 - share)}
          style={{ transition: `stroke-dashoffset 250ms ${transitions.easing.sharp}` }}
        />
      </svg>
      <span aria-hidden>{t('cancellations.row.left', { seconds })}</span>
    </Box>
  );
}
