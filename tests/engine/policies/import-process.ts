/** A process of its own that imports a file, and kills itself once so many of its rows are written. */
import { findBookVersion } from '../../../main/engine/store/index.ts';
import { openPolicies } from './house.ts';

const [dataDir = '', path = '', rows = ''] = process.argv.slice(2);
const house = await openPolicies(dataDir);
const write = house.store.write.bind(house.store);
house.store.write = async (job) => {
  const result = await write(job);
  const written = await house.store.read(async (tx) => {
    const { pending } = await findBookVersion(tx);
    if (pending === null) return null;
    return tx.get<{ count: number }>(
      'SELECT count(*) AS count FROM policy_vehicle WHERE from_version = ?',
      pending,
    );
  });
  if (written && written.count >= Number(rows)) process.kill(process.pid, 'SIGKILL');
  return result;
};
await house.book.import({ path });
