/** What a claim file shares with records of other claims: the same vehicle, person or photo. */
import type { ClaimFileKey, ElsewhereReason } from '#shared/contract/claims.ts';
import { claimFileLink } from '../records/index.ts';
import {
  type Link,
  listLinkedRecords,
  listLinksOfRecords,
  listRecordsByIds,
  listSamePictures,
  listSimilarPictures,
  listStoredPictures,
  type ReadTransaction,
  type RecordListRow,
  type Store,
} from '../store/index.ts';
import { claimFileRecords, type LinkReason } from './claim-records.ts';

/** One thing that is shared, and the records elsewhere that have it, newest first. */
interface SharedElsewhere {
  reason: ElsewhereReason;
  /** The chassis, plate, telephone, Cédula, policy or name; the name of the file of a photo. */
  value: string;
  records: { row: RecordListRow; keys: LinkReason[] }[];
  /** Whether there are more than are given. */
  isPartial: boolean;
  /** Of a photo: the attachment here and the one there; null of the others. */
  photos: { here: number; there: number; distance: number }[] | null;
}

/** Strongest first: what is one vehicle or one person for sure, then what two may have by chance. */
const reasonsByLink = ['vin', 'plate', 'identity', 'phone', 'policy', 'insured'] as const;

/** Values of a kind, records of a value and pictures of the file that are looked at. */
const maxValues = 10;
const maxRecords = 10;
const maxPictures = 60;
/** A value of more records than this is a fleet's, a broker's telephone or a frequent name: the newest are given. */
const maxSpan = 400;

/** Null where nothing that arrived has the key. */
export async function elsewhereOf(
  store: Pick<Store, 'read'>,
  by: ClaimFileKey,
  value: string,
): Promise<SharedElsewhere[] | null> {
  const link = claimFileLink(by, value);
  if (link === null) return null;
  return store.read(async (tx) => {
    const { records } = await claimFileRecords(tx, by, link.value);
    if (records.length === 0) return null;
    const own = new Set(records.map(({ row }) => row.id));
    const links = records.flatMap((record) => record.links);
    const shared = await sharedPictures(
      tx,
      records.map(({ row }) => row),
      own,
    );
    for (const name of reasonsByLink) {
      for (const text of distinct(links, name)) {
        const found = await sharedValue(tx, { name, value: text }, own);
        if (found !== null) shared.push(found);
      }
    }
    return shared;
  });
}

/** What stands in place of a number, such as `N/A` or `00000`, is nothing that two claims share. */
const tellsApart = (name: Link['name'], value: string): boolean =>
  (name !== 'vin' && name !== 'policy') || (/\d/.test(value) && !/^\W*(\w)(\W|\1)*$/.test(value));

const distinct = (links: readonly Link[], name: Link['name']): string[] =>
  [
    ...new Set(
      links.filter((link) => link.name === name && tellsApart(name, link.value)).map(({ value }) => value),
    ),
  ].slice(0, maxValues);

async function sharedValue(
  tx: ReadTransaction,
  link: { name: (typeof reasonsByLink)[number]; value: string },
  own: ReadonlySet<number>,
): Promise<SharedElsewhere | null> {
  const ids = (await listLinkedRecords(tx, link, maxSpan)).filter((id) => !own.has(id));
  if (ids.length === 0) return null;
  return {
    ...{ reason: link.name, value: link.value, photos: null },
    records: await withKeys(tx, ids.slice(0, maxRecords)),
    isPartial: ids.length > maxRecords,
  };
}

/** Photos of the file's reports that stand in reports elsewhere too, as the same bytes or much alike. */
async function sharedPictures(
  tx: ReadTransaction,
  rows: readonly RecordListRow[],
  own: ReadonlySet<number>,
): Promise<SharedElsewhere[]> {
  const found: SharedElsewhere[] = [];
  let left = maxPictures;
  for (const row of rows.filter(({ kind }) => kind === 'incidentReport')) {
    const pictures = await listStoredPictures(tx, row.id, row.revision);
    for (const picture of pictures.filter(({ hasSame, hasSimilar }) => hasSame || hasSimilar)) {
      if (left === 0) return found;
      left -= 1;
      const same = await listSamePictures(tx, row.id, picture.sha256, maxRecords);
      const alike = await listSimilarPictures(tx, row.id, picture.sha256, maxRecords);
      const there = [...same.map((one) => ({ ...one, distance: 0 })), ...alike].filter(
        ({ recordId }) => !own.has(recordId),
      );
      if (there.length === 0) continue;
      found.push({
        ...{ reason: 'photo', value: picture.filename, isPartial: false },
        records: await withKeys(tx, [...new Set(there.map(({ recordId }) => recordId))]),
        photos: there.map(({ attachmentId, distance }) => ({
          here: picture.id,
          there: attachmentId,
          distance,
        })),
      });
    }
  }
  return found;
}

const claimKeys = ['claimNumber', 'requestId', 'policy', 'vin'] as const;

/** The records with the keys that open their claim files, the best first. */
async function withKeys(tx: ReadTransaction, ids: readonly number[]) {
  const links = Map.groupBy(await listLinksOfRecords(tx, ids), ({ recordId }) => recordId);
  const rows = await listRecordsByIds(tx, ids, {});
  return rows.map((row) => ({
    row,
    keys: claimKeys.flatMap((by) =>
      (links.get(row.id) ?? []).filter(({ name }) => name === by).map(({ value }) => ({ by, value })),
    ),
  }));
}
