import { useEffect, useState } from 'react';
import { foldText } from './fold-text.ts';
import type { Pdf } from './pdf.ts';
import { shownPages } from './usePageSizes.ts';

export type PaperText = {
  /** Folded text of each page that is read so far. */
  pages: readonly string[];
  /** Pages there are to read. */
  total: number;
  /** Of those read, how many have no text: they are images. */
  withoutText: number;
  done: boolean;
};

/** More text than in any paper; what comes after it is not searched. */
const maxTextLength = 30_000_000;
/** The screen hears of progress so often, at most. */
const reportMs = 150;

/** The text of a page as its text layer has it: pieces one after another, and the ends of lines. */
async function textOf(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  let text = '';
  for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
  return text;
}

/** Reads the text of a paper page by page, once it is `wanted`. */
export function usePaperText(pdf: Pdf, wanted: boolean): PaperText {
  const total = Math.min(pdf.numPages, shownPages);
  const [text, setText] = useState<PaperText>({ pages: [], total, withoutText: 0, done: false });
  const begin = wanted || text.pages.length > 0;
  useEffect(() => {
    if (!begin) return undefined;
    let here = true;
    const pages: string[] = [];
    let withoutText = 0;
    let length = 0;
    let told = 0;
    const tell = (done: boolean) => {
      if (!here) return;
      told = Date.now();
      setText({ pages: pages.slice(), total, withoutText, done });
    };
    const read = async () => {
      for (let number = 1; number <= total && here && length < maxTextLength; number++) {
        const folded = foldText(await textOf(pdf, number).catch(() => ''));
        if (folded.trim() === '') withoutText++;
        pages.push(folded);
        length += folded.length;
        if (Date.now() - told > reportMs) tell(false);
      }
      tell(true);
    };
    void read();
    return () => {
      here = false;
    };
  }, [pdf, begin, total]);
  return text;
}
