import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Person } from '#shared/contract/people.ts';
import { useNotDone } from '../app/error-message.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts } from '../app/read-only.tsx';

/** Says of an account that nobody comes in by it for a while, and lets them try again. */
export function LockedOut({ person }: { person: Person }) {
  const { t, format } = useI18n();
  const now = useMinuteClock();
  const api = useApi();
  const queries = useQueryClient();
  const release = useMutation({
    ...api.people.release.mutationOptions(),
    onError: useNotDone(),
    onSettled: () => queries.invalidateQueries({ queryKey: api.people.list.key() }),
  });
  const { lockedOutUntil } = person;
  if (lockedOutUntil === null || Date.parse(lockedOutUntil) <= now) return null;
  return (
    <Alert
      severity="warning"
      action={
        <Acts of="people.release">
          <Button disabled={release.isPending} onClick={() => release.mutate({ id: person.id })}>
            {t('people.lockedOut.release')}
          </Button>
        </Acts>
      }
    >
      {t('people.lockedOut.text', { until: format.exact(lockedOutUntil) })}
    </Alert>
  );
}
