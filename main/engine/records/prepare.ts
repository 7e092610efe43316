import { hash } from 'node:crypto';
import { largeBodyBytes } from '#shared/marketplace/read.ts';
import type { RecordKind } from '#shared/terms.ts';
import { type LargeBody, readLargeBody } from '../bodies/index.ts';
import type { Gist } from './gist.ts';
import { summarise } from './summary.ts';

/** A delivery that passed the receiver's door. */
export interface Delivery {
  kind: RecordKind;
  marketplaceId: number;
  /** The bytes that arrived. */
  body: Uint8Array;
  /** The same, parsed; of a large body what is read of it. */
  json: object;
  /** Of a body that another thread read; a large one is read here otherwise. */
  large?: LargeBody | null;
  keyLabel: string;
}

/** What the writer needs of a delivery, all of it plain data: it may have been prepared in another thread. */
export interface PreparedDelivery {
  kind: RecordKind;
  marketplaceId: number;
  body: Uint8Array;
  keyLabel: string;
  /** Of the body, hexadecimal. */
  sha256: string;
  gist: Gist;
  /** What is read of a large body, to be kept beside its bytes. */
  large: Pick<LargeBody, 'extract' | 'leftOut' | 'contentHash'> | null;
}

/** Does all that needs no database, so that the writer's thread is not kept from writing. */
export function prepareDelivery({
  kind,
  marketplaceId,
  body,
  json,
  large = readHere(body),
  keyLabel,
}: Delivery): PreparedDelivery {
  return {
    kind,
    marketplaceId,
    body,
    keyLabel,
    sha256: large?.sha256 ?? hash('sha256', body, 'hex'),
    gist: summarise(kind, marketplaceId, json),
    large:
      large === null
        ? null
        : { extract: large.extract, leftOut: large.leftOut, contentHash: large.contentHash },
  };
}

function readHere(body: Uint8Array): LargeBody | null {
  if (body.length <= largeBodyBytes) return null;
  const read = readLargeBody(body);
  return read.outcome === 'read' ? read : null;
}
