import type { Readable } from 'node:stream';
import { protocol, type Session } from 'electron';
import { archivePages, archivePath } from '../shell/archive-pages.ts';
import { answerUpload, uploadPath } from '../shell/archive-upload.ts';
import type { Archives, OpenArchive } from '../shell/archives.ts';
import { askerOf, attachmentFiles, type FileKeeper, isFilePath } from '../shell/attachment-files.ts';
import { type PlainPage, plainPage } from '../shell/plain-page.ts';
import type { RendererFiles } from '../shell/renderer-files.ts';
import { webStream } from '../shell/web-stream.ts';
import { systemLocale } from './locale.ts';

const scheme = 'app';
/** Where the console lives on the desktop; its origin is the only one that is trusted. */
export const consoleOrigin = `${scheme}://perito`;
export const consoleUrl = `${consoleOrigin}/`;

/** Answers with a page of the shell's own, to what its form sent where it did; null of a path that has none. */
type AnswerPage = (
  pathname: string,
  form: (() => Promise<URLSearchParams>) | null,
) => Promise<PlainPage | null>;

/** Must run before the app is ready: makes `app:` behave as https does, without its network. */
export function registerConsoleScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** As a handler of Electron's protocols answers; a stream is destroyed by whoever does not read it to its end. */
interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | Readable | null;
}

/** Answers for a stored file; null where it has nothing there. */
export type AnswerConsoleFile = (request: {
  method: string;
  url: URL;
  header(name: string): string | null;
}) => Promise<Answered | null>;

/** Of the engine of this program. */
export function filesOfEngine(engine: FileKeeper): AnswerConsoleFile {
  const answer = attachmentFiles(engine);
  return (request) => answer({ ...request, asker: askerOf('desktop', request.header) });
}

/**
 * Serves the built screen and stored files at `app://perito/`, with the policies and headers of the browser shell; what is opened
 * read-only lies below, and `onOpened` is told of what a page hands over.
 */
export function serveConsole(
  session: Session,
  files: RendererFiles,
  answerFile: AnswerConsoleFile,
  archives: Pick<Archives, 'find' | 'newFolder'>,
  onOpened: (archive: OpenArchive) => void,
  answerPage: AnswerPage = async () => null,
): void {
  const answerArchive = archivePages(archives, files);
  const takeArchive = async (request: Request, url: URL) => {
    const bytes = request.body ?? new ReadableStream<Uint8Array>();
    const answer = await answerUpload(archives, url, { type: request.headers.get('content-type'), bytes });
    if (answer.archive !== null) onOpened(answer.archive);
    return answer;
  };
  const answer = async (request: Request, url: URL): Promise<Answered | null> => {
    const { method } = request;
    const header = (name: string) => request.headers.get(name);
    if (url.pathname === uploadPath && method === 'POST') return takeArchive(request, url);
    const asked = archivePath(url.pathname);
    const form = async () => new URLSearchParams((await request.text()).slice(0, maxFormLength));
    const page = await answerPage(url.pathname, method === 'POST' ? form : null);
    if (page !== null) return plainPage(page, systemLocale());
    if (asked !== null) {
      return answerArchive(asked.id, { method, rest: asked.rest, url, locale: systemLocale(), header, form });
    }
    if (isFilePath(url.pathname)) return answerFile({ method, url, header });
    return method === 'GET' ? files.answer(url.pathname) : null;
  };
  session.protocol.handle(scheme, async (request) => {
    const url = URL.parse(request.url);
    const found = url?.host === 'perito' ? await answer(request, url) : null;
    return found === null ? new Response('There is nothing here.', { status: 404 }) : responseOf(found);
  });
}

/** A passphrase and its name. */
const maxFormLength = 8192;

/** Whether an address is of the console itself. */
export function isConsole(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${scheme}:` && url.host === 'perito';
}

function responseOf({ status, headers, body }: Answered): Response {
  const content = Buffer.isBuffer(body) ? new Uint8Array(body) : body;
  const isWhole = content === null || typeof content === 'string' || content instanceof Uint8Array;
  return new Response(isWhole ? content : webStream(content), {
    status,
    headers,
  });
}
