import { contentRow, contentsAfter, type ReadTransaction, type Store } from '../../store/index.ts';
import { countAside } from './aside.ts';
import { contentFolders, contentPath } from './folders.ts';
import { hashFile } from './hash-file.ts';

export interface ContentVerification {
  checked: number;
  damaged: number;
  missing: number;
  /** SHA-256 of the first of them, in hexadecimal. */
  first: string[];
  /** Files that no row names, moved aside and kept. */
  aside: number;
}

const batch = 100;
const maxListed = 20;

/** Compares stored files with their SHA-256 and changes nothing; Perito may be working on them. */
export async function verifyContent(
  dataDir: string,
  store: Pick<Store, 'read'>,
): Promise<ContentVerification> {
  const suspects: { sha256: Uint8Array; bytes: number }[] = [];
  let checked = 0;
  let after: Uint8Array = new Uint8Array();
  for (;;) {
    const from = after;
    const rows = await store.read((tx: ReadTransaction) => contentsAfter(tx, from, batch));
    for (const row of rows) {
      if ((await standingOf(dataDir, row)) !== 'whole') suspects.push(row);
      after = row.sha256;
      checked += 1;
    }
    if (rows.length < batch) break;
  }
  const found: ContentVerification = {
    checked,
    damaged: 0,
    missing: 0,
    first: [],
    aside: await countAside(contentFolders(dataDir)),
  };
  // Looked at once more: it may have been on its way to its place, or been fetched again meanwhile.
  for (const row of suspects) {
    const standing = await standingOf(dataDir, row);
    if (standing === 'whole' || (await store.read((tx) => contentRow(tx, row.sha256))) === undefined)
      continue;
    found[standing] += 1;
    if (found.first.length < maxListed) found.first.push(nameOf(row));
  }
  return found;
}

const nameOf = ({ sha256 }: { sha256: Uint8Array }) => Buffer.from(sha256).toString('hex');

async function standingOf(
  dataDir: string,
  row: { sha256: Uint8Array; bytes: number },
): Promise<'whole' | 'damaged' | 'missing'> {
  const name = nameOf(row);
  // A file that the disk cannot read is damaged, whatever is in it.
  const found = await hashFile(contentPath(contentFolders(dataDir), name)).catch(() => 'unreadable' as const);
  if (found === null) return 'missing';
  return found !== 'unreadable' && found.sha256 === name && found.bytes === row.bytes ? 'whole' : 'damaged';
}
