import * as z from 'zod';
import {
  maxSubjectRows,
  type SubjectFound,
  type SubjectPlace,
  type SubjectRelation,
  subjectPlaces,
  subjectRelations,
} from '#shared/contract/data-subject.ts';
import { bareCode, type SubjectKey } from '#shared/rules/subject-key.ts';
import type { Bundle } from '../archive/index.ts';
import { claimFileLink } from '../records/index.ts';
import {
  findAuditHead,
  findEntryBytes,
  findJournalHead,
  findRecordOf,
  findRecordOfAsk,
  type Link,
  listAuditAfter,
  listBundles,
  listEntriesToScan,
  listKindsOfRecords,
  listLinkedRecords,
  listLinks,
  listPdfsAfter,
  listPoliciesAfter,
  listVehiclesOfPolicy,
  listWrittenTexts,
  type PolicyBookRow,
  type ScannedEntry,
  type Store,
  writtenSources,
} from '../store/index.ts';
import { type Named, type Needle, needleFor, needleOverlap } from './needle.ts';
import { openWhereItLies, searchBundle } from './search-bundle.ts';

/** What was found of one person; ids and places of the journal, which the export reads again. */
export interface SubjectFindings {
  key: SubjectKey;
  /** For people: counts, and the first of each list. */
  summary: SubjectFound;
  /** Ids of records, the newest first, and for each the reasons as bits. */
  records: { ids: Float64Array; relations: Uint8Array };
  /** Keys of policies in force. */
  policies: string[];
  /** Entries of the journal. */
  lookups: Float64Array;
  rejected: Float64Array;
  /** Calls to cancel an order that is not here. */
  unmatchedAsks: Float64Array;
  /** Entries of the log that name the person, or are about what was found. */
  audit: Float64Array;
  texts: SubjectText[];
}

/** Something that people wrote, or a refused line of an imported file. */
interface SubjectText {
  source: (typeof writtenSources)[number];
  id: number;
  recordId: number | null;
  text: string;
}

/** The bit of a reason. */
export const relationBit = (relation: SubjectRelation): number => 1 << subjectRelations.indexOf(relation);
const bits = {
  named: relationBit('named'),
  text: relationBit('text'),
  policy: relationBit('policy'),
  vehicle: relationBit('vehicle'),
  claim: relationBit('claim'),
  /** A revision has the number; the latest has it. No reasons of their own. */
  inRevision: 1 << 6,
  inLatest: 1 << 7,
} as const;
const anyReason = 2 ** subjectRelations.length - 1;

/** Why a record was found. */
export const relationsOf = (found: number): SubjectRelation[] =>
  subjectRelations.filter((relation) => (found & relationBit(relation)) !== 0);

/** Told now and then how far it is, in entries; the search goes on when it resolves, and ends where it rejects. */
export type SearchPace = (done: number, all: number) => Promise<void>;

const pageRows = 200;
/** They may be long. */
const pagePdfs = 20;
/** A longer body is looked through in pieces. */
const wholeBytes = 64 * 1024;
const pieceBytes = 1024 * 1024;
const maxVehicles = 1000;
/** More of what people wrote is counted, and not held. */
const maxTexts = 10_000;
const maxBundles = 10_000;

type Reading = Pick<Store, 'read'>;

/**
 * Looks for one person in everything that is kept: all policies, all entries of the journal, all that people wrote, the words of
 * PDFs and the whole log are read once; records are followed by their links. Rejects with what `pace` does, and where something cannot
 * be read.
 */
export async function searchSubject(
  store: Reading,
  key: SubjectKey,
  pace: SearchPace,
): Promise<SubjectFindings> {
  return new SubjectSearch(store, key, pace).run();
}

class SubjectSearch {
  readonly #store: Reading;
  readonly #key: SubjectKey;
  readonly #pace: SearchPace;
  readonly #needle: Needle;
  readonly #places: Record<SubjectPlace, { lookedAt: number; found: number; unread: number }>;
  readonly #records = new Map<number, number>();
  readonly #policies: PolicyBookRow[] = [];
  readonly #vins = new Set<string>();
  readonly #lookups: number[] = [];
  readonly #rejected = new Set<number>();
  readonly #unmatchedAsks: number[] = [];
  readonly #audit: number[] = [];
  readonly #texts: SubjectText[] = [];
  readonly #bundles: SubjectFound['bundles'] = [];
  readonly #shown: Pick<SubjectFound, 'policies' | 'lookups' | 'rejected' | 'texts'> = {
    policies: { total: 0, rows: [] },
    lookups: { total: 0, rows: [] },
    rejected: { total: 0, rows: [] },
    texts: { total: 0, rows: [] },
  };

  constructor(store: Reading, key: SubjectKey, pace: SearchPace) {
    this.#store = store;
    this.#key = key;
    this.#pace = pace;
    this.#needle = needleFor(key);
    const nothing = () => ({ lookedAt: 0, found: 0, unread: 0 });
    this.#places = {
      policies: nothing(),
      revisions: nothing(),
      bundles: nothing(),
      cancelCalls: nothing(),
      lookups: nothing(),
      rejected: nothing(),
      texts: nothing(),
      pdfs: nothing(),
      importProblems: nothing(),
      audit: nothing(),
    };
  }

  async run(): Promise<SubjectFindings> {
    await this.#readPolicies();
    const policies = this.#policies.map(({ insurancePolicyNumber }) => insurancePolicyNumber);
    this.#needle.add({ policies, vins: [...this.#vins] });
    const head = (await this.#store.read(findJournalHead)).seq;
    const log = (await this.#store.read(findAuditHead)).lastId;
    await this.#readJournal(head, head + log);
    await this.#readBundles();
    await this.#readTexts();
    await this.#readPdfs();
    await this.#followLinks();
    await this.#followClaims();
    await this.#readAudit(head, head + log);
    return this.#findings();
  }

  async #readPolicies(): Promise<void> {
    const place = this.#places.policies;
    for (let afterId = 0; ; ) {
      const page = await this.#store.read((tx) => listPoliciesAfter(tx, afterId, pageRows));
      for (const policy of page) {
        place.lookedAt += 1;
        if (this.#isOwn(policy)) await this.#takePolicy(policy);
      }
      const last = page.at(-1);
      if (last === undefined) return;
      afterId = last.id;
      await this.#pace(0, 0);
    }
  }

  #isOwn(policy: PolicyBookRow): boolean {
    const { value, kind } = this.#key;
    if (kind === 'policy' && bareCode(policy.insurancePolicyNumber) === bareCode(value)) return true;
    const { companyTaxId, companyName, identification, firstName, lastName, displayName } = policy;
    const { emailAddress, phoneNumber, address } = policy;
    const texts = [companyTaxId, companyName, identification, firstName, lastName, displayName];
    // Each by itself: what two of them say together is no number.
    return [...texts, emailAddress, phoneNumber, address].some(
      (text) => text !== null && this.#needle.isNumber(text),
    );
  }

  async #takePolicy(policy: PolicyBookRow): Promise<void> {
    this.#places.policies.found += 1;
    this.#policies.push(policy);
    const vehicles = await this.#store.read((tx) => listVehiclesOfPolicy(tx, policy.numberKey, maxVehicles));
    for (const { vin } of vehicles) this.#vins.add(vin);
    const { insurancePolicyNumber, displayName, companyTaxId, identification } = policy;
    note(this.#shown.policies, () => ({
      ...{ insurancePolicyNumber, displayName, companyTaxId, identification },
      vehicles: vehicles.slice(0, 50).map(({ vin, makeName, modelName }) => ({ vin, makeName, modelName })),
    }));
  }

  async #readJournal(head: number, all: number): Promise<void> {
    for (let afterSeq = 0; afterSeq < head; ) {
      const page = await this.#store.read((tx) =>
        listEntriesToScan(tx, { afterSeq, limit: pageRows, wholeBytes }),
      );
      for (const entry of page) if (entry.seq <= head) await this.#takeEntry(entry);
      afterSeq = page.at(-1)?.seq ?? head;
      await this.#pace(Math.min(afterSeq, head), all);
    }
  }

  async #takeEntry(entry: ScannedEntry): Promise<void> {
    switch (entry.kind) {
      case 'purchaseOrder':
      case 'serviceOrder':
      case 'incidentReport':
      case 'financialDocument':
        return this.#takeRevision(entry);
      case 'ask':
      case 'answer':
      case 'outcome':
        return this.#takeCall(entry);
      case 'lookup':
        return this.#takeLookup(entry);
      case 'rejected':
        return this.#takeRejected(entry);
      case 'archived':
        // What stays of a record whose bytes lie in a bundle; its links are followed later.
        if ((await this.#namedIn(entry)).number) this.#mark(entry.subjectId, bits.named);
    }
  }

  async #takeRevision(entry: ScannedEntry): Promise<void> {
    const place = this.#places.revisions;
    if (entry.length === null) {
      place.unread += 1;
      return;
    }
    place.lookedAt += 1;
    const named = await this.#namedIn(entry);
    const known = this.#records.get(entry.subjectId) ?? 0;
    const found = bitsOf(named) | (named.number ? bits.inRevision | bits.inLatest : 0);
    if (found !== 0) place.found += 1;
    if ((known | found) !== 0) this.#records.set(entry.subjectId, (known & ~bits.inLatest) | found);
  }

  /** Of what was moved to bundles the bytes lie there alone; those that are where they were left are read through. */
  async #readBundles(): Promise<void> {
    const { bundles, revisions } = this.#places;
    for (const row of await this.#store.read((tx) => listBundles(tx, maxBundles))) {
      const bundle = await openWhereItLies(row);
      if (bundle === null) {
        this.#bundles.push({ file: row.file, isThere: false, records: 0 });
        continue;
      }
      try {
        const records = await this.#readBundle(bundle);
        if (records > 0) this.#bundles.push({ file: bundle.file, isThere: true, records });
      } finally {
        await bundle.close();
      }
    }
    // A record that came back may lie in a bundle and here.
    bundles.unread = Math.max(0, revisions.unread - bundles.lookedAt);
    revisions.unread = 0;
  }

  /** How many records of it name the person. */
  async #readBundle(bundle: Bundle): Promise<number> {
    const place = this.#places.bundles;
    const records = new Set<number>();
    for await (const { isRevision, isRead, found } of searchBundle(bundle, this.#needle)) {
      if (isRevision && isRead) place.lookedAt += 1;
      if (isRevision && found !== null) place.found += 1;
      if (found !== null) {
        records.add(found.recordId);
        this.#mark(found.recordId, bitsOf(found.named) | (found.inText ? bits.text : 0));
      }
      await this.#pace(0, 0);
    }
    return records.size;
  }

  async #takeCall(entry: ScannedEntry): Promise<void> {
    const place = this.#places.cancelCalls;
    place.lookedAt += 1;
    const named = await this.#namedIn(entry);
    if (!named.number && !named.policy) return;
    place.found += 1;
    const record = await this.#store.read((tx) => findRecordOfAsk(tx, entry.subjectId));
    if (record != null) this.#mark(record, named.number ? bits.named : bits.policy);
    else this.#unmatchedAsks.push(entry.seq);
  }

  async #takeLookup(entry: ScannedEntry): Promise<void> {
    const place = this.#places.lookups;
    place.lookedAt += 1;
    const named = await this.#namedIn(entry);
    if (!named.number && !named.policy && !named.vehicle) return;
    place.found += 1;
    this.#lookups.push(entry.seq);
    note(this.#shown.lookups, () => ({
      seq: entry.seq,
      at: instant(entry.at),
      ...lookupAsked(entry.detail),
    }));
  }

  async #takeRejected(entry: ScannedEntry): Promise<void> {
    const place = this.#places.rejected;
    place.lookedAt += 1;
    const detail = rejectedAsked(entry.detail);
    const isRepeat = detail.bytesOf !== undefined && this.#rejected.has(detail.bytesOf);
    const named = isRepeat ? null : await this.#namedIn(entry);
    if (named !== null && !named.number && !named.policy && !named.vehicle) return;
    place.found += 1;
    this.#rejected.add(entry.seq);
    const { method, path, title } = detail;
    note(this.#shown.rejected, () => ({ seq: entry.seq, at: instant(entry.at), method, path, title }));
  }

  /** What the bytes of an entry name, and what else is known of it. */
  async #namedIn({ seq, detail, length, bytes }: ScannedEntry): Promise<Named> {
    const found = detail === null ? nothingNamed() : this.#needle.named(detail);
    if (bytes !== null) join(found, this.#needle.named(Buffer.from(bytes).toString('utf8')));
    else if (length !== null) {
      const decoder = new TextDecoder();
      let tail = '';
      for (let from = 0; from < length; from += pieceBytes) {
        const piece = await this.#store.read((tx) => findEntryBytes(tx, seq, { from, limit: pieceBytes }));
        const text = tail + decoder.decode(piece?.bytes, { stream: true });
        join(found, this.#needle.named(text));
        tail = text.slice(-needleOverlap);
      }
    }
    return found;
  }

  async #readTexts(): Promise<void> {
    for (const source of writtenSources) {
      for (let afterId = 0; ; ) {
        const page = await this.#store.read((tx) => listWrittenTexts(tx, source, afterId, pageRows));
        for (const row of page) this.#takeText({ source, ...row });
        const last = page.at(-1);
        if (last === undefined) break;
        afterId = last.id;
        await this.#pace(0, 0);
      }
    }
  }

  #takeText(written: SubjectText): void {
    const { source, id, recordId, text } = written;
    const place = this.#places[source === 'importProblem' ? 'importProblems' : 'texts'];
    place.lookedAt += 1;
    if (!this.#needle.isNumber(text)) return;
    place.found += 1;
    if (recordId !== null) this.#mark(recordId, bits.text);
    if (this.#texts.length < maxTexts) this.#texts.push(written);
    note(this.#shown.texts, () => ({ id, source, text: text.slice(0, 500) }));
  }

  async #readPdfs(): Promise<void> {
    const place = this.#places.pdfs;
    for (let afterId = 0; ; ) {
      const page = await this.#store.read((tx) => listPdfsAfter(tx, afterId, pagePdfs));
      for (const { recordId, text } of page) {
        if (text === null) {
          place.unread += 1;
          continue;
        }
        place.lookedAt += 1;
        if (!this.#needle.isNumber(text)) continue;
        place.found += 1;
        this.#mark(recordId, bits.named);
      }
      const last = page.at(-1);
      if (last === undefined) return;
      afterId = last.id;
      await this.#pace(0, 0);
    }
  }

  /** Records whose bytes are not here any more have their links still. */
  async #followLinks(): Promise<void> {
    const own = this.#key.kind === 'policy' ? [this.#key.value] : [];
    for (const policy of own) await this.#markLinked(claimFileLink('policy', policy), bits.named);
    for (const { insurancePolicyNumber } of this.#policies)
      await this.#markLinked(claimFileLink('policy', insurancePolicyNumber), bits.policy);
  }

  /** Whatever belongs to a claim of a policy of the person. */
  async #followClaims(): Promise<void> {
    const seeds = bits.policy | (this.#key.kind === 'policy' ? bits.named : 0);
    const claims = new Set<string>();
    for (const [id, found] of [...this.#records]) {
      if ((found & seeds) === 0) continue;
      for (const { name, value } of await this.#store.read((tx) => listLinks(tx, id)))
        if (name === 'claimNumber') claims.add(value);
      await this.#pace(0, 0);
    }
    for (const value of claims) await this.#markLinked({ name: 'claimNumber', value }, bits.claim, seeds);
  }

  /** Passes over those that have one of the bits `unless`. */
  async #markLinked(link: Link | null, bit: number, unless = 0): Promise<void> {
    if (link === null) return;
    for (let belowId = Number.MAX_SAFE_INTEGER; ; ) {
      const ids = await this.#store.read((tx) => listLinkedRecords(tx, link, pageRows, belowId));
      for (const id of ids) if (((this.#records.get(id) ?? 0) & unless) === 0) this.#mark(id, bit);
      const last = ids.at(-1);
      if (last === undefined) return;
      belowId = last;
      await this.#pace(0, 0);
    }
  }

  #mark(id: number, bit: number): void {
    this.#records.set(id, (this.#records.get(id) ?? 0) | bit);
  }

  async #readAudit(before: number, all: number): Promise<void> {
    const place = this.#places.audit;
    for (let afterId = 0; ; ) {
      const page = await this.#store.read((tx) => listAuditAfter(tx, afterId, pageRows));
      for (const { id, subject, detail } of page) {
        place.lookedAt += 1;
        const named = this.#needle.named(detail);
        const isOwn = named.number || named.policy || named.vehicle;
        if (!isOwn && !(await this.#isAboutFound(subject))) continue;
        place.found += 1;
        this.#audit.push(id);
      }
      const last = page.at(-1);
      if (last === undefined) return;
      afterId = last.id;
      await this.#pace(before + afterId, all);
    }
  }

  async #isAboutFound(subject: string): Promise<boolean> {
    const [, what, number] = /^(record|attachment|cancellation):(\d{1,15})$/.exec(subject) ?? [];
    if (what === undefined || this.#records.size === 0) return false;
    if (what === 'record') return this.#records.has(Number(number));
    const table = what === 'attachment' ? 'attachment' : 'cancellation';
    const record = await this.#store.read((tx) => findRecordOf(tx, table, Number(number)));
    return record !== null && this.#records.has(record);
  }

  async #findings(): Promise<SubjectFindings> {
    const records: SubjectFound['records'] = {
      total: 0,
      relations: { named: 0, text: 0, policy: 0, vehicle: 0, claim: 0 },
      kinds: {},
      earlierOnly: 0,
      attachments: 0,
    };
    const ids: number[] = [];
    const sorted = [...this.#records.keys()].sort((a, b) => b - a);
    for (let from = 0; from < sorted.length; from += pageRows) {
      const page = sorted.slice(from, from + pageRows);
      // What is not derived yet is found with the next search.
      const there = await this.#store.read((tx) => listKindsOfRecords(tx, page));
      for (const { id, kind, attachments } of there.sort((a, b) => b.id - a.id)) {
        ids.push(id);
        const found = this.#records.get(id) ?? 0;
        for (const relation of relationsOf(found)) records.relations[relation] += 1;
        records.kinds[kind] = (records.kinds[kind] ?? 0) + 1;
        records.attachments += attachments;
        if ((found & bits.inRevision) !== 0 && (found & bits.inLatest) === 0) records.earlierOnly += 1;
      }
      await this.#pace(0, 0);
    }
    records.total = ids.length;
    return {
      key: this.#key,
      summary: {
        at: new Date().toISOString(),
        places: subjectPlaces.map((place) => ({ place, ...this.#places[place] })),
        textsSearched: this.#needle.textsSearched,
        bundles: this.#bundles.slice(0, maxSubjectRows),
        records,
        ...this.#shown,
      },
      records: {
        ids: Float64Array.from(ids),
        relations: Uint8Array.from(ids, (id) => (this.#records.get(id) ?? 0) & anyReason),
      },
      policies: this.#policies.map(({ numberKey }) => numberKey),
      lookups: Float64Array.from(this.#lookups),
      rejected: Float64Array.from(this.#rejected),
      unmatchedAsks: Float64Array.from(this.#unmatchedAsks),
      audit: Float64Array.from(this.#audit),
      texts: this.#texts,
    };
  }
}

const bitsOf = ({ number, policy, vehicle }: Named): number =>
  (number ? bits.named : 0) | (policy ? bits.policy : 0) | (vehicle ? bits.vehicle : 0);

const nothingNamed = (): Named => ({ number: false, policy: false, vehicle: false });

function join(found: Named, more: Named): void {
  found.number ||= more.number;
  found.policy ||= more.policy;
  found.vehicle ||= more.vehicle;
}

function note<Row>(list: { total: number; rows: Row[] }, row: () => Row): void {
  list.total += 1;
  if (list.rows.length < maxSubjectRows) list.rows.push(row());
}

const instant = (at: number): string => new Date(at).toISOString();

const shortText = z.string().transform((text) => text.slice(0, 500));
const lookupDetail = z.object({
  kind: z.enum(['policy', 'balance']),
  insurancePolicyNumber: shortText.nullable(),
  vin: shortText.nullable(),
});
const rejectedDetail = z.object({
  method: shortText,
  path: shortText,
  title: shortText,
  bytesOf: z.int().optional(),
});

function lookupAsked(detail: string | null): z.infer<typeof lookupDetail> {
  const read = lookupDetail.safeParse(parsed(detail));
  return read.success ? read.data : { kind: 'policy', insurancePolicyNumber: null, vin: null };
}

function rejectedAsked(detail: string | null): z.infer<typeof rejectedDetail> {
  const read = rejectedDetail.safeParse(parsed(detail));
  return read.success ? read.data : { method: '', path: '', title: '' };
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}
