/** Where this installation looks for newer versions, and by whose key they are signed: both are built into its package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { httpsAddress } from '#shared/contract/desktop.ts';
import { readPublicKey } from './metadata-signature.ts';

const source = z.object({
  feed: httpsAddress,
  /** As `publicKeyOf` makes it. */
  publicKey: z.string().refine((text) => {
    try {
      return readPublicKey(text) !== null;
    } catch {
      return false;
    }
  }),
});
export type UpdateSource = z.infer<typeof source>;

const manifest = z.object({ updates: source });

/** Null where the package that lies at `appPath` brings none, or one that cannot be used: then nothing is ever looked for. */
export function readUpdateSource(appPath: string): UpdateSource | null {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'))).updates;
  } catch {
    return null;
  }
}
