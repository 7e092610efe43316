import type { ClaimHeadline, Dossier, DossierKey, LedgerRow, Uncounted } from '#shared/contract/claims.ts';
import { dossierKeys } from '#shared/contract/claims.ts';
import type { FindingThresholds } from '../findings/index.ts';
import { type Ledger, ledgerOfRecords } from '../ledger/index.ts';
import { dossierLink } from '../records/index.ts';
import { countLinked, ledgerRecords, type ReadTransaction, type Store } from '../store/index.ts';
import { isOrder, linkTo, type Member, membersOf, valuesOf } from './dossier-records.ts';
import { faceOf, type StoredFace } from './face.ts';
import { matchOrder, type ReadRecord, type StoredMatch } from './order-match.ts';
import { readContents, yieldToEventLoop } from './read-contents.ts';
import { type TimelineStored, timelineOf } from './timeline.ts';

export interface StoredDossier {
  by: DossierKey;
  value: string;
  keys: Dossier['keys'];
  /** Newest first. */
  members: Member[];
  timeline: TimelineStored[];
  ledger: LedgerRow[];
  headline: ClaimHeadline[];
  notCounted: Uncounted[];
  matches: StoredMatch[];
  face: StoredFace;
  isPartial: boolean;
}

/** Keys of one kind that are offered, and how far what each has is counted. */
const maxKeyLength = 10;
const maxKeys = 1000;

/** Everything that belongs with a key; null where nothing that arrived has it. */
export async function dossierOf(
  store: Store,
  by: DossierKey,
  value: string,
  thresholds: FindingThresholds,
): Promise<StoredDossier | null> {
  const link = dossierLink(by, value);
  if (link === null) return null;
  const { members, isPartial } = await store.read((tx) => membersOf(tx, by, link.value));
  if (members.length === 0) return null;
  await yieldToEventLoop();
  const keys = await store.read((tx) => keysOf(tx, members, { by, value: link.value }));
  const timeline = await store.read((tx) => timelineOf(tx, members));
  const face = await store.read((tx) => faceOf(tx, members));
  const ledger = ledgerOfRecords(
    await store.read((tx) =>
      ledgerRecords(
        tx,
        members.map(({ row }) => row.id),
      ),
    ),
    thresholds,
  );
  await yieldToEventLoop();
  const matched = await matchesOf(store, members, ledger, thresholds.lineTolerance);
  return {
    by,
    value: link.value,
    keys,
    members,
    timeline,
    ledger: ledger.rows,
    headline: ledger.headline,
    notCounted: uncountedOf(members, ledger),
    matches: matched.matches,
    face,
    isPartial: isPartial || matched.isPartial,
  };
}

function uncountedOf(members: readonly Member[], { leftOut }: Ledger): Uncounted[] {
  const rows = new Map(members.map(({ row }) => [row.id, row]));
  return leftOut.flatMap(({ id, ...left }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ ...left, recordId: id, kind: row.kind, number: row.number }];
  });
}

async function keysOf(
  tx: ReadTransaction,
  members: readonly Member[],
  opened: { by: DossierKey; value: string },
): Promise<Dossier['keys']> {
  const links = members.flatMap((member) => member.links);
  const keys: Dossier['keys'] = [];
  for (const by of dossierKeys) {
    const others = [...valuesOf(links, by)].filter((value) => by !== opened.by || value !== opened.value);
    for (const value of others.sort().slice(0, maxKeyLength)) {
      keys.push({ by, value, count: await countLinked(tx, { name: by, value }, maxKeys) });
    }
  }
  return keys;
}

/** Every order beside the documents of the dossier that name it, the first order first. */
async function matchesOf(
  store: Store,
  members: readonly Member[],
  ledger: Ledger,
  tolerance: string,
): Promise<{ matches: StoredMatch[]; isPartial: boolean }> {
  const naming = members.filter(
    ({ row, links }) => valuesOf(links, 'order').size > 0 || ledger.ofDocument(row.id)?.orderId != null,
  );
  const orders = members.filter(({ row }) => isOrder(row.kind)).toReversed();
  const contents = new Map<number, ReadRecord>();
  const { read, isPartial } = await readContents(
    store,
    [...orders, ...naming].map(({ row }) => row),
  );
  for (const one of read) contents.set(one.row.id, one);
  const matches: StoredMatch[] = [];
  for (const { row } of orders) {
    const order = contents.get(row.id);
    const named = linkTo(row.kind, row.marketplace_id);
    if (order === undefined || named === null) continue;
    const documents = naming
      .filter(
        (member) =>
          valuesOf(member.links, 'order').has(named.value) ||
          ledger.ofDocument(member.row.id)?.orderId === row.id,
      )
      .flatMap((member) => contents.get(member.row.id) ?? []);
    matches.push(matchOrder(order, documents, { ledger, tolerance }));
    await yieldToEventLoop();
  }
  return { matches, isPartial };
}
