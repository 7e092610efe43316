import { type RecordContent, readContent } from '#shared/marketplace/record-content.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { type LeftOut, parsedBody } from '../bodies/index.ts';
import {
  contentFindings,
  type FindingThresholds,
  formFindings,
  type GatheredFinding,
  revisionChanges,
  severityOf,
} from '../findings/index.ts';
import { type FindingWriting, type Link, type UnexaminedRow, wordsOf } from '../store/index.ts';
import { linksOf } from './links.ts';
import { gistOf } from './summary.ts';

/** What one revision says by itself, without any other record. */
export interface Examined {
  row: UnexaminedRow;
  content: RecordContent;
  findings: GatheredFinding[];
  links: Link[];
  /** New words for the completion of the search. */
  words: string[];
}

/** `previous` is the revision before, null of the first. */
export function examine(
  row: UnexaminedRow,
  previous: UnexaminedRow | null,
  knownWords: ReadonlySet<string>,
  thresholds: FindingThresholds,
): Examined {
  const json = bodyOf(row);
  const text = row.body === null ? '' : new TextDecoder().decode(row.body);
  const { content, findings: form } = formFindings(row.kind, json, text);
  const words = new Set<string>();
  for (const word of wordsOf(gistOf(row.kind, 0, json).words)) {
    if (!/\p{N}/u.test(word) && !knownWords.has(word)) words.add(word);
  }
  // The day on which it arrived, not that of examining: examining again finds the same.
  const today = dominicanDay(row.received_at);
  const revised = previous === null ? [] : [revisionChanges(revisions(row), bodyOf(previous), json)];
  const findings = [...revised, ...form, ...contentFindings(content, { thresholds, today })];
  return { row, content, findings, links: linksOf(content), words: [...words] };
}

const revisions = ({ revision }: UnexaminedRow) => ({ before: revision - 1, after: revision });

/** The content of a revision, read again. */
export function contentOfRevision(row: UnexaminedRow): RecordContent {
  return readContent(row.kind, bodyOf(row)).content;
}

/** A body was checked at the door to be an object. A large one that was never read says nothing yet. */
function bodyOf({ body, left_out }: UnexaminedRow): object {
  if (body === null) return {};
  const leftOut: LeftOut[] = left_out === null ? [] : JSON.parse(left_out);
  const json = parsedBody(body, leftOut);
  return typeof json === 'object' && json !== null ? json : {};
}

export function withSeverity(findings: readonly GatheredFinding[]): FindingWriting[] {
  return findings.map((finding) => ({ ...finding, severity: severityOf[finding.code] }));
}
