import type { RecordKind } from '#shared/terms.ts';

/** What sets the kinds of record apart at the receiver. */
export interface ReceivedResource<Kind extends RecordKind = RecordKind> {
  kind: Kind;
  /** Under which it is received; cancellations of an order lie under `{path}/{id}/cancel`. */
  path: string;
  /** Names of the marketplace's id and the insurer's number, in bodies and answers. */
  idName: string;
  numberName: string;
  /** "1 or more" of the interface, not "0 or more". */
  needsItems: boolean;
}
