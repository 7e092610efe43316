import { type ContentVerification, contentFolders, verifyContent } from './attachments/index.ts';
import {
  isDamage,
  type JournalVerification,
  type Verification,
  verifyAudit,
  verifyJournal,
} from './audit/index.ts';
import {
  checkNumbers,
  compareWithJournal,
  type DerivedPlace,
  type Disagreement,
  type Inspection,
  inspectStore,
  type JournalReading,
  type NumberSequenceCheck,
  openJournalReading,
  openToOthers,
  StoreProblem,
} from './store/index.ts';

export { StoreProblem };

export interface DataVerification {
  /** What is wrong with the databases themselves; empty where nothing is. */
  damage: string[];
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
  /** The rest is looked at whatever cannot be read: here it is said why. */
  const asFarAsReadable = async <Found>(look: () => Promise<Found>, otherwise: Found): Promise<Found> => {
    try {
      return await look();
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
      const sentence = failure instanceof Error ? failure.message : String(failure);
      if (!damage.includes(sentence)) damage.push(sentence);
      return otherwise;
    }
  };
  try {
    damage.push(...(await asFarAsReadable(async () => store.damage(), [])));
    const compared = await asFarAsReadable(() => store.read(compareWithJournal), null);
    return {
      damage,
      audit: await verifyAudit(store),
      journal: await verifyJournal(journal),
      numbers: await asFarAsReadable(() => journal.read(checkNumbers), []),
      disagreements: compared?.disagreements ?? [],
      derived: compared?.place ?? null,
      openToOthers: open,
      content: await asFarAsReadable(() => verifyContent(dataDir, store), nothingChecked),
    };
  } finally {
    await store.close();
    await journal.close();
  }
}

async function openInspection(dataDir: string, journal: JournalReading): Promise<Inspection> {
  try {
    return inspectStore(dataDir);
  } catch (failure) {
    await journal.close();
    throw failure;
  }
}
