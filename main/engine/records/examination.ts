import type { FindingCode } from '#shared/finding-terms.ts';
import type { Oddity } from '#shared/marketplace/read.ts';
import { type RecordContent, readContent } from '#shared/marketplace/record-content.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import {
  contentFindings,
  type FindingThresholds,
  gather,
  type NewFinding,
  severityOf,
} from '../findings/index.ts';
import { type FindingWriting, type Link, type UnexaminedRow, wordsOf } from '../store/index.ts';
import { linksOf } from './links.ts';
import { gistOf } from './summary.ts';

/** What one revision says by itself, without any other record. */
export interface Examined {
  row: UnexaminedRow;
  content: RecordContent;
  findings: NewFinding[];
  links: Link[];
  /** New words for the completion of the search. */
  words: string[];
}

export function examine(
  row: UnexaminedRow,
  knownWords: ReadonlySet<string>,
  thresholds: FindingThresholds,
): Examined {
  const json = bodyOf(row);
  const { content, oddities } = readContent(row.kind, json);
  const words = new Set<string>();
  for (const word of wordsOf(gistOf(row.kind, 0, json).words)) {
    if (!/\p{N}/u.test(word) && !knownWords.has(word)) words.add(word);
  }
  // The day on which it arrived, not that of examining: examining again finds the same.
  const today = dominicanDay(row.received_at);
  const findings = [...gather(oddities), ...contentFindings(content, { thresholds, today })];
  return { row, content, findings, links: linksOf(content), words: [...words] };
}

/** The content of a revision, read again. */
export function contentOfRevision(row: UnexaminedRow): RecordContent {
  return readContent(row.kind, bodyOf(row)).content;
}

/** A body was checked at the door to be an object. */
function bodyOf(row: UnexaminedRow): object {
  const json: unknown = JSON.parse(new TextDecoder().decode(row.body));
  return typeof json === 'object' && json !== null ? json : {};
}

export function withSeverity(findings: readonly Oddity[]): FindingWriting[] {
  return findings.map((finding) => ({ ...finding, severity: severityOf[finding.code] }));
}

/** What registering found stays, whatever is examined again. */
export function isOfExamination(code: FindingCode): boolean {
  return code !== 'revision.changed';
}
