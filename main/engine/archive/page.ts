/** Writes `LEAME.html`: one page that holds the data of a bundle and the script that shows it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type PageAbout,
  type PageCancellation,
  type PageClaim,
  type PageLookup,
  type PagePolicy,
  type PageRecord,
  type PageRevision,
  type PageRow,
  pageElements,
} from '#shared/archive-page.ts';
import { actor } from '#shared/contract/common.ts';
import type { RecordHeading } from '#shared/contract/records.ts';
import { byConsequence } from '#shared/finding-terms.ts';
import { personTypes } from '#shared/marketplace/insurance-policy.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { coveragesOf } from '../policies/index.ts';
import { findingOf, headingOf } from '../records/index.ts';
import { ArchiveProblem } from './archive-problem.ts';
import type { Spool } from './byte-sink.ts';
import type { CollectedRecord } from './collect-record.ts';
import { type ArchivedAttachment, type ArchivedPolicy, type ArchivedRecord, bodyPart } from './format.ts';
import type { Deflated } from './zip-writer.ts';

/** A longer body stands in its own part alone. */
export const maxPageBody = 128 * 1024;

/** Where the renderer's build puts a file, seen from the sources and from the bundle alike. */
function builtFile(name: string, from: string = import.meta.url): string {
  const root = from.endsWith('.ts') ? '../../../out/renderer' : '../renderer';
  return fileURLToPath(new URL(`${root}/${name}`, from));
}

/** What is made of `renderer/archive-page/`. */
interface PageFiles {
  script: string;
  style: string;
}

/** Throws an `ArchiveProblem` where the program is not built. */
function readPageFiles(): PageFiles {
  const [script, style] = [builtFile('archive-page.js'), builtFile('archive-page.css')];
  if (!existsSync(script) || !existsSync(style))
    throw new ArchiveProblem('notBuilt', 'The page of an archive is not built: run "npm run build".');
  // What would end its element stands in texts alone, and is the same in them.
  const read = (file: string) =>
    readFileSync(file, 'utf8')
      .trim()
      .replaceAll(/<\/(?=script|style)/gi, '<\\/');
  return { script: read(script), style: read(style) };
}

/** Nothing is loaded, run or sent but what this page holds itself, and pictures beside it. */
function policyOf({ script, style }: PageFiles): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    "img-src 'self' file:",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

const escapedHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** JSON that ends no element and begins none, wherever it stands in a page. */
const embedded = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

const dataElement = (attributes: string, json: string): string =>
  `<script type="application/json" ${attributes}>${json}</script>\n`;

/** The page while it grows. */
export class PageWriter {
  readonly #page: Deflated;
  readonly #rows: Spool;
  readonly #files: PageFiles;
  #rowCount = 0;

  /** Both are empty, and are not closed here. */
  constructor(page: Deflated, rows: Spool) {
    this.#page = page;
    this.#rows = rows;
    this.#files = readPageFiles();
  }

  async begin(title: string): Promise<void> {
    await this.#page.append(`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapedHtml(policyOf(this.#files))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapedHtml(title)}</title>
<style>${this.#files.style}</style>
</head>
<body>
<div id="page"></div>
<noscript>
<p lang="es">Esta página necesita que el navegador permita su propio guion (JavaScript). Sin él, lo archivado se lee en las carpetas «records» y «attachments» de este mismo archivo.</p>
<p lang="en">This page needs a browser that allows its own script (JavaScript). Without it, what is archived can be read in the folders "records" and "attachments" of this same archive.</p>
</noscript>
`);
  }

  async addRecord(record: PageRecord): Promise<void> {
    const { id, kind, number, claimNumber, partyName, about, firstItem, itemCount } = record;
    const { total, currency, receivedAt, isCancelled, attentionCount, words } = record;
    const row: PageRow = {
      ...{ id, kind, number, claimNumber, partyName, about, firstItem, itemCount, total, currency },
      ...{ receivedAt, isCancelled, attentionCount, words },
    };
    await this.#rows.append(Buffer.from(`${this.#rowCount === 0 ? '' : ','}${embedded(row)}\n`));
    this.#rowCount += 1;
    await this.#page.append(
      dataElement(`class="${pageElements.record}" id="${pageElements.record}-${id}"`, embedded(record)),
    );
  }

  async addClaim(claim: PageClaim): Promise<void> {
    await this.#page.append(dataElement(`class="${pageElements.claim}"`, embedded(claim)));
  }

  async end(about: PageAbout): Promise<void> {
    await this.#page.append(dataElement(`id="${pageElements.about}"`, embedded(about)));
    await this.#page.append(`<script type="application/json" id="${pageElements.rows}">[`);
    const decoder = new TextDecoder();
    for await (const piece of this.#rows.pieces())
      await this.#page.append(decoder.decode(piece, { stream: true }));
    await this.#page.append(`]</script>\n<script>${this.#files.script}</script>\n</body>\n</html>\n`);
  }
}

const instant = (at: number): string => new Date(at).toISOString();
const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));

interface BesideRecord extends Omit<CollectedRecord, 'record'> {
  /** Of its revisions that are short enough, by their numbers. */
  bodies: ReadonlyMap<number, string>;
}

/** What tells a record from others of its kind, beside its number and its party. */
function aboutOf(heading: RecordHeading): string | null {
  if (heading === null) return null;
  if (heading.kind === 'financialDocument') return heading.taxReceiptNumber;
  const known = [heading.vehicle, heading.typeName].filter((one) => one !== null && one !== '');
  return known.length === 0 ? null : known.join(' · ');
}

/** A record as the page shows it. */
export function pageRecord(record: ArchivedRecord, { content, similar, bodies }: BesideRecord): PageRecord {
  const heading = headingOf(record);
  return {
    id: record.id,
    kind: record.kind,
    number: record.number,
    claimNumber: record.claimNumber,
    partyName: record.partyName,
    about: aboutOf(heading),
    firstItem: record.firstItem,
    itemCount: record.itemCount,
    total: record.total,
    currency: heading?.kind === 'financialDocument' ? heading.currency : null,
    receivedAt: instant(record.receivedAt),
    isCancelled: record.cancellations.at(-1)?.state === 'cancelled',
    attentionCount: record.attentionCount,
    words: wordsOf(record),
    marketplaceId: record.marketplaceId,
    partyTaxId: record.partyTaxId,
    reviewedAt: instantOrNull(record.reviewedAt),
    reviewedBy: record.reviewedBy,
    content,
    revisions: record.revisions.map((one) => revisionOf(record, one, bodies)).toReversed(),
    findings: record.findings
      .filter(({ revision }) => revision === record.revision)
      .map(findingOf)
      .sort(byConsequence),
    notes: record.notes.map(({ at, who, text }) => ({ at: instant(at), who, text })),
    cancellations: record.cancellations.map(cancellationOf),
    attachments: record.attachments.map((one) => attachmentOf(one, similar.get(one.id) ?? [])),
    policies: record.policies.map(bookPolicyOf),
    lookups: record.lookups.map(lookupOf),
    audit: record.audit.map(({ at, actor: who, action }) => ({
      at: instant(at),
      who: personOf(who),
      action,
    })),
  };
}

/** The most letters of what a record is found by besides what its row shows. */
const maxWords = 400;

function wordsOf({
  marketplaceId,
  requestId,
  partyTaxId,
  links,
  notes,
  heading,
  policies,
}: ArchivedRecord): string {
  const shared = links.filter(({ name }) => name === 'policy' || name === 'vin').map(({ value }) => value);
  const others = [
    marketplaceId,
    requestId,
    partyTaxId,
    ...shared,
    heading,
    ...policies.map(({ displayName }) => displayName),
    ...notes.map(({ text }) => text),
  ];
  return withoutAccents(others.filter((one) => one !== null).join(' ')).slice(0, maxWords);
}

function revisionOf(
  { kind, id }: ArchivedRecord,
  { revision, at, keyLabel, sha256, bytes }: ArchivedRecord['revisions'][number],
  bodies: ReadonlyMap<number, string>,
): PageRevision {
  return {
    ...{ revision, receivedAt: instant(at), keyLabel, bytes },
    sha256: Buffer.from(sha256 ?? []).toString('hex'),
    body: bodies.get(revision) ?? null,
    part: bodyPart(kind, id, revision),
  };
}

function cancellationOf(row: ArchivedRecord['cancellations'][number]): PageCancellation {
  return {
    state: row.state,
    askedAt: instant(row.askedAt),
    verdict: row.verdict,
    responseText: row.responseText,
    decidedAt: instantOrNull(row.decidedAt),
    decidedBy: row.decidedBy,
    deliveredAt: instantOrNull(row.deliveredAt),
    asks: row.asks.map((ask) => ({
      receivedAt: instant(ask.receivedAt),
      reason: ask.reason,
      comments: ask.comments,
      askedBy: ask.askedBy,
      answer: ask.answer,
      answeredAt: instantOrNull(ask.answeredAt),
      delivery: ask.delivery,
    })),
  };
}

/** A longer answer is read in the record's part alone. */
const maxPageAnswer = 8 * 1024;

function lookupOf(row: ArchivedRecord['lookups'][number]): PageLookup {
  const { at, kind, insurancePolicyNumber, vin, incidentDate, status, vehicles, answer } = row;
  return {
    ...{ at: instant(at), kind, policyNumber: insurancePolicyNumber, vin, incidentDate, status, vehicles },
    answer: answer !== null && answer.length <= maxPageAnswer ? answer : null,
  };
}

function bookPolicyOf(policy: ArchivedPolicy): PagePolicy {
  const { insurancePolicyNumber, personTypeId, companyTaxId, identification, displayName } = policy;
  return {
    number: insurancePolicyNumber,
    owner: displayName,
    identification: (personTypeId === personTypes.company ? companyTaxId : identification) || null,
    phone: policy.phoneNumber,
    address: policy.address,
    vehicles: policy.vehicles.map((one) => ({
      vin: one.vin,
      name: [one.makeName, one.modelName, one.year].filter(Boolean).join(' '),
      validFrom: one.validFrom,
      validTo: one.validTo,
      coverages: coveragesOf(one.coverages),
      excluded: one.excluded === 1,
      premiumUnpaid: one.premiumUnpaid === 1,
    })),
  };
}

function attachmentOf(
  row: ArchivedAttachment,
  similar: readonly PageRecord['attachments'][number]['similar'][number][],
): PageRecord['attachments'][number] {
  return {
    id: row.id,
    role: row.role,
    filename: row.filename,
    caption: row.caption,
    declaredType: row.declaredType,
    mediaType: row.mediaType,
    shownAs: row.shownAs,
    bytes: row.contentBytes,
    sha256: row.sha256 === null ? null : Buffer.from(row.sha256).toString('hex'),
    address: row.url,
    state: row.state,
    problem: row.problem,
    part: row.part,
    preview: row.preview,
    annotations: row.annotations.map(({ at, who, text }) => ({ at: instant(at), who, text })),
    similar: similar.map(({ recordId, number, filename }) => ({ recordId, number, filename })),
  };
}

/** Who did something, by the JSON of the log. */
function personOf(json: string): string {
  const read = actor.safeParse(JSON.parse(json));
  return read.success ? read.data.person || read.data.via : '';
}
