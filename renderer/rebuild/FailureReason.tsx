import Alert from '@mui/material/Alert';
import type { RebuildFailure } from '#shared/contract/database.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { SystemWords } from '../components/Fields.tsx';

/** Why a rebuild did not come to its end, and the way out. */
export function FailureReason({ failure: { code, detail } }: { failure: RebuildFailure }) {
  const { t } = useI18n();
  return (
    <Alert severity="error">
      <strong>{t('rebuild.failure.title')}</strong>
      <br />
      {t(`rebuild.failure.${code}`)}
      <SystemWords text={detail} />
    </Alert>
  );
}
