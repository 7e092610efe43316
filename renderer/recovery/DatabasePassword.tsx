import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type DatabaseFault, isPasswordWanted } from '#shared/contract/database.ts';
import { useCapability, usePassesSecrets } from '../app/capabilities.ts';
import { useNotDone } from '../app/error-message.ts';
import { retryNow } from '../app/live/changes.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Typography } from '../components/Typography.tsx';
import { type SecretTransfer, SecretTransferNote } from '../settings/Keys.tsx';

/**
 * How the password of the database is given, where it is wanted: the button that asks for it, and what is said of it. It passes
 * through the shell, never through here.
 */
export function useDatabasePassword(
  fault: DatabaseFault | null,
  isBusy: boolean,
): { isWanted: boolean; button: ReactNode; note: ReactNode } {
  const { t } = useI18n();
  const notDone = useNotDone();
  const [transfer, setTransfer] = useState<SecretTransfer>(null);
  const hasKeychain = useCapability('keychain');
  const passes = usePassesSecrets();
  const { isPending, mutate } = useMutation(
    useApi().recovery.collectPassword.mutationOptions({
      // Where none is wanted any more, something else is in the way by now.
      onSuccess: (passage) => (passage === null ? retryNow() : setTransfer({ passage, collecting: true })),
      onError: notDone,
    }),
  );
  if (passes === false || !isPasswordWanted(fault)) return { isWanted: false, button: null, note: null };
  return {
    isWanted: true,
    button: (
      <Button
        key="password"
        variant={transfer === null ? 'contained' : 'outlined'}
        startIcon={<KeyRound size={14} />}
        disabled={isBusy || isPending || passes === undefined}
        onClick={() => mutate(undefined)}
      >
        {t('recovery.onServer.password.give')}
      </Button>
    ),
    note: (
      <>
        {hasKeychain !== undefined && (
          <Typography variant="body1">
            {t(`recovery.onServer.password.${hasKeychain ? 'kept' : 'noKeychain'}`)}
          </Typography>
        )}
        {transfer !== null && <SecretTransferNote transfer={transfer} onClose={() => setTransfer(null)} />}
      </>
    ),
  };
}
