/** Has the copier of a place put a copy into a folder of this computer, where it is looked at. */
import type { OpenedArchive } from '#shared/contract/archives.ts';
import type { CopyRequest, PlaceProblem } from '#shared/contract/backups.ts';
import { within } from '../../engine/within.ts';
import type { FetchedCopy } from '../archives.ts';
import { CopierFailure, type Copiers } from './copier-client.ts';

/** Why a copy cannot be looked at: a problem of its place, or of the disk here. */
class CopyFailure extends Error {
  readonly code: PlaceProblem['code'];
  constructor({ code, detail }: PlaceProblem) {
    super(detail);
    this.code = code;
  }
}

/** A place that hangs is not waited for; in milliseconds. */
const stopMs = 2000;

/** Begins at once. `quietMs`: for how long nothing may be heard of it. */
export function fetchCopy(
  copiers: Copiers,
  request: CopyRequest & { to: string },
  quietMs: number,
): FetchedCopy {
  let progress = { done: 0, all: 0 };
  const ready = Promise.withResolvers<OpenedArchive>();
  // Who looks at it hears of it.
  ready.promise.catch(() => {});
  const stopping = Promise.withResolvers<void>();
  const ended = copiers
    .ask(request.folder, quietMs, async (copier, alive) => {
      const steps = await copier.fetchCopy(request);
      const stop = stopping.promise.then(() => null);
      for (;;) {
        const step = await Promise.race([steps.next(), stop]);
        if (step === null) return void (await steps.return?.({ state: 'fetched' }));
        alive();
        if (step.done === true) {
          if (step.value.state === 'failed') throw new CopyFailure(step.value.problem);
          return;
        }
        if (step.value.state === 'ready') ready.resolve(step.value.archive);
        else progress = step.value;
      }
    })
    .catch((failure: unknown) =>
      ready.reject(failure instanceof CopierFailure ? new CopyFailure(failure.problem) : failure),
    );
  return {
    progress: () => progress,
    ready: ready.promise,
    async stop() {
      stopping.resolve();
      await within(stopMs, ended);
      ready.reject(new CopyFailure({ code: 'other', detail: 'It was closed.' }));
    },
  };
}
