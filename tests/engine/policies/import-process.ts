/** A process of its own that imports a file and tells how far it is, to be killed meanwhile. */
import { openPolicies } from './house.ts';

const [dataDir = '', path = ''] = process.argv.slice(2);
const house = await openPolicies(dataDir);
const tell = (message: object) => process.send?.(message);
void (async () => {
  for await (const _ of house.changes.subscribe()) {
    const [running] = (await house.imports.list({ limit: 1 })).rows;
    tell({ state: running?.state, rowsDone: running?.rowsDone });
  }
})();
await house.book.import({ path });
tell({ state: 'returned' });
