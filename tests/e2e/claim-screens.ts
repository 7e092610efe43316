/** Claims with what makes them worth looking at, and the platform's lists, for the pictures of their screens. */
import { vi } from 'vitest';
import { type Marketplace, type Platform, scenarios } from '../../main/simulator/index.ts';
import type { Perito } from './perito.ts';

const nobody = async () => {
  throw new Error('these scenarios ask to cancel nothing');
};

/** `platform` is the one that Perito was given. */
export async function fillClaims(perito: Perito, marketplace: Marketplace, platform: Platform) {
  const context = { marketplace, approve: nobody, refuse: nobody };
  const matched = await scenarios.threeWayMatch.run(context);
  const over = await scenarios.overInvoiced.run(context);
  const dollars = await scenarios.importedInDollars.run(context);
  // What records share is worked out after they were answered.
  const policy = await vi.waitFor(
    async () => {
      await perito.client.claims.get({ by: 'claimNumber', value: dollars });
      const { keys } = await perito.client.claims.get({ by: 'claimNumber', value: matched });
      return keys.find(({ by }) => by === 'policy') ?? Promise.reject(new Error('not linked yet'));
    },
    { timeout: 30_000 },
  );
  await perito.client.reference.refresh({});
  platform.setBehaviour({ states: 'status:403', countries: 'nothing' });
  await perito.client.reference.refresh({});
  return [
    ['claims', '/claims'],
    ['claim-three-way-match', `/claims/claimNumber/${matched}`],
    ['claim-over-invoiced', `/claims/claimNumber/${over}`],
    ['claim-in-dollars', `/claims/claimNumber/${dollars}`],
    ['claim-of-policy', `/claims/policy/${encodeURIComponent(policy.value)}`],
    ['claim-unknown', '/claims/claimNumber/NADIE-LO-TIENE'],
    ['settings-platform', '/settings/platform'],
    ['settings-findings', '/settings/findings'],
  ].map(([name = '', path = '']) => ({ name, path }));
}
