import Box from '@mui/material/Box';
import { CircleHelp, ShieldCheck, ShieldX } from 'lucide-react';
import type { PolicyVerdict } from '#shared/contract/policies.ts';
import { useWords } from '../app/locale/i18n.ts';
import { StateChip } from '../parts/StateChip.tsx';

const periodLooks = {
  inForce: { tone: 'matched', icon: ShieldCheck },
  notInForce: { tone: 'refusal', icon: ShieldX },
  maybeNotInForce: { tone: 'waiting', icon: CircleHelp },
} as const;
const coverLooks = {
  covered: { tone: 'matched', icon: ShieldCheck },
  notCovered: { tone: 'refusal', icon: ShieldX },
  notChecked: { tone: 'waiting', icon: CircleHelp },
} as const;

/**
 * Whether the policy was in force on the day, and whether the type of incident, named by `type`, is covered. Nothing is
 * green that was not checked. Nothing of a vehicle that is not in the book.
 */
export function StandingChips({
  verdict: { period, cover },
  type,
}: {
  verdict: Pick<PolicyVerdict, 'period' | 'cover'>;
  type: string;
}) {
  const { t } = useWords();
  if (period === null || cover === null) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <StateChip {...periodLooks[period]} words={t(`policies.standing.${period}`)} />
      <StateChip {...coverLooks[cover.state]} words={t(`policies.standing.${cover.state}`, { type })} />
    </Box>
  );
}

/** Why cover was not checked, and what to do about it; null where it was. */
export function useNotChecked() {
  const { t } = useWords();
  return ({ cover }: Pick<PolicyVerdict, 'cover'>): string | null =>
    cover === null || cover.reason === null
      ? null
      : t(`policies.standing.because.${cover.reason}`, { codes: cover.codes.join(', ') });
}
