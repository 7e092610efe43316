/**
 * The data directory that is made of a bundle of format 1, to be looked at. Its databases are made at the schema that this format is of
 * and filled with these statements, which never change; migrations then bring them to the newest, as they do with a directory that is
 * as old. So a bundle of ten years ago needs nothing but this file and the migrations since.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { errorCode } from '../error-code.ts';
import { migrate, openConnection } from './connection.ts';
import type { DecisionRow } from './decisions.ts';
import { asStoreProblem, databaseFile } from './folder.ts';
import { journalFile } from './journal-database.ts';
import { migrations } from './migrations/index.ts';
import { journalMigrations } from './migrations/journal.ts';
import type { PolicyContent, VehicleContent } from './policies.ts';
import { makePrivateFile } from './private-files.ts';
import type { FilterChoice } from './record-queues.ts';
import type { RecordTraits } from './records.ts';
import { indexKey } from './storable.ts';
import { ConnectionTransaction, type WriteTransaction } from './transaction.ts';

/** Of the databases whose rows a bundle of format 1 holds. */
const schemas = { database: 23, journal: 1 } as const;

type Values = Readonly<Record<string, string | number | bigint | Uint8Array | null>>;

interface FilledRevision {
  seq: number;
  revision: number;
  at: number;
  keyLabel: string;
  sha256: Uint8Array | null;
  detail: string | null;
  notExamined: string | null;
  /** As they arrived; none where they are damaged. Read when it is its turn: together they may be more than the memory takes. */
  body(): Promise<Uint8Array>;
  /** What is read of a large body, and JSON of what is left out of it. */
  large: { extract: string; leftOut: string } | null;
}

interface FilledAsk {
  id: number;
  cancellationId: number;
  receivedAt: number;
  heldUntil: number | null;
  keyLabel: string;
  reason: string | null;
  comments: string | null;
  askedBy: string | null;
  /** Of the entry of the journal that has its body. */
  seq: number;
  content: string | null;
  answer: string | null;
  answeredAt: number | null;
  delivery: string;
  body(): Promise<Uint8Array>;
}

interface FilledAttachment {
  id: number;
  identity: string;
  role: string;
  position: number;
  pointer: string;
  marketplaceId: number | null;
  filename: string;
  caption: string | null;
  declaredType: string | null;
  declaredSize: number | null;
  firstRevision: number;
  lastRevision: number;
  url: string | null;
  addressSource: string | null;
  host: string | null;
  state: string;
  problem: string | null;
  problemDetail: string | null;
  problemAt: number | null;
  attempts: number;
  sha256: Uint8Array | null;
  storedAt: number | null;
  contentBytes: number | null;
  contentProblem: string | null;
  contentProblemDetail: string | null;
  decoderVersion: number | null;
  mediaType: string | null;
  shownAs: string | null;
  width: number | null;
  height: number | null;
  photo: string | null;
  perceptualHash: string | null;
  similar: readonly { sha256: Uint8Array; distance: number }[];
  /** Whether its previews lie in their place. */
  hasPreviews: boolean;
  annotations: readonly {
    id: number;
    at: number;
    who: string;
    shape: string;
    text: string;
    removedAt: number | null;
  }[];
}

/** A record with all that belongs to it; times in milliseconds since 1970, JSON as texts. */
export interface FilledRecord {
  id: number;
  kind: string;
  marketplaceId: number;
  number: string;
  claimNumber: string | null;
  requestId: number | null;
  firstItem: string | null;
  itemCount: number;
  partyName: string | null;
  partyTaxId: string | null;
  datedOn: string | null;
  total: string | null;
  heading: string | null;
  receivedAt: number;
  revision: number;
  findingCount: number;
  attentionCount: number;
  reviewedAt: number | null;
  reviewedBy: string | null;
  revisions: readonly FilledRevision[];
  findings: readonly {
    id: number;
    revision: number;
    code: string;
    severity: string;
    pointer: string;
    parameters: string;
    count: number;
    places: string | null;
    amount: string | null;
    currency: string | null;
    acknowledgementId: number | null;
    scope: string | null;
    reason: string | null;
    at: number | null;
    who: string | null;
  }[];
  notes: readonly { id: number; at: number; who: string; personId: number | null; text: string }[];
  decision: string | null;
  decisionRevision: number | null;
  /** 1 or 0. */
  decisionProposed: number;
  decisions: readonly Omit<DecisionRow, 'recordId'>[];
  links: readonly { name: string; value: string }[];
  attachments: readonly FilledAttachment[];
  cancellations: readonly { row: Values; asks: readonly FilledAsk[] }[];
  lookups: readonly {
    id: number;
    at: number;
    kind: string;
    keyLabel: string;
    insurancePolicyNumber: string | null;
    vin: string | null;
    numberKey: string | null;
    vinKey: string | null;
    incidentTypeId: number | null;
    incidentDate: string | null;
    intermediaryTaxId: string | null;
    reportCategoryId: number | null;
    policies: number;
    vehicles: number;
    rules: string;
    cover: string | null;
    status: number;
    /** Of the entry of the journal that has the answer; 0 where it is not known. */
    seq: number;
    answer: string | null;
  }[];
  policies: readonly FilledPolicy[];
  audit: readonly {
    id: number;
    at: number;
    actor: string;
    action: string;
    subject: string;
    detail: string;
    hash: Uint8Array;
  }[];
  /** For the search and for lists, as derived from the latest revision. */
  searchTerms: string;
  traits: RecordTraits;
  choices: readonly FilterChoice[];
}

interface FilledPolicy extends PolicyContent {
  numberKey: string;
  vehicles: readonly (VehicleContent & {
    vehicleId: number;
    vin: string;
    changedAt: number;
    changedBy: string;
    /** For the search of the book. */
    words: string;
  })[];
}

export interface FilledInstallation {
  id: string;
  /** In milliseconds since 1970. */
  createdAt: number;
  sampleData: boolean;
  /** By their names, JSON each. */
  settings: Readonly<Record<string, string>>;
  referenceLists: readonly { list: string; fetchedAt: number; body: string }[];
}

/** A data directory that is being filled. */
export interface ArchiveFolder {
  /** Adds a record with all that belongs to it, or nothing; false where it contradicts what is there, or itself. One at a time. */
  add(record: FilledRecord): Promise<boolean>;
  /** Brings it to the newest schema, derives there what a job does, and closes it. */
  finish(derive: (tx: WriteTransaction) => Promise<void>): Promise<void>;
  /** Closes it as it is. */
  abandon(): void;
}

/** Makes a data directory with empty databases. Throws a `StoreProblem` where that is not possible. */
export function makeArchiveFolder(dataDir: string, installation: FilledInstallation): ArchiveFolder {
  const opened: Database.Database[] = [];
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const journal = openNew(join(dataDir, journalFile), opened);
    migrate(journal, journalMigrations.slice(0, schemas.journal), () => {});
    journal.close();
    const database = openNew(join(dataDir, databaseFile), opened);
    database.prepare('ATTACH ? AS journal').run(join(dataDir, journalFile));
    database.pragma('journal.synchronous = OFF');
    database.pragma('journal.journal_mode = MEMORY');
    migrate(database, migrations.slice(0, schemas.database), () => {});
    database.exec('CREATE TABLE staged (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, "values" TEXT NOT NULL)');
    database
      .prepare(
        'INSERT OR REPLACE INTO installation ("only", id, created_at, sample_data) VALUES (1, ?, ?, ?)',
      )
      .run(installation.id, installation.createdAt, installation.sampleData ? 1 : 0);
    const setting = database.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
    for (const [name, value] of Object.entries(installation.settings)) setting.run(name, value);
    const list = database.prepare(
      `INSERT OR REPLACE INTO reference_list (list, tried_at, problem, failures, fetched_at, body)
        VALUES (@list, @fetchedAt, NULL, 0, @fetchedAt, @body)`,
    );
    for (const one of installation.referenceLists) list.run(one);
    return new Filling(dataDir, database);
  } catch (failure) {
    for (const one of opened) one.close();
    throw asStoreProblem(failure, dataDir);
  }
}

/** Nothing of it has to outlive a power loss. */
function openNew(file: string, opened: Database.Database[]): Database.Database {
  makePrivateFile(file);
  const database = new Database(file);
  opened.push(database);
  database.pragma('page_size = 8192');
  database.pragma('journal_mode = MEMORY');
  database.pragma('synchronous = OFF');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  database.pragma('temp_store = MEMORY');
  return database;
}

/** So many records are one transaction. */
const groupSize = 200;

class Filling implements ArchiveFolder {
  readonly #dataDir: string;
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement<[Values]>>();
  #inGroup = 0;

  constructor(dataDir: string, database: Database.Database) {
    this.#dataDir = dataDir;
    this.#database = database;
  }

  async add(record: FilledRecord): Promise<boolean> {
    if (this.#inGroup === 0) this.#database.exec('BEGIN');
    this.#inGroup += 1;
    this.#database.exec('SAVEPOINT one');
    try {
      await this.#insert(record);
      this.#database.exec('RELEASE one');
      return true;
    } catch (failure) {
      const code = errorCode(failure) ?? '';
      // What a body could not be read for is not about the directory.
      if (!code.startsWith('SQLITE_')) throw failure;
      if (!/^SQLITE_(CONSTRAINT|MISMATCH)/.test(code)) throw asStoreProblem(failure, this.#dataDir);
      this.#database.exec('ROLLBACK TO one');
      this.#database.exec('RELEASE one');
      return false;
    } finally {
      if (this.#inGroup >= groupSize) this.#endGroup();
    }
  }

  async finish(derive: (tx: WriteTransaction) => Promise<void>): Promise<void> {
    try {
      this.#endGroup();
      this.#database.exec(`INSERT OR REPLACE INTO setting (name, value)
        SELECT name, (SELECT CAST(coalesce(max(seq), 0) AS TEXT) FROM journal.entry)
        FROM (SELECT 'derivedArrivals' AS name UNION SELECT 'derivedCalls' UNION SELECT 'examinedEntry')`);
      // Of photos of records that are not in it nothing is shown.
      this.#database.exec(
        'DELETE FROM similar_content WHERE similar_sha256 NOT IN (SELECT sha256 FROM content)',
      );
      // One that the log's own head would follow is not in it.
      this.#database.exec('INSERT OR IGNORE INTO audit_head (id, last_id, hash) VALUES (1, 0, NULL)');
      this.#database.close();
      for (const [file, newest] of [
        [journalFile, journalMigrations],
        [databaseFile, migrations],
      ] as const) {
        const database = openConnection(join(this.#dataDir, file), { readonly: false });
        if (file === databaseFile)
          database.prepare('ATTACH ? AS journal').run(join(this.#dataDir, journalFile));
        try {
          migrate(database, newest, () => {});
          if (file === databaseFile) {
            insertStaged(database);
            database.exec('BEGIN');
            await derive(new ConnectionTransaction(database));
            database.exec('COMMIT');
          }
          database.pragma('main.optimize');
        } finally {
          database.close();
        }
      }
    } catch (failure) {
      this.abandon();
      throw asStoreProblem(failure, this.#dataDir);
    }
  }

  abandon(): void {
    this.#database.close();
  }

  #endGroup(): void {
    if (this.#inGroup > 0) this.#database.exec('COMMIT');
    this.#inGroup = 0;
  }

  #run(sql: string, values: Values): Database.RunResult {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare<[Values]>(sql);
      this.#statements.set(sql, statement);
    }
    return statement.run(values);
  }

  async #insert(record: FilledRecord): Promise<void> {
    const { id: recordId, kind, marketplaceId, number } = record;
    this.#run(insertRecord, { ...plain(record) });
    for (const one of record.revisions) await this.#insertRevision(record, one);
    this.#stage('search', { recordId, terms: record.searchTerms });
    this.#stage('traits', { recordId, ...record.traits });
    for (const choice of record.choices) this.#stage('choice', { ...choice });
    for (const { name, value } of record.links)
      this.#run('INSERT INTO record_link (record_id, name, value) VALUES (@recordId, @name, @value)', {
        ...{ recordId, name, value },
      });
    for (const { personId: _, ...note } of record.notes)
      this.#run('INSERT INTO note (id, record_id, at, who, text) VALUES (@id, @recordId, @at, @who, @text)', {
        ...{ ...note, recordId },
      });
    this.#stageNewer(record);
    for (const finding of record.findings) {
      this.#insertAcknowledgement(record, finding);
      this.#run(insertFinding, { ...finding, recordId });
    }
    for (const attachment of record.attachments) this.#insertAttachment(recordId, attachment);
    for (const { row, asks } of record.cancellations) {
      this.#run(insertCancellation, { ...row, recordId });
      for (const { body, ...ask } of asks) {
        this.#run(insertAsk, ask);
        const detail = null;
        const bytes = await body();
        const entry = { kind: 'ask', revision: null, number: null, sha256: null, detail, bytes };
        this.#run(insertEntry, {
          ...{ ...entry, seq: ask.seq, at: ask.receivedAt, keyLabel: ask.keyLabel },
          ...{ marketplaceId, subjectId: ask.id },
        });
      }
    }
    // One that is about two of the records came with the first.
    for (const lookup of record.lookups) this.#insertLookup(lookup);
    for (const policy of record.policies) this.#insertPolicy(policy);
    for (const entry of record.audit)
      this.#run(
        `INSERT OR IGNORE INTO audit (id, at, actor, action, subject, detail, hash)
          VALUES (@id, @at, @actor, @action, @subject, @detail, @hash)`,
        entry,
      );
    if (record.claimNumber !== null && record.claimNumber === indexKey(record.claimNumber))
      this.#insertClaim({ kind, claimNumber: record.claimNumber, revisions: record.revisions });
    if (number === '') throw new TypeError('a record without a number');
  }

  /** Stages what bundles have that came after the schema of their format. */
  #stageNewer(record: FilledRecord): void {
    const { id: recordId, decision, decisionRevision, decisionProposed } = record;
    for (const { id, personId } of record.notes)
      if (personId !== null) this.#stage('notePerson', { id, personId });
    if (decision !== null || decisionProposed === 1)
      this.#stage('standingDecision', { recordId, decision, decisionRevision, decisionProposed });
    for (const one of record.decisions) this.#stage('decision', { ...one, recordId });
  }

  /** Keeps what the schema of the format has no place for until the newest one is there. */
  #stage(kind: keyof typeof stagedStatements, values: Record<string, string | number | null>): void {
    this.#run('INSERT INTO staged (kind, "values") VALUES (@kind, @values)', {
      kind,
      values: JSON.stringify(values),
    });
  }

  async #insertRevision(record: FilledRecord, one: FilledRevision): Promise<void> {
    const { body, large, notExamined, ...entry } = one;
    const { kind, marketplaceId, number, id } = record;
    this.#run(insertEntry, { ...entry, kind, marketplaceId, number, subjectId: id, bytes: await body() });
    const { seq, at } = entry;
    if (large !== null)
      this.#run('INSERT INTO large_body (seq, extract, left_out) VALUES (@seq, @extract, @leftOut)', {
        ...{ seq, extract: Buffer.from(large.extract), leftOut: large.leftOut },
      });
    if (notExamined !== null)
      this.#run('INSERT INTO not_examined (seq, reason, at) VALUES (@seq, @reason, @at)', {
        ...{ seq, reason: notExamined, at },
      });
  }

  #insertLookup({ answer, ...lookup }: FilledRecord['lookups'][number]): void {
    this.#run(insertLookup, lookup);
    if (lookup.seq === 0 || answer === null) return;
    const { id: subjectId, seq, at, keyLabel } = lookup;
    this.#run(`${insertEntry} ON CONFLICT (seq) DO NOTHING`, {
      ...{ seq, kind: 'lookup', marketplaceId: null, subjectId, revision: null, number: null, at, keyLabel },
      ...{ sha256: null, detail: null, bytes: Buffer.from(answer) },
    });
  }

  #insertPolicy({ vehicles, ...policy }: FilledPolicy): void {
    this.#run(insertPolicy, policy);
    const { numberKey } = policy;
    for (const { words, vehicleValue, ...vehicle } of vehicles) {
      // One that another record names as well is there.
      const { changes, lastInsertRowid: id } = this.#run(insertVehicle, { ...vehicle, numberKey });
      if (changes === 0) continue;
      this.#run('INSERT INTO policy_search (rowid, words) VALUES (@id, @words)', { id, words });
      if (vehicleValue !== null) this.#stage('vehicleValue', { id: Number(id), vehicleValue });
    }
  }

  #insertAcknowledgement(record: FilledRecord, finding: FilledRecord['findings'][number]): void {
    const { acknowledgementId: id, scope, reason, at, who, code, pointer, parameters } = finding;
    if (id === null || scope === null || reason === null || at === null || who === null) return;
    const isOfParty = scope === 'party';
    this.#run(insertAcknowledgement, {
      ...{ id, scope, recordId: record.id, code, reason, at, who },
      fingerprints: isOfParty ? null : '[]',
      // What a party was called when it was acknowledged, its record says; two of one code were never in force at once.
      partyTaxId: isOfParty ? (record.partyTaxId ?? `?${id}`) : null,
      partyName: isOfParty ? record.partyName : null,
      example: `{"pointer":${JSON.stringify(pointer)},"parameters":${parameters}}`,
    });
  }

  #insertAttachment(recordId: number, attachment: FilledAttachment): void {
    const { annotations, similar, sha256, hasPreviews, ...own } = attachment;
    const rest = { ...own, hasPreviews: hasPreviews ? 1 : 0 };
    if (sha256 !== null && rest.contentBytes !== null) {
      this.#run(insertContent, { ...rest, sha256, decoderVersion: Math.max(1, rest.decoderVersion ?? 1) });
    }
    this.#run(insertAttachment, { ...rest, sha256, recordId });
    for (const { sha256: similarSha256, distance } of sha256 === null ? [] : similar)
      this.#run(insertSimilarity, { sha256, similarSha256, distance });
    for (const annotation of annotations)
      this.#run(insertAnnotation, { ...annotation, attachmentId: attachment.id });
  }

  #insertClaim(record: Pick<FilledRecord, 'kind' | 'revisions'> & { claimNumber: string }): void {
    const column = claimColumns[record.kind];
    const last = record.revisions.at(-1);
    if (column === undefined || last === undefined) return;
    this.#run(
      `INSERT INTO claim (claim_number, last_seq, last_received_at, ${column}) VALUES (@claimNumber, @seq, @at, 1)
        ON CONFLICT (claim_number) DO UPDATE SET last_seq = max(last_seq, excluded.last_seq),
          last_received_at = max(last_received_at, excluded.last_received_at), ${column} = ${column} + 1`,
      { claimNumber: record.claimNumber, seq: last.seq, at: last.at },
    );
  }
}

/**
 * A content of which it turned out that it is damaged: its attachments say so. Of the newest schema, as `finish` left it. Ids of
 * the records that have it, at most 1,000.
 */
export function dropContent(dataDir: string, sha256: string): number[] {
  return changed(dataDir, sha256, [
    `UPDATE attachment SET state = 'failed', problem = 'contentDamaged', sha256 = NULL, stored_at = NULL WHERE sha256 = ?`,
    'DELETE FROM similar_content WHERE sha256 = ?',
    'DELETE FROM similar_content WHERE similar_sha256 = ?',
    'DELETE FROM content WHERE sha256 = ?',
  ]);
}

/** The same of previews alone: what they are of is still there to be saved. */
export function dropPreviews(dataDir: string, sha256: string): number[] {
  return changed(dataDir, sha256, ['UPDATE content SET has_previews = 0 WHERE sha256 = ?']);
}

function changed(dataDir: string, sha256: string, statements: readonly string[]): number[] {
  const database = openConnection(join(dataDir, databaseFile), { readonly: false });
  try {
    const hash = Buffer.from(sha256, 'hex');
    return database.transaction(() => {
      const ids = database
        .prepare<[Buffer], number>('SELECT DISTINCT record_id FROM attachment WHERE sha256 = ? LIMIT 1000')
        .pluck()
        .all(hash);
      for (const sql of statements) database.prepare<[Buffer]>(sql).run(hash);
      return ids;
    })();
  } catch (failure) {
    throw asStoreProblem(failure, dataDir);
  } finally {
    database.close();
  }
}

const claimColumns: Readonly<Record<string, string>> = {
  purchaseOrder: 'purchase_orders',
  serviceOrder: 'service_orders',
  incidentReport: 'incident_reports',
  financialDocument: 'financial_documents',
};

/** The columns of a record without what has tables of its own. */
function plain(record: FilledRecord): Values {
  const { revisions, findings, notes, links, attachments, cancellations, ...rest } = record;
  const { lookups, policies, audit, searchTerms, traits, choices, decisions, ...columns } = rest;
  return columns;
}

const insertRecord = `INSERT INTO record (id, kind, marketplace_id, number, claim_number, request_id, first_item, item_count,
    party_name, total, received_at, revision, finding_count, reviewed_at, reviewed_by, heading, attention_count, party_tax_id,
    dated_on)
  VALUES (@id, @kind, @marketplaceId, @number, @claimNumber, @requestId, @firstItem, @itemCount, @partyName, @total, @receivedAt,
    @revision, @findingCount, @reviewedAt, @reviewedBy, @heading, @attentionCount, @partyTaxId, @datedOn)`;

/** What bundles have that came after the schema of their format, put in its place at the newest schema. */
const stagedStatements = {
  vehicleValue: 'UPDATE policy_vehicle SET vehicle_value = @vehicleValue WHERE id = @id',
  notePerson: 'UPDATE note SET person_id = @personId WHERE id = @id',
  search: 'INSERT OR REPLACE INTO search (rowid, terms) VALUES (@recordId, @terms)',
  traits: `UPDATE record SET workshop_tax_id = @workshopTaxId, make = @make, party_order = @partyOrder, currency = @currency,
    amount = @amount WHERE id = @recordId`,
  choice: `INSERT INTO filter_choice (name, value, label, label_order) VALUES (@name, @value, @label, @labelOrder)
    ON CONFLICT (name, value) DO UPDATE SET label = excluded.label, label_order = excluded.label_order`,
  standingDecision: `UPDATE record SET decision = @decision, decision_revision = @decisionRevision,
    decision_proposed = @decisionProposed WHERE id = @recordId`,
  decision: `INSERT INTO decision (id, record_id, revision, act, decision, proposal_id, reason_code, comment, request, amount, currency,
      at, who, person_id)
    VALUES (@id, @recordId, @revision, @act, @decision, @proposalId, @reasonCode, @comment, @request, @amount, @currency, @at, @who,
      @personId)`,
} as const;

/** Rows that contradict what is there are left out, as a record that does is. */
function insertStaged(database: Database.Database): void {
  const rows = database.prepare<
    [number],
    { id: number; kind: keyof typeof stagedStatements; values: string }
  >('SELECT id, kind, "values" FROM staged WHERE id > ? ORDER BY id LIMIT 500');
  const statements = Object.fromEntries(
    Object.entries(stagedStatements).map(([kind, sql]) => [kind, database.prepare<[Values]>(sql)]),
  );
  const put = database.transaction((some: ReturnType<typeof rows.all>) => {
    for (const { kind, values } of some) {
      try {
        statements[kind]?.run(JSON.parse(values));
      } catch (failure) {
        if (!(errorCode(failure) ?? '').startsWith('SQLITE_CONSTRAINT')) throw failure;
      }
    }
  });
  for (let some = rows.all(0); some.length > 0; some = rows.all(some.at(-1)?.id ?? 0)) put(some);
  // All of it was entered just now.
  database.exec('DELETE FROM search_stale; DROP TABLE staged');
  // No words are read of its PDFs, and none of them waits.
  database.exec('UPDATE content SET pdf_reader_version = 1');
}

const insertEntry = `INSERT INTO journal.entry (seq, kind, marketplace_id, subject_id, revision, number, at, key_label, sha256,
    detail, chain, bytes)
  VALUES (@seq, @kind, @marketplaceId, @subjectId, @revision, @number, @at, @keyLabel, @sha256, @detail, NULL, @bytes)`;

const insertFinding = `INSERT INTO finding (id, record_id, revision, code, severity, pointer, parameters, count, places, amount,
    currency, acknowledgement_id)
  VALUES (@id, @recordId, @revision, @code, @severity, @pointer, @parameters, @count, @places, @amount, @currency,
    @acknowledgementId)`;

const insertAcknowledgement = `INSERT INTO acknowledgement (id, scope, record_id, code, fingerprints, party_tax_id, party_name,
    example, reason, at, who)
  VALUES (@id, @scope, @recordId, @code, @fingerprints, @partyTaxId, @partyName, @example, @reason, @at, @who)
  ON CONFLICT (id) DO NOTHING`;

const insertAttachment = `INSERT INTO attachment (id, record_id, identity, role, position, pointer, marketplace_id, filename,
    caption, declared_type, declared_size, first_revision, last_revision, url, address_source, host, state, problem,
    problem_detail, problem_at, attempts, next_attempt_at, sha256, stored_at, is_dropped)
  VALUES (@id, @recordId, @identity, @role, @position, @pointer, @marketplaceId, @filename, @caption, @declaredType,
    @declaredSize, @firstRevision, @lastRevision, @url, @addressSource, @host, @state, @problem, @problemDetail, @problemAt,
    @attempts, NULL, @sha256, @storedAt, 0)`;

const insertContent = `INSERT INTO content (sha256, bytes, stored_at, decoder_version, examination_attempts, media_type, shown_as,
    problem, problem_detail, width, height, has_previews, photo, perceptual_hash)
  VALUES (@sha256, @contentBytes, coalesce(@storedAt, 0), @decoderVersion, 0, @mediaType, @shownAs, @contentProblem,
    @contentProblemDetail, @width, @height, @hasPreviews, @photo, @perceptualHash)
  ON CONFLICT (sha256) DO NOTHING`;

const insertAnnotation = `INSERT INTO attachment_mark (id, attachment_id, at, who, shape, text, removed_at)
  VALUES (@id, @attachmentId, @at, @who, @shape, @text, @removedAt)`;

const insertCancellation = `INSERT INTO cancellation (id, order_kind, marketplace_id, record_id, state, asked_at, last_asked_at,
    held_until, verdict, response_text, decided_at, decided_by, delivered_at, order_references, closed_at, closed_by,
    closed_reason)
  VALUES (@id, @orderKind, @marketplaceId, @recordId, @state, @askedAt, @lastAskedAt, @heldUntil, @verdict, @responseText,
    @decidedAt, @decidedBy, @deliveredAt, @orderReferences, @closedAt, @closedBy, @closedReason)`;

const insertAsk = `INSERT INTO ask (id, cancellation_id, received_at, held_until, key_label, reason, comments, asked_by, answer,
    answered_at, delivery, content, seq)
  VALUES (@id, @cancellationId, @receivedAt, @heldUntil, @keyLabel, @reason, @comments, @askedBy, @answer, @answeredAt, @delivery,
    coalesce(@content, 'null'), @seq)`;

const insertSimilarity = `INSERT INTO similar_content (sha256, similar_sha256, distance)
  VALUES (@sha256, @similarSha256, @distance) ON CONFLICT (sha256, similar_sha256) DO NOTHING`;

/** Of the first version of the book, which is in force. */
const insertPolicy = `INSERT OR IGNORE INTO policy (number_key, insurance_policy_number, person_type_id, company_tax_id, company_name,
    identification, identification_type_id, first_name, last_name, phone_number, display_name, email_address, address,
    from_version)
  VALUES (@numberKey, @insurancePolicyNumber, @personTypeId, @companyTaxId, @companyName, @identification,
    @identificationTypeId, @firstName, @lastName, @phoneNumber, @displayName, @emailAddress, @address, 1)`;

const insertVehicle = `INSERT OR IGNORE INTO policy_vehicle (vehicle_id, number_key, vin, make_name, model_name, year, coverages,
    account_balance, deductible_amount, valid_from, valid_to, excluded, premium_unpaid, changed_at, changed_by, from_version)
  VALUES (@vehicleId, @numberKey, @vin, @makeName, @modelName, @year, @coverages, @accountBalance, @deductibleAmount,
    @validFrom, @validTo, @excluded, @premiumUnpaid, @changedAt, @changedBy, 1)`;

/** One that another record of the policy or the vehicle brought is there. */
const insertLookup = `INSERT OR IGNORE INTO policy_lookup (id, at, kind, key_label, insurance_policy_number, vin, number_key,
    vin_key, incident_type_id, incident_date, intermediary_tax_id, report_category_id, policies, vehicles, rules, status, cover,
    seq)
  VALUES (@id, @at, @kind, @keyLabel, @insurancePolicyNumber, @vin, @numberKey, @vinKey, @incidentTypeId, @incidentDate,
    @intermediaryTaxId, @reportCategoryId, @policies, @vehicles, @rules, @status, @cover, @seq)`;
