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

export const downloadsPath = '/downloads';
/** The servers; their cards stand beside the list where the window is wide enough. */
export const hostsPath = `${downloadsPath}/hosts`;
export const downloadPath = (id: number) => `${downloadsPath}/${id}`;

/** The tone and icon of each state; its label is `downloads.state.<state>`. */
export const stateStyle: Record<AttachmentState, { tone: ChipTone; icon: LucideIcon }> = {
  queued: { tone: 'neutral', icon: Clock },
  awaitingApproval: { tone: 'waiting', icon: ShieldQuestionMark },
  downloading: { tone: 'accent', icon: Download },
  stored: { tone: 'matched', icon: CircleCheck },
  failed: { tone: 'refusal', icon: CircleAlert },
  refused: { tone: 'refusal', icon: ShieldX },
};

/** The locale keys for a download problem: what happened, and what to do about it. */
export function problemText({ code, detail }: { code: AttachmentProblemCode; detail: string | null }) {
  const fault = code === 'tls' ? certificateFault(detail) : null;
  if (fault === null)
    return { explanation: `downloads.problem.${code}`, advice: `downloads.problemAdvice.${code}` } as const;
  return {
    explanation: `downloads.certificate.${fault}.problem`,
    advice: `downloads.certificate.${fault}.advice`,
  } as const;
}

/** The locale keys for a problem of stored content. */
export const contentProblemText = <Code extends ContentProblemCode>(code: Code) =>
  ({
    explanation: `downloads.contentProblem.${code}`,
    advice: `downloads.contentProblemAdvice.${code}`,
  }) as const;

/** The contract counts no further. */
const countCap = 10_000;

/** The state of all downloads together. */
export type OverallState =
  | 'idle'
  | 'idleWaiting'
  | 'paused'
  | 'pausing'
  | 'diskLow'
  | 'placeAway'
  | 'downloading';

/** The state of all downloads: first what stops them, then what they do. */
export function overallState({ paused, diskLow, placeAway, counts }: Downloads): OverallState {
  if (diskLow) return 'diskLow';
  if (placeAway) return 'placeAway';
  if (paused) return counts.downloading > 0 ? 'pausing' : 'paused';
  if (counts.downloading > 0) return 'downloading';
  const open = counts.queued + counts.awaitingApproval + counts.failed + counts.refused;
  return open > 0 ? 'idleWaiting' : 'idle';
}

/** The states by which the list can be filtered. */
export const waitingStates = ['downloading', 'queued', 'awaitingApproval', 'failed', 'refused'] as const;
export type WaitingState = (typeof waitingStates)[number] & Exclude<AttachmentState, 'stored'>;

/** A count, formatted; "10,000+" where the contract counts no further. */
export const cappedCount = (count: number, write: (count: number) => string): string =>
  count >= countCap ? `${write(countCap)}+` : write(count);

/** Whether a person can retry the download. */
export function canRetry({ state, problem, address }: Attachment): boolean {
  if (address === null || (state !== 'failed' && state !== 'refused' && state !== 'queued')) return false;
  return problem === null ? state !== 'queued' : !permanentProblems.includes(problem.code);
}

/**
 * When a download is retried: in whole minutes up to an hour, else a formatted time or day. Null where the retry is due or
 * `iso` is not a time.
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

/** The progress of an attachment, from the state of all downloads where it is there, since that is newer. */
export function progressOf(
  { id, state, progress }: Pick<Attachment, 'id' | 'state' | 'progress'>,
  downloads: Pick<Downloads, 'active'> | undefined,
): Progress | null {
  if (state !== 'downloading') return null;
  return (
    downloads?.active.find(({ attachmentId }) => attachmentId === id) ?? progress ?? { bytes: 0, total: null }
  );
}

/** The progress from 0 to 1; null where the server did not send the size. */
export const shareOf = ({ bytes, total }: Progress): number | null =>
  total === null || total <= 0 ? null : Math.min(1, bytes / total);

export type NamedRecord = WaitingAttachment['record'];

/** The records whose files wait for a host. */
export type WaitingRecords = {
  /** Each record once, in the order of the files. */
  records: readonly NamedRecord[];
  /** How many files these records name at the host. */
  files: number;
};

export const noWaitingRecords: WaitingRecords = { records: [], files: 0 };

/** Groups waiting files by host. */
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

/** The servers at other ports of the same machine that have a decision. */
export const decidedPorts = (
  { host }: Pick<AttachmentHost, 'host'>,
  all: readonly AttachmentHost[],
): readonly AttachmentHost[] =>
  all.filter(
    (candidate) =>
      candidate.host !== host && candidate.decision !== 'pending' && nameOf(candidate.host) === nameOf(host),
  );
