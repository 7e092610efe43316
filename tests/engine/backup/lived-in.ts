/** A data directory in which something arrived and people did something, and a backup of it as a place has it. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { lineOf } from '../../../main/engine/backup/list.ts';
import {
  type FileList,
  type Manifest,
  partBytes,
  placeFormat,
} from '../../../main/engine/backup/manifest.ts';
import { InstallationFolder } from '../../../main/engine/backup/place.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { appendAudit, insertContent } from '../../../main/engine/store/index.ts';
import { openJournalledStore } from '../journal-house.ts';
import { purchaseOrder } from '../orders.ts';

export const sha256Of = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Orders with these ids arrive, somebody does something about each, and photographs come. The last number that was given. */
export async function liveOn(
  dataDir: string,
  { orders = [], photos = [] }: { orders?: readonly number[]; photos?: readonly string[] },
): Promise<{ installationId: string; numbers: string[] }> {
  const { journal, store, follow, derived, close } = await openJournalledStore({
    dataDir,
    clock: systemClock,
  });
  follow({});
  const numbers: string[] = [];
  for (const id of orders) {
    const bytes = Buffer.from(JSON.stringify(purchaseOrder(id)));
    const receipt = await journal.keep({
      ...{ kind: 'purchaseOrder', marketplaceId: id, keyLabel: 'key', bytes, contentHash: null },
    });
    numbers.push(receipt.number);
  }
  await derived();
  await store.write(async (tx) => {
    const actor = { person: 'Ana', via: 'browser' } as const;
    for (const id of orders)
      await appendAudit(tx, {
        at: Date.now(),
        actor,
        action: 'record.noted',
        subject: `record:${id}`,
        detail: {},
      });
    for (const photo of photos)
      await insertContent(tx, Buffer.from(sha256Of(photo), 'hex'), Buffer.byteLength(photo), Date.now());
  });
  for (const photo of photos) {
    const path = photoPath(dataDir, photo);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, photo);
  }
  const { installationId } = store;
  await close();
  return { installationId, numbers };
}

export const photoPath = (dataDir: string, photo: string): string => {
  const sha256 = sha256Of(photo);
  return join(dataDir, 'attachments', 'content', sha256.slice(0, 2), sha256);
};

/** Writes a backup of a directory that nobody has open. */
export async function backUp(
  dataDir: string,
  place: string,
  { name = '20261120T120000Z', changes = {} }: { name?: string; changes?: Partial<Manifest> } = {},
): Promise<{ folder: InstallationFolder; manifest: Manifest }> {
  const { installationId } = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8'));
  const folder = new InstallationFolder(place, installationId);
  await folder.make();
  const put = async (contents: readonly Uint8Array[]): Promise<FileList> => {
    const lines: string[] = [];
    for (const content of contents) {
      await folder.put(sha256Of(content), content);
      lines.push(lineOf(sha256Of(content)));
    }
    const list = Buffer.from(lines.join(''));
    await folder.put(sha256Of(list), list);
    const bytes = contents.reduce((sum, { length }) => sum + length, 0);
    return { list: sha256Of(list), files: contents.length, bytes };
  };
  const others: Manifest['others'] = [];
  for (const file of ['numbers.json', 'copies.json', 'anchors.jsonl']) {
    if (!existsSync(join(dataDir, file))) continue;
    const bytes = readFileSync(join(dataDir, file));
    await folder.put(sha256Of(bytes), bytes);
    others.push({ name: file, sha256: sha256Of(bytes), bytes: bytes.length });
  }
  const heads = headsOf(dataDir);
  const attachments = await put(
    filesBelow(join(dataDir, 'attachments', 'content')).map((path) => readFileSync(path)),
  );
  const manifest: Manifest = {
    format: placeFormat,
    ...{ installationId, company: 'Aseguradora Prueba', name, cause: 'person', version: '0.0.0' },
    madeAt: new Date().toISOString(),
    anchor: { at: new Date().toISOString(), journal: heads.journal, audit: heads.audit },
    journal: { ...(await put(partsOf(join(dataDir, 'journal.db')))), ...heads.ofJournal },
    database: { ...(await put(partsOf(join(dataDir, 'perito.db')))), ...heads.ofDatabase },
    attachments,
    missing: 0,
    others,
    records: heads.journal.seq,
    ...{ bytes: 1, newBytes: 1 },
    ...changes,
  };
  await folder.removeManifest(name);
  await folder.writeManifest(manifest);
  return { folder, manifest };
}

function partsOf(file: string): Buffer[] {
  const bytes = readFileSync(file);
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += partBytes)
    parts.push(bytes.subarray(from, from + partBytes));
  return parts;
}

/** Paths of all files, in order. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile())
    .sort();
}

function headsOf(dataDir: string) {
  const journal = new Database(join(dataDir, 'journal.db'), { readonly: true });
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  const one = (from: Database.Database, sql: string) =>
    from.prepare<[], Record<string, unknown>>(sql).get() ?? {};
  const hex = (bytes: unknown) => (bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : '');
  const iso = (at: unknown) => (typeof at === 'number' ? new Date(at).toISOString() : null);
  try {
    const head = one(journal, 'SELECT seq, hash, numbers FROM journal_head');
    const audit = one(database, 'SELECT last_id AS id, hash FROM audit_head');
    const derived = one(
      database,
      `SELECT max(CAST(value AS INTEGER)) AS place FROM setting WHERE name IN ('derivedCalls', 'derivedArrivals')`,
    );
    return {
      journal: { seq: Number(head['seq']), hash: hex(head['hash']) },
      audit: { id: Number(audit['id']), hash: hex(audit['hash']) },
      ofJournal: {
        schema: Number(journal.pragma('user_version', { simple: true })),
        lastEntryAt: iso(one(journal, 'SELECT max(at) AS at FROM entry')['at']),
        numbers: JSON.parse(String(head['numbers'])),
      },
      ofDatabase: {
        schema: Number(database.pragma('user_version', { simple: true })),
        derivedUpTo: Number(derived['place'] ?? 0),
        lastActAt: iso(one(database, 'SELECT max(at) AS at FROM audit')['at']),
      },
    };
  } finally {
    journal.close();
    database.close();
  }
}

/** Every row of every table of both databases. */
export function allRows(dataDir: string): Record<string, unknown[]> {
  const rows: Record<string, unknown[]> = {};
  for (const file of ['journal.db', 'perito.db']) {
    const database = new Database(join(dataDir, file), { readonly: true });
    const tables = database
      .prepare<[], { name: string }>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name`,
      )
      .all();
    for (const { name } of tables)
      rows[`${file} ${name}`] = database
        .prepare<[], unknown[]>(`SELECT * FROM "${name}"`)
        .raw()
        .all()
        .map((row) => JSON.stringify(row));
    database.close();
  }
  return rows;
}

/** The SHA-256 of each file of a directory but those that SQLite makes for whoever looks, by its name; empty folders by theirs. */
export function hashesOf(folder: string, leaveAway: readonly RegExp[] = []): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const path of filesBelow(folder)) {
    const name = path.slice(folder.length + 1);
    if (/-shm$|perito\.lock/.test(name) || leaveAway.some((one) => one.test(name))) continue;
    // A log without frames says nothing.
    if (/-wal$/.test(name) && statSync(path).size === 0) continue;
    hashes[name] = sha256Of(readFileSync(path));
  }
  return hashes;
}
