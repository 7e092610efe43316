import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { PencilLine, Trash2 } from 'lucide-react';
import type { PolicyDetail } from '#shared/contract/policies.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Code } from '../components/Code.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { BackButton } from '../components/list/ListDetailLayout.tsx';
import { OddChip } from './OddIdentifier.tsx';
import { PolicyStateChip } from './PolicyStateChip.tsx';
import { bookPath } from './paths.ts';
import { statesOf, vehicleOf } from './policy-state.ts';

type Props = { policy: PolicyDetail; today: string; onEdit: () => void; onRemove: () => void };

/** Which vehicle on which policy, how it stands, and what can be done with it. */
export function PolicyHead({ policy, today, onEdit, onRemove }: Props) {
  const { t } = useI18n();
  const vehicle = vehicleOf(policy);
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pt: 4, pb: 3.5, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <BackButton href={bookPath} />
        <Typography variant="h1" sx={{ flex: 1, minWidth: 0 }}>
          {vehicle === '' ? t('policies.detail.noVehicle') : vehicle}
        </Typography>
        <Button
          variant="text"
          color="error"
          startIcon={<Trash2 size={14} />}
          onClick={onRemove}
          sx={{ flex: 'none' }}
        >
          {t('policies.detail.remove')}
        </Button>
        <Button
          startIcon={<PencilLine size={14} />}
          onClick={onEdit}
          aria-keyshortcuts="E"
          sx={{ flex: 'none' }}
        >
          {t('policies.detail.edit')}
          <Kbd gap>E</Kbd>
        </Button>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1, flexWrap: 'wrap', minHeight: 32 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary', mr: 'auto' }}>
          {t('policies.detail.policy')}{' '}
          <Code value={policy.insurancePolicyNumber} what={t('policies.column.insurancePolicyNumber')} /> ·{' '}
          {t('policies.detail.vin')} <Code value={policy.vin} what={t('policies.detail.vin')} />
        </Typography>
        <Box sx={{ display: 'flex', gap: 2 }}>
          {policy.odd.map(({ column, code }) => (
            <OddChip key={`${column} ${code}`} column={column} code={code} />
          ))}
          {statesOf(policy, today).map((state) => (
            <PolicyStateChip key={state.name} state={state} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}
