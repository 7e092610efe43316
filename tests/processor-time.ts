/**
 * Milliseconds of processor that this thread spends on `work`, which waits for nothing: unlike those of a clock they are
 * about the same whatever else the machine does.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const from = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

/**
 * What some work costs in processor time, by what another does: of each the least of six rounds, taken in turn, so that the
 * machine's speed and what else it does fall out. More rounds follow while the ratio is not below `limit`, to forty.
 */
export async function leastRatio(work: () => unknown, other: () => unknown, limit: number): Promise<number> {
  let [least, leastOfOther] = [Infinity, Infinity];
  for (let round = 0; round < 6 || (round < 40 && least >= limit * leastOfOther); round++) {
    least = Math.min(least, await processorTime(work));
    leastOfOther = Math.min(leastOfOther, await processorTime(other));
  }
  return least / leastOfOther;
}
