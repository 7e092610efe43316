/** Opens the journal of a data directory in a process of its own, which a test ends anywhere. */

import { systemClock } from '../../../main/engine/clock.ts';
import { openJournal } from '../../../main/engine/journal/index.ts';

const [dataDir = ''] = process.argv.slice(2);
process.stdout.write('begins\n');
const journal = await openJournal({
  dataDir,
  clock: systemClock,
  numberTemplate: () => '{seq}',
});
await journal.close();
process.stdout.write('is there\n');
