import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Person } from '#shared/contract/people.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { SwitchField } from '../components/FormFields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { Confirmation } from './Confirmation.tsx';
import { useShownName } from './me.ts';

/** Who an account is at the office's provider, whether that is its only way in, and how it is parted from there. */
export function BoundAccount({ person, bound }: { person: Person; bound: NonNullable<Person['bound']> }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const shownName = useShownName();
  const when = useWhen();
  const [isSure, setSure] = useState(false);
  const onSettled = () => queries.invalidateQueries({ queryKey: api.people.key() });
  const setOff = useMutation({ ...api.openId.setPasswordOff.mutationOptions(), onSettled });
  const unbind = useMutation({
    ...api.openId.unbind.mutationOptions(),
    onSettled,
    onSuccess: () =>
      notify({ tone: 'done', text: t('openId.bound.unbound', { name: shownName(person.name) }) }),
  });
  const failure = setOff.error ?? unbind.error;
  const isLast = isDefinedError(setOff.error) && setOff.error.code === 'LAST_ADMINISTRATOR';
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {t('openId.bound.as', { email: bound.email, when: when(bound.at) })}
      </Typography>
      <SwitchField
        label={t('openId.bound.passwordOff')}
        helperText={t('openId.bound.passwordOffHelp')}
        value={bound.isPasswordOff}
        onChange={(isOff) => setOff.mutate({ id: person.id, isOff })}
      />
      {failure !== null && (
        <Alert severity="error">{isLast ? t('openId.bound.lastAdministrator') : errorMessage(failure)}</Alert>
      )}
      {!isSure && (
        <Button color="error" sx={{ justifySelf: 'start' }} onClick={() => setSure(true)}>
          {t('openId.bound.unbind')}
        </Button>
      )}
      {isSure && (
        <Confirmation
          text={t('openId.bound.unbindText', { name: shownName(person.name) })}
          act={t('openId.bound.unbind')}
          isDisabled={unbind.isPending}
          onCancel={() => setSure(false)}
          onConfirm={() => unbind.mutate({ id: person.id })}
        />
      )}
    </Box>
  );
}
