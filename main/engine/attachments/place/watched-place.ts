import type { AttachmentsPlace } from '#shared/contract/database.ts';
import type { Clock } from '../../clock.ts';
import { ContentPlaceProblem } from './address.ts';
import type { ContentPlace } from './content-place.ts';

/** A place of which is known whether it is reached: while it is not, who asks hears so at once, and it is looked for again. */
export interface WatchedPlace extends Omit<ContentPlace, 'claim'> {
  state(): AttachmentsPlace;
  /** Whether nothing is put there before it was looked for again. */
  isAway(): boolean;
}

/** Until it is looked for again, in milliseconds; twice as long each time. */
const firstPause = 2000;
const lastPause = 60_000;

/**
 * `onChange` is called where something fails otherwise than before, where it may be tried again, and where all is well again. Of a
 * place that is there and takes nothing, as one that is full, what it has is read on, and after a pause one may try to put again.
 */
export function watchPlace(
  place: ContentPlace,
  { clock, onChange }: { clock: Clock; onChange: () => void },
): WatchedPlace {
  let problem: AttachmentsPlace['problem'] = null;
  let isOfPutting = false;
  let mayPut = true;
  let reachedAt: string | null = null;
  let pause = firstPause;
  let cancelRetry = () => {};
  let isClosed = false;

  const noteReached = (hasPut: boolean) => {
    reachedAt = new Date(clock.now()).toISOString();
    if (problem === null || (isOfPutting && !hasPut)) return;
    problem = null;
    mayPut = true;
    pause = firstPause;
    cancelRetry();
    onChange();
  };
  const noteProblem = ({ code, message: detail }: ContentPlaceProblem, ofPutting: boolean) => {
    if (isClosed) return;
    const isNew = problem?.code !== code || problem.detail !== detail;
    problem = { code, detail, since: problem?.since ?? new Date(clock.now()).toISOString() };
    isOfPutting = ofPutting;
    mayPut = false;
    cancelRetry();
    cancelRetry = clock.after(pause, retry);
    pause = Math.min(pause * 2, lastPause);
    if (isNew) onChange();
  };
  const retry = () => {
    if (!isOfPutting) void look().catch(() => {});
    else {
      mayPut = true;
      onChange();
    }
  };
  const noted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await work();
      noteReached(false);
      return result;
    } catch (failure) {
      if (failure instanceof ContentPlaceProblem) noteProblem(failure, false);
      throw failure;
    }
  };
  const unlessAway = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (problem !== null && !isOfPutting) throw new ContentPlaceProblem(problem.code, problem.detail);
    return noted(work);
  };
  const look = () => noted(() => place.look());

  return {
    address: place.address,
    async put(content) {
      if (problem !== null && !mayPut) throw new ContentPlaceProblem(problem.code, problem.detail);
      try {
        await place.put(content);
        noteReached(true);
      } catch (failure) {
        if (!(failure instanceof ContentPlaceProblem)) throw failure;
        const isThere = await place.look().then(
          () => true,
          () => false,
        );
        noteProblem(failure, isThere);
        throw failure;
      }
    },
    get: (content, path) => unlessAway(() => place.get(content, path)),
    sizeOf: (sha256) => unlessAway(() => place.sizeOf(sha256)),
    remove: (sha256) => unlessAway(() => place.remove(sha256)),
    look,
    isAway: () => problem !== null && !mayPut,
    state() {
      const { address } = place;
      const isFolder = address.kind === 'folder';
      return {
        ...{ kind: address.kind, address: address.text },
        name: isFolder ? address.folder : `${address.bucket}/${address.prefix}`,
        store: isFolder ? null : { endpoint: address.endpoint.origin, region: address.region },
        ...{ problem, reachedAt },
      };
    },
    async close() {
      isClosed = true;
      cancelRetry();
      await place.close();
    },
  };
}
