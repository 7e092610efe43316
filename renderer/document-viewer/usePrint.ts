import { useCallback, useEffect, useRef, useState } from 'react';
import type { Pdf } from './pdf.ts';
import { drawForPrint, PageNotPrinted, type PrintedPage } from './print-pages.ts';

export type Printing =
  | { stage: 'idle'; failedPage: number | null }
  | { stage: 'preparing'; done: number; total: number }
  | { stage: 'ready'; pages: readonly PrintedPage[]; lies: boolean };

const idle: Printing = { stage: 'idle', failedPage: null };

const letGo = (pages: readonly PrintedPage[]) => {
  for (const { address } of pages) URL.revokeObjectURL(address);
};

/** Prepares pages for the printer; they are let go of once they are printed, or nobody wants them any more. */
export function usePrint(pdf: Pdf) {
  const [state, setState] = useState<Printing>(idle);
  const held = useRef<{ stop: AbortController; pages: PrintedPage[] } | null>(null);
  const drop = useCallback(() => {
    held.current?.stop.abort();
    letGo(held.current?.pages ?? []);
    held.current = null;
  }, []);
  useEffect(() => drop, [drop]);
  const begin = async (numbers: readonly number[]) => {
    drop();
    const mine = { stop: new AbortController(), pages: [] as PrintedPage[] };
    held.current = mine;
    const total = numbers.length;
    setState({ stage: 'preparing', done: 0, total });
    let lies = false;
    try {
      for await (const page of drawForPrint(pdf, numbers, mine.stop.signal)) {
        lies = page.lies;
        mine.pages.push(page);
        if (mine.stop.signal.aborted) letGo([page]);
        else setState({ stage: 'preparing', done: mine.pages.length, total });
      }
      if (!mine.stop.signal.aborted) setState({ stage: 'ready', pages: mine.pages, lies });
    } catch (error) {
      if (mine.stop.signal.aborted) return;
      drop();
      setState({
        stage: 'idle',
        failedPage: error instanceof PageNotPrinted ? error.page : (numbers[0] ?? 1),
      });
    }
  };
  const cancel = () => {
    drop();
    setState(idle);
  };
  return { state, begin, cancel };
}
