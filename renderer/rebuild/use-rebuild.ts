import { useMutation } from '@tanstack/react-query';
import { useNotDone } from '../app/error-message.ts';
import { retryNow } from '../app/live/changes.ts';
import { useApi } from '../app/queries.ts';

/** Begins a rebuild, whether there is an engine or not; how far it is comes with the state of the connection. */
export function useBeginRebuild() {
  const notDone = useNotDone();
  return useMutation(useApi().database.rebuild.mutationOptions({ onSuccess: retryNow, onError: notDone }));
}

export function useStopRebuild() {
  const notDone = useNotDone();
  return useMutation(
    useApi().database.stopRebuild.mutationOptions({ onSuccess: retryNow, onError: notDone }),
  );
}
