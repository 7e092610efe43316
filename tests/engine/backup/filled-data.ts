/** A data directory with records, what people did, and photos. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { appendAudit, insertContent } from '../../../main/engine/store/index.ts';
import { purchaseOrder } from '../orders.ts';
import { openRecords } from '../records/house.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface FilledData {
  dataDir: string;
  /** By SHA-256. */
  photos: Map<string, Buffer>;
}

export const photoFile = (dataDir: string, sha256: string): string =>
  join(dataDir, 'attachments', 'content', sha256.slice(0, 2), sha256);

/** Adds to a data directory, a new one where none is given; Perito has ended on it then. */
export async function fillData(
  { orders, photos }: { orders: number; photos: number },
  dataDir = join(temporaryFolder(), 'data'),
): Promise<FilledData> {
  const house = await openRecords({ dataDir });
  const first = Date.now() % 1_000_000_000;
  await Promise.all(
    Array.from({ length: orders }, (_, index) =>
      house.receive('purchaseOrder', first + index, purchaseOrder(first + index)),
    ),
  );
  const made = new Map<string, Buffer>();
  for (let index = 0; index < photos; index += 1) {
    const bytes = randomBytes(20_000 + index);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    made.set(sha256, bytes);
    putPhoto(dataDir, sha256, bytes);
    await house.store.write(async (tx) => {
      await insertContent(tx, Buffer.from(sha256, 'hex'), bytes.length, 1);
      await appendAudit(tx, {
        at: Date.now(),
        actor: { person: 'Ana', via: 'desktop' },
        action: 'content.missing',
        subject: `content:${sha256}`,
        detail: {},
      });
    });
  }
  await house.close();
  return { dataDir, photos: made };
}

export function putPhoto(dataDir: string, sha256: string, bytes: Buffer): void {
  const file = photoFile(dataDir, sha256);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, bytes, { mode: 0o600 });
}

/** Every row of every table of a database, as texts in order. */
export function allRowsOf(file: string): Record<string, string[]> {
  const database = new Database(file, { readonly: true });
  try {
    const tables = database
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
      )
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [
        name,
        database
          .prepare(`SELECT * FROM "${name}"`)
          .raw()
          .all()
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
    );
  } finally {
    database.close();
  }
}
