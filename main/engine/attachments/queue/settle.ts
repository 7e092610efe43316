import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { Clock } from '../../clock.ts';
import {
  type AttachmentRow,
  type AttachmentStateChange,
  attachmentById,
  type Store,
  setAttachmentState,
  uncountAttempt,
} from '../../store/index.ts';
import type { FetchOutcome } from '../fetching/task.ts';
import type { Hosts } from '../hosts.ts';
import { stateAfterFailure } from './retry.ts';

type NotFetched = Extract<FetchOutcome, { outcome: 'notFetched' }>;

/** Waits for somebody, or for room: nothing is wrong with the file or its server, so the try is not counted. */
const noFailures: readonly AttachmentProblemCode[] = [
  'diskLow',
  'hostNotApproved',
  'redirectHostNotApproved',
  'httpNotAllowed',
];
/** What a decision about a host may have changed while the file was asked for. */
const ofApproval: readonly AttachmentProblemCode[] = [
  'hostNotApproved',
  'redirectHostNotApproved',
  'hostRefused',
  'httpNotAllowed',
];

/** Has an attachment stand as its try says, and as its host stands by now. */
export async function recordFailure(
  room: { store: Store; clock: Clock; hosts: Pick<Hosts, 'decisions' | 'standingOf'>; random: () => number },
  id: number,
  failed: NotFetched,
  /** How many decisions there were when the try began. */
  decisions: number,
): Promise<void> {
  const { store, clock, hosts } = room;
  const at = clock.now();
  const random = room.random();
  await store.write(async (tx) => {
    const row = await attachmentById(tx, id);
    if (row === undefined || row.state !== 'downloading') return;
    const isDecidedSince = hosts.decisions() !== decisions && ofApproval.includes(failed.problem);
    if (isDecidedSince || noFailures.includes(failed.problem)) await uncountAttempt(tx, id);
    if (isDecidedSince) {
      const queued: AttachmentStateChange = {
        state: 'queued',
        problem: null,
        detail: null,
        nextAttemptAt: at,
      };
      await setAttachmentState(tx, id, asHostStands(queued, row.host, hosts), at);
      return;
    }
    const { problem, detail, retryAfterSeconds } = failed;
    const { attempts } = row;
    const standing = stateAfterFailure({ problem, detail, attempts, retryAfterSeconds, at, random });
    const host = failed.host ?? row.host;
    await setAttachmentState(tx, id, asHostStands(standing, host, hosts), at, host ?? undefined);
  });
}

/** Nothing is tried again at a host that is not approved any more, and nobody is asked twice about one that is refused. */
function asHostStands(
  standing: AttachmentStateChange,
  host: AttachmentRow['host'],
  hosts: Pick<Hosts, 'standingOf'>,
): AttachmentStateChange {
  if (host === null || standing.state === 'refused') return standing;
  const ofHost = hosts.standingOf(host);
  if (ofHost === 'refused') {
    return { state: 'refused', problem: 'hostRefused', detail: host, nextAttemptAt: null };
  }
  if (ofHost === 'pending' && standing.state !== 'awaitingApproval') {
    return { state: 'awaitingApproval', problem: 'hostNotApproved', detail: host, nextAttemptAt: null };
  }
  return standing;
}
