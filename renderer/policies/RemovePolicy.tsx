import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { PolicyDetail } from '#shared/contract/policies.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useNotDone } from '../app/useNotDone.ts';
import { bookPath, policyPath } from './paths.ts';
import { vehicleOf } from './policy-state.ts';

/** Asks once more, in place; what was removed can be put back from the notice. */
export function RemovePolicy({ policy, onBack }: { policy: PolicyDetail; onBack: () => void }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const vehicle = vehicleOf(policy) || policy.vin;
  const stale = () => void queries.invalidateQueries({ queryKey: api.policies.list.key() });
  const failed = useNotDone();
  const restore = useMutation({
    ...api.policies.save.mutationOptions(),
    onSuccess: (back) => {
      stale();
      notify({ tone: 'done', text: t('policies.detail.restored', { vehicle }) });
      go(policyPath(back.id));
    },
    onError: failed,
  });
  const remove = useMutation({
    ...api.policies.remove.mutationOptions(),
    onSuccess: () => {
      go(bookPath, { replace: true });
      queries.removeQueries({ queryKey: api.policies.get.key({ input: { id: policy.id } }) });
      stale();
      notify({
        tone: 'done',
        text: t('policies.detail.removed', { vehicle }),
        undo: () => restore.mutate({ fields: policy.fields }),
      });
    },
    onError: failed,
  });
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pb: 4, flex: 'none' }}>
      <Alert severity="warning">
        <strong>{t('policies.detail.removeTitle')}</strong>
        <br />
        {t('policies.detail.removeText')}
        <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
          <Button onClick={onBack}>{t('common.cancel')}</Button>
          <Button color="error" disabled={remove.isPending} onClick={() => remove.mutate({ id: policy.id })}>
            {t('policies.detail.removeConfirm')}
          </Button>
        </Box>
      </Alert>
    </Box>
  );
}
