/** What a backup says of itself: the manifest, and the lists that it names. */
import * as z from 'zod';
import { type BackupSummary, backupCause, backupName } from '#shared/contract/backups.ts';
import { instant } from '#shared/contract/common.ts';
import { anchor } from '#shared/contract/verification.ts';

/** Raised whenever an older Perito could not restore what a newer one wrote. */
export const placeFormat = 1;

/** In hexadecimal, as `sha256sum` writes it. */
export const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);

/** Databases lie in parts of so many bytes; the last of them is shorter. */
export const partBytes = 1024 * 1024;

/** More than any installation has: a list of more lines is not read. */
export const maxListLines = 10_000_000;
export const maxManifestBytes = 1024 * 1024;

/**
 * Several files of the place in their order. `list` is the SHA-256 of a file of the place that names them, a line each,
 * as `sha256sum -c` reads it in the folder of the installation.
 */
const fileList = z.object({
  list: sha256Text,
  /** How many files, and how many bytes they have together. */
  files: z.int().nonnegative().max(maxListLines),
  bytes: z.int().nonnegative(),
});
export type FileList = z.infer<typeof fileList>;

/** A manifest of a newer Perito is told by its `format` alone. */
export const manifestFormat = z.object({ format: z.int().positive() });

/** `backups/<name>.json`: a backup that was written whole, read back and checked. */
export const manifest = z.object({
  format: z.literal(placeFormat),
  installationId: z.uuid(),
  /** As the settings had it; empty where nobody named it. */
  company: z.string().max(1000),
  name: backupName,
  madeAt: instant,
  cause: backupCause,
  /** The version of Perito that made it. */
  version: z.string().max(100),
  anchor,
  journal: fileList.extend({
    schema: z.int().positive(),
    lastEntryAt: instant.nullable(),
    /** The last number that was given of each sequence, by its name. */
    numbers: z.record(z.string(), z.int().nonnegative()),
  }),
  /** Null where the data directory had none that could be read. */
  database: fileList
    .extend({
      schema: z.int().positive(),
      /** Up to which entries of the journal it is derived. */
      derivedUpTo: z.int().nonnegative(),
      /** When the last entry of its log was made; null where it has none. */
      lastActAt: instant.nullable(),
    })
    .nullable(),
  /** Photos and papers, by the SHA-256 of their bytes. */
  attachments: fileList,
  /** Photos and papers that the data directory should have had and lacked. */
  missing: z.int().nonnegative(),
  /** Other files of the data directory by their name, such as `numbers.json`. */
  others: z
    .array(
      z.object({
        name: z.string().regex(/^[a-z][a-z-]{0,40}\.jsonl?$/),
        sha256: sha256Text,
        bytes: z.int().nonnegative(),
      }),
    )
    .max(20)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
  records: z.int().nonnegative(),
  /** Of all that belongs to it, and of that what was not in the place before. */
  bytes: z.int().nonnegative(),
  newBytes: z.int().nonnegative(),
});
export type Manifest = z.infer<typeof manifest>;

/** What a person is told of the backup. */
export function summaryOf(found: Manifest): BackupSummary {
  const { name, madeAt, cause, version, records, missing, bytes, newBytes } = found;
  return {
    ...{ name, madeAt, cause, version, records, missing, bytes, newBytes },
    lastEntry: found.anchor.journal.seq,
    lastEntryAt: found.journal.lastEntryAt,
    attachments: found.attachments.files,
    hasDatabase: found.database !== null,
  };
}
