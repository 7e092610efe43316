import type { Status } from '#shared/contract/status.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';

type Problem = NonNullable<Status['keychain']['problem']>;

/** What to do about each problem, and the commands for it, by system; those that name none are for a person to do. */
const steps = {
  noModule: {
    say: ['packaged', 'sources'],
    commands: {
      'Debian, Ubuntu': 'sudo apt-get install -y libsecret-1-dev gnome-keyring && npm ci',
      Fedora: 'sudo dnf install -y libsecret-devel gnome-keyring && npm ci',
      Windows: 'npm rebuild keytar',
      macOS: 'xcode-select --install; npm rebuild keytar',
    },
  },
  noService: {
    say: ['service'],
    commands: {
      'Debian, Ubuntu': 'sudo apt-get install -y gnome-keyring libsecret-1-0',
      Fedora: 'sudo dnf install -y gnome-keyring libsecret',
    },
  },
  noKeyring: {
    say: ['keyring'],
    commands: { 'Debian, Ubuntu': 'sudo apt-get install -y seahorse && seahorse', Fedora: 'seahorse' },
  },
  noSession: { say: ['session'], commands: {} },
  locked: {
    say: ['unlock'],
    commands: { Linux: 'seahorse', macOS: 'security unlock-keychain login.keychain-db' },
  },
  noAnswer: { say: ['restart'], commands: {} },
  otherValue: { say: ['restart'], commands: {} },
  other: { say: ['restart'], commands: {} },
} as const satisfies Record<Problem, { say: readonly string[]; commands: Readonly<Record<string, string>> }>;

/** Exactly what to do on each system, with commands to copy. */
export function KeychainSteps({ problem }: { problem: Problem }) {
  const { t } = useI18n();
  const { say, commands } = steps[problem];
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" component="h2">
        {t('settings.about.keychainSteps.title')}
      </Typography>
      {say.map((step) => (
        <Typography key={step} variant="body2">
          {t(`settings.about.keychainSteps.${step}`)}
        </Typography>
      ))}
      {Object.keys(commands).length > 0 && (
        <Fields>
          {Object.entries(commands).map(([system, command]) => (
            <Field key={system} label={system} wide>
              <Code value={command} label={t('settings.about.keychainSteps.command')} />
            </Field>
          ))}
        </Fields>
      )}
    </Box>
  );
}
