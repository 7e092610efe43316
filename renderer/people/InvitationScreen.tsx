import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ORPCError } from '@orpc/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { useKeptTitle } from '../app/window-title.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Form } from '../components/FormFields.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { EntryFrame } from './EntryFrame.tsx';
import { beginAnew } from './me.ts';
import { NewSecretFields, useNewSecret } from './NewSecret.tsx';
import { keepSignIn } from './sign-in.ts';

/** The token of an invitation in the part of an address behind its `#`; null where it is another screen's. */
export const invitationIn = (path: string): string | null =>
  /^\/invitation\/([\w-]{43})$/.exec(path)?.[1] ?? null;

/** Whoever was invited chooses a password, once, and is signed in. */
export function InvitationScreen({ token }: { token: string }) {
  const { t } = useI18n();
  const invitation = useQuery({
    ...useApi().people.invitation.queryOptions({ input: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useKeptTitle({ waiting: null, section: null, archive: null });
  const isOver = invitation.error instanceof ORPCError && invitation.error.code === 'NOT_VALID';
  return (
    <EntryFrame>
      <Typography variant="h1">{t('people.invitation.title')}</Typography>
      {isOver && <Over />}
      {invitation.isError && !isOver && <ErrorState query={invitation} />}
      {invitation.isPending && <FormSkeleton />}
      {invitation.data !== undefined && <Accept token={token} invited={invitation.data} />}
    </EntryFrame>
  );
}

function Over() {
  const { t } = useI18n();
  return (
    <>
      <Alert severity="warning">{t('people.invitation.notValid')}</Alert>
      <Button sx={{ justifySelf: 'start' }} onClick={leave}>
        {t('people.invitation.toEntry')}
      </Button>
    </>
  );
}

/** The address of the invitation stays in no history. */
function leave(): void {
  window.history.replaceState(null, '', window.location.pathname);
  beginAnew();
}

function Accept({ token, invited }: { token: string; invited: { name: string; email: string } }) {
  const { t } = useI18n();
  const { client } = useConnection();
  const errorMessage = useErrorMessage();
  const chosen = useNewSecret(true);
  const accept = useMutation({
    mutationFn: () => client.people.acceptInvitation({ token, secret: chosen.secret }),
    onSuccess(accepted) {
      keepSignIn(accepted.token);
      leave();
    },
  });
  const isReady = chosen.isReady && !accept.isPending;
  const code: unknown = accept.error instanceof ORPCError ? accept.error.code : null;
  return (
    <Form
      aria-label={t('people.invitation.title')}
      onSubmit={() => {
        if (isReady) accept.mutate();
      }}
      sx={{ display: 'grid', gap: 3 }}
    >
      <Typography variant="body1" sx={{ overflowWrap: 'anywhere' }}>
        {t('people.invitation.for', { name: invited.name })}
      </Typography>
      <input
        type="hidden"
        name="username"
        autoComplete="username"
        value={invited.email || invited.name}
        readOnly
      />
      <NewSecretFields
        chosen={chosen}
        label={t('people.invitation.secret')}
        field={{ inputProps: { autoComplete: 'new-password' } }}
        autoFocus
      />
      {accept.error !== null && (
        <Alert severity="error">
          {code === 'NOT_VALID' ? t('people.invitation.notValid') : errorMessage(accept.error)}
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        disabled={!isReady}
        startIcon={<KeyRound size={14} aria-hidden />}
        sx={{ justifySelf: 'start' }}
      >
        {t('people.invitation.accept')}
      </Button>
    </Form>
  );
}
