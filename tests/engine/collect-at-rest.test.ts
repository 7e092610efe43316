import { expect, onTestFinished, test } from 'vitest';
import { collectAtRest } from '../../main/engine/collect-at-rest.ts';

test('what a busy time left behind is given back once the thread rests', async () => {
  onTestFinished(collectAtRest({ look: 100 }));
  let kept: object[] | null = Array.from({ length: 400_000 }, (_, index) => ({
    index,
    text: `record ${index}`,
  }));
  const began = performance.now();
  // Long enough to be worth a collection.
  while (performance.now() - began < 300) kept[0] = { index: kept.length };
  const busy = process.memoryUsage().heapUsed;
  kept = null;
  await expect
    .poll(() => process.memoryUsage().heapUsed, { timeout: 10_000, interval: 500 })
    .toBeLessThan(busy - 20_000_000);
});
