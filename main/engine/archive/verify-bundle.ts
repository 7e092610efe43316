import type { DamagedPart } from '#shared/contract/archives.ts';
import { maxRecordBytes } from './bounded-json.ts';
import type { Manifest } from './format.ts';
import { unlisted } from './format.ts';
import { isClaimPart, isRecordPart, PartOwners } from './part-owners.ts';
import { type Bundle, type BundleFault, type BundleSignature, openBundle } from './read-bundle.ts';

export interface VerifyOptions {
  /** Of an encrypted bundle. */
  passphrase?: string | null;
  signal?: AbortSignal | undefined;
  /** Bytes that were read, of those that will be. */
  onProgress?(done: number, all: number): void;
}

export interface BundleVerification {
  ok: boolean;
  isEncrypted: boolean;
  manifest: Manifest | null;
  signature: BundleSignature;
  root: string | null;
  /** Parts that are whole. */
  whole: number;
  faultCount: number;
  /** The first of them, each part with the records that it belongs to. */
  faults: NamedFault[];
}

type NamedFault = BundleFault & Partial<Pick<DamagedPart, 'records' | 'filename'>>;

const containerFaults: readonly BundleFault['code'][] = ['containerChanged', 'directoryDamaged', 'cutOff'];

/** No more are named. */
const namedFaults = 1000;

/**
 * Reads every part of a bundle, and every byte around them, beside what the list, the root and the signature say. Rejects
 * with an `ArchiveProblem` where it is no bundle, or cannot be read.
 */
export async function verifyBundle(file: string, options: VerifyOptions = {}): Promise<BundleVerification> {
  const bundle = await openBundle(file, options.passphrase ?? null);
  try {
    let done = 0;
    const all = 2 * bundle.size;
    const onRead = (bytes: number) => {
      done = Math.min(all, done + bytes);
      options.onProgress?.(done, all);
    };
    const faults: BundleFault[] = [...bundle.faults];
    const isSealed = await bundle.isSealed(onRead, options.signal);
    if (!isSealed && !faults.some(({ code }) => containerFaults.includes(code)))
      faults.push({ code: 'containerChanged', part: null });
    const whole = await readParts(bundle, faults, onRead, options.signal);
    if (!bundle.isDecrypted() && !faults.some(({ code }) => code === 'cutOff'))
      faults.push({ code: 'encryptionDamaged', part: null });
    const { isEncrypted, manifest, signature, root } = bundle;
    return {
      ok: faults.length === 0,
      ...{ isEncrypted, manifest, signature, root, whole },
      faultCount: faults.length,
      faults: await withOwners(bundle, faults.slice(0, namedFaults), options.signal),
    };
  } finally {
    await bundle.close();
  }
}

/** Reads what records and claims say of their parts, where one of those is damaged. */
async function withOwners(
  bundle: Bundle,
  faults: readonly BundleFault[],
  signal: AbortSignal | undefined,
): Promise<NamedFault[]> {
  const isOwned = (part: string | null): part is string =>
    part !== null && /^(?:records|attachments)\//.test(part);
  if (!faults.some(({ part }) => isOwned(part))) return [...faults];
  const owners = new PartOwners();
  for (const name of await bundle.names()) {
    signal?.throwIfAborted();
    if (isRecordPart(name)) owners.addRecord(await bundle.read(name, maxRecordBytes));
    else if (isClaimPart(name)) owners.addClaim(await bundle.read(name, maxRecordBytes));
  }
  return faults.map((fault) => {
    if (!isOwned(fault.part)) return fault;
    const { records, filename } = owners.of(fault.part);
    return { ...fault, records, filename };
  });
}

/** Reads all parts that are listed, or where the list is lost all that are there; how many are whole. */
async function readParts(
  bundle: Bundle,
  faults: BundleFault[],
  onRead: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { listed } = bundle;
  const known = new Set(faults.map(({ part }) => part));
  const lost: string[] = [];
  let whole = 0;
  for (const name of listed?.keys() ?? (await bundle.names())) {
    signal?.throwIfAborted();
    const found = await bundle.find(name);
    onRead(found?.storedSize ?? 0);
    if (found !== null) whole += 1;
    else if (!known.has(name)) lost.push(name);
  }
  const there = new Set(await bundle.names());
  for (const part of lost) faults.push({ code: there.has(part) ? 'partDamaged' : 'partMissing', part });
  if (listed === null) return whole;
  for (const part of there) {
    if (!listed.has(part) && !unlisted.includes(part)) faults.push({ code: 'partAdded', part });
  }
  return whole;
}
