import { useEffect, useState } from 'react';
import { type PageSize, pixelsPerPoint } from './page-layout.ts';
import type { Pdf } from './pdf.ts';

/** Of a longer paper these are shown. */
export const shownPages = 2_000;

/** As many pages are asked for at once. */
const together = 50;

/** A page as the file has it: its size already turned by its own `rotation`, in degrees. */
export type KnownPage = PageSize & { rotation: number };

const ordinary: KnownPage = { width: 816, height: 1056, rotation: 0 };

async function sizeOf(pdf: Pdf, number: number): Promise<KnownPage | null> {
  const page = await pdf.getPage(number).catch(() => null);
  if (page === null) return null;
  const { width, height } = page.getViewport({ scale: pixelsPerPoint });
  return { width, height, rotation: page.rotate };
}

/** Gives the sizes as far as they are known, again whenever some turn out to be others. */
async function* readSizes(pdf: Pdf): AsyncGenerator<readonly KnownPage[]> {
  const first = (await sizeOf(pdf, 1)) ?? ordinary;
  const all = Array.from({ length: Math.min(pdf.numPages, shownPages) }, () => first);
  yield all.slice();
  for (let from = 1; from < all.length; from += together) {
    const numbers = all.slice(from, from + together).map((_, at) => from + at + 1);
    const found = await Promise.all(numbers.map((number) => sizeOf(pdf, number)));
    const others = found.map((size, at) => size ?? all[from + at] ?? first);
    const same = others.every(
      ({ width, height, rotation }, at) =>
        all[from + at]?.width === width &&
        all[from + at]?.height === height &&
        all[from + at]?.rotation === rotation,
    );
    if (same) continue;
    all.splice(from, others.length, ...others);
    yield all.slice();
  }
}

/**
 * The size of each page that is shown. At first all are taken to be like the first one; null until that is known.
 */
export function usePageSizes(pdf: Pdf): readonly KnownPage[] | null {
  const [sizes, setSizes] = useState<readonly KnownPage[] | null>(null);
  useEffect(() => {
    let here = true;
    const read = async () => {
      for await (const known of readSizes(pdf)) {
        if (!here) return;
        setSizes(known);
      }
    };
    void read();
    return () => {
      here = false;
    };
  }, [pdf]);
  return sizes;
}
