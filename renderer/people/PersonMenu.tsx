import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { ChevronDown, Lock, LogOut, Settings2, UserRound, UsersRound } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Person, PersonChoice } from '#shared/contract/people.ts';
import { isAnythingTyped } from '../app/drafts.ts';
import { useNotDone } from '../app/error-message.ts';
import { navigate } from '../app/hash-location.ts';
import { useCommands, useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { isAnythingUnsaved } from '../app/UnsavedChanges.tsx';
import { Box } from '../components/Box.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { Typography } from '../components/Typography.tsx';
import { useEntry, useLock } from './lock.ts';
import { isGuarded, isLockable, useChoices, useEnter, useMe, useShownName, useSignOut } from './me.ts';

/** As many others stand in the menu; the rest are found on the sign-in screen. */
const othersInMenu = 8;

/** Who works at this screen, and in two clicks somebody else. */
export function PersonMenu() {
  const me = useMe().data;
  return me == null || me.person === null ? null : <Known state={me.state} person={me.person} />;
}

function Known({ state, person }: { state: string; person: Person }) {
  const { t } = useI18n();
  const shownName = useShownName();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choices = useChoices().data?.people;
  const others = (choices ?? []).filter((choice) => choice.id !== person.id);
  const isSignedIn = state === 'signedIn';
  const { leave, question } = useLeave();
  const lock = useLock();
  const enter = useEnter();
  const notDone = useNotDone();
  const { mutate: signOut } = useSignOut();
  const act = (what: () => void) => () => {
    setAnchor(null);
    what();
  };
  const switchTo = (choice: PersonChoice) => {
    if (choice.comesIn !== 'freely') useEntry.setState({ asked: { personId: choice.id } });
    else leave(() => enter.mutate({ personId: choice.id }, { onError: notDone }));
  };
  const mayLock = isSignedIn && isLockable(person);
  // The key itself is listened to elsewhere, since it works while somebody types too.
  useKeys(mayLock ? { F8: { label: t('people.menu.lock'), run: lock } } : {});
  const maySignOut = isSignedIn && isGuarded(choices) === true;
  useCommands([
    ...others
      .filter(({ comesIn }) => comesIn !== 'notYet')
      .map((choice) => ({
        label: t('people.menu.switchTo', { name: shownName(choice.name) }),
        run: () => switchTo(choice),
      })),
    ...(maySignOut ? [{ label: t('people.menu.signOut'), run: () => leave(() => signOut()) }] : []),
  ]);
  return (
    <>
      <ButtonBase
        id={id}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('frame.person.label', { name: shownName(person.name) })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          typography: 'body2',
          gap: 1.5,
          px: 2,
          minHeight: 32,
          borderRadius: 1,
          fontWeight: 500,
          whiteSpace: 'nowrap',
          maxWidth: 220,
          minWidth: 0,
          '&:hover': { bgcolor: 'action.hover' },
          '& svg': { flex: 'none' },
          '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
        }}
      >
        <UserRound size={16} aria-hidden />
        <span>{person.name === '' ? t('frame.person.none') : person.name}</span>
        <ChevronDown size={14} aria-hidden />
      </ButtonBase>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          list: { 'aria-labelledby': id },
          paper: { sx: { width: 280, maxHeight: 'calc(100% - 80px)' } },
        }}
      >
        <Box component="li" role="presentation" sx={{ px: 4, pt: 1.5, pb: 2.5 }}>
          <Typography variant="h3" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {shownName(person.name)}
          </Typography>
          <Typography variant="caption" component="p">
            {t(`people.role.${person.role}`)}
            {person.email !== '' && ` · ${person.email}`}
          </Typography>
        </Box>
        <Divider />
        {mayLock && (
          <MenuItem onClick={act(lock)} aria-keyshortcuts="F8">
            <Item icon={<Lock size={15} aria-hidden />} label={t('people.menu.lock')} />
            <Kbd>F8</Kbd>
          </MenuItem>
        )}
        <MenuItem onClick={act(() => navigate('/settings/people'))}>
          <Item icon={<Settings2 size={15} aria-hidden />} label={t('people.menu.settings')} />
        </MenuItem>
        {maySignOut && (
          <MenuItem onClick={act(() => leave(() => signOut()))}>
            <Item icon={<LogOut size={15} aria-hidden />} label={t('people.menu.signOut')} />
          </MenuItem>
        )}
        {others.length > 0 && <Divider />}
        {others.length > 0 && (
          <Typography component="li" role="presentation" variant="caption" sx={{ px: 4, py: 1.5 }}>
            {t('people.menu.switch')}
          </Typography>
        )}
        {others.slice(0, othersInMenu).map((choice) => (
          <MenuItem key={choice.id} onClick={act(() => switchTo(choice))}>
            <Item icon={<UserRound size={15} aria-hidden />} label={shownName(choice.name)} />
            {choice.comesIn === 'notYet' && (
              <Typography variant="caption">{t('people.entry.notYet')}</Typography>
            )}
          </MenuItem>
        ))}
        {others.length > othersInMenu && (
          <MenuItem onClick={act(() => useEntry.setState({ asked: { personId: null } }))}>
            <Item icon={<UsersRound size={15} aria-hidden />} label={t('people.menu.more')} />
          </MenuItem>
        )}
      </Menu>
      {question}
    </>
  );
}

function Item({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, flex: 1, minWidth: 0, pr: 2 }}>
      {icon}
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {label}
      </Box>
    </Box>
  );
}

/** Has the person asked before they leave what they typed and did not save. */
function useLeave() {
  const { t } = useI18n();
  const titleId = useId();
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const leave = (act: () => void) => {
    if (isAnythingUnsaved() || isAnythingTyped()) setWaiting(() => act);
    else act();
  };
  const question = (
    <Dialog open={waiting !== null} onClose={() => setWaiting(null)} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId} variant="h2" component="h2">
        {t('people.leave.title')}
      </DialogTitle>
      <DialogContent>
        <DialogContentText variant="body2">{t('people.leave.text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button
          variant="text"
          color="inherit"
          onClick={() => {
            setWaiting(null);
            waiting?.();
          }}
        >
          {t('people.leave.leave')}
        </Button>
        <Button variant="contained" autoFocus onClick={() => setWaiting(null)}>
          {t('common.leave.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
  return { leave, question };
}
