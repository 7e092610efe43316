import { pdfjs } from 'react-pdf';

/** The folder of pdf.js' own files in the built screen (see `renderer.vite.config.ts`). */
const ownFiles = () => new URL(`assets/pdfjs-${pdfjs.version}/`, document.baseURI).href;

/** Bits of an image within a PDF beyond which it is not unfolded: about 100 megapixels. */
const maxImagePixels = 100_000_000;

/**
 * How every PDF is read: nothing of it is executed, nothing is fetched from outside, forms in XFA are left alone, and
 * images are decoded without WebAssembly, which the page's policy does not take.
 */
export const readerOptions = () => {
  const home = ownFiles();
  return {
    cMapUrl: `${home}cmaps/`,
    standardFontDataUrl: `${home}standard_fonts/`,
    wasmUrl: `${home}decoders/`,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: maxImagePixels,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  };
};

/** A worker for one paper, so that a paper that never ends is ended with it. `onFail` where it cannot run. */
export function startReader(onFail: () => void) {
  const thread = new Worker(`${ownFiles()}worker.js`, { type: 'module', name: 'pdf' });
  thread.addEventListener('error', onFail);
  const worker = pdfjs.PDFWorker.create({ port: thread, verbosity: pdfjs.VerbosityLevel.ERRORS });
  return {
    worker,
    end() {
      thread.removeEventListener('error', onFail);
      worker.destroy();
      thread.terminate();
    },
  };
}
