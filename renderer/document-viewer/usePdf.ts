import { useEffect, useState } from 'react';
import { openPdf, type PdfError } from './open-pdf.ts';
import type { Pdf } from './pdf.ts';

export type PdfState =
  | { stage: 'loading'; share: number; slow: boolean }
  | { stage: 'locked'; wrong: boolean; unlock: (password: string) => void }
  | { stage: 'failed'; why: PdfError }
  | { stage: 'ready'; pdf: Pdf };

const begun = { stage: 'loading', share: 0, slow: false } as const satisfies PdfState;
/** After so long somebody should be told that there is another way. */
const slowMs = 15_000;

/** A PDF while it is looked at; `tries` opens it anew. */
export function usePdf(address: string, bytes: number, tries: number): PdfState {
  const [state, setState] = useState<PdfState>(begun);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another opening
  useEffect(() => {
    setState(begun);
    const slow = setTimeout(
      () => setState((old) => (old.stage === 'loading' ? { ...old, slow: true } : old)),
      slowMs,
    );
    const close = openPdf(
      { address, bytes },
      {
        onProgress: (share) => setState((old) => (old.stage === 'loading' ? { ...old, share } : old)),
        onLocked: (unlock, wrong) =>
          setState({
            stage: 'locked',
            wrong,
            unlock: (password) => {
              setState({ ...begun, share: 1 });
              unlock(password);
            },
          }),
        onReady: (pdf) => setState({ stage: 'ready', pdf }),
        onFail: (why) => setState({ stage: 'failed', why }),
      },
    );
    return () => {
      clearTimeout(slow);
      close();
    };
  }, [address, bytes, tries]);
  return state;
}
