/** Looks over archives, wherever they lie: reads all of each, and holds it beside what the log says was made. */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import {
  type BundlesVerification,
  type BundleToCheck,
  maxMadeBundles,
  type VerificationFinding,
  type VerificationProgress,
} from '#shared/contract/verification.ts';
import { ArchiveProblem, type BundleVerification, listMadeBundles, verifyBundle } from '../archive/index.ts';
import { errorCode } from '../error-code.ts';
import { listBundles, readMarker, type Store } from '../store/index.ts';

export interface VerifyBundlesOptions {
  /** Whose chains their anchors are held beside: those of other installations are passed over. */
  installationId: string | null;
  bundles: readonly BundleToCheck[];
  passphrase?: string | null;
  signal?: AbortSignal | undefined;
  /** In parts of a thousand of each. */
  onProgress?: (progress: VerificationProgress) => void;
}

/** Of the progress, what one counts. */
const perBundle = 1000;
const firstFew = 20;

/**
 * Lists the archives to which records were moved, in both places of each, and those that the log says were made; what has one path
 * together.
 */
export async function listBundlesToCheck(store: Pick<Store, 'read'>): Promise<BundleToCheck[]> {
  const moved = await store.read((tx) => listBundles(tx, maxMadeBundles));
  const made = await listMadeBundles(store, maxMadeBundles);
  const all = [
    ...moved.flatMap(({ file, secondFile, root }) =>
      [file, secondFile].flatMap((path) => (path === null ? [] : [{ file: path, root, isNeeded: true }])),
    ),
    ...made.map(({ file, root, keyFingerprint }) => ({ file, root, keyFingerprint, isNeeded: false })),
  ];
  return [...Map.groupBy(all, ({ file }) => file)].slice(0, maxMadeBundles).map(([file, entries]) => ({
    ...{ file, isNeeded: entries.some(({ isNeeded }) => isNeeded) },
    made: entries.map(({ file: _, isNeeded: __, ...one }) => one),
  }));
}

/** Whether there are any. */
export const areBundlesToCheck = async (store: Pick<Store, 'read'>): Promise<boolean> =>
  (await store.read((tx) => listBundles(tx, 1))).length + (await listMadeBundles(store, 1)).length > 0;

/** The same beside the installation of a data directory. */
export const verifyBundlesOf = (
  dataDir: string,
  options: Omit<VerifyBundlesOptions, 'installationId'>,
): Promise<BundlesVerification> =>
  verifyBundles({ ...options, installationId: readMarker(dataDir)?.installationId ?? null });

/** Runs where a folder that hangs holds up nobody. Rejects where it is ended. */
async function verifyBundles(options: VerifyBundlesOptions): Promise<BundlesVerification> {
  const { bundles, signal, onProgress = () => {} } = options;
  const all: BundlesVerification = { findings: [], anchors: [], remarks: [], bundles: 0 };
  for (const [index, bundle] of bundles.entries()) {
    signal?.throwIfAborted();
    const tell = (done: number, of: number) => {
      const part = of === 0 ? 1 : done / of;
      onProgress({ done: Math.floor(perBundle * (index + part)), all: perBundle * bundles.length });
    };
    tell(0, 1);
    await verifyOne(bundle, options, all, tell);
  }
  return all;
}

async function verifyOne(
  bundle: BundleToCheck,
  { installationId, passphrase = null, signal }: VerifyBundlesOptions,
  all: BundlesVerification,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  const { file, isNeeded } = bundle;
  if (!(await isThere(file))) {
    if (isNeeded) all.findings.push({ code: 'bundleUnreadable', file, problem: 'away', detail: '' });
    else all.remarks.push({ code: 'bundleAway', file });
    return;
  }
  try {
    const found = await verifyBundle(file, { passphrase, signal, onProgress });
    all.bundles += 1;
    all.findings.push(...findingsOf(bundle, found));
    const { manifest } = found;
    if (manifest !== null && manifest.installationId === installationId && isProven(found))
      all.anchors.push({ anchor: manifest.anchor, source: { in: 'bundle', file } });
  } catch (failure) {
    signal?.throwIfAborted();
    const isLocked = failure instanceof ArchiveProblem && failure.code === 'passphraseNeeded';
    if (isLocked && !isNeeded) all.remarks.push({ code: 'bundleLocked', file });
    else all.findings.push(unreadable(file, failure));
  }
}

/** Where it cannot be known, whoever reads it says why. Of some only the name is known. */
async function isThere(file: string): Promise<boolean> {
  if (!isAbsolute(file)) return false;
  return stat(file).then(
    () => true,
    (failure: unknown) => !isAway(failure),
  );
}

const awayCodes: readonly (string | null)[] = [
  'ENOENT',
  'ENOTDIR',
  'ENODEV',
  'ENXIO',
  'ENETUNREACH',
  'EHOSTDOWN',
];
const isAway = (failure: unknown): boolean => awayCodes.includes(errorCode(failure));

function* findingsOf(
  { file, made }: BundleToCheck,
  found: BundleVerification,
): Generator<VerificationFinding> {
  const { faultCount, faults, whole, root, signature } = found;
  const named = faults.flatMap(({ part }) => (part === null ? [] : [part]));
  const records = faults.flatMap((fault) => fault.records ?? []);
  if (faultCount > 0)
    yield {
      ...{ code: 'bundleDamaged', file, faults: faultCount, whole },
      isCutOff: faults.some(({ code }) => code === 'cutOff'),
      records: [...new Map(records.map((one) => [`${one.kind} ${one.number}`, one])).values()].slice(
        0,
        firstFew,
      ),
      first: [...new Set(named)].slice(0, firstFew),
    };
  const same = made.filter((one) => one.root === root);
  // Where the root itself is damaged, nobody knows which it was.
  if (root !== null && made.length > 0 && same.length === 0)
    yield { code: 'bundleReplaced', file, what: 'content' };
  const signedBy = signature.state === 'signed' ? signature.fingerprint : null;
  const isSignedOtherwise =
    same.length > 0 &&
    same.every(({ keyFingerprint }) => keyFingerprint !== undefined && keyFingerprint !== signedBy);
  if (isSignedOtherwise && faultCount === 0) yield { code: 'bundleReplaced', file, what: 'signature' };
}

/** What its manifest says is what was written: the root holds over it, and the signature where there is one. */
const isProven = ({ root, faults }: BundleVerification): boolean =>
  root !== null &&
  !faults.some(({ code }) =>
    (
      ['listChanged', 'rootDamaged', 'manifestDamaged', 'signatureWrong', 'signatureMissing'] as string[]
    ).includes(code),
  );

function unreadable(file: string, failure: unknown): VerificationFinding {
  if (!(failure instanceof ArchiveProblem)) throw failure;
  const problem = readingProblems.find((code) => code === failure.code) ?? 'notReadable';
  return { code: 'bundleUnreadable', file, problem, detail: failure.message };
}

const readingProblems = [
  'notABundle',
  'cutOff',
  'newerFormat',
  'passphraseNeeded',
  'wrongPassphrase',
] as const;
