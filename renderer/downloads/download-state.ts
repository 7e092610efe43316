import {
  CircleAlert,
  CircleCheck,
  Clock,
  Download,
  type LucideIcon,
  ShieldQuestionMark,
  ShieldX,
} from 'lucide-react';
import { nameOf } from '#shared/attachment-host.ts';
import {
  type AttachmentProblemCode,
  type AttachmentState,
  type ContentProblemCode,
  permanentProblems,
} from '#shared/attachment-terms.ts';
import type {
  Attachment,
  AttachmentHost,
  Downloads,
  WaitingAttachment,
} from '#shared/contract/attachments.ts';
import type { Format } from '../app/locale/format.ts';
import { certificateFault } from '../components/certificate-fault.ts';
import type { ChipTone } from '../components/StateChip.tsx';

/** Where the downloads are shown. */
export const downloadsPath = '/downloads';
/** Where servers are decided about; beside the list where the window is wide enough. */
export const hostsPath = `${downloadsPath}/hosts`;
export const downloadPath = (id: number) => `${downloadsPath}/${id}`;

/** Tone and icon of each state; its words are `downloads.state.<state>`. */
export const stateStyle: Record<AttachmentState, { tone: ChipTone; icon: LucideIcon }> = {
  queued: { tone: 'neutral', icon: Clock },
  awaitingApproval: { tone: 'waiting', icon: ShieldQuestionMark },
  downloading: { tone: 'accent', icon: Download },
  stored: { tone: 'matched', icon: CircleCheck },
  failed: { tone: 'refusal', icon: CircleAlert },
  refused: { tone: 'refusal', icon: ShieldX },
};

/** Keys of the words for why an attachment is not here: what happened, and what it means and what to do. */
export function problemText({ code, detail }: { code: AttachmentProblemCode; detail: string | null }) {
  const fault = code === 'tls' ? certificateFault(detail) : null;
  if (fault === null)
    return { what: `downloads.problem.${code}`, advice: `downloads.problemAdvice.${code}` } as const;
  return {
    what: `downloads.certificate.${fault}.what`,
    advice: `downloads.certificate.${fault}.advice`,
  } as const;
}

/** As `problemText`, by the code alone: of what is odd about stored bytes. */
export const contentProblemText = <Code extends ContentProblemCode>(code: Code) =>
  ({ what: `downloads.contentProblem.${code}`, advice: `downloads.contentProblemAdvice.${code}` }) as const;

/** Counts of the contract go no further than this. */
const countCap = 10_000;

/** How the downloads stand as a whole. */
export type OverallState = 'idle' | 'idleWaiting' | 'paused' | 'pausing' | 'diskLow' | 'downloading';

/** The one thing to say of all downloads: what keeps them from going on comes before what they do. */
export function overallState({ paused, diskLow, counts }: Downloads): OverallState {
  if (diskLow) return 'diskLow';
  if (paused) return counts.downloading > 0 ? 'pausing' : 'paused';
  if (counts.downloading > 0) return 'downloading';
  const open = counts.queued + counts.awaitingApproval + counts.failed + counts.refused;
  return open > 0 ? 'idleWaiting' : 'idle';
}

/** States that the list of what is not stored can be narrowed to. */
export const waitingStates = ['downloading', 'queued', 'awaitingApproval', 'failed', 'refused'] as const;
export type WaitingState = (typeof waitingStates)[number] & Exclude<AttachmentState, 'stored'>;

/** A count as it is written, "10,000+" where nobody counted further. */
export const cappedCount = (count: number, write: (count: number) => string): string =>
  count >= countCap ? `${write(countCap)}+` : write(count);

/** Whether fetching it again by hand may bring it. */
export function canRetry({ state, problem, address }: Attachment): boolean {
  if (address === null || (state !== 'failed' && state !== 'refused' && state !== 'queued')) return false;
  return problem === null ? state !== 'queued' : !permanentProblems.includes(problem.code);
}

/**
 * When a download is tried again: in whole minutes within the hour, later at a time or on a day as people write it. Null
 * where it is due, or where the time is none.
 */
export function nextTry(
  iso: string,
  now: number,
  format: Pick<Format, 'when'>,
): { minutes: number } | { when: string } | null {
  const minutes = Math.ceil((Date.parse(iso) - now) / 60_000);
  if (!(minutes > 0)) return null;
  return minutes > 60 ? { when: format.when(iso, now) } : { minutes };
}

type Progress = { bytes: number; total: number | null };

/** How far an attachment is: what is told of all downloads is newer than what came with the attachment. */
export function progressOf(
  { id, state, progress }: Pick<Attachment, 'id' | 'state' | 'progress'>,
  downloads: Pick<Downloads, 'active'> | undefined,
): Progress | null {
  if (state !== 'downloading') return null;
  return downloads?.active.find((one) => one.attachmentId === id) ?? progress ?? { bytes: 0, total: null };
}

/** 0 to 1; null where the server did not say how long the file is. */
export const shareOf = ({ bytes, total }: Progress): number | null =>
  total === null || total <= 0 ? null : Math.min(1, bytes / total);

export type NamedRecord = WaitingAttachment['record'];

/** What is known of those that wait for a host. */
export type WaitingRecords = {
  /** Each once, in the order in which they are given. */
  records: readonly NamedRecord[];
  /** Of how many files. */
  files: number;
};

export const noWaitingRecords: WaitingRecords = { records: [], files: 0 };

/** The records whose files wait for each host. */
export function waitingRecordsByHost(
  rows: readonly Pick<WaitingAttachment, 'host' | 'record'>[],
): ReadonlyMap<string, WaitingRecords> {
  const found = new Map<string, { records: Map<number, NamedRecord>; files: number }>();
  for (const { host, record } of rows) {
    if (host === null) continue;
    const ofHost = found.get(host) ?? { records: new Map<number, NamedRecord>(), files: 0 };
    ofHost.records.set(record.id, record);
    ofHost.files += 1;
    found.set(host, ofHost);
  }
  return new Map(
    [...found].map(([host, { records, files }]) => [host, { records: [...records.values()], files }]),
  );
}

/** What was decided about other ports of the same machine. */
export const decidedPorts = (
  { host }: Pick<AttachmentHost, 'host'>,
  all: readonly AttachmentHost[],
): readonly AttachmentHost[] =>
  all.filter(
    (other) => other.host !== host && other.decision !== 'pending' && nameOf(other.host) === nameOf(host),
  );
