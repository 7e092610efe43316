/** A process of its own for collect-at-rest.test.ts: works, rests, and says again and again how many bytes of memory it holds. */
import { collectAtRest } from '../../main/engine/collect-at-rest.ts';

const say = () => process.stdout.write(`${process.memoryUsage.rss()}\n`);

setImmediate(() => {
  collectAtRest({ look: 100 });
  setImmediate(() => {
    const began = performance.now();
    let kept: { began: number }[] = [];
    // Long enough to be worth a collection, of what stays a while and of what does not.
    while (performance.now() - began < 1000 || kept.length < 300_000) {
      if (kept.length > 300_000) kept = [];
      kept.push(...Array.from({ length: 1000 }, () => ({ began })));
    }
    say();
    kept = [];
    setInterval(say, 200);
  });
});
