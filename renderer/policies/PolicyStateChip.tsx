import { Ban, CalendarClock, CalendarX2, CircleAlert, type LucideIcon, ShieldCheck } from 'lucide-react';
import { useI18n } from '../app/locale/i18n.ts';
import { type ChipTone, StateChip } from '../components/StateChip.tsx';
import type { PolicyState } from './policy-state.ts';

const chipStyles: Record<PolicyState['name'], { tone: ChipTone; icon: LucideIcon }> = {
  excluded: { tone: 'refusal', icon: Ban },
  premiumUnpaid: { tone: 'waiting', icon: CircleAlert },
  expired: { tone: 'refusal', icon: CalendarX2 },
  future: { tone: 'neutral', icon: CalendarClock },
  inForce: { tone: 'matched', icon: ShieldCheck },
  noEnd: { tone: 'matched', icon: ShieldCheck },
};

/** How a vehicle stands, in words. */
export function usePolicyStateText() {
  const { t, format } = useI18n();
  return (state: PolicyState) =>
    'day' in state
      ? t(`policies.state.${state.name}`, { day: format.day(state.day) })
      : t(`policies.state.${state.name}`);
}

/** How a vehicle stands, as a mark. */
export function PolicyStateChip({ state }: { state: PolicyState }) {
  const label = usePolicyStateText();
  const { tone, icon } = chipStyles[state.name];
  return <StateChip tone={tone} icon={icon} label={label(state)} />;
}
