import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import type { Person } from '#shared/contract/people.ts';
import { type Role, roles } from '#shared/terms.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useUnsaved } from '../app/UnsavedChanges.tsx';
import { Box } from '../components/Box.tsx';
import { Form, SelectField, TextField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { useShownName } from './me.ts';
import { isEmailAName, isLastAdministrator, isNameTaken } from './people-rules.ts';

type Props = {
  /** Null to add one. */
  person: Person | null;
  people: readonly Person[];
  onDone: () => void;
};

const email = z.union([z.literal(''), z.email().max(200)]);
/** Pesos and cents as people write them, with commas or none. */
const pesos = /^\d{1,12}(\.\d{1,2})?$/;
const amountIn = (text: string) => text.replaceAll(/[,\s]|RD\$/g, '');

/** An account's name, e-mail, role and limit; what the engine would refuse is said beside its field. */
export function PersonForm({ person, people, onDone }: Props) {
  const { t } = useI18n();
  const saved = {
    name: person?.name ?? '',
    email: person?.email ?? '',
    role: person?.role ?? ('adjuster' as Role),
    limit: person?.verdictLimit ?? '',
  };
  const [draft, setDraft] = useState(saved);
  const { save, trouble, isPending } = useSavePerson(onDone);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  useUnsaved(isChanged);
  const limit = amountIn(draft.limit);
  const isTaken = isNameTaken(draft.name, person?.id ?? null, people);
  const isLast =
    person?.role === 'administrator' &&
    draft.role !== 'administrator' &&
    isLastAdministrator(person.id, people);
  const hasEmail = email.safeParse(draft.email.trim()).success;
  const isEmailTaken = draft.email.trim() !== '' && isEmailAName(draft.email, person?.id ?? null, people);
  const hasLimit = limit === '' || pesos.test(limit);
  const isReady =
    isChanged &&
    !isPending &&
    draft.name.trim() !== '' &&
    !isTaken &&
    !isLast &&
    hasEmail &&
    !isEmailTaken &&
    hasLimit;
  const send = () => {
    if (!isReady) return;
    save({
      id: person?.id ?? null,
      name: draft.name.trim(),
      email: draft.email.trim(),
      role: draft.role,
      verdictLimit: limit === '' || draft.role === 'reader' ? null : limit,
    });
  };
  return (
    <Form
      aria-label={t(person === null ? 'people.settings.add' : 'people.settings.edit')}
      onSubmit={send}
      sx={{ display: 'grid', gap: 3 }}
    >
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', '& > *': { flex: '1 1 220px' } }}>
        <TextField
          label={t('people.settings.name')}
          value={draft.name}
          onChange={(name) => setDraft({ ...draft, name })}
          maxLength={120}
          autoFocus
          error={isTaken ? t('people.rules.NAME_TAKEN') : null}
        />
        <TextField
          label={t('people.settings.email')}
          type="email"
          value={draft.email}
          onChange={(text) => setDraft({ ...draft, email: text })}
          maxLength={200}
          error={
            isEmailTaken ? t('people.rules.NAME_TAKEN') : hasEmail ? null : t('people.settings.emailWrong')
          }
        />
      </Box>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', '& > *': { flex: '1 1 220px' } }}>
        <SelectField
          label={t('people.settings.role')}
          value={draft.role}
          options={roles}
          labelOf={(role) => t(`people.role.${role}`)}
          onChange={(role) => setDraft({ ...draft, role })}
          error={isLast ? t('people.rules.LAST_ADMINISTRATOR') : null}
        />
        {draft.role !== 'reader' && (
          <TextField
            label={t('people.settings.limit')}
            value={draft.limit}
            onChange={(text) => setDraft({ ...draft, limit: text })}
            maxLength={24}
            helperText={t('people.settings.limitHelp')}
            error={hasLimit ? null : t('people.settings.limitWrong')}
          />
        )}
      </Box>
      {trouble !== null && <Alert severity="error">{trouble}</Alert>}
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button type="submit" variant="contained" disabled={!isReady}>
          {t(person === null ? 'people.settings.add' : 'common.save')}
        </Button>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
      </Box>
    </Form>
  );
}

function useSavePerson(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  const { mutate, error, isPending } = useMutation({
    ...api.people.save.mutationOptions(),
    onSuccess(person) {
      notify({ tone: 'done', text: t('people.settings.saved', { name: person.name }) });
      onDone();
      return queries.invalidateQueries({ queryKey: api.people.key() });
    },
  });
  const trouble =
    error === null ? null : isDefinedError(error) ? t(`people.rules.${error.code}`) : errorMessage(error);
  return { save: mutate, trouble, isPending };
}

/** Asks before an account ends. */
export function EndPerson({ person, people, onDone }: Props & { person: Person }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const shownName = useShownName();
  const end = useMutation({
    ...api.people.end.mutationOptions(),
    onSuccess() {
      notify({ tone: 'done', text: t('people.settings.nowEnded', { name: shownName(person.name) }) });
      return queries.invalidateQueries({ queryKey: api.people.key() });
    },
  });
  const isLast = person.role === 'administrator' && isLastAdministrator(person.id, people);
  return (
    <Alert severity="warning">
      <Typography variant="body2">
        {isLast
          ? t('people.rules.LAST_ADMINISTRATOR')
          : t('people.settings.endText', { name: shownName(person.name) })}
      </Typography>
      {end.error !== null && (
        <Typography variant="body2" role="alert" sx={{ color: 'error.main', mt: 1 }}>
          {isDefinedError(end.error) ? t(`people.rules.${end.error.code}`) : errorMessage(end.error)}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        {!isLast && (
          <Button color="error" disabled={end.isPending} onClick={() => end.mutate({ id: person.id })}>
            {t('people.settings.endConfirm')}
          </Button>
        )}
      </Box>
    </Alert>
  );
}
