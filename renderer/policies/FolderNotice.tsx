import Alert from '@mui/material/Alert';
import MuiLink from '@mui/material/Link';
import { Link } from 'wouter';
import type { WatchedFolderStatus } from '#shared/contract/status.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { PlainCode } from '../components/Code.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';

/**
 * That the watched folder cannot be looked at and since when; nothing where it can. What to do is told where its path can
 * be changed, and elsewhere one click away.
 */
export function FolderNotice({ isWhole = false }: { isWhole?: boolean }) {
  const status = useStatus();
  const folder = status.data?.watchedFolder;
  if (folder === undefined || folder.since === null) return null;
  return <Away folder={folder} since={folder.since} isWhole={isWhole} />;
}

type AwayProps = { folder: WatchedFolderStatus; since: string; isWhole: boolean };

function Away({ folder: { state, path, detail }, since, isWhole }: AwayProps) {
  const { t } = useI18n();
  const when = useWhen();
  if (state === 'none' || state === 'watched') return null;
  return (
    <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
      <strong>{t(`policies.folder.title.${state}`)}</strong>
      <br />
      <PlainCode value={path} />
      <br />
      {t('policies.folder.since', { when: when(since) })}{' '}
      {isWhole ? (
        <>
          {t(`policies.folder.what.${state}`)} {t('policies.folder.resumes')}
          <TechnicalDetail text={detail} />
        </>
      ) : (
        <MuiLink component={Link} href="/settings/policyBook" underline="always">
          {t('policies.folder.toSettings')}
        </MuiLink>
      )}
    </Alert>
  );
}
