/** Where in a record something was found. */
import type { SearchHit } from '#shared/contract/search.ts';
import { cutAround, marksIn, marksInAmount, type SearchMarks } from '#shared/search-marks.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import {
  headingOf,
  maxPdfs,
  type SearchText,
  textsBeside,
  textsOfPdfs,
  textsOfRecord,
  textsOfRow,
} from '../records/index.ts';
import {
  listLatestRevisions,
  listPdfTexts,
  type ReadTransaction,
  type RecordListRow,
  type UnexaminedRow,
  withTextsBeside,
} from '../store/index.ts';

const maxHits = 3;
/** So many bytes of bodies, and characters of PDFs, are read again for one page. */
const maxBytes = 2_000_000;
/** The bodies of no more rows are held at a time. */
const rowsAtOnce = 8;

/** Reads bodies for one page, as far as there is time. */
export class HitFinder {
  readonly #marks: SearchMarks;
  /** A text that holds none of these holds nothing that was typed; but identifiers, of which the hyphens do not count. */
  readonly #firstWords: readonly string[];
  #bytesLeft = maxBytes;

  constructor(marks: SearchMarks) {
    this.#marks = marks;
    this.#firstWords = marks.parts.flatMap(({ words: [first = ''] }) =>
      /^1\d{10}$/.test(first) ? [first, first.slice(1)] : [first],
    );
  }

  /** Of each row what was found in it. What its row says comes first: a body is read where that does not hold all that was typed. */
  async hitsOf(tx: ReadTransaction, rows: readonly RecordListRow[]): Promise<SearchHit[][]> {
    const found = rows.map((row) => {
      const ofRow = textsOfRow(row, headingOf(row));
      return { row, ofRow, ...this.#hitsIn(ofRow) };
    });
    const left = found.filter(({ isAll }) => !isAll);
    for (let from = 0; from < left.length && this.#bytesLeft > 0; from += rowsAtOnce) {
      const some = left.slice(from, from + rowsAtOnce);
      const ids = some.map(({ row }) => row.id);
      const [revisions, more] = await Promise.all([listLatestRevisions(tx, ids), withTextsBeside(tx, ids)]);
      const latest = new Map(revisions.map((revision) => [revision.recordId, revision]));
      for (const one of some) {
        if (this.#bytesLeft <= 0) break;
        one.hits = await this.#hitsBehind(tx, one, latest.get(one.row.id), more.has(one.row.id));
      }
    }
    return found.map(({ hits }) => hits);
  }

  async #hitsBehind(
    tx: ReadTransaction,
    { row, ofRow }: { row: RecordListRow; ofRow: readonly SearchText[] },
    latest: UnexaminedRow | undefined,
    hasMore: boolean,
  ): Promise<SearchHit[]> {
    this.#bytesLeft -= latest?.body?.length ?? 0;
    const texts = [...ofRow, ...textsOfRecord(row, latest)];
    if (hasMore) texts.push(...(await textsBeside(tx, row.id)));
    const found = this.#hitsIn(texts);
    if (found.isAll || !hasMore || this.#bytesLeft <= 0) return found.hits;
    const pdfs = textsOfPdfs(await listPdfTexts(tx, row.id, maxPdfs));
    this.#bytesLeft -= pdfs.reduce((sum, { text }) => sum + text.length, 0);
    return this.#hitsIn([...texts, ...pdfs]).hits;
  }

  /** Marks are looked for letter by letter, which takes too long for all that bodies and PDFs say. */
  #mayHold({ is, text }: SearchText): boolean {
    if (is !== 'words') return true;
    const plain = withoutAccents(text);
    return this.#firstWords.some((first) => plain.includes(first));
  }

  #hitsIn(texts: readonly SearchText[]): { hits: SearchHit[]; isAll: boolean } {
    const { parts } = this.#marks;
    const hits: SearchHit[] = [];
    const left = new Set(parts.keys());
    for (const one of texts) {
      if (left.size === 0 || hits.length === maxHits) break;
      if (!this.#mayHold(one)) continue;
      const { field, is, text } = one;
      const attachment = is === 'amount' ? undefined : one.attachment;
      const { ranges, found } =
        is === 'amount'
          ? marksInAmount(text, one.word, this.#marks)
          : marksIn(text, this.#marks, is !== 'words');
      if (![...found].some((part) => left.has(part))) continue;
      for (const part of found) left.delete(part);
      hits.push({ field, ...cutAround(text, ranges), ...(attachment && { attachment }) });
    }
    return { hits, isAll: left.size === 0 };
  }
}
