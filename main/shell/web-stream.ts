import type { Readable } from 'node:stream';

/** Reads ahead of its reader by one chunk at most; closes the file or connection at the end, or when its reader leaves. */
export function webStream(body: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
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
