import type { SubjectRelation } from '#shared/contract/data-subject.ts';
import {
  type ArchiveProgress,
  type BundleSubject,
  type SubjectList,
  subjectBodyPart,
  type WrittenBundle,
  writeBundle,
} from '../archive/index.ts';
import {
  findEntry,
  findEntryBytes,
  findPolicy,
  type Inspection,
  inspectStore,
  listAuditAfter,
  listVehiclesOfPolicy,
  type ReadTransaction,
} from '../store/index.ts';
import { relationBit, type SubjectFindings } from './search.ts';

export interface SubjectExport {
  dataDir: string;
  findings: SubjectFindings;
  /** Records that belong for one of these reasons. */
  relations: readonly SubjectRelation[];
  /** A path at which nothing lies. */
  to: string;
  version: string;
  signingKey(installationId: string): Promise<string | null>;
  passphrase?: string | null;
  signal?: AbortSignal;
  onProgress?(progress: ArchiveProgress): void;
}

/** Writes what was found of a person to a bundle. Rejects as `writeBundle`. */
export async function exportSubject(wanted: SubjectExport): Promise<WrittenBundle> {
  const { findings, relations, dataDir, ...writing } = wanted;
  const store = await inspectStore(dataDir);
  try {
    return await writeBundle({
      ...writing,
      dataDir,
      choice: { claims: [], kinds: [], from: null, until: null, ids: [] },
      subject: await bundleSubject(store, findings, relations),
    });
  } finally {
    await store.close();
  }
}

type Reading = Pick<Inspection, 'read'>;

async function bundleSubject(
  store: Reading,
  findings: SubjectFindings,
  relations: readonly SubjectRelation[],
): Promise<BundleSubject> {
  const { key, summary, rejected, unmatchedAsks } = findings;
  const ids = chosenIds(findings, relations);
  const entries = [...rejected, ...unmatchedAsks];
  const bodies: number[] = [];
  for (const seq of entries) {
    const found = await store.read((tx) => findEntryBytes(tx, seq, { from: 0, limit: 1 }));
    if (found !== undefined) bodies.push(seq);
  }
  const withBytes = new Set(bodies);
  return {
    key,
    ids,
    bodies,
    about: {
      ...{ law: '172-13', key, at: summary.at, relations, recordsExported: ids.length },
      ...{
        places: summary.places,
        textsSearched: summary.textsSearched,
        records: summary.records,
        bundles: summary.bundles,
      },
    },
    rows: (list) => rowsOf(store, findings, list, withBytes),
    page: { kind: key.kind, value: key.value, found: summary, relations },
  };
}

/** The oldest first. */
function chosenIds({ records }: SubjectFindings, relations: readonly SubjectRelation[]): number[] {
  const wanted = relations.reduce((sum, relation) => sum | relationBit(relation), 0);
  const ids: number[] = [];
  for (const [index, id] of records.ids.entries())
    if (((records.relations[index] ?? 0) & wanted) !== 0) ids.push(id);
  return ids.reverse();
}

/** Vehicles of one policy. */
const maxVehicles = 10_000;

async function* rowsOf(
  store: Reading,
  findings: SubjectFindings,
  list: SubjectList,
  withBytes: ReadonlySet<number>,
): AsyncGenerator<object> {
  const read = <Row extends object>(query: (tx: ReadTransaction) => Promise<Row | null>) => store.read(query);
  const present = (row: object | null) => (row === null ? [] : [row]);
  switch (list) {
    case 'policies':
      for (const key of findings.policies) yield* present(await read((tx) => policyRow(tx, key)));
      return;
    case 'lookups':
      for (const seq of findings.lookups) yield* present(await read((tx) => lookupRow(tx, seq)));
      return;
    case 'rejected':
      for (const seq of findings.rejected) yield* present(await read((tx) => entryRow(tx, seq, withBytes)));
      return;
    case 'asks':
      for (const seq of findings.unmatchedAsks)
        yield* present(await read((tx) => entryRow(tx, seq, withBytes)));
      return;
    case 'texts':
      yield* findings.texts;
      return;
    case 'audit':
      for (const id of findings.audit) yield* present(await read((tx) => auditRow(tx, id)));
  }
}

/** A policy as the book has it, with all its vehicles. */
async function policyRow(tx: ReadTransaction, numberKey: string): Promise<object | null> {
  const policy = await findPolicy(tx, numberKey);
  if (policy === undefined) return null;
  const vehicles = await listVehiclesOfPolicy(tx, numberKey, maxVehicles);
  const { id: _, numberKey: __, editedInVersion: ___, ...owner } = policy;
  return {
    ...owner,
    vehicles: vehicles.map(({ id: _, vehicleId, numberKey: __, editedInVersion: ___, ...vehicle }) => ({
      vehicleId,
      ...vehicle,
      coverages: JSON.parse(vehicle.coverages),
      excluded: vehicle.excluded === 1,
      premiumUnpaid: vehicle.premiumUnpaid === 1,
      changedAt: new Date(vehicle.changedAt).toISOString(),
    })),
  };
}

async function lookupRow(tx: ReadTransaction, seq: number): Promise<object | null> {
  const entry = await findEntry(tx, seq);
  if (entry === undefined) return null;
  const { at, keyLabel, detail, bytes } = entry;
  return {
    ...{ seq, at: new Date(at).toISOString(), keyLabel, asked: JSON.parse(detail ?? 'null') },
    answered: bytes === null ? null : Buffer.from(bytes).toString('utf8'),
  };
}

/** A rejected delivery, or a call about an order that is not here. */
async function entryRow(
  tx: ReadTransaction,
  seq: number,
  withBytes: ReadonlySet<number>,
): Promise<object | null> {
  const entry = await findEntry(tx, seq);
  if (entry === undefined) return null;
  const { at, keyLabel, marketplaceId, detail } = entry;
  return {
    ...{ seq, at: new Date(at).toISOString(), keyLabel, marketplaceId, detail: JSON.parse(detail ?? 'null') },
    part: withBytes.has(seq) ? subjectBodyPart(seq) : null,
  };
}

async function auditRow(tx: ReadTransaction, id: number): Promise<object | null> {
  const [row] = await listAuditAfter(tx, id - 1, 1);
  if (row === undefined || row.id !== id) return null;
  const { at, actor, action, subject, detail, hash } = row;
  return {
    ...{ id, at: new Date(at).toISOString(), actor: JSON.parse(actor), action, subject },
    ...{ detail: JSON.parse(detail), hash: Buffer.from(hash).toString('hex') },
  };
}
