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
