import { type RecordContent, readContent } from '#shared/marketplace/record-content.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { type LeftOut, parsedBody } from '../bodies/index.ts';
import {
  contentFindings,
  type FindingThresholds,
  type GatheredFinding,
  gather,
  gathering,
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

export function examine(
  row: UnexaminedRow,
  knownWords: ReadonlySet<string>,
  thresholds: FindingThresholds,
): Examined {
  const json = bodyOf(row);
  const form = gathering();
  const { content } = readContent(row.kind, json, (code, pointer, parameters) =>
    form.tell(code, () => ({ pointer, parameters })),
  );
  const words = new Set<string>();
  for (const word of wordsOf(gistOf(row.kind, 0, json).words)) {
    if (!/\p{N}/u.test(word) && !knownWords.has(word)) words.add(word);
  }
  // The day on which it arrived, not that of examining: examining again finds the same.
  const today = dominicanDay(row.received_at);
  const findings = [...revised(row), ...form.gathered(), ...contentFindings(content, { thresholds, today })];
  return { row, content, findings, links: linksOf(content), words: [...words] };
}

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

/** Changed content under a known id. */
function revised({ revision }: UnexaminedRow): GatheredFinding[] {
  if (revision === 1) return [];
  return gather([
    { code: 'revision.changed', pointer: '', parameters: { before: revision - 1, after: revision } },
  ]);
}

export function withSeverity(findings: readonly GatheredFinding[]): FindingWriting[] {
  return findings.map((finding) => ({ ...finding, severity: severityOf[finding.code] }));
}
