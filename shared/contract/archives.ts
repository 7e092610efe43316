/** Archives and copies that are opened read-only. */
import * as z from 'zod';
import { instant } from './common.ts';

/** More damaged parts of an archive are counted, and not named. */
export const maxDamagedParts = 200;

/** What a console shows that is opened on an archive or a copy, and nothing else. */
export const openedArchive = z.object({
  kind: z.enum(['bundle', 'copy']),
  /** Of the file or folder that it was opened from. */
  name: z.string().max(255),
  /** When it was made, as it says itself; null where nobody knows. */
  madeAt: instant.nullable(),
  /** The insurer, as it says itself; empty where nobody was named. */
  company: z.string().max(500),
  /** Whether the key that comes with a bundle has signed it; null of a copy. */
  signature: z.enum(['good', 'none', 'bad']).nullable(),
  /** SHA-256 of that key, in hexadecimal; null where there is none. */
  keyFingerprint: z.string().max(200).nullable(),
  /** Parts that are not what was written, or are missing, by their names in the bundle. */
  damaged: z.array(z.string().max(500)).max(maxDamagedParts),
  damagedCount: z.int().nonnegative(),
});
export type OpenedArchive = z.infer<typeof openedArchive>;
