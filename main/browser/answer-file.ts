import type { ReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ArchiveAnswer } from '../shell/archive-pages.ts';
import { type AnswerFile, askerOf } from '../shell/attachment-files.ts';
import { send } from './answer.ts';
import { watchForStall } from './connections.ts';
import type { Caller } from './sign-in.ts';

/** Answers one request for a stored file, as fast as its reader takes it; `signIn` is what its session is known to have. */
export async function answerAttachment(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  answer: AnswerFile,
  asker: { caller: Caller; signIn: string | null },
): Promise<void> {
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
  const method = request.method ?? '';
  const by = askerOf(asker.caller, header, asker.signIn);
  await writeAnswer(response, await answer({ method, url, header, asker: by }));
}

/** Writes one whole answer, or the bytes of a file as fast as its reader takes them. */
export async function writeAnswer(
  response: ServerResponse,
  { status, headers, body }: ArchiveAnswer,
): Promise<void> {
  if (body === null) {
    response.writeHead(status, headers);
    response.end();
  } else if (typeof body === 'string' || Buffer.isBuffer(body)) {
    send(response, status, headers, body);
  } else if (response.destroyed) {
    // Its reader left while it was opened; a pipeline to it would never begin, nor end.
    body.destroy();
  } else {
    const stopWatching = watchForStall(response);
    response.writeHead(status, headers);
    await stream(body, response, Number(headers['content-length'])).finally(stopWatching);
  }
}

async function stream(body: ReadStream, response: ServerResponse, bytes: number): Promise<void> {
  let hasLeft = false;
  response.on('close', () => {
    hasLeft = body.errored === null;
  });
  try {
    await pipeline(body, response, { end: false });
  } catch (failure) {
    if (hasLeft) return;
    throw failure;
  }
  // Fewer bytes than announced: what follows on this connection would be taken for the rest.
  if (body.bytesRead === bytes) response.end();
  else response.destroy();
}
