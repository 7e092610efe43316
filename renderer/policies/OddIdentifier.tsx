import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { TriangleAlert } from 'lucide-react';
import type { PolicyRow } from '#shared/contract/policies.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { StateChip } from '../components/StateChip.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';

type Odd = PolicyRow['odd'][number];

function useOddText() {
  const { t } = useI18n();
  return ({ column, code }: Odd) => ({
    short: t(
      column === 'companyTaxId' || column === 'identification' || column === 'vin'
        ? `policies.odd.${column}`
        : 'policies.odd.identification',
    ),
    why: t(`policies.problem.${code}`),
  });
}

/** That an identifier of a policy is to be checked, and why on hover. */
export function OddChip(odd: Odd) {
  const { short, why } = useOddText()(odd);
  return (
    <Tooltip title={why}>
      <span>
        <StateChip tone="waiting" icon={TriangleAlert} label={short} />
      </span>
    </Tooltip>
  );
}

/** The same as a sign in a list; nothing where all is as it should be. */
export function OddSign({ odd }: { odd: PolicyRow['odd'] }) {
  const label = useOddText();
  if (odd.length === 0) return null;
  const said = odd.map((one) => `${label(one).short}: ${label(one).why}`).join(' ');
  return (
    <Box component="span" className="sign" title={said} sx={{ '& svg': { color: 'warning.main' } }}>
      <TriangleAlert size={12} aria-hidden />
      <VisuallyHidden>{said}</VisuallyHidden>
    </Box>
  );
}

/** Why an identifier is to be checked, below it; nothing where it is in order. */
export function OddText({ odd, column }: { odd: PolicyRow['odd']; column: Odd['column'] }) {
  const label = useOddText();
  return odd
    .filter((one) => one.column === column)
    .map((one) => (
      <Box
        component="span"
        key={one.code}
        sx={(theme) => ({ ...theme.typography.caption, display: 'block', color: 'warning.main' })}
      >
        {label(one).why}
      </Box>
    ));
}
