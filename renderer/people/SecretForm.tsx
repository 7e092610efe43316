import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ORPCError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Person } from '#shared/contract/people.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { Confirmation } from './Confirmation.tsx';
import { useEntryRefusal, useMe, useShownName } from './me.ts';
import { NewSecretFields, useNewSecret } from './NewSecret.tsx';
import { isSomeoneGuarded, secretRuleBroken, wouldStayOut } from './people-rules.ts';
import { keepSignIn, useSignIn } from './sign-in.ts';

type Props = { person: Person; isOwn: boolean; people: readonly Person[]; onDone: () => void };

/** Sets a password or PIN, or takes it away; one's own with the present one. */
export function SecretForm({ person, isOwn, people, onDone }: Props) {
  const { t } = useI18n();
  const shownName = useShownName();
  const [current, setCurrent] = useState('');
  const [isRemoving, setRemoving] = useState(false);
  const { set, trouble, isPending } = useSetSecret(person, isOwn, onDone);
  const isOffice = useMe().data?.isOffice === true;
  const chosen = useNewSecret(isOffice);
  const barred = isOffice ? null : secretRuleBroken(person, 'set', people);
  if (barred !== null)
    return (
      <Alert severity="info" action={<Button onClick={onDone}>{t('common.close')}</Button>}>
        {t('people.rules.ADMINISTRATOR_FIRST')}
      </Alert>
    );
  const asksCurrent = isOwn && person.hasSecret;
  const stayOut = isSomeoneGuarded(people) ? [] : wouldStayOut(person.id, people);
  const isLeftAnotherWay = !isOffice || person.bound !== null;
  const mayRemove =
    person.hasSecret && isLeftAnotherWay && secretRuleBroken(person, 'remove', people) === null;
  const given = asksCurrent ? { current } : {};
  const hasCurrent = !asksCurrent || current !== '';
  const isReady = chosen.isReady && hasCurrent && !isPending;
  return (
    <Form
      aria-label={t('people.settings.secret')}
      onSubmit={() => {
        if (isReady) set({ id: person.id, secret: chosen.secret, ...given });
      }}
      sx={{ display: 'grid', gap: 3 }}
    >
      {stayOut.length > 0 && (
        <Alert severity="warning">
          {t('people.settings.stayOut', { names: stayOut.map(({ name }) => shownName(name)).join(', ') })}
        </Alert>
      )}
      {asksCurrent && (
        <TextField
          label={t('people.settings.current')}
          type="password"
          value={current}
          onChange={setCurrent}
          maxLength={200}
          width={360}
          autoFocus
        />
      )}
      <NewSecretFields
        chosen={chosen}
        label={t(isOffice ? 'people.invitation.secret' : 'people.settings.newSecret')}
        field={{ width: 360 }}
        autoFocus={!asksCurrent}
      />
      {person.hasSecret && <Typography variant="caption">{t('people.settings.othersEnd')}</Typography>}
      {trouble !== null && <Alert severity="error">{trouble}</Alert>}
      {isRemoving ? (
        <Confirmation
          text={t('people.settings.removeText', { name: shownName(person.name) })}
          act={t('people.settings.remove')}
          isDisabled={!hasCurrent || isPending}
          onCancel={() => setRemoving(false)}
          onConfirm={() => set({ id: person.id, secret: null, ...given })}
        />
      ) : (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" disabled={!isReady}>
            {t(person.hasSecret ? 'people.settings.change' : 'people.settings.set')}
          </Button>
          <Button onClick={onDone}>{t('common.cancel')}</Button>
          {mayRemove && (
            <Button
              variant="text"
              color="error"
              disabled={!hasCurrent || isPending}
              onClick={() => setRemoving(true)}
            >
              {t('people.settings.remove')}
            </Button>
          )}
        </Box>
      )}
    </Form>
  );
}

/**
 * Whoever sets the first secret of all is signed in before, by the name that they act under: once there is one, an unnamed caller is nobody.
 */
function useSetSecret(person: Person, isOwn: boolean, onDone: () => void) {
  const api = useApi();
  const { client } = useConnection();
  const queries = useQueryClient();
  const { t } = useI18n();
  const refusalOf = useEntryRefusal();
  const { mutate, error, isPending } = useMutation({
    async mutationFn(given: { id: number; secret: string | null; current?: string }) {
      if (isOwn && useSignIn.getState().token === null) {
        const { token, me } = await client.people.signIn({ personId: given.id });
        keepSignIn(token);
        queries.setQueryData(api.people.me.queryKey(), me);
      }
      return client.people.setSecret(given);
    },
    onSuccess(after) {
      notify({
        tone: 'done',
        text: t(after.hasSecret ? 'people.settings.secretSet' : 'people.settings.secretRemoved', {
          name: person.name,
        }),
      });
      onDone();
      return queries.invalidateQueries({ queryKey: api.people.key() });
    },
  });
  const code: unknown = error instanceof ORPCError ? error.code : null;
  const trouble =
    error === null
      ? null
      : code === 'ADMINISTRATOR_FIRST' || code === 'LAST_ADMINISTRATOR' || code === 'TOO_SHORT'
        ? t(`people.rules.${code}`)
        : refusalOf(error);
  return { set: mutate, trouble, isPending };
}
