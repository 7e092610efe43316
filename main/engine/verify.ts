import type {
  VerificationFinding,
  VerificationPart,
  VerificationRemark,
} from '#shared/contract/verification.ts';
import { contentFolders } from './attachments/index.ts';
import { verifyJournal } from './audit/index.ts';
import { foldersOf, readConfiguration } from './backup/configuration.ts';
import { verifyPlace } from './backup/verify-place.ts';
import {
  type CheckContext,
  checkAnchors,
  checkedPartsOf,
  checkPart,
  type Facts,
  listBundlesToCheck,
  verifyBundlesOf,
} from './check/index.ts';
import { inspectStore, isDamage, openJournalReading, StoreProblem } from './store/index.ts';

export { StoreProblem };

export interface DataVerification {
  /** Every part that was checked, and what was found in it; nothing where it is whole. */
  parts: { part: VerificationPart; findings: VerificationFinding[] }[];
  /** What else is known, as far as it could be read. */
  facts: Partial<Facts> & { places?: number; backups?: number; bundles?: number };
  /** What is to be known, and is no fault. */
  remarks: VerificationRemark[];
}

interface PartFound {
  findings: VerificationFinding[];
  remarks?: VerificationRemark[];
  facts: DataVerification['facts'];
}

interface VerifyOptions {
  dataDir: string;
  /** Folders in which copies of it lie, besides those that are configured. */
  places?: readonly string[];
  /** Whether all bytes of all backups are read. */
  isThorough?: boolean;
  /** Archives that are looked at besides those that the log says were made, and by which passphrase those are opened that have one. */
  bundles?: readonly string[];
  passphrase?: string | null;
  /** Ends it, which rejects. */
  signal?: AbortSignal;
  /** Told how far a part is, many times a second. */
  onProgress?: (part: VerificationPart, done: number, all: number) => void;
}

/** Where files lie that the database does not name, moved aside and kept. */
export const asideFolder = (dataDir: string): string => contentFolders(dataDir).orphaned;

/**
 * Looks a data directory over without changing it: SQLite's whole check, references, the chains of the journal and of the
 * log beside their anchors, the numbers, what is derived beside the journal, the bytes of photos and documents, backups, and archives.
 * May run while Perito works on it. Throws a `StoreProblem` where there is nothing to look at.
 */
export async function verifyData({
  dataDir,
  places = [],
  isThorough = false,
  bundles = [],
  passphrase = null,
  signal = new AbortController().signal,
  onProgress = () => {},
}: VerifyOptions): Promise<DataVerification> {
  const found: DataVerification = { parts: [], facts: { derived: null }, remarks: [] };
  const check = async (part: VerificationPart, run: (context: CheckContext) => Promise<PartFound>) => {
    onProgress(part, 0, 1);
    const pace: CheckContext['pace'] = async (done, all) => {
      signal.throwIfAborted();
      onProgress(part, done, all);
    };
    const { findings, remarks = [], facts } = await run({ dataDir, how: 'atOnce', pace });
    found.parts.push({ part, findings });
    found.remarks.push(...remarks);
    Object.assign(found.facts, facts);
  };
  // Before a connection makes files of its own beside the database.
  await check('rights', (context) => checkPart('rights', context));
  await refuseUnreadable(dataDir);
  for (const part of checkedPartsOf(dataDir)) {
    if (part !== 'rights') await check(part, (context) => checkPart(part, context));
  }
  await check('backups', (context) => checkCopies(context, { places, isThorough, signal, onProgress }));
  await check('bundles', (context) => checkBundles(context, { bundles, passphrase, signal, onProgress }));
  return found;
}

/** Looks over the archives that the log says were made, and those that are given. */
async function checkBundles(
  { dataDir, pace }: CheckContext,
  {
    bundles,
    passphrase,
    signal,
    onProgress,
  }: Pick<Required<VerifyOptions>, 'bundles' | 'passphrase' | 'signal' | 'onProgress'>,
): Promise<PartFound> {
  const findings: VerificationFinding[] = [];
  const store = await inspectStore(dataDir);
  const made = await listBundlesToCheck(store)
    .catch((failure: unknown) => {
      if (!isDamage(failure)) throw failure;
      findings.push({ code: 'notChecked', detail: String(failure) });
      return [];
    })
    .finally(() => store.close());
  const others = bundles.filter((file) => !made.some((one) => one.file === file));
  const found = await verifyBundlesOf(dataDir, {
    bundles: [
      ...made.map((one) => ({ ...one, isNeeded: one.isNeeded || bundles.includes(one.file) })),
      ...others.map((file) => ({ file, isNeeded: true, made: [] })),
    ],
    ...{ passphrase, signal },
    onProgress: ({ done, all }) => onProgress('bundles', done, all),
  });
  return {
    findings: [...findings, ...found.findings, ...(await checkAnchors(dataDir, found.anchors, pace))],
    remarks: found.remarks,
    facts: { bundles: found.bundles },
  };
}

/** Looks over the copies in every place that is configured or given. */
async function checkCopies(
  { dataDir, pace }: CheckContext,
  {
    places,
    isThorough,
    signal,
    onProgress,
  }: Pick<Required<VerifyOptions>, 'places' | 'isThorough' | 'signal' | 'onProgress'>,
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
  const journal = await openJournalReading(dataDir);
  try {
    await (await inspectStore(dataDir)).close();
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
