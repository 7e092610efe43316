import { isZipEntry } from './archives.ts';
import { isUnixProgram, isWindowsProgram } from './programs.ts';

interface Signature {
  name: string;
  bytes: string;
  /** What else must hold where the signature is too short to be sure. */
  holds?: (bytes: Buffer, at: number) => boolean;
}

/** Long enough, or checked well enough, that compressed data does not hold one by chance. */
const signatures: readonly Signature[] = [
  { name: 'PDF', bytes: '%PDF-' },
  { name: 'zip', bytes: 'PK\x03\x04', holds: isZipEntry },
  { name: 'RAR', bytes: 'Rar!\x1a\x07' },
  { name: '7z', bytes: '7z\xbc\xaf\x27\x1c' },
  { name: 'xz', bytes: '\xfd7zXZ\0' },
  { name: 'cabinet', bytes: 'MSCF\0\0\0\0' },
  { name: 'Office document', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { name: 'Windows program', bytes: 'MZ', holds: isWindowsProgram },
  { name: 'Unix program', bytes: '\x7fELF', holds: isUnixProgram },
];

/** The name of another type of file that begins somewhere in these bytes. */
export function signatureIn(bytes: Buffer): string | null {
  return signatures.find((signature) => isIn(bytes, signature))?.name ?? null;
}

function isIn(bytes: Buffer, { bytes: wanted, holds }: Signature): boolean {
  for (let at = bytes.indexOf(wanted, 0, 'latin1'); at >= 0; at = bytes.indexOf(wanted, at + 1, 'latin1')) {
    if (holds === undefined || holds(bytes, at)) return true;
  }
  return false;
}
