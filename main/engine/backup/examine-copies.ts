/** Opens the databases of a copy, as a start would, and says what they hold. */
import { join } from 'node:path';
import * as z from 'zod';
import { beforeFirst, walkJournal } from '../journal/index.ts';
import {
  type AuditHead,
  countRecordsByKind,
  findAuditHead,
  findDerivedPosition,
  findJournalHead,
  findReceiverSetting,
  findSetting,
  inspectStore,
  type JournalHead,
  listAudit,
  listContentsAfter,
  listEntriesAfter,
  listLastChain,
  openJournalReading,
  quickCheckFile,
  type ReadTransaction,
  readMarker,
  StoreProblem,
} from '../store/index.ts';

export interface ExaminedJournal {
  installationId: string;
  head: JournalHead;
  schema: number;
}

export interface ExaminedDatabase {
  schema: number;
  company: string;
  records: number;
  derivedUpTo: number;
  audit: AuditHead;
  /** When the last entry of its log was made, in milliseconds since 1970; null where it has none. */
  lastActAt: number | null;
}

/** So many of the last groups are walked: the rest was walked when it was written, or is by `verify`. */
const walkedGroups = 20;

/** Opens the journal of a folder that nobody writes. Throws a `StoreProblem` where it is not whole. */
export async function examineJournal(folder: string): Promise<ExaminedJournal> {
  refuseDamage(join(folder, 'journal.db'));
  const journal = await openJournalReading(folder);
  try {
    return await journal.read(async (tx) => {
      const head = await findJournalHead(tx);
      await refuseOtherEnd(tx, head);
      return { installationId: await findInstallation(tx), head, schema: journal.schema };
    });
  } finally {
    await journal.close();
  }
}

function refuseDamage(file: string): void {
  const [damage] = quickCheckFile(file);
  if (damage !== undefined) throw new StoreProblem('corrupt', `${file} is damaged: ${damage}.`);
}

/** Its last groups have to follow one from another, up to where it says that it ends. */
async function refuseOtherEnd(tx: ReadTransaction, head: JournalHead): Promise<void> {
  const links = await listLastChain(tx, walkedGroups + 1);
  const before = links.length > walkedGroups ? links.at(-1) : undefined;
  const from = before === undefined ? beforeFirst : { seq: before.lastSeq, hash: before.hash, broken: null };
  const { seq, hash, broken } = await walkJournal(tx, from, walkedGroups);
  const beyond = await listEntriesAfter(tx, head.seq, 1);
  const isWhole = broken === null && seq === head.seq && Buffer.compare(hash, head.hash) === 0;
  if (!isWhole || beyond.length > 0)
    throw new StoreProblem('corrupt', `The journal is not what was written, at entry ${broken?.seq ?? seq}.`);
}

/** Opens the database of a folder that nobody writes, with its journal beside it. Throws a `StoreProblem` where it is not whole. */
export async function examineDatabase(folder: string, journalEnd: number): Promise<ExaminedDatabase> {
  refuseDamage(join(folder, 'perito.db'));
  const store = await inspectStore(folder);
  try {
    return await store.read(async (tx) => {
      const calls = await findDerivedPosition(tx, 'derivedCalls');
      const derivedUpTo = Math.max(calls, await findDerivedPosition(tx, 'derivedArrivals'));
      if (derivedUpTo > journalEnd)
        throw new StoreProblem(
          'journalOlder',
          `The database is derived up to entry ${derivedUpTo}; the journal ends at ${journalEnd}.`,
        );
      const audit = await findAuditHead(tx);
      const [last] = await listAudit(tx, { beforeId: Number.MAX_SAFE_INTEGER, limit: 1 });
      const isHead = (last?.id ?? 0) === audit.lastId;
      if (!isHead || Buffer.compare(last?.hash ?? new Uint8Array(), audit.hash ?? new Uint8Array()) !== 0)
        throw new StoreProblem('corrupt', `The log does not end where it says, at entry ${audit.lastId}.`);
      const kinds = await countRecordsByKind(tx);
      return {
        schema: store.schema,
        company: companyOf(await findSetting(tx, 'company')),
        records: kinds.reduce((sum, { count }) => sum + count, 0),
        derivedUpTo,
        audit,
        lastActAt: last?.at ?? null,
      };
    });
  } finally {
    await store.close();
  }
}

const namedCompany = z.object({ name: z.string() });

/** Empty where nobody named it. */
function companyOf(json: string | null): string {
  if (json === null) return '';
  const read = namedCompany.safeParse(JSON.parse(json));
  return read.success ? read.data.name.slice(0, 1000) : '';
}

/** Read at a time. */
const contentsAtOnce = 1000;

/** The photos and papers that a database of a folder says are kept, in the order of their hashes, some at a time. */
export async function* listContents(folder: string): AsyncGenerator<{ sha256: string; bytes: number }[]> {
  const store = await inspectStore(folder);
  try {
    for (let after: Uint8Array = new Uint8Array(); ; ) {
      const rows = await store.read((tx) => listContentsAfter(tx, after, contentsAtOnce));
      if (rows.length > 0)
        yield rows.map(({ sha256, bytes }) => ({ sha256: Buffer.from(sha256).toString('hex'), bytes }));
      const last = rows.at(-1);
      if (last === undefined || rows.length < contentsAtOnce) return;
      after = last.sha256;
    }
  } finally {
    await store.close();
  }
}

/** Whose data a directory has, as its marker says, or its journal. Throws a `StoreProblem` where neither can be read. */
export async function installationOf(dataDir: string): Promise<string> {
  const marker = readMarker(dataDir);
  if (marker !== null) return marker.installationId;
  const journal = await openJournalReading(dataDir);
  try {
    return await journal.read(findInstallation);
  } finally {
    await journal.close();
  }
}

async function findInstallation(tx: ReadTransaction): Promise<string> {
  const row = JSON.parse((await findReceiverSetting(tx, 'installation')) ?? 'null');
  return z.object({ installationId: z.uuid() }).parse(row).installationId;
}
