/**
 * What lies in `second-copy/` of an installation's folder:
 *
 * - `about.json`: whose it is
 * - `journal-<seq>.log`: the entries of the journal after `seq`; each batch ends with a `head`, up to which it counts
 * - `database-<base>.json`: a base of the database, whose parts lie in `files/` like those of a backup, and
 *   `database-<base>-<n>.log`: the pages that were written after it; each stretch ends with a `commit`, up to which it counts
 * - `attachments-<n>.log`: the photos and papers that were copied to `files/`
 */
import { lstat, opendir } from 'node:fs/promises';
import * as z from 'zod';
import { instant } from '#shared/contract/common.ts';
import { anchor } from '#shared/contract/verification.ts';
import { recordKind } from '#shared/terms.ts';
import { errorCode } from '../../error-code.ts';
import { maxListLines, placeFormat, sha256Text } from '../manifest.ts';
import { PlaceFailure } from '../place.ts';

export const about = z.object({
  format: z.literal(placeFormat),
  installationId: z.uuid(),
  begunAt: instant,
});
export type About = z.infer<typeof about>;

export const aboutFile = 'about.json';
export const maxAboutBytes = 64 * 1024;

const seq = z.int().nonnegative();
const chain = z.union([z.literal(''), sha256Text]);

/** The first frame of each file of the journal: where the one before ends. */
export const journalBegin = z.object({
  t: z.literal('begin'),
  format: z.literal(placeFormat),
  installationId: z.uuid(),
  seq,
  hash: chain,
});

/** An entry; its bytes are those of the frame. `chain` is the hash of the group that it ends. */
const journalEntry = z.object({
  t: z.literal('entry'),
  seq: z.int().positive(),
  kind: z.enum([...recordKind.options, 'ask', 'answer', 'outcome', 'lookup', 'rejected', 'archived']),
  marketplaceId: z.int().nullable(),
  subjectId: z.int(),
  revision: z.int().nullable(),
  number: z.string().nullable(),
  at: z.int(),
  keyLabel: z.string(),
  sha256: sha256Text.nullable(),
  detail: z.string().nullable(),
  chain: sha256Text.nullable(),
  hasBytes: z.boolean(),
});

/** Where the entries so far end. The numbers may be further on, of entries that come after it. */
const journalHead = z.object({
  t: z.literal('head'),
  seq,
  hash: chain,
  at: z.int(),
  epoch: z.int().nonnegative(),
  numbers: z.record(z.string(), z.int().nonnegative()),
  schema: z.int().positive(),
});
export type JournalHeadFrame = z.infer<typeof journalHead>;

export const journalFrame = z.discriminatedUnion('t', [
  journalBegin,
  journalEntry,
  journalHead,
  /** All settings of the receiver, by their name. */
  z.object({ t: z.literal('settings'), values: z.record(z.string().max(200), z.string()) }),
  /** Where what an older version kept stands in the journal: ids of a kind, and entries. */
  z.object({
    t: z.literal('moved'),
    kind: z.string().max(100),
    rows: z.array(z.tuple([z.int(), z.int()])).max(10_000),
  }),
]);

/** The hash of a page is the first eight bytes of its SHA-256. */
export const pageHashBytes = 8;

/** Of 256 GiB, in pages of the usual size: what is kept of each is in memory. */
export const maxPages = 2 ** 25;
const pages = z.int().positive().max(maxPages);
const pageSize = z.int().min(512).max(65_536);

/** `database-<base>.json` */
export const databaseBase = z.object({
  format: z.literal(placeFormat),
  installationId: z.uuid(),
  at: instant,
  pageSize,
  pages,
  /** Its parts, as a backup has them. Read while somebody wrote, it is no database before the first `commit`. */
  parts: z.object({
    list: sha256Text,
    files: z.int().nonnegative().max(maxListLines),
    bytes: z.int().positive(),
  }),
  /** The file with the hash of each of its pages. */
  hashes: sha256Text,
});
export type DatabaseBase = z.infer<typeof databaseBase>;

export const databaseFrame = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('begin'),
    format: z.literal(placeFormat),
    installationId: z.uuid(),
    base: z.int().positive(),
    file: z.int().positive(),
  }),
  /** Some pages. The bytes, in the format Zstandard: the number of each (u32), the hash of each, then the pages themselves. */
  z.object({ t: z.literal('pages'), count: z.int().positive().max(65_536) }),
  /** With all pages so far it is a database. */
  z.object({
    t: z.literal('commit'),
    at: instant,
    pages,
    /** It has at least what people made until then. */
    actsUntil: instant.nullable(),
    /** The end of the log of what people and Perito did, then or a moment later; null where nobody knows. */
    audit: anchor.shape.audit.nullable().default(null),
    /** Of the journal, which has at least so much. */
    seq,
  }),
]);
export type DatabaseCommit = Extract<z.infer<typeof databaseFrame>, { t: 'commit' }>;

export const attachmentFrame = z.discriminatedUnion('t', [
  z.object({ t: z.literal('begin'), format: z.literal(placeFormat), installationId: z.uuid() }),
  z.object({ t: z.literal('file'), sha256: sha256Text, bytes: z.int().nonnegative() }),
]);

const digits = (value: number, width: number) => String(value).padStart(width, '0');
export const journalFileName = (after: number): string => `journal-${digits(after, 16)}.log`;
export const baseFileName = (base: number): string => `database-${digits(base, 8)}.json`;
export const stretchFileName = (base: number, file: number): string =>
  `database-${digits(base, 8)}-${digits(file, 8)}.log`;
export const attachmentFileName = (file: number): string => `attachments-${digits(file, 8)}.log`;

/** The files of a second copy, each list in its order. */
export interface SecondCopyFiles {
  journal: { name: string; after: number }[];
  bases: number[];
  stretches: { name: string; base: number; file: number }[];
  attachments: { name: string; file: number }[];
}

const maxNames = 200_000;

/** What of a second copy lies in a folder; names that Perito does not give are passed over. Null where there is no folder. */
export async function listSecondCopy(folder: string): Promise<SecondCopyFiles | null> {
  const found = await lstat(folder).catch((failure) => {
    if (errorCode(failure) === 'ENOENT') return null;
    throw failure;
  });
  if (found === null) return null;
  if (!found.isDirectory()) throw new PlaceFailure('damaged', `${folder} is not a folder.`);
  const names: string[] = [];
  for await (const { name } of await opendir(folder)) {
    names.push(name);
    if (names.length > maxNames) throw new PlaceFailure('damaged', `${folder} has too many files.`);
  }
  const files: SecondCopyFiles = { journal: [], bases: [], stretches: [], attachments: [] };
  for (const name of names.sort()) {
    const [, journal, base, baseOfStretch, stretch, attachment] =
      /^(?:journal-(\d{16})\.log|database-(\d{8})\.json|database-(\d{8})-(\d{8})\.log|attachments-(\d{8})\.log)$/.exec(
        name,
      ) ?? [];
    if (journal !== undefined && Number.isSafeInteger(Number(journal)))
      files.journal.push({ name, after: Number(journal) });
    else if (base !== undefined) files.bases.push(Number(base));
    else if (baseOfStretch !== undefined)
      files.stretches.push({ name, base: Number(baseOfStretch), file: Number(stretch) });
    else if (attachment !== undefined) files.attachments.push({ name, file: Number(attachment) });
  }
  return files;
}
