import Alert from '@mui/material/Alert';
import MuiLink from '@mui/material/Link';
import type { WatchedFolderStatus } from '#shared/contract/status.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts, isReadOnly } from '../app/read-only.tsx';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { PageTabs } from '../components/PageTabs.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { UnassignedNotice } from './CoverageAssignment.tsx';
import { coveragesPath } from './paths.ts';

const tabs = [
  { name: 'book', path: '/policies' },
  { name: 'imports', path: '/policies/import' },
  { name: 'lookups', path: '/policies/lookups' },
] as const;
type PolicyTab = (typeof tabs)[number]['name'];

/** The three parts of the policies: the book, its imports, its lookups; below them the problem of the watched folder. */
export function PolicyTabs({ current }: { current: PolicyTab }) {
  const { t } = useI18n();
  return (
    <>
      <PageTabs
        isFullWidth
        label={t('policies.tabs.label')}
        tabs={tabs
          .filter(({ name }) => name !== 'imports' || !isReadOnly())
          .map(({ name, path }) => ({ path, text: t(`policies.tabs.${name}`), isCurrent: name === current }))}
      />
      <Acts of="policyImports.begin">
        <Box sx={{ p: 3, display: 'grid', gap: 2, flex: 'none', '&:empty': { display: 'none' } }}>
          <FolderNotice />
          <UnassignedNotice>
            <Acts of="administrator">
              <MuiLink component={Link} href={coveragesPath} underline="always">
                {t('policies.assign.go')}
              </MuiLink>
            </Acts>
          </UnassignedNotice>
        </Box>
      </Acts>
    </>
  );
}

/**
 * The notice that the watched folder cannot be read, and since when; nothing where it can. The advice is shown where the
 * path can be changed; elsewhere the notice links there.
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
          {t(`policies.folder.advice.${state}`)} {t('policies.folder.resumes')}
          <TechnicalDetail text={detail} />
        </>
      ) : (
        <Acts of="administrator">
          <MuiLink component={Link} href="/settings/policyBook" underline="always">
            {t('policies.folder.toSettings')}
          </MuiLink>
        </Acts>
      )}
    </Alert>
  );
}
