/** A claim with what a claim can have: photos, over-invoiced and cancelled orders, repeated asks, notes, a policy. */
import { safe } from '@orpc/client';
import { openDemoDesk } from '../../main/command-line/demo-staff.ts';
import {
  openClaimFile,
  openFiles,
  openMarketplace,
  sampleBookSize,
  samplePolicies,
} from '../../main/simulator/index.ts';
import { approve } from '../files/reports.ts';
import { until } from '../files/settled.ts';
import { thorough } from '../thorough.ts';
import type { Perito } from './perito.ts';

export interface TroubledClaim {
  claimNumber: string;
  path: string;
  close(): Promise<void>;
}

/** `perito` was started with this key, with `allowLoopback`, and with the hold of its settings. */
export async function fillTroubledClaim(perito: Perito, key: string): Promise<TroubledClaim> {
  const seed = 5;
  const files = await openFiles({ seed });
  await approve(perito, files.url);
  const { receiverUrl: insurerUrl, client } = perito;
  const marketplace = openMarketplace({
    insurerUrl,
    key,
    seed,
    filesUrl: files.url,
    registerFiles: files.register,
  });
  const desk = openDemoDesk(client);
  await desk.settle();
  await desk.fillPolicyBook(samplePolicies(seed, sampleBookSize, marketplace.now()));
  const file = openClaimFile(marketplace);
  const { claimNumber } = file.claim;
  await file.lookUp();
  await file.report({ category: 'intermediary' });
  const dear = await file.purchaseOrder({ itemCount: 4, prices: 'above' });
  const cancelled = await file.purchaseOrder({ itemCount: 1 });
  const labour = await file.serviceOrder({ itemCount: 2 });
  await file.invoice(dear, { lines: [{ line: 0 }, { line: 1 }] });
  await file.invoice(labour);
  await file.cancel(labour, async ({ marketplaceId }) => desk.approve(marketplaceId));
  const over = await file.invoice(cancelled);
  await file.document({ ...over, documentId: over.documentId + 500_000 });
  // Nobody is there to decide, so each of these is answered at once that it is in review.
  await client.settings.update({ receiver: { holdSeconds: 0 } });
  for (let asked = 0; asked < 8; asked++) await file.cancel(dear);
  const { rows } = await client.records.list({ search: claimNumber, limit: 50 });
  const [record] = rows;
  if (record === undefined) throw new Error('nothing of the claim was received');
  await client.records.addNote({ id: record.id, text: 'El taller confirma que la pieza llegó dañada.' });
  await client.records.addNote({ id: record.id, text: 'Pedir foto del odómetro.' });
  await until(client, async () => {
    // A claim is known once the first of its records was examined, and said whole once all were.
    const { data } = await safe(client.claims.get({ by: 'claimNumber', value: claimNumber }));
    if (data === undefined) return false;
    const { examination } = await client.status.get();
    if (examination.revisions > 0) return false;
    const { photos } = data;
    const seen = photos.shown.filter(({ content }) => content?.hasPreviews === true);
    return photos.count > 0 && (!thorough || seen.length >= photos.shown.length);
  });
  return {
    claimNumber,
    path: `/claims/claimNumber/${encodeURIComponent(claimNumber)}`,
    async close() {
      await marketplace.stop();
      await files.close();
    },
  };
}
