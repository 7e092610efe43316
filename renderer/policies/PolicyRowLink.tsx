import Box from '@mui/material/Box';
import { ShieldCheck } from 'lucide-react';
import type { PolicyRow } from '#shared/contract/policies.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PlainCode } from '../components/Code.tsx';
import { RowLink } from '../components/list/VirtualList.tsx';
import { OddSign } from './OddIdentifier.tsx';
import { PolicyStateChip, usePolicyStateText } from './PolicyStateChip.tsx';
import { gravestOf, type PolicyState, vehicleOf } from './policy-state.ts';

type Props = { row: PolicyRow; href: string; selected: boolean; today: string };

/** Which vehicle and how it stands; on which policy, with which VIN, and whose. */
export function PolicyRowLink({ row, href, selected, today }: Props) {
  const { t } = useI18n();
  const vehicle = vehicleOf(row);
  return (
    <RowLink href={href} selected={selected} loud={false}>
      <span className="first">
        <span className="grow">{vehicle === '' ? t('policies.detail.noVehicle') : vehicle}</span>
        <PolicyStatus state={gravestOf(row, today)} />
      </span>
      <span className="second">
        <PlainCode value={row.insurancePolicyNumber} />
        <PlainCode value={row.vin} />
        <span className="grow">{row.ownerName}</span>
        <OddSign odd={row.odd} />
      </span>
    </RowLink>
  );
}

/** What is in order is said quietly; what is not stands out. */
function PolicyStatus({ state }: { state: PolicyState }) {
  const label = usePolicyStateText();
  if (state.name !== 'inForce' && state.name !== 'noEnd') return <PolicyStateChip state={state} />;
  return (
    <Box
      component="span"
      className="sign"
      sx={(theme) => ({ ...theme.typography.caption, '& svg': { color: theme.perito.scheme.matched.main } })}
    >
      <ShieldCheck size={12} aria-hidden />
      {label(state)}
    </Box>
  );
}
