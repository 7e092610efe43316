import { type ContentVerification, contentFolders, verifyContent } from './attachments/index.ts';
import { type JournalVerification, type Verification, verifyAudit, verifyJournal } from './audit/index.ts';
import {
  checkNumbers,
  compareWithJournal,
  type DerivedPlace,
  type Disagreement,
  type Inspection,
  inspectStore,
  isDamage,
  type JournalReading,
  type NumberSequenceCheck,
  openJournalReading,
  openToOthers,
  StoreProblem,
} from './store/index.ts';

export { StoreProblem };

export interface DataVerification {
  /** What is wrong with the files of the database and of the journal; empty where nothing is. */
  damage: string[];
  journalDamage: string[];
  audit: Verification;
  journal: JournalVerification;
  /** The sequences of numbers that records got. */
  numbers: NumberSequenceCheck[];
  /** Where what is derived is not what the journal says. */
  disagreements: Disagreement[];
  /** How far it is derived; null where that cannot be read. */
  derived: DerivedPlace | null;
  /** Files and folders that others than this account may read or write. */
  openToOthers: { count: number; first: string[] };
  /** Photos and documents, beside their hashes. */
  content: ContentVerification;
}

const nothingChecked: ContentVerification = { checked: 0, damaged: 0, missing: 0, first: [], aside: 0 };

/** Where files lie that the database does not name, moved aside and kept. */
export const asideFolder = (dataDir: string): string => contentFolders(dataDir).orphaned;

/**
 * Looks a data directory over without changing it: SQLite's whole check, references, the chains of the journal and of the
 * log, the numbers, what is derived beside the journal, and the bytes of photos and documents. May run while Perito works on
 * it. Throws a `StoreProblem` where there is nothing to look at.
 */
export async function verifyData(dataDir: string): Promise<DataVerification> {
  // Before a connection makes files of its own beside the database.
  const open = await openToOthers(dataDir);
  const journal = openJournalReading(dataDir);
  const store = await openInspection(dataDir, journal);
  const damage: string[] = [];
  const journalDamage: string[] = [];
  /** The rest is looked at whatever cannot be read: `damages` says why. */
  const asFarAsReadable = async <Found>(
    damages: string[],
    look: () => Promise<Found>,
    otherwise: Found,
  ): Promise<Found> => {
    try {
      return await look();
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
      const sentence = failure instanceof Error ? failure.message : String(failure);
      if (!damages.includes(sentence)) damages.push(sentence);
      return otherwise;
    }
  };
  try {
    damage.push(...(await asFarAsReadable(damage, async () => store.damage(), [])));
    journalDamage.push(...(await asFarAsReadable(journalDamage, async () => store.journalDamage(), [])));
    // It reads both.
    const either = journalDamage.length > 0 ? journalDamage : damage;
    const compared = await asFarAsReadable(either, () => store.read(compareWithJournal), null);
    return {
      damage,
      journalDamage,
      audit: await verifyAudit(store),
      journal: await verifyJournal(journal),
      numbers: await asFarAsReadable(journalDamage, () => journal.read(checkNumbers), []),
      disagreements: compared?.disagreements ?? [],
      derived: compared?.place ?? null,
      openToOthers: open,
      content: await asFarAsReadable(damage, () => verifyContent(dataDir, store), nothingChecked),
    };
  } finally {
    await store.close();
    await journal.close();
  }
}

/** Where the database cannot be opened, what is said is whether the journal can give it back. */
async function openInspection(dataDir: string, journal: JournalReading): Promise<Inspection> {
  try {
    return inspectStore(dataDir);
  } catch (failure) {
    try {
      const isLost =
        failure instanceof StoreProblem && (failure.code === 'databaseLost' || failure.code === 'corrupt');
      if (!isLost) throw failure;
      const { intact } = await verifyJournal(journal);
      const wayOut = intact
        ? `Stop Perito and run "perito rebuild --data ${dataDir}": what arrived is whole in the journal.`
        : 'Its journal is damaged as well: restore a backup.';
      throw new StoreProblem(failure.code, `${failure.message} ${wayOut}`, failure);
    } finally {
      await journal.close();
    }
  }
}
