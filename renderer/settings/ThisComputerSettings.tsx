import Alert from '@mui/material/Alert';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ComputerSetting, ComputerSettings, ComputerSettingsChanges } from '#shared/contract/desktop.ts';
import { useCapability } from '../app/capabilities.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { Acts } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { SwitchField } from '../components/FormFields.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { JoinOffice } from '../office/JoinOffice.tsx';
import { OfficeFacts } from '../office/OfficeScreen.tsx';
import { useOfficeState } from '../office/office-state.ts';
import { FolderFacts, isOnlyNow } from '../recovery/FolderFacts.tsx';
import { SettingsPart } from './SettingsForm.tsx';
import { abilities, switches } from './settings-search.ts';
import { UpdateSettings } from './UpdateSettings.tsx';

/** What Perito does on this computer while nobody looks, kept as soon as it is chosen. */
export function ThisComputerSettings() {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const computer = useQuery(api.desktop.get.queryOptions());
  const change = useMutation({
    ...api.desktop.set.mutationOptions(),
    onSuccess: (next) => queries.setQueryData(api.desktop.get.queryKey(), next),
    onError: notDone,
  });
  const isDesk = useOfficeState((known) => known.office) != null;
  return (
    <SettingsPart
      title={t('settings.section.thisComputer')}
      about={t(isDesk ? 'settings.thisComputer.desk.about' : 'settings.thisComputer.about')}
    >
      {computer.isError && <ErrorState query={computer} />}
      {computer.data === undefined ? (
        !computer.isError && <FormSkeleton />
      ) : (
        <Switches
          computer={computer.data}
          isDesk={isDesk}
          isBusy={change.isPending}
          onChange={change.mutate}
        />
      )}
      <UpdateSettings />
      <OfficePart />
      <Acts of="shell.joinOffice">
        <JoinPart />
      </Acts>
    </SettingsPart>
  );
}

/** The office whose desk this program is. */
function OfficePart() {
  const { t } = useI18n();
  const { office: client } = useConnection();
  const office = useOfficeState((known) => known.office);
  if (client === null || office === null || office === undefined) return null;
  return (
    <Office about={t('office.settings.about')}>
      <OfficeFacts client={client} office={office} />
    </Office>
  );
}

/** Has a program that works on data of this computer be a desk, and says what becomes of them. */
function JoinPart() {
  const { t } = useI18n();
  const isAble = useCapability('office');
  const folder = useQuery(
    useApi().recovery.folder.queryOptions({ staleTime: 60_000, enabled: isAble === true }),
  ).data;
  if (isAble !== true || folder === undefined) return null;
  return (
    <Office about={t('office.join.data')}>
      <FolderFacts folder={folder} />
      <Typography variant="body2">
        {t(isOnlyNow(folder) ? 'office.join.backToNextStart' : 'office.join.back')}
        {isOnlyNow(folder) && (
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {' '}
            <PlainCode value="--data" />
          </Box>
        )}
      </Typography>
      <JoinOffice />
    </Office>
  );
}

function Office({ about, children }: { about: string; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <Box
      component="section"
      aria-labelledby="office"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, pt: 5, borderTop: 1 }}
    >
      <div>
        <Typography variant="h3" component="h2" id="office">
          {t('office.settings.title')}
        </Typography>
        <Typography variant="caption">{about}</Typography>
      </div>
      {children}
    </Box>
  );
}

/** An office's desk receives nothing that it would have to stay awake for. */
const ofDesk = ['closeToTray', 'startAtLogin'] as const;

const plainWords = (name: (typeof switches)[number]) =>
  ({
    label: `settings.thisComputer.${name}`,
    help: `settings.thisComputer.${name}Help`,
  }) as const;

/** An office receives, its desk tells of that. */
const deskWords = {
  closeToTray: {
    label: 'settings.thisComputer.desk.closeToTray',
    help: 'settings.thisComputer.desk.closeToTrayHelp',
  },
  startAtLogin: {
    label: 'settings.thisComputer.desk.startAtLogin',
    help: 'settings.thisComputer.desk.startAtLoginHelp',
  },
} as const;

function Switches(props: {
  computer: ComputerSettings;
  isDesk: boolean;
  isBusy: boolean;
  onChange: (changes: ComputerSettingsChanges) => void;
}) {
  const { t } = useI18n();
  const { computer, isDesk, isBusy, onChange } = props;
  const able = (isDesk ? ofDesk : switches).filter((name) => computer[name].lack === null);
  if (able.length === 0) return <Lacking />;
  return able.map((name) => {
    const { isOn, problem } = computer[name];
    const words = isDesk && name !== 'keepAwake' ? deskWords[name] : plainWords(name);
    return (
      <Box key={name} sx={{ display: 'grid', gap: 2 }}>
        <SwitchField
          label={t(words.label)}
          helperText={t(words.help)}
          value={isOn}
          disabled={isBusy}
          onChange={(value) => onChange({ [name]: value })}
        />
        {problem !== null && <Problem problem={problem} />}
      </Box>
    );
  });
}

/** In the browser: what does the same there. */
function Lacking() {
  const { t } = useI18n();
  return (
    <>
      <Alert severity="info">
        {t('settings.thisComputer.inBrowser')} <PlainCode value={t('settings.thisComputer.guide')} />
      </Alert>
      <Fields>
        {switches.map((name) => (
          <Field key={name} label={t(`settings.thisComputer.${name}`)} wide>
            {t(`settings.about.unavailable.${abilities[name]}`)}
          </Field>
        ))}
      </Fields>
    </>
  );
}

function Problem({ problem }: { problem: NonNullable<ComputerSetting['problem']> }) {
  const { t } = useI18n();
  return <Alert severity="warning">{t(`settings.thisComputer.problem.${problem}`)}</Alert>;
}
