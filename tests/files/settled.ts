/** Waits for what happens after an answer, by the changes that Perito publishes. */
import type { ContractRouterClient } from '@orpc/contract';
import type { Attachment } from '../../shared/contract/attachments.ts';
import type { Contract } from '../../shared/contract/contract.ts';

type Client = ContractRouterClient<Contract>;

/** A test whose Perito does nothing fails after this time, before its own limit, and says what it saw. */
const maxSilence = 30_000;

/** Waits until the condition holds; checked at first and at every change. Throws where there are no more changes. */
export async function until(client: Client, condition: () => Promise<boolean>): Promise<void> {
  const stopping = new AbortController();
  const silence = setTimeout(() => stopping.abort(), maxSilence);
  try {
    for await (const _ of await client.changes(undefined, { signal: stopping.signal })) {
      if (await condition()) return;
      silence.refresh();
    }
  } catch (cause) {
    if (!stopping.signal.aborted) throw cause;
  } finally {
    clearTimeout(silence);
    stopping.abort();
  }
  throw new Error('nothing changes any more, and it is not so');
}

/** Waits until so many attachments of a record are as `is` says, by default with previews; returns all of them. */
export async function settled(
  { client }: { client: Client },
  recordId: number,
  count: number,
  is: (attachment: Attachment) => boolean = ({ content }) => content?.hasPreviews === true,
): Promise<Attachment[]> {
  let all: Attachment[] = [];
  try {
    await until(client, async () => {
      all = await client.attachments.list({ recordId });
      return all.filter(is).length >= count;
    });
  } catch (cause) {
    const states = all.map(({ state }) => state).join(', ');
    throw new Error(`${all.filter(is).length} of ${count} are as they should be: ${states}`, { cause });
  }
  return all;
}

export const isStored = ({ state }: Attachment) => state === 'stored';
