/** What the screen makes of backups and second copy: how each stands, and what of that everybody has to know. */

import type { LucideIcon } from 'lucide-react';
import type {
  BackupConfiguration,
  BackupPlace,
  BackupProgress,
  PlaceProblem,
  RestorableCopy,
  SecondCopyStatus,
} from '#shared/contract/backups.ts';
import type { ChipTone } from '../components/StateChip.tsx';
import { wholeNumber } from '../settings/validation.ts';

/** As the shell answers it. */
export type Backups = {
  configuration: BackupConfiguration;
  places: readonly BackupPlace[];
  running: BackupProgress | null;
  secondCopy: (SecondCopyStatus & { isForThisRun: boolean }) | null;
  lacksPlace: boolean;
  isOnServer: boolean;
};

/** In their order. */
export const backupPhases: readonly BackupProgress['phase'][] = [
  'database',
  'journal',
  'attachments',
  'checking',
  'removing',
];

export type PlaceState =
  | 'running'
  | 'away'
  | 'unusable'
  | 'none'
  | 'first'
  | 'tooOld'
  | 'failed'
  | 'partial'
  | 'good';

/** How a place stands, the gravest first. */
export function stateOfPlace(place: BackupPlace, running: BackupProgress | null): PlaceState {
  if (running?.placeId === place.id) return 'running';
  if (place.problem !== null) return place.problem.code === 'away' ? 'away' : 'unusable';
  if (place.lastGood === null)
    return place.isTooOld ? 'none' : place.lastFailure === null ? 'first' : 'failed';
  if (place.isTooOld) return 'tooOld';
  if (place.lastFailure !== null) return 'failed';
  return place.lastGood.hasDatabase ? 'good' : 'partial';
}

/** What is said of the next backup of a place: where it is due already, no moment. `now` in milliseconds. */
export function nextOf(
  { nextAt }: Pick<BackupPlace, 'nextAt'>,
  state: PlaceState,
  now: number,
): 'none' | 'now' | 'soon' | { at: string } {
  if (state === 'running') return 'now';
  if (nextAt === null) return 'none';
  return Date.parse(nextAt) <= now ? 'soon' : { at: nextAt };
}

export type SecondCopyState = 'starting' | 'following' | 'attachments' | 'catchingUp' | 'away' | 'unusable';

/** `catchingUp` of one that follows as well, where something has waited for too long. `now` in milliseconds. */
export function stateOfSecondCopy(copy: SecondCopyStatus, now: number): SecondCopyState {
  if (copy.state === 'away')
    return copy.problem === null || copy.problem.code === 'away' ? 'away' : 'unusable';
  if (copy.state === 'following') {
    if (isLate(copy, now)) return 'catchingUp';
    return copy.attachments.behind > 0 ? 'attachments' : 'following';
  }
  return copy.state;
}

/** How a state is drawn. */
export type Chip = { tone: ChipTone; icon: LucideIcon };

/** Nothing is green that does not outlive the disk of the data. */
export const chipOf = ({ tone, icon }: Chip, isSameDisk: boolean | null): Chip => ({
  tone: tone === 'matched' && isSameDisk === true ? 'neutral' : tone,
  icon,
});

/** What is there within this needs no word. */
const lateMilliseconds = 60_000;

const isLate = ({ arrivals, database }: SecondCopyStatus, now: number): boolean =>
  [arrivals.since, database.since].some(
    (since) => since !== null && now - Date.parse(since) > lateMilliseconds,
  );

/** The one thing about copies that everybody has to know. */
export type BackupWarning = { tone: 'refusal' | 'waiting' } & (
  | { type: 'none' }
  | { type: 'neverGood' }
  | { type: 'tooOld'; at: string }
  | { type: 'secondCopyAway'; behind: number; problem: PlaceProblem | null }
  | { type: 'secondCopyBehind'; behind: number; since: string }
  | { type: 'secondCopyDatabase'; since: string }
  | { type: 'onePlaceNeverGood'; folder: string }
  | { type: 'onePlaceTooOld'; folder: string; at: string }
  | { type: 'placeProblem'; folder: string; problem: PlaceProblem }
  | { type: 'lastFailed'; folder: string; problem: PlaceProblem }
);

/**
 * The gravest of what is wrong with the copies; null where nothing is, or nobody expects one yet: in the first days of a new
 * installation. `now` in milliseconds.
 */
export function warningOf(backups: Backups, now: number): BackupWarning | null {
  return (
    warningOfAll(backups) ??
    (backups.secondCopy === null ? null : warningOfSecondCopy(backups.secondCopy, now)) ??
    warningOfOnePlace(backups)
  );
}

/** That there is no backup from which much could be restored. */
function warningOfAll({ places, secondCopy, lacksPlace }: Backups): BackupWarning | null {
  if (places.length === 0)
    return secondCopy === null && lacksPlace ? { tone: 'waiting', type: 'none' } : null;
  if (!places.every(({ isTooOld }) => isTooOld)) return null;
  const newest = newestGood(places);
  return newest === null
    ? { tone: 'refusal', type: 'neverGood' }
    : { tone: 'refusal', type: 'tooOld', at: newest };
}

/** When the newest good backup was made, wherever it lies. */
const newestGood = (places: readonly BackupPlace[]): string | null =>
  places.reduce<string | null>((newest, { lastGood }) => {
    const at = lastGood?.madeAt ?? null;
    return at !== null && (newest === null || Date.parse(at) > Date.parse(newest)) ? at : newest;
  }, null);

function warningOfSecondCopy(copy: SecondCopyStatus, now: number): BackupWarning | null {
  const { arrivals, database, problem } = copy;
  if (copy.state === 'away')
    return { tone: 'refusal', type: 'secondCopyAway', behind: arrivals.behind, problem };
  if (!isLate(copy, now)) return null;
  if (arrivals.behind > 0 && arrivals.since !== null)
    return { tone: 'waiting', type: 'secondCopyBehind', behind: arrivals.behind, since: arrivals.since };
  return database.since === null
    ? null
    : { tone: 'waiting', type: 'secondCopyDatabase', since: database.since };
}

function warningOfOnePlace({ places }: Backups): BackupWarning | null {
  const tone = 'waiting';
  for (const { folder, problem } of places)
    if (problem !== null) return { tone, type: 'placeProblem', folder, problem };
  for (const { folder, lastFailure } of places)
    if (lastFailure !== null) return { tone, type: 'lastFailed', folder, problem: lastFailure.problem };
  for (const { folder, isTooOld, lastGood } of places) {
    if (!isTooOld) continue;
    return lastGood === null
      ? { tone, type: 'onePlaceNeverGood', folder }
      : { tone, type: 'onePlaceTooOld', folder, at: lastGood.madeAt };
  }
  return null;
}

/**
 * Where copies of this Perito may lie, each folder once: the places of its backups, then that of its second copy. As configured: of a
 * data directory that is ill no copy is made.
 */
export function foldersOf({ configuration, secondCopy }: Pick<Backups, 'configuration' | 'secondCopy'>): {
  folder: string;
  isSecondCopy: boolean;
}[] {
  const folders = configuration.places.map(({ folder }) => ({ folder, isSecondCopy: false }));
  const second = secondCopy ?? configuration.secondCopy;
  return second === null || folders.some(({ folder }) => folder === second.folder)
    ? folders
    : [...folders, { folder: second.folder, isSecondCopy: true }];
}

/** The second copy first, then backups from the newest on. */
export const inOrder = (copies: readonly RestorableCopy[]): RestorableCopy[] =>
  copies.toSorted((left, right) =>
    left.name === null ? -1 : right.name === null ? 1 : left.name < right.name ? 1 : -1,
  );

/** When a backup was begun, which is its name. */
export const instantOfName = (name: string): string =>
  name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');

/** A schedule as it is typed. */
export type ScheduleDraft = {
  isOn: boolean;
  hour: string;
  daily: string;
  weekly: string;
  monthly: string;
  warnAfterDays: string;
};

export const scheduleDraft = ({ schedule, keep, warnAfterDays }: BackupConfiguration): ScheduleDraft => ({
  isOn: schedule.isOn,
  hour: String(schedule.hour),
  daily: String(keep.daily),
  weekly: String(keep.weekly),
  monthly: String(keep.monthly),
  warnAfterDays: String(warnAfterDays),
});

/** The configuration with what was typed; what the contract does not take stays in it, and is refused by that. */
export const withSchedule = (
  configuration: BackupConfiguration,
  draft: ScheduleDraft,
): BackupConfiguration => ({
  ...configuration,
  schedule: { isOn: draft.isOn, hour: wholeNumber(draft.hour) },
  keep: {
    daily: wholeNumber(draft.daily),
    weekly: wholeNumber(draft.weekly),
    monthly: wholeNumber(draft.monthly),
  },
  warnAfterDays: wholeNumber(draft.warnAfterDays),
});
