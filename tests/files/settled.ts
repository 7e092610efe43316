/** Waits for what happens after an answer, by the changes that Perito tells of. */
import type { ContractRouterClient } from '@orpc/contract';
import type { Attachment } from '../../shared/contract/attachments.ts';
import type { Contract } from '../../shared/contract/contract.ts';

type Client = ContractRouterClient<Contract>;

/** Nothing waits for it: a test whose Perito stands still fails before its own limit, and says what it saw. */
const longestSilence = 30_000;

/** Waits until something is so: looked at first, and then at every change. Throws where there are no more changes. */
export async function until(client: Client, isSo: () => Promise<boolean>): Promise<void> {
  const left = new AbortController();
  const silence = setTimeout(() => left.abort(), longestSilence);
  try {
    for await (const _ of await client.changes(undefined, { signal: left.signal })) {
      if (await isSo()) return;
      silence.refresh();
    }
  } catch (cause) {
    if (!left.signal.aborted) throw cause;
  } finally {
    clearTimeout(silence);
    left.abort();
  }
  throw new Error('nothing changes any more, and it is not so');
}

/** Waits until so many attachments of a record are as they should be, with previews unless told otherwise; all of them. */
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
