import type { VerificationFinding, VerificationPart } from '#shared/contract/verification.ts';
import { contentFolders } from './attachments/index.ts';
import { verifyJournal } from './audit/index.ts';
import { foldersOf, readConfiguration } from './backup/configuration.ts';
import { verifyPlace } from './backup/verify-place.ts';
import { type CheckContext, checkAnchors, checkedParts, checkPart, type Facts } from './check/index.ts';
import { inspectStore, openJournalReading, StoreProblem } from './store/index.ts';

export { StoreProblem };

export interface DataVerification {
  /** Every part that was checked, and what was found in it; nothing where it is whole. */
  parts: { part: VerificationPart; findings: VerificationFinding[] }[];
  /** What else is known, as far as it could be read. */
  facts: Partial<Facts> & { places?: number; backups?: number };
}

interface PartFound {
  findings: VerificationFinding[];
  facts: DataVerification['facts'];
}

interface VerifyOptions {
  dataDir: string;
  /** Folders in which copies of it lie, besides those that are configured. */
  places?: readonly string[];
  /** Whether all bytes of all backups are read. */
  isThorough?: boolean;
  /** Ends it, which rejects. */
  signal?: AbortSignal;
  /** Told how far a part is, many times a second. */
  onProgress?: (part: VerificationPart, done: number, all: number) => void;
}

/** Where files lie that the database does not name, moved aside and kept. */
export const asideFolder = (dataDir: string): string => contentFolders(dataDir).orphaned;

/**
 * Looks a data directory over without changing it: SQLite's whole check, references, the chains of the journal and of the
 * log beside their anchors, the numbers, what is derived beside the journal, the bytes of photos and documents, and backups. May run
 * while Perito works on it. Throws a `StoreProblem` where there is nothing to look at.
 */
export async function verifyData({
  dataDir,
  places = [],
  isThorough = false,
  signal = new AbortController().signal,
  onProgress = () => {},
}: VerifyOptions): Promise<DataVerification> {
  const found: DataVerification = { parts: [], facts: { derived: null } };
  const check = async (part: VerificationPart, run: (context: CheckContext) => Promise<PartFound>) => {
    onProgress(part, 0, 1);
    const pace: CheckContext['pace'] = async (done, all) => {
      signal.throwIfAborted();
      onProgress(part, done, all);
    };
    const { findings, facts } = await run({ dataDir, how: 'atOnce', pace });
    found.parts.push({ part, findings });
    Object.assign(found.facts, facts);
  };
  // Before a connection makes files of its own beside the database.
  await check('rights', (context) => checkPart('rights', context));
  await refuseUnreadable(dataDir);
  for (const part of checkedParts) {
    if (part !== 'rights') await check(part, (context) => checkPart(part, context));
  }
  await check('backups', (context) => checkCopies(context, { places, isThorough, signal, onProgress }));
  return found;
}

/** Looks over the copies in every place that is configured or given. */
async function checkCopies(
  { dataDir, pace }: CheckContext,
  { places, isThorough, signal, onProgress }: Required<Omit<VerifyOptions, 'dataDir'>>,
): Promise<PartFound> {
  const findings: VerificationFinding[] = [];
  const configured = await readConfiguration(dataDir).catch((failure: unknown) => {
    findings.push({
      code: 'notChecked',
      detail: failure instanceof Error ? failure.message : String(failure),
    });
    return null;
  });
  const folders = new Set([...foldersOf(configured), ...places]);
  let [backups, index] = [0, 0];
  for (const folder of folders) {
    const before = index++;
    const found = await verifyPlace({
      ...{ dataDir, folder, isThorough },
      signal,
      onProgress: ({ done, all }) => onProgress('backups', before * all + done, folders.size * all),
    });
    backups += found.backups;
    findings.push(...found.findings, ...(await checkAnchors(dataDir, found.anchors, pace)));
  }
  return { findings, facts: { places: folders.size, backups } };
}

/** Where the database cannot be opened, what is said is whether the journal can give it back. */
async function refuseUnreadable(dataDir: string): Promise<void> {
  const journal = openJournalReading(dataDir);
  try {
    await inspectStore(dataDir).close();
  } catch (failure) {
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
