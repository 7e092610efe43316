/** The file that a path names, as a marketplace would have it. */
import { type Known, nameOf } from './known.ts';
import { documentPaper } from './papers/document-papers.ts';
import { incidentPaper } from './papers/incident-papers.ts';
import type { Darkroom } from './photos/darkroom.ts';
import type { PhotoForm } from './photos/develop.ts';
import { shotOf } from './photos/shot.ts';

export interface ServedFile {
  type: string;
  bytes: Buffer;
}

interface Shelves {
  seed: number;
  known: Known;
  darkroom: Darkroom;
  megapixels: number;
}

/**
 * - `/incidentes/<report>/<name>.jpg`, and `<name>-preview.jpg`; `<name>-editada.jpg` is the same photograph, cut and
 *   compressed once more. The name alone says which photograph it is, so that two reports can name the same one.
 * - `/incidentes/<report>/<name>.pdf`
 * - `/documentos/<document>/<n>.pdf`, where the server was told of the document.
 */
export async function fileAt(
  path: string,
  { seed, known, darkroom, megapixels }: Shelves,
): Promise<ServedFile | null> {
  const [, folder, id = '', filename = '', more] = path.split('/');
  const name = nameOf(filename);
  if (!/^\d+$/.test(id) || name === '' || more !== undefined) return null;
  if (folder === 'documentos' && /^\d+\.pdf$/.test(filename)) {
    const document = known.document(Number(id));
    return document && pdf(documentPaper(document, Number(name)));
  }
  if (folder !== 'incidentes') return null;
  if (filename.endsWith('.pdf')) {
    const { kind, report } = known.paper(name, Number(id));
    return pdf(incidentPaper(kind, report, seed, name));
  }
  if (!filename.endsWith('.jpg') || known.isPaper(name)) return null;
  const facts = known.picture(name, Number(id));
  const key = `${facts.report.reportId}/${name}`;
  const jpeg = await darkroom.photo(key, () => shotOf(seed, name, facts), formOf(filename), megapixels);
  return { type: 'image/jpeg', bytes: jpeg };
}

const pdf = (bytes: Buffer): ServedFile => ({ type: 'application/pdf', bytes });

function formOf(filename: string): PhotoForm {
  if (filename.endsWith('-preview.jpg')) return 'preview';
  return filename.endsWith('-editada.jpg') ? 'edited' : 'whole';
}
