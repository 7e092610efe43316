import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { CopyRequest } from '#shared/contract/backups.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Choice } from '../components/Choice.tsx';
import { Code } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Form } from '../components/FormFields.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { SettingsPart } from '../settings/SettingsForm.tsx';
import { foldersOf } from './backup-state.ts';
import { CopyList } from './CopyList.tsx';
import { FolderField } from './FolderField.tsx';
import { OpenCopy } from './OpenCopy.tsx';
import { PlaceProblemNote } from './PlaceProblem.tsx';
import { RestorePlanned } from './RestorePlanned.tsx';
import { backupPaths, useBackups } from './use-backups.ts';

/** The way back, as a page of the settings. */
export function RestorePage() {
  const { t } = useI18n();
  const isOnServer = useBackups().data?.isOnServer === true;
  const [, go] = useLocation();
  return (
    <SettingsPart
      title={t('backups.restore.title')}
      about={t('backups.restore.about')}
      back={
        <MuiLink
          component={Link}
          href={backupPaths.settings}
          variant="body2"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, mb: 3 }}
        >
          <ArrowLeft size={14} aria-hidden />
          {t('backups.restore.back')}
        </MuiLink>
      }
    >
      {isOnServer ? (
        <Alert severity="info">{t('backups.onServer.restore')}</Alert>
      ) : (
        <RestoreSteps onBegun={() => go(backupPaths.settings)} />
      )}
    </SettingsPart>
  );
}

/** The way back: from which folder, which copy of it, what that would do, and the button that does it. */
export function RestoreSteps({ onBegun }: { onBegun?: () => void }) {
  const { t } = useI18n();
  const [folder, setFolder] = useState<string | null>(null);
  const [copy, setCopy] = useState<CopyRequest | null>(null);
  return (
    <>
      <Step title={t('backups.restore.from')}>
        <FolderChoice
          folder={folder}
          onChoose={(next) => {
            setFolder(next);
            setCopy(null);
          }}
        />
      </Step>
      {folder !== null && (
        <Step title={t('backups.restore.which')}>
          <Copies key={folder} folder={folder} chosen={copy} onChoose={setCopy} />
          {copy !== null && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
              <OpenCopy key={`${copy.installationId} ${copy.name}`} copy={copy} />
              <Typography variant="quiet">{t('backups.restore.lookIntoAbout')}</Typography>
            </Box>
          )}
        </Step>
      )}
      {copy !== null && (
        <Step title={t('backups.restore.plan')}>
          <RestorePlanned
            key={`${copy.folder} ${copy.installationId} ${copy.name}`}
            copy={copy}
            onChoose={(next) => {
              setFolder(next.folder);
              setCopy(next);
            }}
            onBegun={onBegun}
          />
        </Step>
      )}
    </>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}>
      <Typography variant="h3" component="h2" id={titleId}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** What stands for a folder that is typed. */
const other = '';

/** A folder in which copies may lie: one that is set up, or any other. */
function FolderChoice({
  folder: given,
  onChoose,
}: {
  folder: string | null;
  onChoose: (folder: string | null) => void;
}) {
  const { t } = useI18n();
  const backups = useBackups();
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  if (backups.data === undefined && !backups.isError) return <FormSkeleton />;
  const known = backups.data === undefined ? [] : foldersOf(backups.data);
  const isTyping = chosen === other || known.length === 0;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {known.length > 0 && (
        <Choice
          label={t('backups.restore.from')}
          // Where another was chosen for its newer copy, it is that.
          value={chosen !== other && known.some(({ folder }) => folder === given) ? given : chosen}
          onChange={(next) => {
            setChosen(next);
            onChoose(next === other ? null : next);
          }}
          options={[
            ...known.map(({ folder, isSecondCopy }) => ({
              value: folder,
              title: (
                <Box component="span" sx={{ fontFamily: 'code', fontSize: '0.94em' }}>
                  {folder}
                </Box>
              ),
              text: t(isSecondCopy ? 'backups.restore.secondCopyPlace' : 'backups.restore.place'),
            })),
            { value: other, title: t('backups.restore.other') },
          ]}
        />
      )}
      {isTyping && (
        <Form
          aria-label={t('backups.restore.other')}
          onSubmit={() => {
            if (text.trim() !== '') onChoose(text.trim());
          }}
          sx={{ display: 'grid', gap: 3 }}
        >
          <FolderField value={text} onChange={setText} helperText={t('backups.restore.nothingAbout')} />
          <Box>
            <Button type="submit" variant="contained" disabled={text.trim() === ''}>
              {t('backups.restore.look')}
            </Button>
          </Box>
        </Form>
      )}
    </Box>
  );
}

type CopiesProps = {
  folder: string;
  chosen: CopyRequest | null;
  onChoose: (copy: CopyRequest) => void;
};

/** The copies in a folder, of each installation. */
function Copies({ folder, chosen, onChoose }: CopiesProps) {
  const { t } = useI18n();
  const list = useQuery(useApi().backups.list.queryOptions({ input: { folder }, staleTime: 10_000 }));
  if (list.data === undefined)
    return list.isError ? (
      <ErrorState query={list} />
    ) : (
      <Typography variant="quiet" role="status">
        {t('backups.restore.looking')}
      </Typography>
    );
  const { problem, installations } = list.data;
  // This one first.
  const ordered = installations.toSorted((left, right) => Number(right.isThisOne) - Number(left.isThisOne));
  return (
    <>
      {problem !== null && <PlaceProblemNote problem={problem} />}
      {problem === null && installations.length === 0 && (
        <Alert severity="info">
          <strong>{t('backups.restore.nothing')}</strong> {t('backups.restore.nothingAbout')}
          <br />
          <Code value={folder} label={t('backups.folder.path')} />
        </Alert>
      )}
      {ordered.map((installation) => (
        <CopyList
          key={installation.installationId}
          installation={installation}
          chosen={chosen?.installationId === installation.installationId ? chosen : null}
          onChoose={(name) => onChoose({ folder, installationId: installation.installationId, name })}
        />
      ))}
    </>
  );
}
