import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from './problems.ts';

/** The body of a call as it arrived. */
export interface RequestBody {
  bytes: Buffer;
  /** Bytes that were read; more than `bytes` holds where it was cut. */
  receivedBytes: number;
  /** Whether it is over the limit of what is taken. */
  isTooLarge: boolean;
}

/** Bytes of bodies that are in memory, over all calls; small bodies are not counted. */
export interface MemoryBudget {
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function createBodyMemory(limit: number): MemoryBudget {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > limit) return false;
      taken += bytes;
      return true;
    },
    give(bytes) {
      taken -= bytes;
    },
  };
}

/** The sender went away before its call had arrived: there is nobody to answer and nothing whole to keep. */
export class ClientDisconnected extends Error {}

/** A body up to this size is not counted: a thousand of them are little. */
const uncountedBytes = 64 * 1024;

export interface BodyReading {
  message: IncomingMessage;
  /** The memory that a body takes is free again when this is over. */
  response: ServerResponse;
  limits: { bodyBytes: number; keptBytes: number };
  memory: MemoryBudget;
}

/**
 * Reads a body whole, up to `keptBytes`; beyond that, or beyond what memory there is, a body that is too large
 * is cut. Fails with a `Refusal` where a body that would be taken finds no memory, and with `ClientDisconnected`.
 */
export function readBody(
  { message, response, limits, memory }: BodyReading,
  then: (failure: Error | null, arrived: RequestBody | null) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let counted = 0;
  const stop = () => {
    message.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    if (counted === 0) return;
    // The response of a sender that went away is closed before its message tells of it.
    if (response.closed || message.socket.destroyed) memory.give(counted);
    else response.once('close', () => memory.give(counted));
  };
  const finish = (receivedBytes: number) => {
    stop();
    const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
    then(null, { bytes, receivedBytes, isTooLarge: receivedBytes > limits.bodyBytes });
  };
  const onEnd = () => finish(length);
  const onGone = () => {
    stop();
    then(new ClientDisconnected(), null);
  };
  const onData = (chunk: Buffer) => {
    const received = length + chunk.length;
    if (received > uncountedBytes) {
      if (!memory.take(chunk.length)) {
        message.pause();
        if (received > limits.bodyBytes) return finish(received);
        stop();
        return then(tooBusy(), null);
      }
      counted += chunk.length;
    }
    const kept = received > limits.keptBytes ? chunk.subarray(0, limits.keptBytes - length) : chunk;
    chunks.push(kept);
    length += kept.length;
    if (kept !== chunk) {
      message.pause();
      finish(received);
    }
  };
  message.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
}

export function tooBusy(): Refusal {
  return new Refusal('too-busy', 'Too much is arriving at once. Send this again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });
}
