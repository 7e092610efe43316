import Box from '@mui/material/Box';
import { Link } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { useSettings } from '../app/status.ts';
import { NotFound } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { AboutSettings } from './AboutSettings.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { AttachmentSettings } from './AttachmentSettings.tsx';
import { CompanySettings } from './CompanySettings.tsx';
import { CoverageSettings } from './CoverageSettings.tsx';
import { FindingSettings } from './FindingSettings.tsx';
import { KeySettings } from './Keys.tsx';
import { NumberingSettings } from './NumberingSettings.tsx';
import { PlatformSettings } from './PlatformSettings.tsx';
import { PolicyBookSettings } from './PolicyBookSettings.tsx';
import { PolicyRuleSettings } from './PolicyRuleSettings.tsx';
import { ReceiverSettings } from './ReceiverSettings.tsx';
import { TextSettings } from './TextSettings.tsx';

const sections = [
  'company',
  'receiver',
  'keys',
  'platform',
  'attachments',
  'policyRules',
  'coverages',
  'policyBook',
  'findings',
  'numbering',
  'texts',
  'appearance',
  'about',
] as const;
type SectionName = (typeof sections)[number];
const isSection = (name: string): name is SectionName => sections.some((section) => section === name);

/** The settings, one part at a time, each with an address of its own. */
export function SettingsScreen({ section }: { section: string }) {
  const { t } = useI18n();
  const settings = useSettings();
  const current = isSection(section) ? section : null;
  return (
    <Box sx={{ height: '100%', display: 'flex', bgcolor: 'background.paper' }}>
      <Box
        component="nav"
        aria-label={t('settings.nav')}
        sx={{ width: 232, flex: 'none', p: 3, borderRight: 1 }}
      >
        <Box component="ul" sx={{ display: 'grid', gap: 0.5 }}>
          {sections.map((name) => (
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
        {settings.isError && <ErrorState query={settings} />}
        {current === null ? (
          <NotFound back="/settings" />
        ) : settings.data === undefined ? (
          !settings.isError && <FormSkeleton />
        ) : (
          <Part name={current} settings={settings.data} />
        )}
      </Box>
    </Box>
  );
}

function Part({
  name,
  settings,
}: {
  name: SectionName;
  settings: Parameters<typeof CompanySettings>[0]['settings'];
}) {
  switch (name) {
    case 'company':
      return <CompanySettings settings={settings} />;
    case 'receiver':
      return <ReceiverSettings settings={settings} />;
    case 'keys':
      return <KeySettings />;
    case 'platform':
      return <PlatformSettings settings={settings} />;
    case 'attachments':
      return <AttachmentSettings settings={settings} />;
    case 'policyRules':
      return <PolicyRuleSettings settings={settings} />;
    case 'coverages':
      return <CoverageSettings />;
    case 'policyBook':
      return <PolicyBookSettings settings={settings} />;
    case 'findings':
      return <FindingSettings settings={settings} />;
    case 'numbering':
      return <NumberingSettings settings={settings} />;
    case 'texts':
      return <TextSettings settings={settings} />;
    case 'appearance':
      return <AppearanceSettings settings={settings} />;
    case 'about':
      return <AboutSettings />;
  }
}
