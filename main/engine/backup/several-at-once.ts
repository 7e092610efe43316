/**
 * Does something with each of several, some of them at once, since most of the time that a disk or a network takes is waiting.
 * Rejects with the first failure, once what was begun is over.
 */
export async function severalAtOnce<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed: { failure: unknown } | null = null;
  try {
    for await (const item of items) {
      const one = work(item).then(
        () => void running.delete(one),
        (failure: unknown) => {
          running.delete(one);
          failed ??= { failure };
        },
      );
      running.add(one);
      if (running.size >= limit) await Promise.race(running);
      if (failed !== null) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failed !== null) throw (failed as { failure: unknown }).failure;
}
