/** A process of its own that keeps orders and what is asked about them, and derives them, until it is killed. */
import { purchaseOrder } from '../orders.ts';
import { arrivals, openDeriving } from './house.ts';

const [dataDir = '', from = '1'] = process.argv.slice(2);
const house = await openDeriving(dataDir);
const { purchaseOrder: derive } = house.derivers;
house.follow({
  async purchaseOrder(entry) {
    const job = await derive(entry);
    return async (tx) => {
      const publish = await job(tx);
      return () => {
        publish?.();
        process.send?.(entry.seq);
      };
    };
  },
});
for (let id = Number(from); ; id++) {
  const order = (comments: string) => ({
    kind: 'purchaseOrder' as const,
    marketplaceId: id,
    keyLabel: 'key',
    bytes: Buffer.from(JSON.stringify(purchaseOrder(id, { comments }))),
    contentHash: null,
  });
  const [, ask] = await Promise.all([
    house.journal.keep(order('Antes')),
    house.journal.keep(arrivals.ask('purchaseOrder', id)),
    house.journal.keep(arrivals.ask('purchaseOrder', id + 1)),
    house.journal.keep(order('Después')),
    house.journal.keep(arrivals.rejected(`[${id % 7}`)),
    house.journal.keep(arrivals.lookup(`P-${id}`, '[]')),
  ]);
  await house.journal.keep(arrivals.answer(ask.seq, id, 'inReview'));
  await house.journal.keep(arrivals.outcome(ask.seq, id, 'inReview'));
}
