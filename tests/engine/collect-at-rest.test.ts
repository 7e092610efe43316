import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
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
  await expect.poll(() => process.memoryUsage().heapUsed, { interval: 500 }).toBeLessThan(busy - 20_000_000);
});

test('the system is given what the collection frees', async () => {
  const script = fileURLToPath(new URL('rested-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  let busy: number | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    busy ??= Number(line);
    if (Number(line) < busy * 0.7) return;
  }
  throw new Error('The process ended before it gave anything back.');
});
