import { severityOf } from '#shared/finding-severity.ts';
import type { NotExamined } from '#shared/finding-terms.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { type RecordContent, readContent } from '#shared/marketplace/record-content.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { type LargeBody, type LeftOut, parsedBody, readLargeBody } from '../bodies/index.ts';
import { type FigureContent, figureContentOf } from '../figures/index.ts';
import {
  contentFindings,
  type FindingThresholds,
  formFindings,
  type GatheredFinding,
  gather,
  type NewFinding,
  revisionChanges,
} from '../findings/index.ts';
import type { FilterChoice, FindingWriting, Link, RecordTraits, UnexaminedRow } from '../store/index.ts';
import { linksOf } from './links.ts';
import { summarise } from './summary.ts';
import { choicesOf, traitsOf } from './traits.ts';

/**
 * A revision to be examined; `whole` are the bytes of a large body that was never read, `previous` the revision before,
 * null of the first; `first` the first of them, null where it is this one or lies in a bundle.
 */
export type ToExamine = UnexaminedRow & {
  whole?: Uint8Array | undefined;
  previous: UnexaminedRow | null;
  first: UnexaminedRow | null;
};

/** What one revision says by itself, without any other record: plain data, bounded whatever the body is. */
export interface Examined {
  findings: GatheredFinding[];
  links: Link[];
  /** What it is filtered and sorted by. */
  traits: RecordTraits;
  /** What filters offer to choose from. */
  choices: FilterChoice[];
  isCreditNote: boolean;
  /** Of an order what it says besides its lines, so that the thread that writes need not read it again. */
  order: RecordContent | null;
  /** What it names, as attachments have it. */
  named: readonly unknown[];
  /** What is read of a large body that was never read. */
  large: LargeBody | null;
  /** What figures are made of. */
  figures: FigureContent;
}

/** What examining takes from outside the revision. */
interface ExaminationContext {
  thresholds: FindingThresholds;
  /** What a record names of photos and papers. */
  namedBy(content: RecordContent): readonly unknown[];
}

export function examine(row: ToExamine, { thresholds, namedBy }: ExaminationContext): Examined {
  const large = row.whole === undefined ? null : largeBody(row.whole);
  const read = large === null ? row : withExtract(row, large);
  const json = bodyOf(read);
  const text = read.body === null ? '' : new TextDecoder().decode(read.body);
  const { content, findings: form } = formFindings(row.kind, json, text);
  const traits = traitsOf(content, summarise(row.kind, json));
  // The day on which it arrived, not that of examining: examining again finds the same.
  const today = dominicanDay(row.receivedAt);
  const { previous, first } = row;
  const revised = previous === null ? [] : changesSince(previous, row, json);
  return {
    findings: [...revised, ...form, ...contentFindings(content, { thresholds, today })],
    links: linksOf(content),
    traits,
    choices: choicesOf(content, traits),
    isCreditNote: content.kind === 'financialDocument' && isCreditNote(content.document),
    order: orderWithoutLines(content),
    named: namedBy(content),
    large,
    figures: figureContentOf(content, first === null ? null : contentOfRevision(first)),
  };
}

/** What it changed is not known where the one before lies in a bundle. */
const changesSince = (previous: UnexaminedRow, row: UnexaminedRow, json: object): GatheredFinding[] =>
  previous.isArchived === 1
    ? gather([changedSomehow(row)])
    : [revisionChanges(revisions(row), bodyOf(previous), json)];

const changedSomehow = (row: UnexaminedRow): NewFinding => ({
  code: 'revision.changed',
  pointer: '',
  parameters: revisions(row),
});

const revisions = ({ revision }: UnexaminedRow) => ({ before: revision - 1, after: revision });

function orderWithoutLines(content: RecordContent): RecordContent | null {
  if (content.kind === 'purchaseOrder') return { ...content, order: { ...content.order, items: [] } };
  return content.kind === 'serviceOrder' ? { ...content, order: { ...content.order, items: [] } } : null;
}

/** What stands in place of an examination that could not be done. */
export function notExaminedFindings(row: UnexaminedRow, reason: NotExamined): GatheredFinding[] {
  const findings: NewFinding[] = [{ code: 'record.notExamined', pointer: '', parameters: { reason } }];
  if (row.revision > 1) findings.unshift(changedSomehow(row));
  return gather(findings);
}

/** A body was checked at the door to be JSON. */
function largeBody(whole: Uint8Array): LargeBody | null {
  const read = readLargeBody(whole);
  return read.outcome === 'read' ? read : null;
}

/** A revision of which a large body was read just now. */
export function withExtract(row: UnexaminedRow, { extract, leftOut }: LargeBody): UnexaminedRow {
  return { ...row, body: Buffer.from(extract), leftOut: JSON.stringify(leftOut) };
}

/** The content of a revision, read again. */
export function contentOfRevision(row: UnexaminedRow): RecordContent {
  return readContent(row.kind, bodyOf(row)).content;
}

/** A body was checked at the door to be an object. A large one that was never read says nothing yet, and one that an archive lost nothing more. */
export function bodyOf({ body, leftOut }: UnexaminedRow): object {
  if (body === null || body.length === 0) return {};
  const omitted: LeftOut[] = leftOut === null ? [] : JSON.parse(leftOut);
  const json = parsedBody(body, omitted);
  return typeof json === 'object' && json !== null ? json : {};
}

export function withSeverity(findings: readonly GatheredFinding[]): FindingWriting[] {
  return findings.map((finding) => ({ ...finding, severity: severityOf[finding.code] }));
}
