import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { CopyRequest, RestorePlan } from '#shared/contract/backups.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Typography } from '../components/Typography.tsx';
import { PlaceProblemNote } from './PlaceProblem.tsx';
import { PlanView } from './PlanView.tsx';
import { useRestore } from './use-backups.ts';

type Props = {
  copy: CopyRequest;
  onChoose: (copy: CopyRequest) => void;
  onBegun: (() => void) | undefined;
};

/** What a restore of this copy would do, and the button that does it. */
export function RestorePlanned({ copy, onChoose, onBegun }: Props) {
  const { t } = useI18n();
  const plan = useQuery(
    useApi().backups.planRestore.queryOptions({
      input: copy,
      // What is there goes on changing; it is looked at anew each time that somebody chooses.
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  );
  if (plan.data === undefined)
    return plan.isError ? (
      <ErrorState query={plan} />
    ) : (
      <Box role="status" sx={{ display: 'grid', gap: 2 }}>
        <LinearProgress aria-label={t('backups.restore.plan')} sx={{ borderRadius: 1 }} />
        <Typography variant="quiet">{t('backups.restore.planning')}</Typography>
      </Box>
    );
  return <Planned copy={copy} plan={plan.data} onChoose={onChoose} onBegun={onBegun} />;
}

function Planned({ copy, plan, onChoose, onBegun }: Props & { plan: RestorePlan }) {
  const { t } = useI18n();
  const restore = useRestore();
  const [isSure, setSure] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <PlanView
        plan={plan}
        onChooseNewer={
          plan.newer === null
            ? undefined
            : () => onChoose({ ...copy, folder: plan.newer?.folder ?? copy.folder, name: null })
        }
      />
      {plan.problem !== null ? (
        <PlaceProblemNote
          problem={plan.problem}
          isGrave
          wayOut={t(`backups.restored.wayOut.${plan.problem.code === 'full' ? 'dataDirectory' : 'copy'}`)}
        >
          <strong>{t('backups.restore.cannot')}.</strong>{' '}
        </PlaceProblemNote>
      ) : isSure ? (
        <Alert severity="warning">
          <strong>{t('backups.restore.sure')}</strong>
          <br />
          {t('backups.restore.sureAway')} {t('backups.restore.sureAside')}
          <Box sx={{ display: 'flex', gap: 2, mt: 3 }}>
            <Button autoFocus onClick={() => setSure(false)}>
              {t('common.cancel')}
            </Button>
            <Button
              color="error"
              variant="contained"
              disabled={restore.isPending || restore.isSuccess}
              onClick={() => restore.mutate(copy, onBegun && { onSuccess: onBegun })}
            >
              {t('backups.restore.confirm')}
            </Button>
          </Box>
        </Alert>
      ) : (
        <Box>
          <Button variant="contained" startIcon={<RotateCcw size={14} />} onClick={() => setSure(true)}>
            {t('backups.restore.begin')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
