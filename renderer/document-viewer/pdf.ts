import type { pdfjs } from 'react-pdf';

/** An opened PDF. */
export type Pdf = pdfjs.PDFDocumentProxy;
