/** What the screen makes of retention: a rule as it is typed, the phases of a run, and where bundles lie. */
import * as z from 'zod';
import type { ClaimFile } from '#shared/contract/claims.ts';
import type { RecordDetail, RecordRow } from '#shared/contract/records.ts';
import {
  fiscalYears,
  type RetentionPolicy,
  type RetentionState,
  retentionPolicy,
} from '#shared/contract/retention.ts';

const suggestedYears = fiscalYears;
export const never = 'never';

/** A rule as it is typed. */
export type PolicyDraft = {
  /** Whole years, or `never`. */
  years: string;
  folder: string;
  secondFolder: string;
  /** Said each time a rule of fewer years than the law's is saved. */
  knowsFiscalYears: boolean;
};

const mostYears = 30;
/** What can be chosen. */
export const yearChoices = [never, ...Array.from({ length: mostYears }, (_, index) => String(index + 1))];

export const policyDraft = ({ years, folder, secondFolder }: RetentionPolicy): PolicyDraft => ({
  years: years === null ? never : String(years),
  folder: folder ?? '',
  secondFolder: secondFolder ?? '',
  knowsFiscalYears: false,
});

/** What a rule is that was never set: the law's years, once somebody wants one at all. */
export const suggestedDraft = (policy: RetentionPolicy): PolicyDraft => ({
  ...policyDraft(policy),
  years: String(policy.years ?? suggestedYears),
});

export const yearsOf = ({ years }: Pick<PolicyDraft, 'years'>): number | null =>
  years === never ? null : Number(years);

/** Whether a rule lets fiscal records leave before the law's years are over. */
export const isUnderFiscalYears = (years: number | null): boolean => years !== null && years < fiscalYears;

/** What is saved: a rule with years has a folder, and one of fewer than the law's is known to be so. */
const savedPolicy = z
  .object({ policy: retentionPolicy, knowsFiscalYears: z.boolean() })
  .refine(({ policy }) => policy.years === null || policy.folder !== null, { path: ['folder'] })
  .refine(({ policy, knowsFiscalYears }) => !isUnderFiscalYears(policy.years) || knowsFiscalYears, {
    path: ['knowsFiscalYears'],
  });

const pathOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export function checkPolicy(draft: PolicyDraft) {
  const years = yearsOf(draft);
  return savedPolicy.safeParse({
    policy: { years, folder: pathOrNull(draft.folder), secondFolder: pathOrNull(draft.secondFolder) },
    knowsFiscalYears: isUnderFiscalYears(years) && draft.knowsFiscalYears,
  });
}

export type RetentionRun = NonNullable<RetentionState['running']>;

/** In their order; nothing is copied where there is no second folder. */
export const phasesOf = ({
  secondFolder,
}: Pick<RetentionPolicy, 'secondFolder'>): readonly RetentionRun['phase'][] =>
  secondFolder === null
    ? ['choosing', 'writing', 'checking', 'removing']
    : ['choosing', 'writing', 'checking', 'copying', 'removing'];

/** Whether a phase counts bytes; else it counts records. */
export const countsBytes = (phase: RetentionRun['phase']): boolean =>
  phase === 'writing' || phase === 'checking' || phase === 'copying';

/** The name of a file in either system's path. */
export const fileNameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;

/** What tells a bundle from the others, for lists. */
export function shortNameOf(path: string): string {
  const name = fileNameOf(path)
    .replace(/^perito-([0-9a-f]{8}-(?=\d))?/, '')
    .replace(/\.perito$/i, '');
  const [, from, until, count] = /^(\d{4})\d{4}-(\d{4})\d{4}-(\d+)$/.exec(name) ?? [];
  if (from === undefined) return name;
  return `${from === until ? from : `${from}–${until}`}${count === '1' ? '' : ` (${count})`}`;
}

/** Where a file is said to lie: its whole path, or the folder of one that kept its name. */
export function placeOf(text: string, name: string): string {
  const place = text.trim();
  if (place.toLowerCase().endsWith('.perito')) return place;
  const stroke = place.includes('\\') ? '\\' : '/';
  return `${place.replace(/[\\/]+$/, '')}${stroke}${name}`;
}

/** How many of some records are in bundles, and in which: the one with the most of them first. */
export function archivedOf(records: readonly Pick<RecordRow, 'archivedIn'>[]): {
  count: number;
  bundles: readonly number[];
} {
  const held = new Map<number, number>();
  for (const { archivedIn } of records)
    if (archivedIn !== null) held.set(archivedIn, (held.get(archivedIn) ?? 0) + 1);
  const bundles = [...held].toSorted(([, left], [, right]) => right - left).map(([id]) => id);
  return { count: [...held.values()].reduce((sum, count) => sum + count, 0), bundles };
}

/** Where a record is found in an archive, in which it has another row. */
export const placeInArchive = ({ kind, number }: Pick<RecordRow, 'kind' | 'number'>): string =>
  `/find/${kind}/${encodeURIComponent(number)}`;

/** Whether a claim's incident report is in an archive, and none is here: what only that says is not known here. */
export const isReportArchived = ({
  incident,
  records,
}: {
  incident: Pick<NonNullable<ClaimFile['incident']>, 'recordId'> | null;
  records: readonly Pick<RecordRow, 'id' | 'kind' | 'archivedIn'>[];
}): boolean => {
  const archived = records.filter(({ kind, archivedIn }) => kind === 'incidentReport' && archivedIn !== null);
  return incident === null ? archived.length > 0 : archived.some(({ id }) => id === incident.recordId);
};

/** Which revisions of a record lie in which bundle, in the order of their revisions. */
export function revisionsByBundle(
  revisions: readonly Pick<RecordDetail['revisions'][number], 'revision' | 'archivedIn'>[],
): { bundleId: number; first: number; last: number }[] {
  const held = new Map<number, { first: number; last: number }>();
  for (const { revision, archivedIn } of revisions) {
    if (archivedIn === null) continue;
    const { first, last } = held.get(archivedIn) ?? { first: revision, last: revision };
    held.set(archivedIn, { first: Math.min(first, revision), last: Math.max(last, revision) });
  }
  return [...held]
    .map(([bundleId, span]) => ({ bundleId, ...span }))
    .toSorted((left, right) => left.first - right.first);
}
