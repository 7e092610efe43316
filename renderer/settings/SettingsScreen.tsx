import { type ComponentType, useMemo } from 'react';
import { mayDo } from '#shared/contract/roles.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Role } from '#shared/terms.ts';
import { AbsenceSettings } from '../absences/AbsenceSettings.tsx';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay } from '../app/read-only.tsx';
import { useSettings } from '../app/status.ts';
import { BackupSettings } from '../backups/BackupSettings.tsx';
import { RestorePage } from '../backups/RestorePage.tsx';
import { Box } from '../components/Box.tsx';
import { NotFound } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { ConnectionSettings, isConnectionTab } from '../connection/ConnectionSettings.tsx';
import { DataSubjectSettings } from '../data-subject/DataSubjectSettings.tsx';
import { usePerson } from '../people/me.ts';
import { NeedsRole } from '../people/NeedsRole.tsx';
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

/** The parts, in their order on the screen, each with the least role that has something to do there. */
const parts = {
  company: { Section: CompanySettings, for: 'administrator' },
  people: { Section: PeopleSettings, for: 'reader' },
  connection: { Section: ConnectionSettings, for: 'administrator' },
  receiver: { Section: ReceiverSettings, for: 'administrator' },
  absences: { Section: AbsenceSettings, for: 'reader' },
  keys: { Section: KeySettings, for: 'administrator' },
  platform: { Section: PlatformSettings, for: 'adjuster' },
  attachments: { Section: AttachmentSettings, for: 'adjuster' },
  photoChecklist: { Section: PhotoChecklistSettings, for: 'administrator' },
  policyRules: { Section: PolicyRuleSettings, for: 'administrator' },
  coverages: { Section: CoverageSettings, for: 'administrator' },
  policyBook: { Section: PolicyBookSettings, for: 'administrator' },
  findings: { Section: FindingSettings, for: 'supervisor' },
  numbering: { Section: NumberingSettings, for: 'administrator' },
  texts: { Section: TextSettings, for: 'administrator' },
  reasons: { Section: ReasonSettings, for: 'administrator' },
  backups: { Section: BackupSettings, for: 'administrator' },
  archives: { Section: ArchiveSettings, for: 'supervisor' },
  retention: { Section: RetentionSettings, for: 'adjuster' },
  dataSubject: { Section: DataSubjectSettings, for: 'supervisor' },
  appearance: { Section: AppearanceSettings, for: 'reader' },
  notifications: { Section: NotificationSettings, for: 'administrator' },
  thisComputer: { Section: ThisComputerSettings, for: 'administrator' },
  verification: { Section: VerificationSettings, for: 'administrator' },
  about: { Section: AboutSettings, for: 'reader' },
} satisfies Record<string, { Section: ComponentType<{ settings: Settings }>; for: Role }>;
const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name);
const partNames = Object.keys(parts).filter(isPart);

/** The parts that who is here has something to do in, or may at least look something up. */
export function useSettingsParts(): readonly (keyof typeof parts)[] {
  const role = usePerson()?.role ?? null;
  return useMemo(() => partNames.filter((name) => mayDo(role, parts[name].for)), [role]);
}

/** The settings, one part at a time, each with an address of its own; `page` is one below it. */
export function SettingsScreen({ section, page }: { section: string; page?: string | undefined }) {
  const { t } = useI18n();
  const current = isPart(section) ? section : null;
  // The log has a screen of its own.
  const listed = useSettingsParts().flatMap((name) =>
    name === 'about' ? (['audit', name] as const) : [name],
  );
  return (
    <Box sx={{ height: '100%', display: 'flex', bgcolor: 'background.paper' }}>
      <Box
        component="nav"
        aria-label={t('settings.nav')}
        sx={{
          width: { xs: 176, md: 232 },
          flex: 'none',
          p: { xs: 2, md: 3 },
          borderRight: 1,
          overflowY: 'auto',
        }}
      >
        <Box component="ul" sx={{ display: 'grid', gap: 0.5 }}>
          {listed.map((name) => (
            <li key={name}>
              <Box
                component={Link}
                href={name === 'audit' ? '/audit' : `/settings/${name}`}
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
                {name === 'audit' ? t('audit.title') : t(`settings.section.${name}`)}
              </Box>
            </li>
          ))}
        </Box>
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, overflow: 'auto', px: { xs: 4, md: 10 }, py: { xs: 4, md: 7 } }}>
        <Part section={section} page={page} />
      </Box>
    </Box>
  );
}

/** Copies are configured and restored with no engine as well, and need no settings. */
function Part({ section, page }: { section: string; page: string | undefined }) {
  if (page === undefined) return section === 'backups' ? <Backups /> : <PartOfSettings section={section} />;
  if (section === 'connection' && isConnectionTab(page))
    return <PartOfSettings section={section} page={page} />;
  return section === 'backups' && page === 'restore' ? <Backups isRestore /> : <NotFound back="/settings" />;
}

/** With no engine, which would say who is here, whoever has the console may. */
function Backups({ isRestore = false }: { isRestore?: boolean }) {
  const may = useMay('administrator');
  const isKnown = usePerson() !== null;
  if (isKnown && !may) return <NeedsRole of="administrator" />;
  return isRestore ? <RestorePage /> : <BackupSettings />;
}

function PartOfSettings({ section, page }: { section: string; page?: string }) {
  const settings = useSettings();
  const part = isPart(section) ? parts[section] : null;
  const may = useMay(part?.for ?? 'reader');
  const isKnown = usePerson() !== null;
  const Section: ComponentType<{ settings: Settings; page?: string | undefined }> | null =
    part?.Section ?? null;
  if (part !== null && isKnown && !may) return <NeedsRole of={part.for} />;
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
