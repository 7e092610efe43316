import type { WaitingAttachment } from '#shared/contract/attachments.ts';

export type NamedRecord = WaitingAttachment['record'];

/** The records whose files wait for each host, each record once, in the order in which they are given. */
export function recordsOfHosts(
  rows: readonly Pick<WaitingAttachment, 'host' | 'record'>[],
): ReadonlyMap<string, NamedRecord[]> {
  const records = new Map<string, Map<number, NamedRecord>>();
  for (const { host, record } of rows) {
    if (host === null) continue;
    const ofHost = records.get(host) ?? new Map<number, NamedRecord>();
    ofHost.set(record.id, record);
    records.set(host, ofHost);
  }
  return new Map([...records].map(([host, ofHost]) => [host, [...ofHost.values()]]));
}
