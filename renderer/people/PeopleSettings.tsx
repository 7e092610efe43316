import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { CircleUserRound, KeyRound, LockOpen, UserPlus } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import type { Person } from '#shared/contract/people.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { useSince } from '../backups/use-backups.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { TextField, ToggleField } from '../components/FormFields.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { SaveForm, SettingsPart, useDraftForm, useSaveSettings } from '../settings/SettingsForm.tsx';
import { BoundAccount } from './BoundAccount.tsx';
import { Invitation } from './Invitation.tsx';
import { LockedOut } from './LockedOut.tsx';
import { useMe, usePerson, useRename, useShownName } from './me.ts';
import { OpenSignIns } from './OpenSignIns.tsx';
import { EndPerson, PersonForm } from './PersonForm.tsx';
import { isSomeoneGuarded } from './people-rules.ts';
import { RolesTable } from './RolesTable.tsx';
import { SecretForm } from './SecretForm.tsx';

/** Who works here, how they come in, when a screen locks, and what each role may do. */
export function PeopleSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const people = useQuery(useApi().people.list.queryOptions());
  return (
    <SettingsPart title={t('settings.section.people')} about={t('people.settings.about')}>
      <OwnName />
      {people.isError && <ErrorState query={people} />}
      {people.data === undefined ? (
        !people.isError && <FormSkeleton />
      ) : (
        <>
          <Accounts people={people.data.people} />
          <LockTime settings={settings} isGuarded={isSomeoneGuarded(people.data.people)} />
        </>
      )}
      <RolesTable />
    </SettingsPart>
  );
}

const name = z.object({ name: z.string().trim().min(1).max(120) });

function OwnName() {
  const { t } = useI18n();
  const person = usePerson();
  const rename = useRename();
  const form = useDraftForm({
    saved: { name: person?.name ?? '' },
    check: (draft) => name.safeParse(draft),
    mutation: rename,
  });
  return (
    <SaveForm
      form={form}
      of="people.rename"
      onSave={() => form.save(() => notify({ tone: 'done', text: t('settings.saved') }))}
    >
      <TextField
        label={t('settings.company.person')}
        value={form.draft.name}
        onChange={(value) => form.set({ name: value })}
        maxLength={120}
        width={360}
        helperText={t('settings.company.personHelp')}
      />
    </SaveForm>
  );
}

function Accounts({ people }: { people: readonly Person[] }) {
  const { t } = useI18n();
  const [isAdding, setAdding] = useState(false);
  const here = people.filter(({ endedAt }) => endedAt === null);
  const ended = people.filter(({ endedAt }) => endedAt !== null);
  const shownName = useShownName();
  const sinceOf = useSince();
  return (
    <Box
      component="section"
      aria-labelledby="accounts"
      sx={{ display: 'grid', gap: 3, borderTop: 1, pt: 5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Typography variant="h3" component="h2" id="accounts" sx={{ flex: 1 }}>
          {t('people.settings.list')}
        </Typography>
        <Acts of="people.save">
          <Button
            startIcon={<UserPlus size={14} aria-hidden />}
            disabled={isAdding}
            onClick={() => setAdding(true)}
          >
            {t('people.settings.add')}
          </Button>
        </Acts>
      </Box>
      {!isSomeoneGuarded(people) && <Alert severity="info">{t('people.settings.open')}</Alert>}
      {isAdding && (
        <Box sx={{ p: 4, border: 1, borderRadius: 1 }}>
          <PersonForm person={null} people={people} onDone={() => setAdding(false)} />
        </Box>
      )}
      <Box component="ul" aria-labelledby="accounts" sx={{ display: 'grid', gap: 2 }}>
        {here.map((person) => (
          <Account key={person.id} person={person} people={people} />
        ))}
      </Box>
      {ended.length > 0 && (
        <Box component="section" aria-label={t('people.settings.ended')}>
          <Typography variant="body2" component="h3" sx={{ fontWeight: 600, mb: 1 }}>
            {t('people.settings.ended')}
          </Typography>
          <Box component="ul">
            {ended.map(({ id, name: itsName, role, endedAt }) => (
              <Typography key={id} component="li" variant="quiet">
                {shownName(itsName)} · {t(`people.role.${role}`)} ·{' '}
                {t('people.settings.endedAt', { when: sinceOf(endedAt ?? '') })}
              </Typography>
            ))}
          </Box>
        </Box>
      )}
    </Box>
  );
}

type Open = 'edit' | 'secret' | 'invite' | 'bound' | 'signIns' | 'end' | null;

/** One account, and what is done with it in its place. */
function Account({ person, people }: { person: Person; people: readonly Person[] }) {
  const { t } = useI18n();
  const shownName = useShownName();
  const isOwn = usePerson()?.id === person.id;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Box component="li" sx={{ p: 4, border: 1, borderRadius: 1, display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="h3" component="h3">
              {shownName(person.name)}
              {isOwn && ` (${t('people.settings.you')})`}
            </Typography>
            {person.isHere && (
              <StateChip tone="matched" icon={CircleUserRound} label={t('people.settings.isHere')} />
            )}
          </Box>
          <Typography variant="quiet">
            {t(`people.role.${person.role}`)}
            {person.email !== '' && ` · ${person.email}`}
          </Typography>
          <Typography
            variant="caption"
            component="p"
            sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.5, '& svg': { flex: 'none' } }}
          >
            {person.hasSecret ? <KeyRound size={12} aria-hidden /> : <LockOpen size={12} aria-hidden />}
            <span>
              {t(person.hasSecret ? 'people.settings.hasSecret' : 'people.settings.noSecret')}
              {person.bound !== null && ` · ${t('openId.bound.with')}`}
              {person.role !== 'reader' && ' · '}
              {person.role !== 'reader' &&
                (person.verdictLimit === null ? (
                  t('people.settings.noLimit')
                ) : (
                  <>
                    {t('people.settings.limitOf')} <Amount value={person.verdictLimit} />
                  </>
                ))}
            </span>
          </Typography>
        </Box>
        <AccountActs person={person} people={people} open={open} onOpen={setOpen} />
      </Box>
      {open === 'edit' && <PersonForm person={person} people={people} onDone={close} />}
      {open === 'secret' && <SecretForm person={person} isOwn={isOwn} people={people} onDone={close} />}
      {person.lockedOutUntil !== null && <LockedOut person={person} />}
      {open === 'invite' && <Invitation person={person} />}
      {open === 'bound' && person.bound !== null && <BoundAccount person={person} bound={person.bound} />}
      {open === 'signIns' && <OpenSignIns person={person} isOwn={isOwn} />}
      {open === 'end' && <EndPerson person={person} people={people} onDone={close} />}
    </Box>
  );
}

type ActsProps = {
  person: Person;
  people: readonly Person[];
  open: Open;
  onOpen: (open: Open) => void;
};

/** What this person may do with an account; each opens in its place. */
function AccountActs({ person, people, open, onOpen }: ActsProps) {
  const { t } = useI18n();
  const shownName = useShownName();
  const me = useMe().data;
  const isOwn = me?.person?.id === person.id;
  const mayEdit = useMay('people.save');
  const mayOwn = mayEdit || isOwn;
  const acts = [
    { opens: 'edit', label: t('people.settings.edit'), isOffered: mayEdit },
    {
      opens: 'secret',
      label: t(isOwn ? 'people.settings.ownSecret' : 'people.settings.secret'),
      isOffered: mayOwn,
    },
    { opens: 'invite', label: t('people.invite.act'), isOffered: mayEdit && !isOwn && me?.isOffice === true },
    { opens: 'bound', label: t('openId.bound.act'), isOffered: mayEdit && person.bound !== null },
    { opens: 'signIns', label: t('people.signIns.act'), isOffered: mayOwn && isSomeoneGuarded(people) },
    { opens: 'end', label: t('people.settings.end'), isOffered: mayEdit },
  ] as const;
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      {acts
        .filter(({ isOffered }) => isOffered)
        .map(({ opens, label }) => (
          <Button
            key={opens}
            size="small"
            {...(opens === 'end' ? { variant: 'text', color: 'error' } : {})}
            aria-expanded={open === opens}
            aria-label={t('people.settings.named', { act: label, name: shownName(person.name) })}
            onClick={() => onOpen(open === opens ? null : opens)}
          >
            {label}
          </Button>
        ))}
    </Box>
  );
}

const minutes = ['0', '5', '15', '30', '60'] as const;

/** After how long a screen that nobody touches locks; kept as soon as it is chosen. */
function LockTime({ settings, isGuarded }: { settings: Settings; isGuarded: boolean }) {
  const { t } = useI18n();
  const save = useSaveSettings({ isQuiet: true });
  const may = useMay('administrator');
  const hasProvider = useMe().data?.provider != null;
  const { afterMinutes } = settings.lock;
  const labelOf = (option: string) =>
    option === '0'
      ? t('people.settings.lockNever')
      : t('people.settings.lockMinutes', { count: Number(option) });
  return (
    <Box component="section" sx={{ borderTop: 1, pt: 5 }}>
      {may ? (
        <ToggleField
          label={t('people.settings.lock')}
          value={minutes.find((option) => option === String(afterMinutes)) ?? null}
          options={minutes}
          labelOf={labelOf}
          onChange={(option) => save.mutate({ lock: { afterMinutes: lockOf(option) } })}
        />
      ) : (
        <Typography variant="body2">
          {t('people.settings.lock')}: {labelOf(String(afterMinutes))}
        </Typography>
      )}
      <Typography variant="caption" component="p" sx={{ mt: 1 }}>
        {t(
          !isGuarded
            ? 'people.settings.lockOpen'
            : hasProvider
              ? 'people.settings.lockHelpProvider'
              : 'people.settings.lockHelp',
        )}
      </Typography>
    </Box>
  );
}

const choices = { '0': 0, '5': 5, '15': 15, '30': 30, '60': 60 } as const;
const lockOf = (option: (typeof minutes)[number]) => choices[option];
