import { type ComponentType, useMemo } from 'react';
import { mayDo } from '#shared/contract/roles.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Role } from '#shared/terms.ts';
import { AbsenceSettings } from '../absences/AbsenceSettings.tsx';
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
import { DatabaseSettings } from './DatabaseSettings.tsx';
import { FindingSettings } from './FindingSettings.tsx';
import { KeySettings } from './Keys.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { NumberingSettings } from './NumberingSettings.tsx';
import { OpenIdSettings } from './OpenIdSettings.tsx';
import { PhotoChecklistSettings } from './PhotoChecklistSettings.tsx';
import { PlatformSettings } from './PlatformSettings.tsx';
import { PolicyBookSettings } from './PolicyBookSettings.tsx';
import { PolicyRuleSettings } from './PolicyRuleSettings.tsx';
import { ReasonSettings } from './ReasonSettings.tsx';
import { ReceiverSettings } from './ReceiverSettings.tsx';
import { type SettingsGroup, SettingsNav } from './SettingsNav.tsx';
import { TextSettings } from './TextSettings.tsx';
import { ThisComputerSettings } from './ThisComputerSettings.tsx';
import { VerificationSettings } from './VerificationSettings.tsx';

/** The parts, in their order on the screen and by group, each with the least role that has something to do there. */
const parts = {
  company: { Section: CompanySettings, for: 'administrator', group: 'office' },
  people: { Section: PeopleSettings, for: 'reader', group: 'office' },
  openId: { Section: OpenIdSettings, for: 'administrator', group: 'office' },
  connection: { Section: ConnectionSettings, for: 'administrator', group: 'receiving' },
  receiver: { Section: ReceiverSettings, for: 'administrator', group: 'receiving' },
  absences: { Section: AbsenceSettings, for: 'reader', group: 'receiving' },
  keys: { Section: KeySettings, for: 'administrator', group: 'receiving' },
  platform: { Section: PlatformSettings, for: 'adjuster', group: 'receiving' },
  numbering: { Section: NumberingSettings, for: 'administrator', group: 'receiving' },
  attachments: { Section: AttachmentSettings, for: 'adjuster', group: 'claims' },
  photoChecklist: { Section: PhotoChecklistSettings, for: 'administrator', group: 'claims' },
  policyRules: { Section: PolicyRuleSettings, for: 'administrator', group: 'claims' },
  coverages: { Section: CoverageSettings, for: 'administrator', group: 'claims' },
  policyBook: { Section: PolicyBookSettings, for: 'administrator', group: 'claims' },
  findings: { Section: FindingSettings, for: 'supervisor', group: 'claims' },
  texts: { Section: TextSettings, for: 'administrator', group: 'answers' },
  reasons: { Section: ReasonSettings, for: 'administrator', group: 'answers' },
  backups: { Section: BackupSettings, for: 'administrator', group: 'data' },
  archives: { Section: ArchiveSettings, for: 'supervisor', group: 'data' },
  retention: { Section: RetentionSettings, for: 'adjuster', group: 'data' },
  dataSubject: { Section: DataSubjectSettings, for: 'supervisor', group: 'data' },
  verification: { Section: VerificationSettings, for: 'administrator', group: 'data' },
  database: { Section: DatabaseSettings, for: 'administrator', group: 'data' },
  appearance: { Section: AppearanceSettings, for: 'reader', group: 'program' },
  notifications: { Section: NotificationSettings, for: 'administrator', group: 'program' },
  thisComputer: { Section: ThisComputerSettings, for: 'administrator', group: 'program' },
  about: { Section: AboutSettings, for: 'reader', group: 'program' },
} satisfies Record<
  string,
  { Section: ComponentType<{ settings: Settings }>; for: Role; group: SettingsGroup }
>;
const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name);
const partNames = Object.keys(parts).filter(isPart);

/** The parts that who is here has something to do in, or may at least look something up. */
export function useSettingsParts(): readonly (keyof typeof parts)[] {
  const role = usePerson()?.role ?? null;
  return useMemo(() => partNames.filter((name) => mayDo(role, parts[name].for)), [role]);
}

/** Beside the navigation a part stands at the left; on wide screens it comes towards the middle. */
const middle = 'max(40px, calc((100% - 248px - 1040px) / 2))';

/** The settings, one part at a time, each with an address of its own; `page` is one below it. */
export function SettingsScreen({ section, page }: { section: string; page?: string | undefined }) {
  const current = isPart(section) ? section : null;
  const listed = useSettingsParts().map((name) => ({ name, group: parts[name].group }));
  return (
    <Box sx={{ height: '100%', display: 'flex', bgcolor: 'background.paper' }}>
      <SettingsNav parts={listed} current={current} />
      <Box sx={{ flex: 1, minWidth: 0, overflow: 'auto', px: { xs: 4, md: middle }, py: { xs: 4, md: 7 } }}>
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
