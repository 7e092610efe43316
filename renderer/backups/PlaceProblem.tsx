import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import type { PlaceProblem, RestoreFailure } from '#shared/contract/backups.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { SystemWords } from '../components/Fields.tsx';

type Props = {
  problem: PlaceProblem;
  /** Where a warning is not enough though it may pass by itself. */
  isGrave?: boolean;
  /** In place of what is advised for a place of backups. */
  wayOut?: string;
  /** Stands before it. */
  children?: ReactNode;
};

/** Why a place cannot be used, and the way out. */
export function PlaceProblemNote({ problem, isGrave = false, wayOut, children }: Props) {
  const { t } = useI18n();
  return (
    <Alert severity={!isGrave && (problem.code === 'away' || problem.code === 'slow') ? 'warning' : 'error'}>
      {children}
      <strong>{t(`backups.problem.${problem.code}`)}</strong> {wayOut ?? t(`backups.wayOut.${problem.code}`)}
      <SystemWords text={problem.detail} />
    </Alert>
  );
}

/** Why a restore did not come to its end, which changed nothing. */
export function RestoreFailureNote({ failure: { where, problem } }: { failure: RestoreFailure }) {
  const { t } = useI18n();
  return (
    <PlaceProblemNote problem={problem} isGrave wayOut={t(`backups.restored.wayOut.${where}`)}>
      {t(`backups.restored.where.${where}`)}{' '}
    </PlaceProblemNote>
  );
}
