import {
  type PageAbout,
  type PageClaim,
  type PageRecord,
  type PageRow,
  pageElements,
} from '#shared/archive-page.ts';

/** What the page holds, as its writer wrote it. */
export interface PageData {
  about: PageAbout;
  rows: readonly PageRow[];
  claims: readonly PageClaim[];
  /** Undefined where the page is cut off before it. */
  record(id: number): PageRecord | undefined;
}

/** The writer's types are trusted: a page that somebody changed shows what they like, as any page does. */
const jsonOf = (holder: Element | null) => JSON.parse(holder?.textContent ?? 'null');

export function readPage(): PageData {
  return {
    about: jsonOf(document.getElementById(pageElements.about)),
    rows: jsonOf(document.getElementById(pageElements.rows)),
    claims: [...document.getElementsByClassName(pageElements.claim)].map(jsonOf),
    record: (id) => jsonOf(document.getElementById(`${pageElements.record}-${id}`)) ?? undefined,
  };
}
