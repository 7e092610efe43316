import { expect, test } from 'vitest';
import { throttle } from '../../../../main/engine/attachments/fetching/pace.ts';
import { ManualClock } from '../../manual-clock.ts';

test('progress is told four times a second at the most', () => {
  const clock = new ManualClock();
  const told: number[] = [];
  const onProgress = throttle(250, clock, ({ bytes }) => void told.push(bytes));
  for (let bytes = 0; bytes < 1000; bytes += 100) {
    onProgress({ bytes, total: null });
    clock.advance(100);
  }
  expect(told).toEqual([0, 300, 600, 900]);
});
