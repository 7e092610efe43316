import type { ReadStream } from 'node:fs';
import type { FileAnswer } from '../shell/files/file-answer.ts';

/** As a handler of Electron's protocols gives it. */
export function fileResponse({ status, headers, body }: FileAnswer): Response {
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
