/**
 * What `LEAME.html` of a bundle holds as data: the archive's writer writes it, and the page's own script shows it. It is read
 * by nothing else: the bundle's parts beside it say the same, and more.
 */
import type { AttachmentProblemCode, AttachmentRole, AttachmentState, ShownAs } from './attachment-terms.ts';
import type { LedgerRow, TimelineEntry, Uncounted } from './contract/claims.ts';
import type { SubjectFound, SubjectRelation } from './contract/data-subject.ts';
import type { Finding } from './contract/records.ts';
import type { RecordContent } from './marketplace/record-content.ts';
import type { SubjectKeyKind } from './rules/subject-key.ts';
import type { AskAnswer, AskDelivery, CancellationState, RecordKind, Verdict } from './terms.ts';

/** Of the whole bundle; times are ISO instants. */
export interface PageAbout {
  company: { name: string; taxId: string };
  installationId: string;
  version: string;
  createdAt: string;
  sampleData: boolean;
  choice: {
    claims: readonly string[];
    kinds: readonly RecordKind[];
    from: string | null;
    until: string | null;
  };
  counts: { contents: number; missingContents: number; revisions: number; auditEntries: number };
  /** SHA-256 of the public key, in hexadecimal; null where it is not signed. */
  keyFingerprint: string | null;
  /** About whom it is; null of any other bundle. */
  subject: PageSubject | null;
}

/** One person, and what is kept about him that is of no record. Of each list the first; the parts have all. */
export interface PageSubject {
  kind: SubjectKeyKind;
  value: string;
  found: SubjectFound;
  /** Why records are in it. */
  relations: readonly SubjectRelation[];
}

/** A record in the list. */
export interface PageRow {
  id: number;
  kind: RecordKind;
  number: string;
  claimNumber: string | null;
  partyName: string | null;
  /** Of a report the vehicle and the kind of incident, of a document its NCF; null of an order. */
  about: string | null;
  firstItem: string | null;
  itemCount: number;
  total: string | null;
  currency: string | null;
  receivedAt: string;
  isCancelled: boolean;
  attentionCount: number;
  /** What it is found by besides, in lower case without accents. */
  words: string;
}

export interface PageAttachment {
  id: number;
  role: AttachmentRole;
  filename: string;
  caption: string | null;
  declaredType: string | null;
  mediaType: string | null;
  shownAs: ShownAs | null;
  bytes: number | null;
  /** In hexadecimal. */
  sha256: string | null;
  /** Without its query. */
  address: string | null;
  state: AttachmentState;
  problem: AttachmentProblemCode | null;
  /** Paths of its bytes and of a picture that any browser shows, from the page on; null where there is none. */
  part: string | null;
  preview: string | null;
  annotations: { at: string; who: string; text: string }[];
  /** Photos of other records that look like it. */
  similar: { recordId: number; number: string; filename: string }[];
}

/** A policy of the book with the vehicles that a record is about; days are ISO days. */
export interface PagePolicy {
  number: string;
  owner: string;
  /** RNC, Cédula or other identification. */
  identification: string | null;
  phone: string;
  address: string;
  vehicles: {
    vin: string;
    name: string;
    validFrom: string | null;
    validTo: string | null;
    coverages: { code: string; name: string }[];
    excluded: boolean;
    premiumUnpaid: boolean;
  }[];
}

/** What the marketplace asked of the policy book, and what was answered. */
export interface PageLookup {
  at: string;
  kind: 'policy' | 'balance';
  policyNumber: string | null;
  vin: string | null;
  incidentDate: string | null;
  status: number;
  vehicles: number;
  /** JSON; null where it is not in the archive, or is too long for this page. */
  answer: string | null;
}

export interface PageCancellation {
  state: CancellationState;
  askedAt: string;
  verdict: Verdict | null;
  responseText: string | null;
  decidedAt: string | null;
  decidedBy: string | null;
  deliveredAt: string | null;
  asks: {
    receivedAt: string;
    reason: string | null;
    comments: string | null;
    askedBy: string | null;
    answer: AskAnswer | null;
    answeredAt: string | null;
    delivery: AskDelivery;
  }[];
}

export interface PageRevision {
  revision: number;
  receivedAt: string;
  keyLabel: string;
  sha256: string;
  bytes: number;
  /** The body as text; null of one that is too long for the page and stands in `part` alone. */
  body: string | null;
  part: string;
}

export interface PageRecord extends PageRow {
  marketplaceId: number;
  partyTaxId: string | null;
  reviewedAt: string | null;
  reviewedBy: string | null;
  content: RecordContent | null;
  /** The newest first. */
  revisions: PageRevision[];
  /** Of the newest revision. */
  findings: Finding[];
  notes: { at: string; who: string; text: string }[];
  cancellations: PageCancellation[];
  attachments: PageAttachment[];
  policies: PagePolicy[];
  lookups: PageLookup[];
  audit: { at: string; who: string; action: string }[];
}

export interface PageClaim {
  claimNumber: string;
  records: number[];
  ledger: LedgerRow[];
  notCounted: Uncounted[];
  timeline: TimelineEntry[];
}

/** The elements of the page that hold data, by their ids and classes; each is JSON. */
export const pageElements = {
  about: 'about',
  /** A list of `PageRow` each. */
  rows: 'rows',
  /** A `PageRecord` each; its id is `record-<id>`. */
  record: 'record',
  /** A `PageClaim` each. */
  claim: 'claim',
} as const;
