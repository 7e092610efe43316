/** Moves old claims to bundles in a process of its own, which a test ends anywhere. Prints each phase as it begins. */
import * as z from 'zod';
import { openRetentionHouse, over, somebody } from './house.ts';

const given = z.object({ dataDir: z.string(), records: z.int() });
const { dataDir, records } = given.parse(JSON.parse(process.argv[2] ?? ''));

const house = await openRetentionHouse({ dataDir, limits: { records, bytes: 1e9 } });
let last = '';
house.onStep((phase) => {
  if (phase === last) return;
  last = phase;
  process.stdout.write(`${phase}\n`);
});
process.stdout.write('opened\n');
await house.retention.begin(somebody);
await over(house);
await house.close();
process.stdout.write('ended\n');
