import { hash } from 'node:crypto';
import type { RecordKind } from '#shared/terms.ts';
import type { Gist } from './gist.ts';
import { gistOf } from './summary.ts';

/** A delivery that passed the receiver's door. */
export interface Delivery {
  kind: RecordKind;
  marketplaceId: number;
  /** The bytes that arrived. */
  body: Uint8Array;
  /** The same, parsed. */
  json: object;
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
}

/** Does all that needs no database, so that the writer's thread is not kept from writing. */
export function prepareDelivery({ kind, marketplaceId, body, json, keyLabel }: Delivery): PreparedDelivery {
  return {
    kind,
    marketplaceId,
    body,
    keyLabel,
    sha256: hash('sha256', body, 'hex'),
    gist: gistOf(kind, marketplaceId, json),
  };
}
