import type { ClaimHeadline, Dossier, DossierKey, LedgerRow, Uncounted } from '#shared/contract/claims.ts';
import { dossierKeys } from '#shared/contract/claims.ts';
import { type Ledger, ledgerOfRecords } from '../ledger/index.ts';
import { dossierLink } from '../records/index.ts';
import { countLinked, ledgerRecords, type ReadTransaction, type Store } from '../store/index.ts';
import { isOrder, linkTo, type Member, membersOf, valuesOf } from './dossier-records.ts';
import { faceOf, type StoredFace } from './face.ts';
import { matchOrder, type ReadRecord, type StoredMatch } from './order-match.ts';
import { otherTurns, readContents } from './read-contents.ts';
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
const keyLimit = 10;
const keyCountLimit = 1000;

/** Everything that belongs with a key; null where nothing that arrived has it. */
export async function dossierOf(
  store: Store,
  by: DossierKey,
  value: string,
  tolerance: string,
): Promise<StoredDossier | null> {
  const link = dossierLink(by, value);
  if (link === null) return null;
  const { members, isPartial } = await store.read((tx) => membersOf(tx, by, link.value));
  if (members.length === 0) return null;
  await otherTurns();
  const keys = await store.read((tx) => keysOf(tx, members, { by, value: link.value }));
  const timeline = await store.read((tx) => timelineOf(tx, members));
  const face = await store.read((tx) => faceOf(tx, members));
