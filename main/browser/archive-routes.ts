/** What lies below `/archive/<id>/` in the browser shell: the console of what is opened read-only. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { archivePages, archivePath } from '../shell/archive-pages.ts';
import type { Archives, OpenArchive } from '../shell/archives.ts';
import { languageOf } from '../shell/plain-page.ts';
import type { RendererFiles } from '../shell/renderer-files.ts';
import { readBody, sendCallError } from './answer.ts';
import { writeAnswer } from './answer-file.ts';
import { type Bridge, bridgeTo } from './rpc-bridge.ts';
import type { Caller } from './sign-in.ts';

export interface ArchiveRoutes {
  /** Answers a caller who is known; false where the address is none of an archive. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL, caller: Caller): Promise<boolean>;
  close(): void;
}

/** A passphrase and its name. */
const maxFormBytes = 8192;

export function archiveRoutes(archives: Pick<Archives, 'find'>, files: RendererFiles): ArchiveRoutes {
  const pages = archivePages(archives, files);
  const bridges = new Map<OpenArchive, Record<Caller, Bridge>>();
  const bridgesOf = (archive: OpenArchive): Record<Caller, Bridge> => {
    for (const [known] of bridges) if (archives.find(known.id) !== known) bridges.delete(known);
    const made = bridges.get(archive) ?? {
      browser: bridgeTo(() => archive.connect('browser')),
      token: bridgeTo(() => archive.connect('token')),
    };
    bridges.set(archive, made);
    return made;
  };
  return {
    async answer(request, response, url, caller) {
      const asked = archivePath(url.pathname);
      if (asked === null) return false;
      const { id, rest } = asked;
      if (rest.startsWith('/rpc/')) {
        const archive = archives.find(id);
        if (archive === null) {
          sendCallError(response, 404, 'NOT_FOUND', 'This archive is closed.');
        } else if (request.method !== 'POST') {
          response.setHeader('allow', 'POST');
          sendCallError(response, 405, 'METHOD_NOT_ALLOWED', 'Procedures are called with POST.');
        } else await bridgesOf(archive)[caller].answer(request, response, new URL(rest, url));
        return true;
      }
      const answer = await pages(id, {
        ...{ method: request.method ?? '', rest, url },
        locale: languageOf(request.headers['accept-language']),
        header(name) {
          const value = request.headers[name];
          return typeof value === 'string' ? value : null;
        },
        form: async () => new URLSearchParams(await readBody(request, maxFormBytes)),
      });
      await writeAnswer(response, answer);
      return true;
    },
    close() {
      for (const { browser, token } of bridges.values()) {
        browser.close();
        token.close();
      }
    },
  };
}
