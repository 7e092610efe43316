import * as z from 'zod';
import { ArchiveProblem, type Bundle, openBundle } from '../archive/index.ts';
import type { BundleRow } from '../store/index.ts';
import type { Named, Needle } from './needle.ts';

/** What a bundle says of one of its records. */
interface NamedRecord {
  recordId: number;
  named: Named;
  /** Something that people wrote beside it has the number. */
  inText: boolean;
}

/** The most bytes of a body, and of all else of a record. */
const maxBytes = 64 * 1024 * 1024;

const partName = /^records\/\w+\/(\d{1,15})\/(?:record\.json|(revisions|asks)\/\d+\.body)$/;

/** What people wrote, and whose the policies were, as it stands in the part of a record. */
const written = z.object({
  notes: z.array(z.object({ text: z.string() })),
  attachments: z.array(z.object({ annotations: z.array(z.object({ text: z.string() })) })),
  policies: z
    .array(z.object({ companyTaxId: z.string().nullable(), identification: z.string().nullable() }))
    .default([]),
});

/** Where a bundle lies that has this root; null where it is in none of its places. */
export async function openWhereItLies({
  root,
  file,
  secondFile,
}: Pick<BundleRow, 'root' | 'file' | 'secondFile'>): Promise<Bundle | null> {
  for (const one of [file, secondFile]) {
    if (one === null) continue;
    const bundle = await openBundle(one).catch((failure: unknown) => {
      if (failure instanceof ArchiveProblem) return null;
      throw failure;
    });
    if (bundle?.root === root) return bundle;
    await bundle?.close();
  }
  return null;
}

/**
 * Reads through the records of a bundle; what names the person is told, and for each part whether it was a revision. A part that is
 * damaged is told as `null`.
 */
export async function* searchBundle(
  bundle: Bundle,
  needle: Needle,
): AsyncGenerator<{ isRevision: boolean; found: NamedRecord | null; isRead: boolean }> {
  for (const name of bundle.listed?.keys() ?? (await bundle.names())) {
    const [, id, folder] = partName.exec(name) ?? [];
    if (id === undefined) continue;
    const bytes = await bundle.read(name, maxBytes);
    const isRevision = folder === 'revisions';
    const text = bytes?.toString('utf8') ?? '';
    const found =
      folder === undefined ? inRecord(text, needle) : { named: needle.named(text), inText: false };
    const isFound = found.inText || Object.values(found.named).some(Boolean);
    yield {
      isRevision,
      isRead: bytes !== null,
      found: isFound ? { recordId: Number(id), ...found } : null,
    };
  }
}

function inRecord(json: string, needle: Needle): Pick<NamedRecord, 'named' | 'inText'> {
  const named: Named = { number: false, policy: false, vehicle: false };
  const read = written.safeParse(parsed(json));
  if (!read.success) return { named, inText: false };
  const { notes, attachments, policies } = read.data;
  const texts = [...notes, ...attachments.flatMap(({ annotations }) => annotations)];
  const owners = policies.flatMap((policy) => [policy.companyTaxId ?? '', policy.identification ?? '']);
  return {
    named: { ...named, policy: owners.some((text) => needle.isNumber(text)) },
    inText: texts.some(({ text }) => needle.isNumber(text)),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
