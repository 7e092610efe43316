/** Waits for what happens after an answer, by the changes that Perito tells of. */
import type { ContractRouterClient } from '@orpc/contract';
import type { Attachment } from '../../shared/contract/attachments.ts';
import type { Contract } from '../../shared/contract/contract.ts';

type Client = ContractRouterClient<Contract>;

/** Waits until something is so: looked at first, and then at every change. */
export async function until(client: Client, isSo: () => Promise<boolean>): Promise<void> {
  const left = new AbortController();
  try {
    for await (const _ of await client.changes(undefined, { signal: left.signal })) if (await isSo()) return;
  } finally {
    left.abort();
  }
  throw new Error('Perito ended before it was so');
}

/** Waits until so many attachments of a record are as they should be, with previews unless told otherwise; all of them. */
export async function settled(
  { client }: { client: Client },
  recordId: number,
  count: number,
  is: (attachment: Attachment) => boolean = ({ content }) => content?.hasPreviews === true,
): Promise<Attachment[]> {
  let all: Attachment[] = [];
  await until(client, async () => {
    all = await client.attachments.list({ recordId });
    return all.filter(is).length >= count;
  });
  return all;
}

export const isStored = ({ state }: Attachment) => state === 'stored';
