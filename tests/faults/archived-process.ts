/** Moves records to a bundle, in a process of its own, which a test ends anywhere; says each batch that it was told is done. */
import * as z from 'zod';
import { bundle, openArchivingHouse } from '../engine/archived/house.ts';

const given = z.object({ dataDir: z.string(), recordIds: z.array(z.int()), batch: z.int().positive() });
const { dataDir, recordIds, batch } = given.parse(JSON.parse(process.argv[2] ?? ''));

const house = await openArchivingHouse({ dataDir });
await house.records.examiner.idle();
process.stdout.write('begun\n');
for (let from = 0; from < recordIds.length; from += batch) {
  const records = recordIds.slice(from, from + batch).map((id) => ({ id, revision: 1 }));
  const { archived } = await house.archived.archive(bundle('a'), records);
  process.stdout.write(`${from + archived}\n`);
}
await house.released();
await house.close();
