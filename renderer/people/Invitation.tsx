import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Person } from '#shared/contract/people.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { CopyBlock } from '../components/CopyBlock.tsx';
import { Typography } from '../components/Typography.tsx';
import { useConsoleAddress } from './me.ts';

/** A link by which a person sets a password; it is shown once, and one that is made anew ends the one before. */
export function Invitation({ person }: { person: Person }) {
  const { t, format } = useI18n();
  const address = useConsoleAddress();
  const api = useApi();
  const queries = useQueryClient();
  const onError = useNotDone();
  const onSettled = () => queries.invalidateQueries({ queryKey: api.people.list.key() });
  const invite = useMutation({ ...api.people.invite.mutationOptions(), onSettled, onError });
  const takeBack = useMutation({
    ...api.people.uninvite.mutationOptions(),
    onError,
    onSettled() {
      invite.reset();
      return onSettled();
    },
  });
  const { invitedUntil } = person;
  const token = invite.data?.token;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Typography variant="body2">
        {t(person.hasSecret ? 'people.invite.aboutAgain' : 'people.invite.about', { name: person.name })}
      </Typography>
      {invitedUntil !== null && (
        <Alert severity="info">{t('people.invite.open', { until: format.exact(invitedUntil) })}</Alert>
      )}
      {token !== undefined && (
        <CopyBlock label={t('people.invite.link', { name: person.name })} text={linkTo(address, token)} />
      )}
      {token !== undefined && <Typography variant="caption">{t('people.invite.once')}</Typography>}
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <Button
          variant={invitedUntil === null ? 'contained' : 'outlined'}
          disabled={invite.isPending}
          onClick={() => invite.mutate({ id: person.id })}
        >
          {t(invitedUntil === null ? 'people.invite.make' : 'people.invite.makeAnew')}
        </Button>
        {invitedUntil !== null && (
          <Button
            variant="text"
            color="error"
            disabled={takeBack.isPending}
            onClick={() => takeBack.mutate({ id: person.id })}
          >
            {t('people.invite.takeBack')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** What stands behind the `#` is sent to no server. */
const linkTo = (address: string, token: string): string => `${address}/#/invitation/${token}`;
