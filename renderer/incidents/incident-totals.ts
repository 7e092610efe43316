import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { product, sum } from '../records/totals.ts';

type Total = { total: string; complete: boolean };
export type IncidentTotals = { repair: Total; replace: Total; services: Total };

/**
 * What the report's lines come to, each quantity times its price, as decimal texts. Whether a part is repaired or
 * replaced is told by its action's words alone, so both sums stand; a price that did not come is counted as none, and
 * `complete` is false.
 */
export function incidentTotals(report: Pick<IncidentReport, 'items' | 'services'>): IncidentTotals {
  const of = (price: 'itemRepairPrice' | 'itemReplacePrice') =>
    sum(report.items.map((item) => product(text(item.quantity), item[price])));
  return {
    repair: of('itemRepairPrice'),
    replace: of('itemReplacePrice'),
    services: sum(report.services.map((service) => product(service.quantity, service.unitPrice))),
  };
}

const text = (quantity: number | null) => (quantity === null ? null : String(quantity));
