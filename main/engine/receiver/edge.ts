/** Where every failure of a call ends: it is kept where it must be, then answered as a problem document. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCode } from '../error-code.ts';
import { StoreProblem } from '../store/index.ts';
import { answerProblem } from './answer.ts';
import { pathOf, redactedPath } from './called-path.ts';
import { notStoring, type ReceiverContext } from './door.ts';
import { readApiKeyHeader } from './presented.ts';
import { Refusal } from './problems.ts';

/** Statuses with which an authenticated call is refused for what it is; those are kept. */
const keptStatuses = new Set([400, 404, 405, 413, 415, 417, 501]);
/** A lookup that was right and found nothing is in the log of lookups. */
const isKept = ({ code, status }: Refusal) => keptStatuses.has(status) && code !== 'unknown-balance';
export const storeRetrySeconds = 30;

/** Answers a failed call; never throws. A refused delivery is synced to disk before its answer is written. */
export async function handleError(
  door: ReceiverContext,
  request: FastifyRequest,
  reply: FastifyReply,
  failure: unknown,
): Promise<void> {
  reply.hijack();
  const refusal = refusalOf(door, failure);
  const answered = await storeRejectedDelivery(door, request, refusal).catch((unkept: unknown) =>
    refusalOf(door, unkept),
  );
  answerProblem(
    { message: request.raw, response: reply.raw, instance: pathOf(request.originalUrl) },
    answered,
    {
      closeConnection: door.isStopping() || request.caller === null,
      lingerTimeout: door.limits.lingerTimeout,
    },
  );
}

function refusalOf(door: ReceiverContext, failure: unknown): Refusal {
  if (failure instanceof Refusal) return failure;
  if (failure instanceof StoreProblem) return notStoring(storeRetrySeconds);
  const code = errorCode(failure) ?? '';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('media-type-not-supported', 'Send application/json in UTF-8.');
  }
  door.rooms.log.error({ err: failure }, 'A call to the receiver failed');
  return internalError();
}

export const internalError = () =>
  new Refusal('internal-error', 'The call could not be handled. Nothing was taken; send it again.');

async function storeRejectedDelivery(
  door: ReceiverContext,
  request: FastifyRequest,
  refusal: Refusal,
): Promise<Refusal> {
  const { caller, arrived } = request;
  if (caller === null || arrived === null || !isKept(refusal)) return refusal;
  const { 'content-type': contentType } = request.headers;
  const redactor = door.rooms.keys.redactor(readApiKeyHeader(request.raw.rawHeaders));
  const body = redactor.body(arrived.bytes);
  const cut = arrived.receivedBytes > body.length ? ` Only ${body.length} bytes were kept.` : '';
  const redacted =
    body === arrived.bytes ? '' : ' The key stood in the body: asterisks were kept in its place.';
  await door.rooms.rejected.keep({
    method: request.method,
    path: redactedPath(request.originalUrl, redactor),
    contentType: contentType === undefined ? null : redactor.text(contentType).slice(0, 200),
    status: refusal.status,
    title: refusal.title,
    code: refusal.code,
    reason: `${refusal.detail}${cut}${redacted}`,
    // A pointer may hold a name of the caller's.
    errors: refusal.places.map(({ pointer, detail }) => ({ pointer: redactor.text(pointer), detail })),
    keyLabel: caller.label,
    receivedBytes: arrived.receivedBytes,
    body,
  });
  return refusal;
}
