import type { RecordKind } from '#shared/terms.ts';
import { bodyPart, isContentPart, type Manifest } from './format.ts';
import { openBundle } from './read-bundle.ts';

/** What a bundle's signed list says that lies in it; that its parts are whole, `verifyBundle` says. */
export interface BundleContents {
  root: string;
  manifest: Manifest;
  /** Whether it lists these bytes as a revision of a record. */
  hasRevision(of: { kind: RecordKind; recordId: number; revision: number; sha256: Uint8Array }): boolean;
  /** Whether it lists a photo or paper. */
  hasContent(of: { sha256: Uint8Array }): boolean;
}

/** Null where its list, its root or its manifest is damaged. Rejects with an `ArchiveProblem` where it is no bundle, or cannot be read. */
export async function readBundleContents(file: string): Promise<BundleContents | null> {
  const bundle = await openBundle(file, null);
  const { root, listed, manifest } = bundle;
  await bundle.close();
  if (root === null || listed === null || manifest === null) return null;
  // By their hash alone: what type a photo has may be known better since.
  const contents = new Set([...listed].flatMap(([name, hash]) => (isContentPart(name, hash) ? [hash] : [])));
  return {
    ...{ root, manifest },
    hasRevision: ({ kind, recordId, revision, sha256 }) =>
      listed.get(bodyPart(kind, recordId, revision)) === hex(sha256),
    hasContent: ({ sha256 }) => contents.has(hex(sha256)),
  };
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
