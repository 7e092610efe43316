import { create } from 'zustand';
import type { OfficeState } from '#shared/contract/office.ts';
import type { OfficeClient } from '../app/connection.ts';
import { backoff } from '../app/live/retry-failed.ts';

/** The program's way to its office; null where it works on data of this computer, undefined before that is known. */
type Known = { office: OfficeState | null | undefined };

export const useOfficeState = create<Known>(() => ({ office: undefined }));

/** Follows it until the signal; a program that knows no office says so at once, by knowing none of these procedures. */
export async function followOffice(client: OfficeClient, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      for await (const office of await client.follow(undefined, { signal })) {
        useOfficeState.setState({ office });
        attempt = 0;
      }
    } catch {
      if (signal.aborted) return;
      // What answers without an office knows no such procedure; one that was known is still there.
      if (useOfficeState.getState().office === undefined) useOfficeState.setState({ office: null });
      if (useOfficeState.getState().office === null) return;
    }
    await new Promise((resolve) => setTimeout(resolve, backoff(attempt)));
  }
}
