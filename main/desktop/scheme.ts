import type { ReadStream } from 'node:fs';
import { protocol, type Session } from 'electron';
import { attachmentFiles, type FileAnswer, isFilePath } from '../shell/attachment-files.ts';
import type { EngineThread } from '../shell/engine-client.ts';
import type { RendererFiles } from '../shell/renderer-files.ts';

const scheme = 'app';
/** Where the console lives on the desktop; its origin is the only one that is trusted. */
export const consoleOrigin = `${scheme}://perito`;
export const consoleUrl = `${consoleOrigin}/`;

/** Must run before the app is ready: makes `app:` behave as https does, without its network. */
export function registerConsoleScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built screen and stored files at `app://perito/`, with the policies and headers of the browser shell. */
export function serveConsole(
  session: Session,
  files: RendererFiles,
  engine: Pick<EngineThread, 'attachmentFile'>,
): void {
  const answerFile = attachmentFiles(engine);
  session.protocol.handle(scheme, async (request) => {
    const { method } = request;
    const url = URL.parse(request.url);
    const isOurs = url !== null && url.host === 'perito';
    if (isOurs && isFilePath(url.pathname)) {
      const header = (name: string) => request.headers.get(name);
      return fileResponse(await answerFile({ method, url, header }));
    }
    const file = isOurs && method === 'GET' ? files.answer(url.pathname) : null;
    if (file === null) return new Response('There is nothing here.', { status: 404 });
    return new Response(new Uint8Array(file.body), { status: file.status, headers: file.headers });
  });
}

/** Whether an address is of the console itself. */
export function isConsole(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${scheme}:` && url.host === 'perito';
}

/** As a handler of Electron's protocols gives it. */
function fileResponse({ status, headers, body }: FileAnswer): Response {
  return new Response(body === null || typeof body === 'string' ? body : webStream(body), {
    status,
    headers,
  });
}

/** Reads ahead of its reader by one chunk at most; closes the file at the end, or when its reader leaves. */
function webStream(body: ReadStream): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel() {
      body.destroy();
    },
  });
}
