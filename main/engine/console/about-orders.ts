import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { invoicedOfOrder, subjectOfOrder } from '../claims/index.ts';
import type { Clock } from '../clock.ts';
import type { Policies } from '../policies/index.ts';
import type { SettingsService } from '../settings/index.ts';
import type { Store } from '../store/index.ts';
import type { AboutOrder } from './cancellations.ts';

/** What is known of an order besides its own record: its claim's insured and vehicle, and who invoiced it. */
export function aboutOrders(parts: {
  store: Store;
  clock: Clock;
  settings: Pick<SettingsService, 'current'>;
  policies: Pick<Policies, 'checkCoverage' | 'get' | 'isEmpty'>;
}): (recordId: number) => Promise<AboutOrder> {
  const { store, clock, settings, policies } = parts;
  return async (recordId) => {
    const { subject, ...money } = await store.read(async (tx) => ({
      subject: await subjectOfOrder(tx, recordId),
      invoiced: (await invoicedOfOrder(tx, recordId, settings.current().findings)).map(
        ({ party, partyTaxId, currency, invoiced, credited, toCredit }) => ({
          party,
          partyTaxId,
          currency,
          invoiced,
          credited,
          toCredit,
        }),
      ),
    }));
    const { insured, vehicle, policyNumber, vin } = subject;
    const isKnown = insured !== null && vehicle !== null;
    if (isKnown || policyNumber === null || (await policies.isEmpty())) return { ...subject, ...money };
    const held = await policies.checkCoverage({
      insurancePolicyNumber: policyNumber,
      vin: vin ?? undefined,
      incidentDate: dominicanDay(clock.now()),
    });
    return {
      policyNumber,
      insured: insured ?? held.ownerName,
      vehicle: vehicle ?? held.vehicle?.name ?? null,
      vin: vin ?? held.vehicle?.vin ?? null,
      ...money,
    };
  };
}
