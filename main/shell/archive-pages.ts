/**
 * The address of what is opened read-only, `/archive/<id>/`, in either shell: the same screens and files as at `/`, and before it is
 * open a plain page of the shell's own that says how far it is, asks for its passphrase, or says why it cannot be opened. So no
 * passphrase ever comes near the screens.
 */
import type { Locale } from '#shared/terms.ts';
import type { ArchiveState, Archives, OpenArchive } from './archives.ts';
import { type AnswerFile, attachmentFiles, type FileAnswer, isFilePath } from './attachment-files.ts';
import { type BilingualText, escaped, paragraph, plainPage } from './plain-page.ts';
import type { RendererFiles } from './renderer-files.ts';

const prefix = '/archive/';

export const archiveHome = (id: string): string => `${prefix}${id}/`;

/** Where one begins in it: a screen stands in the query, which the pages before it is open pass on, and its console takes. */
export const archiveStart = ({ id, at }: Pick<OpenArchive, 'id' | 'at'>): string =>
  at === null ? archiveHome(id) : `${archiveHome(id)}?at=${encodeURIComponent(at)}`;

/** The id in an address, and what of it is left, as at `/`; null where it is of the live data. */
export function archivePath(pathname: string): { id: string; rest: string } | null {
  const [, id, rest] = /^\/archive\/([\w-]{1,40})(\/.*)$/.exec(pathname) ?? [];
  return id === undefined || rest === undefined ? null : { id, rest };
}

interface ArchiveRequest {
  method: string;
  /** Below the archive's own address. */
  rest: string;
  /** As it was asked for. */
  url: URL;
  locale: Locale;
  header(name: string): string | null;
  /** What a form sent; never logged. */
  form(): Promise<URLSearchParams>;
}

export type ArchiveAnswer =
  | FileAnswer
  | { status: number; headers: Record<string, string>; body: string | Buffer };

/** Answers all below an archive's address but its calls. */
export function archivePages(
  archives: Pick<Archives, 'find'>,
  files: RendererFiles,
): (id: string, request: ArchiveRequest) => Promise<ArchiveAnswer> {
  const answerers = new WeakMap<OpenArchive, AnswerFile>();
  const filesOf = (archive: OpenArchive) => {
    const known = answerers.get(archive) ?? attachmentFiles(archive);
    answerers.set(archive, known);
    return known;
  };
  return async (id, request) => {
    const archive = archives.find(id);
    const { method, rest, url, locale } = request;
    if (archive === null) return plainPage(gone, locale);
    if (isFilePath(rest)) {
      const own = new URL(`${rest}${url.search}`, url);
      return filesOf(archive)({ method, url: own, header: request.header, asker: anybody });
    }
    if (method === 'POST') return answerForm(archive, request);
    if (method !== 'GET' && method !== 'HEAD')
      return { status: 405, headers: { allow: 'GET, HEAD, POST' }, body: '' };
    const state = archive.state();
    if (rest === '/' && state.is !== 'open') return plainPage(pageOf(archive, state), locale);
    return files.answer(rest) ?? plainPage(nothing, locale);
  };
}

/** An archive has no accounts, and asks nobody who they are. */
const anybody = { via: 'browser' } as const;

async function answerForm(archive: OpenArchive, request: ArchiveRequest): Promise<ArchiveAnswer> {
  if (request.rest === '/close') {
    await archive.close();
    return plainPage(gone, request.locale);
  }
  if (request.rest !== '/passphrase') return plainPage(nothing, request.locale);
  const passphrase = (await request.form()).get('passphrase') ?? '';
  if (passphrase !== '') archive.givePassphrase(passphrase);
  // As after every form, the page is asked for anew: reloading it sends nothing again.
  return {
    status: 303,
    headers: { location: archiveStart(archive), 'cache-control': 'no-store' },
    body: '',
  };
}

const nothing = {
  status: 404,
  title: { es: 'Aquí no hay nada', en: 'There is nothing here' },
  content: { es: '', en: '' },
};

const gone = {
  status: 404,
  title: { es: 'Este legajo está cerrado', en: 'This archive is closed' },
  content: {
    es: paragraph('Puede cerrar esta ventana. Para verlo otra vez, ábralo de nuevo.'),
    en: paragraph('You may close this window. To see it again, open it anew.'),
  },
};

function pageOf(archive: OpenArchive, state: Exclude<ArchiveState, { is: 'open' }>) {
  const name = `<p><strong>${escaped(archive.name)}</strong></p>`;
  const home = archiveHome(archive.id);
  const both = (make: (locale: Locale) => string): BilingualText => ({
    es: name + make('es'),
    en: name + make('en'),
  });
  const cancel = (label: string) =>
    `<form method="post" action="${home}close"><button class="plain">${label}</button></form>`;
  if (state.is === 'fetching') {
    return {
      title: { es: 'Trayendo la copia', en: 'Fetching the copy' },
      content: both((locale) => fetchedOf(state, locale) + cancel(locale === 'es' ? 'Cancelar' : 'Cancel')),
      moveOn: { seconds: 1, path: home },
    };
  }
  if (state.is === 'opening') {
    return {
      title: { es: 'Abriendo el legajo', en: 'Opening the archive' },
      content: both((locale) => progressOf(state, locale) + cancel(locale === 'es' ? 'Cancelar' : 'Cancel')),
      moveOn: { seconds: 1, path: archiveStart(archive) },
    };
  }
  if (state.is === 'locked') {
    return {
      title: { es: 'Este legajo está cifrado', en: 'This archive is encrypted' },
      content: both(
        (locale) =>
          passphraseForm(home, state.wasWrong, locale) + cancel(locale === 'es' ? 'Cancelar' : 'Cancel'),
      ),
    };
  }
  return {
    title: { es: 'Este legajo no se puede abrir', en: 'This archive cannot be opened' },
    content: both(
      (locale) => paragraph(reasonOf(state.code)[locale]) + cancel(locale === 'es' ? 'Cerrar' : 'Close'),
    ),
  };
}

const figures = { es: new Intl.NumberFormat('es-DO'), en: new Intl.NumberFormat('en') };

function progressOf({ done, all }: { done: number; all: number }, locale: Locale): string {
  const number = (value: number) => figures[locale].format(value);
  const label = { es: 'Registros leídos', en: 'Records read' }[locale];
  const value = all === 0 ? '' : ` max="${all}" value="${done}"`;
  const text = all === 0 ? '…' : `${number(done)} / ${number(all)}`;
  return `<p>${label}: ${text}</p><progress aria-label="${label}"${value}></progress>`;
}

/** So that it may be read as it was, with nothing changed where it lies. */
function fetchedOf({ done, all }: { done: number; all: number }, locale: Locale): string {
  const why = {
    es: 'Se trae a una carpeta temporal, donde se mira sin cambiar nada. Al cerrarla se borra.',
    en: 'It is fetched into a temporary folder, where it is looked at and nothing is changed. It goes when you close it.',
  }[locale];
  const label = { es: 'Traído', en: 'Fetched' }[locale];
  const percent = all === 0 ? null : Math.min(100, Math.floor((100 * done) / all));
  const value = percent === null ? '' : ` max="100" value="${percent}"`;
  return `${paragraph(why)}<p>${label}: ${percent === null ? '…' : `${percent} %`}</p><progress aria-label="${label}"${value}></progress>`;
}

const passphraseTexts = {
  es: {
    label: 'Frase de contraseña',
    why: 'Escriba la frase con la que se cifró.',
    wrong: 'Esa no es la frase con la que se cifró. Inténtelo otra vez.',
    button: 'Abrir',
  },
  en: {
    label: 'Passphrase',
    why: 'Type the passphrase with which it was encrypted.',
    wrong: 'That is not the passphrase with which it was encrypted. Try again.',
    button: 'Open',
  },
} as const;

function passphraseForm(home: string, wasWrong: boolean, locale: Locale): string {
  const { label, why, wrong, button } = passphraseTexts[locale];
  return `${paragraph(wasWrong ? wrong : why)}<form method="post" action="${home}passphrase" autocomplete="off">
<label for="passphrase">${label}</label>
<input id="passphrase" name="passphrase" type="password" autocomplete="off" required autofocus maxlength="1000" spellcheck="false"${wasWrong ? ' aria-invalid="true"' : ''}>
<button>${button}</button></form>`;
}

const reasons: Readonly<Record<string, BilingualText>> = {
  notReadable: {
    es: 'El archivo no está, o esta cuenta no puede leerlo.',
    en: 'The file is not there, or this account may not read it.',
  },
  notABundle: {
    es: 'No es un legajo de Perito, o está tan dañado que no se reconoce nada de él.',
    en: 'It is no archive of Perito, or so damaged that nothing of it is recognized.',
  },
  cutOff: {
    es: 'Está incompleto: se cortó al copiarlo o descargarlo, y de lo que quedó no se puede leer nada. Cópielo otra vez de donde vino.',
    en: 'It is incomplete: it was cut off while it was copied or downloaded, and nothing of what is left can be read. Copy it again from where it came.',
  },
  newerFormat: {
    es: 'Lo hizo un Perito más nuevo. Ábralo con esa versión o una posterior.',
    en: 'A newer Perito made it. Open it with that version or a later one.',
  },
  newerSchema: {
    es: 'Lo hizo un Perito más nuevo. Ábralo con esa versión o una posterior.',
    en: 'A newer Perito made it. Open it with that version or a later one.',
  },
  diskFull: {
    es: 'No hay espacio suficiente en el disco para abrirlo.',
    en: 'There is not enough room on the disk to open it.',
  },
  corrupt: { es: 'Está dañado.', en: 'It is damaged.' },
  damaged: { es: 'La copia está dañada. Pruebe con otra.', en: 'The copy is damaged. Try another one.' },
  away: {
    es: 'La carpeta de las copias no está: conecte su disco, o compruebe la red.',
    en: 'The folder of the copies is not there: plug in its disk, or check the network.',
  },
  noRights: {
    es: 'Esta cuenta no puede leer la carpeta de las copias.',
    en: 'This account may not read the folder of the copies.',
  },
  slow: {
    es: 'La carpeta de las copias no contestó a tiempo. Inténtelo otra vez.',
    en: 'The folder of the copies did not answer in time. Try again.',
  },
  full: {
    es: 'No hay espacio suficiente en el disco de los archivos temporales para mirarla.',
    en: 'There is not enough room for it on the disk of the temporary files.',
  },
  outOfMemory: {
    es: 'Necesitaba más memoria de la que puede ocupar.',
    en: 'It needed more memory than it may take.',
  },
};

/** Why something cannot be opened; of a fault of ours the log says more. */
export function reasonOf(code: string): BilingualText {
  return (
    reasons[code] ?? {
      es: 'Perito encontró una falla al abrirlo. El registro del programa dice más.',
      en: "Perito met a fault while opening it. The program's log says more.",
    }
  );
}
