import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { ORPCError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, KeyRound, Lock, UserRound } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Person, PersonChoice } from '#shared/contract/people.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { useKeptTitle } from '../app/window-title.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { EntryFrame } from './EntryFrame.tsx';
import { useEntry } from './lock.ts';
import { type Entering, useChoices, useEnter, useEntryRefusal, useShownName, useWait } from './me.ts';
import { ProviderButton } from './ProviderEntry.tsx';
import { keepSignIn, useSignIn } from './sign-in.ts';

type Props = {
  /** Whom the lock waits for; null where anybody may come in. */
  locked: Person | null;
  /** Whether nobody is signed in in an office, which tells a stranger no name: what was known of them before is not shown. */
  isStranger: boolean;
  /** Who was chosen elsewhere already. */
  first: number | null;
  /** Who left something typed and not saved. */
  typist: Pick<Person, 'id' | 'name'> | null;
  /** Whether the sign-in of whoever was here ended elsewhere. */
  isOver: boolean;
  /** Goes back to what is covered; there is no way back where nobody is signed in. */
  onCancel?: () => void;
};

/** Who works here, to be picked by click or keyboard, and then their secret; or the same person's alone behind a lock. */
export function EntryScreen({ locked, isStranger, first, typist, isOver, onCancel }: Props) {
  const { t } = useI18n();
  const shownName = useShownName();
  const [chosenId, choose] = useState(locked?.id ?? first);
  const choices = useChoices();
  const people = isStranger ? [] : choices.data?.people;
  useKeptTitle({ waiting: null, section: null, archive: null });
  const chosen = people?.find(({ id }) => id === chosenId);
  const isBack = locked !== null && chosenId === locked.id;
  return (
    <EntryFrame>
      <Typography variant="h1" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        {isBack && <Lock size={18} aria-hidden />}
        {t(isBack ? 'people.entry.locked' : 'people.entry.title')}
      </Typography>
      {isOver && (
        <Alert severity="info">
          {t('people.entry.over')}
          {typist !== null && ` ${t('people.entry.stillTyped')}`}
        </Alert>
      )}
      {typist !== null && typist.id !== chosenId && (
        <Alert severity="warning">{t('people.entry.loses', { name: shownName(typist.name) })}</Alert>
      )}
      {people === undefined && (choices.isError ? <ErrorState query={choices} /> : <FormSkeleton />)}
      {people?.length === 0 && <NameAndSecret />}
      {people?.length === 0 && <ProviderButton />}
      {people !== undefined && people.length > 0 && chosen === undefined && (
        <Names people={people} onChoose={choose} />
      )}
      {people !== undefined && chosen !== undefined && (
        <Secret
          key={chosen.id}
          person={chosen}
          isLocked={isBack}
          onOther={people.length > 1 ? () => choose(null) : null}
        />
      )}
      {onCancel !== undefined && (
        <Box sx={{ borderTop: 1, pt: 3 }}>
          <Button
            variant="text"
            color="inherit"
            startIcon={<ArrowLeft size={14} aria-hidden />}
            onClick={onCancel}
          >
            {t('people.entry.cancel')}
          </Button>
        </Box>
      )}
    </EntryFrame>
  );
}

/** More names than this are filtered by what is typed. */
const manyPeople = 8;

/** Those who work here, as buttons that the arrows walk along. */
function Names({ people, onChoose }: { people: readonly PersonChoice[]; onChoose: (id: number) => void }) {
  const { t } = useI18n();
  const shownName = useShownName();
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState('');
  const isMany = people.length > manyPeople;
  const enter = useEnter();
  const errorMessage = useErrorMessage();
  useEffect(() => {
    if (!isMany) list.current?.querySelector('button')?.focus();
  }, [isMany]);
  const matching = people.filter(({ name }) => isIn(name, text));
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const next = step === undefined ? undefined : buttons[at < 0 ? 0 : at + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <Box onKeyDown={onKey} sx={{ display: 'grid', gap: 3 }}>
      {isMany && <TextField label={t('people.entry.find')} value={text} onChange={setText} autoFocus />}
      {enter.isError && <Alert severity="error">{errorMessage(enter.error)}</Alert>}
      <Box
        component="ul"
        ref={list}
        aria-label={t('people.entry.names')}
        sx={{ display: 'grid', gap: 1, maxHeight: 420, overflowY: 'auto', p: 1, mx: -3 }}
      >
        {matching.map(({ id, name, comesIn }) => (
          <li key={id}>
            <ButtonBase
              disabled={enter.isPending}
              onClick={() => (comesIn === 'freely' ? enter.mutate({ personId: id }) : onChoose(id))}
              sx={{
                width: '100%',
                justifyContent: 'flex-start',
                textAlign: 'left',
                gap: 2.5,
                px: 3,
                minHeight: 44,
                borderRadius: 1,
                typography: 'body1',
                fontWeight: 500,
                '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
              }}
            >
              <UserRound size={16} aria-hidden />
              <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {shownName(name)}
              </Box>
              {comesIn === 'notYet' && (
                <Typography variant="caption" component="span">
                  {t('people.entry.notYet')}
                </Typography>
              )}
            </ButtonBase>
          </li>
        ))}
      </Box>
      {matching.length === 0 && <Typography variant="quiet">{t('people.entry.noneFound')}</Typography>}
    </Box>
  );
}

/** Whether a name has what is typed, by no accent and no case. */
function isIn(name: string, text: string): boolean {
  return withoutAccents(name).includes(withoutAccents(text.trim()));
}

/** In an office a stranger is told no name: whoever comes says who they are. */
function NameAndSecret() {
  const { t } = useI18n();
  const [who, setWho] = useState('');
  const [secret, setSecret] = useState('');
  const field = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const { attempt, refusal, isPending, isWaiting } = useAttempt((given) => ({ who, secret: given ?? '' }), {
    isLocked: false,
    isWhoTyped: true,
  });
  const isReady = who.trim() !== '' && secret !== '' && !isPending && !isWaiting;
  useEffect(() => {
    if (!isPending && !isWaiting && refusal !== null) field.current?.focus();
  }, [isPending, isWaiting, refusal]);
  const send = () => {
    if (!isReady) return;
    setSecret('');
    attempt(secret);
  };
  return (
    <Form aria-label={t('people.entry.title')} onSubmit={send} sx={{ display: 'grid', gap: 3 }}>
      <TextField
        label={t('people.entry.who')}
        value={who}
        onChange={setWho}
        maxLength={200}
        autoFocus
        inputProps={{ autoComplete: 'username', autoCapitalize: 'none', spellCheck: false }}
      />
      <TextField
        label={t('people.entry.password')}
        type="password"
        value={secret}
        onChange={setSecret}
        maxLength={200}
        inputRef={field}
        inputProps={{ autoComplete: 'current-password' }}
      />
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      <Button
        type="submit"
        variant="contained"
        disabled={!isReady}
        startIcon={<KeyRound size={14} aria-hidden />}
        sx={{ justifySelf: 'start' }}
      >
        {t('people.entry.enter')}
      </Button>
      <Typography variant="caption">{t('people.entry.noAccount')}</Typography>
    </Form>
  );
}

type SecretProps = {
  person: PersonChoice;
  /** Whether it opens the lock of this person's own sign-in. */
  isLocked: boolean;
  onOther: (() => void) | null;
};

function Secret({ person, isLocked, onOther }: SecretProps) {
  const { t } = useI18n();
  const shownName = useShownName();
  const [secret, setSecret] = useState('');
  const field = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const { attempt, refusal, isPending, isWaiting } = useAttempt(
    (secret) => ({ personId: person.id, secret }),
    { isLocked, isWhoTyped: false },
  );
  const needsNone = person.comesIn === 'freely';
  const isBarred = person.comesIn === 'notYet';
  const isByProvider = person.comesIn === 'byProvider';
  // What was wrong is typed anew, and so is what was not looked at.
  useEffect(() => {
    if (!isPending && !isWaiting) field.current?.focus();
  }, [isPending, isWaiting]);
  const send = () => {
    if (isPending || isWaiting || (secret === '' && !needsNone)) return;
    setSecret('');
    attempt(needsNone ? undefined : secret);
  };
  return (
    <>
      <Form onSubmit={send} sx={{ display: 'grid', gap: 3 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5 }}>
          <UserRound size={16} aria-hidden />
          <Typography variant="h3" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {shownName(person.name)}
          </Typography>
        </Box>
        {isBarred && <Alert severity="warning">{t('people.entry.needsSecret')}</Alert>}
        {!isBarred && !needsNone && !isByProvider && (
          <TextField
            label={t('people.entry.secret')}
            type="password"
            value={secret}
            onChange={setSecret}
            maxLength={200}
            autoFocus
            inputRef={field}
          />
        )}
        {isByProvider && <ProviderButton isOnlyWay />}
        {refusal !== null && <Alert severity="error">{refusal}</Alert>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {!isBarred && !isByProvider && (
            <Button
              type="submit"
              variant="contained"
              disabled={isPending || isWaiting || (secret === '' && !needsNone)}
              startIcon={<KeyRound size={14} aria-hidden />}
            >
              {t(isLocked ? 'people.entry.unlock' : 'people.entry.enter')}
            </Button>
          )}
          {onOther !== null && (
            <Button variant="text" color="inherit" onClick={onOther}>
              {t('people.entry.other')}
            </Button>
          )}
        </Box>
      </Form>
      {!isByProvider && <ProviderButton />}
    </>
  );
}

/** Opens the lock, or signs in; a sign-in that is over behind its lock begins anew with the same secret. */
function useAttempt(
  entering: (secret: string | undefined) => Entering,
  { isLocked, isWhoTyped }: { isLocked: boolean; isWhoTyped: boolean },
) {
  const api = useApi();
  const { client } = useConnection();
  const queries = useQueryClient();
  const refusalOf = useEntryRefusal({ isWhoTyped });
  const enter = useEnter();
  const unlock = useMutation({
    async mutationFn(secret: string | undefined) {
      // What was locked here while nobody answered is no lock yet.
      if (useEntry.getState().isLockedHere) await client.people.lock();
      return client.people.unlock(secret === undefined ? {} : { secret });
    },
    onSuccess(me) {
      useSignIn.setState({ refused: null });
      useEntry.setState({ isLockedHere: false });
      queries.setQueryData(api.people.me.queryKey(), me);
    },
    onError(failure, secret) {
      if (!(failure instanceof ORPCError) || failure.code !== 'SIGNED_OUT') return;
      keepSignIn(null);
      useEntry.setState({ isLockedHere: false });
      enter.mutate(entering(secret));
    },
  });
  const failure = enter.error ?? unlock.error;
  const { seconds, isOver } = useWait(failure);
  return {
    attempt(secret: string | undefined) {
      enter.reset();
      unlock.reset();
      if (isLocked) unlock.mutate(secret);
      else enter.mutate(entering(secret));
    },
    isPending: enter.isPending || unlock.isPending,
    isWaiting: seconds > 0,
    refusal: failure === null || isOver ? null : refusalOf(failure, seconds),
  };
}
