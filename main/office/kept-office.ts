/** The office that this account's desktop program opens, where a person chose one: it outlives every start, and holds no secret. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod';
import { writeWhole } from '../engine/copies.ts';
import { readSmallFile } from '../engine/small-file.ts';
import { readOfficeAddress } from './address.ts';
import { type KnownCertificate, knownCertificate } from './certificate.ts';

const folder = () => envPaths('Perito', { suffix: '' }).config;
const file = () => join(folder(), 'office.json');
const maxBytes = 64 * 1024;

const kept = z.object({
  format: z.literal(1),
  /** As `readOfficeAddress` gives it. */
  origin: z.string().max(300),
  certificate: knownCertificate,
});
export type KeptOffice = Omit<z.infer<typeof kept>, 'format'>;

/** Null where nobody chose one, or that cannot be read. */
export function findKeptOffice(): KeptOffice | null {
  try {
    const { origin, certificate } = kept.parse(JSON.parse(readSmallFile(file(), maxBytes)));
    const read = readOfficeAddress(origin);
    return 'origin' in read && read.origin === origin ? { origin, certificate } : null;
  } catch {
    return null;
  }
}

/** What is known of the certificate of an office stays where it is chosen again. */
export function keepOffice(
  origin: string,
  certificate: KnownCertificate | undefined = undefined,
): KeptOffice {
  const before = findKeptOffice();
  const known = certificate ?? (before?.origin === origin ? before.certificate : null);
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const choice = { format: 1, origin, certificate: known };
  writeWhole(file(), `${JSON.stringify(choice, null, 2)}\n`);
  return { origin, certificate: known };
}

/** The next start works on this computer's data again. */
export const forgetOffice = (): void => rmSync(file(), { force: true });

/** For the program's own files where it has an office, such as how its window looks: no data of the office lie there. */
export const officeFolder = (): string => join(folder(), 'office');
