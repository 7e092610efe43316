import { nameOf } from '#shared/attachment-host.ts';
import type { AttachmentHost, WaitingAttachment } from '#shared/contract/attachments.ts';

export type NamedRecord = WaitingAttachment['record'];

/** What is known of those that wait for a host. */
export type OfHost = {
  /** Each once, in the order in which they are given. */
  records: readonly NamedRecord[];
  /** Of how many files. */
  files: number;
};

export const nothingOfHost: OfHost = { records: [], files: 0 };

/** The records whose files wait for each host. */
export function recordsOfHosts(
  rows: readonly Pick<WaitingAttachment, 'host' | 'record'>[],
): ReadonlyMap<string, OfHost> {
  const found = new Map<string, { records: Map<number, NamedRecord>; files: number }>();
  for (const { host, record } of rows) {
    if (host === null) continue;
    const ofHost = found.get(host) ?? { records: new Map<number, NamedRecord>(), files: 0 };
    ofHost.records.set(record.id, record);
    ofHost.files += 1;
    found.set(host, ofHost);
  }
  return new Map(
    [...found].map(([host, { records, files }]) => [host, { records: [...records.values()], files }]),
  );
}

/** What was decided about other ports of the same machine. */
export const decidedPorts = (
  { host }: Pick<AttachmentHost, 'host'>,
  all: readonly AttachmentHost[],
): readonly AttachmentHost[] =>
  all.filter(
    (other) => other.host !== host && other.standing !== 'pending' && nameOf(other.host) === nameOf(host),
  );
