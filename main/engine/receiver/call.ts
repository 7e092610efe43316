import type { FastifyRequest } from 'fastify';
import { largeBodyBytes } from '#shared/marketplace/read.ts';
import type { LargeBody } from '../bodies/index.ts';
import type { RequestBody } from './arrived.ts';
import { jsonObject, largeJsonObject } from './body-json.ts';
import type { ReceiverContext } from './door.ts';
import { checkMediaType } from './media-type.ts';
import type { Refusal } from './problems.ts';

/** Who makes a call, as the key says. */
export interface Caller {
  label: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the call is authenticated. */
    caller: Caller | null;
    /** Why an authenticated call is refused once its body is read; null where nothing is known against it. */
    refusal: Refusal | null;
    /** Null until the body is read. */
    arrived: RequestBody | null;
  }
}

/** Caller and body of a call that passed the door. */
export function requireAuthenticated(request: FastifyRequest): { caller: Caller; arrived: RequestBody } {
  const { caller, arrived } = request;
  if (caller === null || arrived === null) throw new Error('A route was reached past the door.');
  return { caller, arrived };
}

/** The JSON object that a call brought; of a large body what is read of it. */
export interface JsonBody {
  json: object;
  large: LargeBody | null;
}

/** Rejects with a `Refusal`. */
export async function jsonBody(
  door: ReceiverContext,
  request: FastifyRequest,
  bytes: Uint8Array,
): Promise<JsonBody> {
  checkMediaType(request.headers['content-type'], request.headers['content-encoding']);
  if (bytes.length <= largeBodyBytes) return { json: jsonObject(bytes), large: null };
  return largeJsonObject(door.bodies, bytes);
}
