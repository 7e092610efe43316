import type { IncidentItem, IncidentReport } from '#shared/marketplace/incident-report.ts';
import { product, sum } from '../records/totals.ts';

/** What one part comes to, quantity included, as decimal texts; null where an amount did not come. */
export interface PartCost {
  /** Labour to repair it. */
  repair: string | null;
  /** Labour to replace it, without the part itself. */
  labour: string | null;
  /** The part itself at the market's average; one at or below zero is none. */
  part: string | null;
  /** Both together: what stands beside `repair`. */
  replace: string | null;
}

type Priced = Pick<
  IncidentItem,
  'quantity' | 'itemRepairPrice' | 'itemReplacePrice' | 'itemAverageSellPrice'
>;

export function partCost(item: Priced): PartCost {
  const quantity = item.quantity === null ? null : String(item.quantity);
  const labour = product(quantity, item.itemReplacePrice);
  const part = isAbove(item.itemAverageSellPrice) ? product(quantity, item.itemAverageSellPrice) : null;
  return {
    repair: product(quantity, item.itemRepairPrice),
    labour,
    part,
    replace: labour === null || part === null ? null : sum([labour, part]).total,
  };
}

/** A marketplace that knows no average sends 0. */
const isAbove = (text: string | null): boolean => text !== null && Number(text) > 0;

/** A sum of lines. `known` counts those that have the amount, and `missing` names the others: it is no sum of all then. */
export interface PartSum {
  known: string;
  missing: (string | null)[];
}

export interface IncidentTotals {
  repair: PartSum;
  replace: PartSum;
  services: { total: string; complete: boolean };
}

/**
 * What the report's lines come to, each quantity times its price. Whether a part is repaired or replaced is told by its
 * action's words alone, so both sums stand: labour beside labour and part.
 */
export function incidentTotals(report: Pick<IncidentReport, 'items' | 'services'>): IncidentTotals {
  const costs = report.items.map((item) => ({ name: item.itemName, ...partCost(item) }));
  const of = (amount: 'repair' | 'replace'): PartSum => ({
    known: sum(costs.filter((cost) => cost[amount] !== null).map((cost) => cost[amount])).total,
    missing: costs.filter((cost) => cost[amount] === null).map(({ name }) => name),
  });
  return {
    repair: of('repair'),
    replace: of('replace'),
    services: sum(report.services.map((service) => product(service.quantity, service.unitPrice))),
  };
}
