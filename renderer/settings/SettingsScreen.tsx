import Box from '@mui/material/Box';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import type { Settings } from '#shared/contract/settings.ts';
import { AbsenceSettings } from '../absences/AbsenceSettings.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useSettings } from '../app/status.ts';
import { BackupSettings } from '../backups/BackupSettings.tsx';
import { RestorePage } from '../backups/RestorePage.tsx';
import { NotFound } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { ConnectionSettings, isConnectionTab } from '../connection/ConnectionSettings.tsx';
import { DataSubjectSettings } from '../data-subject/DataSubjectSettings.tsx';
import { PeopleSettings } from '../people/PeopleSettings.tsx';
import { RetentionSettings } from '../retention/RetentionSettings.tsx';
import { AboutSettings } from './AboutSettings.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { ArchiveSettings } from './ArchiveSettings.tsx';
import { AttachmentSettings } from './AttachmentSettings.tsx';
import { CompanySettings } from './CompanySettings.tsx';
import { CoverageSettings } from './CoverageSettings.tsx';
import { FindingSettings } from './FindingSettings.tsx';
import { KeySettings } from './Keys.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { NumberingSettings } from './NumberingSettings.tsx';
import { PhotoChecklistSettings } from './PhotoChecklistSettings.tsx';
import { PlatformSettings } from './PlatformSettings.tsx';
import { PolicyBookSettings } from './PolicyBookSettings.tsx';
import { PolicyRuleSettings } from './PolicyRuleSettings.tsx';
import { ReasonSettings } from './ReasonSettings.tsx';
import { ReceiverSettings } from './ReceiverSettings.tsx';
import { TextSettings } from './TextSettings.tsx';
import { ThisComputerSettings } from './ThisComputerSettings.tsx';
import { VerificationSettings } from './VerificationSettings.tsx';

/** The parts, in their order on the screen. */
const parts = {
  company: CompanySettings,
  people: PeopleSettings,
  connection: ConnectionSettings,
  receiver: ReceiverSettings,
  absences: AbsenceSettings,
  keys: KeySettings,
  platform: PlatformSettings,
  attachments: AttachmentSettings,
  photoChecklist: PhotoChecklistSettings,
  policyRules: PolicyRuleSettings,
  coverages: CoverageSettings,
  policyBook: PolicyBookSettings,
  findings: FindingSettings,
  numbering: NumberingSettings,
  texts: TextSettings,
  reasons: ReasonSettings,
  backups: BackupSettings,
  archives: ArchiveSettings,
  retention: RetentionSettings,
  dataSubject: DataSubjectSettings,
  appearance: AppearanceSettings,
  notifications: NotificationSettings,
  thisComputer: ThisComputerSettings,
  verification: VerificationSettings,
  about: AboutSettings,
} satisfies Record<string, ComponentType<{ settings: Settings }>>;
const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name);
export const settingsParts = Object.keys(parts).filter(isPart);

/** The settings, one part at a time, each with an address of its own; `page` is one below it. */
export function SettingsScreen({ section, page }: { section: string; page?: string | undefined }) {
  const { t } = useI18n();
  const current = isPart(section) ? section : null;
  return (
    <Box sx={{ height: '100%', display: 'flex', bgcolor: 'background.paper' }}>
      <Box
        component="nav"
        aria-label={t('settings.nav')}
        sx={{ width: 232, flex: 'none', p: 3, borderRight: 1, overflowY: 'auto' }}
      >
        <Box component="ul" sx={{ display: 'grid', gap: 0.5 }}>
          {settingsParts.map((name) => (
            <li key={name}>
              <Box
                component={Link}
                href={`/settings/${name}`}
                {...(name === current ? { 'aria-current': 'page' as const } : {})}
                sx={{
                  typography: 'body2',
                  display: 'block',
                  px: 3,
                  py: 1.5,
                  borderRadius: 1,
                  textDecoration: 'none',
                  color: name === current ? 'text.primary' : 'text.secondary',
                  fontWeight: name === current ? 600 : 500,
                  bgcolor: name === current ? 'action.selected' : 'transparent',
                  '&:hover': { bgcolor: 'action.hover' },
                }}
              >
                {t(`settings.section.${name}`)}
              </Box>
            </li>
          ))}
        </Box>
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, overflowY: 'auto', px: 10, py: 7 }}>
        <Part section={section} page={page} />
      </Box>
    </Box>
  );
}

/** Copies are configured and restored with no engine as well, and need no settings. */
function Part({ section, page }: { section: string; page: string | undefined }) {
  if (page === undefined)
    return section === 'backups' ? <BackupSettings /> : <PartOfSettings section={section} />;
  if (section === 'connection' && isConnectionTab(page))
    return <PartOfSettings section={section} page={page} />;
  return section === 'backups' && page === 'restore' ? <RestorePage /> : <NotFound back="/settings" />;
}

function PartOfSettings({ section, page }: { section: string; page?: string }) {
  const settings = useSettings();
  const Section: ComponentType<{ settings: Settings; page?: string | undefined }> | null = isPart(section)
    ? parts[section]
    : null;
  return (
    <>
      {settings.isError && <ErrorState query={settings} />}
      {Section === null ? (
        <NotFound back="/settings" />
      ) : settings.data === undefined ? (
        !settings.isError && <FormSkeleton />
      ) : (
        <Section settings={settings.data} page={page} />
      )}
    </>
  );
}
