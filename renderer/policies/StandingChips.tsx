import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { CircleHelp, ShieldCheck, ShieldX } from 'lucide-react';
import { Link } from 'wouter';
import type { CoverageCheck } from '#shared/contract/policies.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { StateChip } from '../components/StateChip.tsx';
import { coveragesPath } from './paths.ts';

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
export function StatusChips({
  verdict: { period, cover },
  type,
}: {
  verdict: Pick<CoverageCheck, 'period' | 'cover'>;
  type: string;
}) {
  const { t } = useI18n();
  if (period === null || cover === null) return null;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        // In a narrow column a chip has two lines rather than be cut.
        '& > span': { whiteSpace: 'normal', height: 'auto', minHeight: 20, py: '1px', flex: '0 1 auto' },
        '& > span > svg': { flex: 'none' },
      }}
    >
      <StateChip {...periodLooks[period]} label={t(`policies.standing.${period}`)} />
      <StateChip {...coverLooks[cover.state]} label={t(`policies.standing.${cover.state}`, { type })} />
    </Box>
  );
}

/** Why cover was not checked, and the way to what can be done about it; nothing where it was. */
export function NotChecked({ verdict: { cover } }: { verdict: Pick<CoverageCheck, 'cover'> }) {
  const { t } = useI18n();
  if (cover === null || cover.reason === null) return null;
  return (
    <Typography variant="body2">
      {t(`policies.standing.because.${cover.reason}`, { codes: cover.codes.join(', ') })}{' '}
      {cover.reason === 'unassigned' && (
        <MuiLink component={Link} href={coveragesPath} sx={{ fontWeight: 500, whiteSpace: 'nowrap' }}>
          {t('policies.assign.go')}
        </MuiLink>
      )}
    </Typography>
  );
}
