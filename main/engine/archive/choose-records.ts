import type { ArchiveChoice } from '#shared/contract/archives.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import type { RecordKind } from '#shared/terms.ts';
import { claimFileOf } from '../claims/index.ts';
import type { FindingThresholds } from '../findings/index.ts';
import { listLinkedRecords, listRecordsAfter, listRecordsByIds, type Store } from '../store/index.ts';

/** A record that was chosen. */
export interface ChosenRecord {
  id: number;
  kind: RecordKind;
}

type Reading = Pick<Store, 'read'>;

/** Rows that are looked at in one read. */
const pageRows = 500;
/** Records of one claim. */
const maxOfClaim = 10_000;

/** The records of a choice in the order of their ids, a page at a time: there may be millions. */
export async function* chosenRecords(
  store: Reading,
  choice: ArchiveChoice,
  thresholds: FindingThresholds,
): AsyncGenerator<ChosenRecord> {
  const isChosen = conditionOf(choice);
  if (choice.claims.length === 0 && choice.ids.length === 0) {
    for (let afterId = 0; ; ) {
      const page = await store.read((tx) => listRecordsAfter(tx, afterId, pageRows));
      yield* page.filter(isChosen).map(({ id, kind }) => ({ id, kind }));
      const last = page.at(-1);
      if (last === undefined) return;
      afterId = last.id;
    }
  }
  const ids = new Set(choice.ids);
  for (const claim of choice.claims) for (const id of await idsOfClaim(store, claim, thresholds)) ids.add(id);
  const sorted = [...ids].sort((a, b) => a - b);
  for (let from = 0; from < sorted.length; from += pageRows) {
    const page = sorted.slice(from, from + pageRows);
    const rows = await store.read((tx) => listRecordsByIds(tx, page, {}));
    yield* rows
      .filter(isChosen)
      .map(({ id, kind }) => ({ id, kind }))
      .toReversed();
  }
}

/** All records with a claim number, and the others of its claim file. */
async function idsOfClaim(
  store: Reading,
  claim: string,
  thresholds: FindingThresholds,
): Promise<readonly number[]> {
  const file = await claimFileOf(store, 'claimNumber', claim, thresholds);
  if (file === null) return [];
  const own = await store.read((tx) =>
    listLinkedRecords(tx, { name: 'claimNumber', value: file.value }, maxOfClaim),
  );
  return [...file.records.map(({ row }) => row.id), ...own];
}

function conditionOf({ kinds, from, until }: ArchiveChoice) {
  const day = 86_400_000;
  const begin = from === null ? Number.NEGATIVE_INFINITY : dayBegin(from);
  const end = until === null ? Number.POSITIVE_INFINITY : dayBegin(until) + day;
  return ({ kind, receivedAt }: { kind: RecordKind; receivedAt: number }): boolean =>
    (kinds.length === 0 || kinds.includes(kind)) && receivedAt >= begin && receivedAt < end;
}

/** When a day begins in the Dominican Republic. */
const dayBegin = (day: string): number => readDominicanTime(day)?.at ?? Number.NaN;
