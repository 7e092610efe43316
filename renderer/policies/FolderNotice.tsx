import Alert from '@mui/material/Alert';
import MuiLink from '@mui/material/Link';
import { Link } from 'wouter';
import type { WatchedFolderStanding } from '#shared/contract/status.ts';
import { useWords } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { PlainCode } from '../parts/Code.tsx';
import { useWhen } from '../parts/RelativeTime.tsx';
import { TechnicalDetail } from '../parts/TechnicalDetail.tsx';

/** That the watched folder cannot be looked at, since when, and what to do; nothing where it can. */
export function FolderNotice({ linked = false }: { linked?: boolean }) {
  const status = useStatus();
  const folder = status.data?.watchedFolder;
  return folder === undefined || folder.since === null ? null : (
    <Away folder={folder} since={folder.since} linked={linked} />
  );
}

type AwayProps = { folder: WatchedFolderStanding; since: string; linked: boolean };

function Away({ folder: { state, path, detail }, since, linked }: AwayProps) {
  const { t } = useWords();
  const when = useWhen();
  if (state === 'none' || state === 'watched') return null;
  return (
    <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
      <strong>{t(`policies.folder.title.${state}`)}</strong>
      <br />
      <PlainCode value={path} />
      <br />
      {t('policies.folder.since', { when: when(since) })} {t(`policies.folder.what.${state}`)}{' '}
      {t('policies.folder.resumes')}{' '}
      {linked && (
        <MuiLink component={Link} href="/settings/policyBook" underline="always">
          {t('policies.folder.toSettings')}
        </MuiLink>
      )}
      <TechnicalDetail text={detail} />
    </Alert>
  );
}
