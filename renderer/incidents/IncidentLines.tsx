import Big from 'big.js';
import type { IncidentItem, IncidentReport } from '#shared/marketplace/incident-report.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/names.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Section } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';
import { amountColumn, type Column, LineTable, product, sum } from '../records/LineTable.tsx';
import { PriceRange } from '../records/PriceRange.tsx';

/** The damaged parts: what it takes to repair or to replace each, part and labour, and where that stands on the market. */
export function IncidentParts({ report }: { report: IncidentReport }) {
  const { t, format } = useI18n();
  const nameOf = useReferenceNames();
  if (report.items.length === 0) return null;
  const totals = incidentTotals(report);
  const columns: Column<IncidentItem>[] = [
    {
      key: 'part',
      header: t('incidents.lines.part'),
      fields: ['itemName', 'itemCode', ...marketFields],
      cell: (part) => (
        <Box sx={{ minWidth: 120 }}>
          {part.itemName ?? t('common.none')}
          <Typography variant="caption" component="div">
            {part.itemCode !== null && part.itemCode !== '' && <PlainCode value={part.itemCode} />}
          </Typography>
          <Typography
            variant="caption"
            component="div"
            className="narrow"
            sx={{ mt: 1, whiteSpace: 'nowrap' }}
          >
            {t('incidents.lines.market')}
            <br />
            <PriceRange price={priceOverMarket(part)} market={part} />
          </Typography>
        </Box>
      ),
    },
    {
      key: 'action',
      header: t('incidents.lines.action'),
      fields: ['itemActionName'],
      cell: (part) => nameOf(null, part.itemActionId, part.itemActionName) ?? t('common.none'),
    },
    {
      key: 'quantity',
      header: t('incidents.lines.quantity'),
      right: true,
      fields: ['quantity'],
      cell: (part) => format.quantity(part.quantity),
    },
    {
      key: 'repair',
      header: <Head label={t('incidents.lines.repair')} below={t('incidents.lines.labour')} />,
      right: true,
      fields: ['itemRepairPrice'],
      cell: (part) => <ToRepair part={part} />,
    },
    {
      key: 'replace',
      header: <Head label={t('incidents.lines.replace')} below={t('incidents.lines.labourAndPart')} />,
      right: true,
      fields: ['itemReplacePrice'],
      cell: (part) => <ToReplace part={part} />,
    },
    {
      key: 'market',
      wide: true,
      header: t('incidents.lines.market'),
      fields: marketFields,
      cell: (part) => <PriceRange price={priceOverMarket(part)} market={part} />,
    },
  ];
  return (
    <Section
      title={t('incidents.section.parts')}
      at="/items"
      aside={t('incidents.lines.parts', { count: report.items.length })}
    >
      <LineTable
        label={t('incidents.section.parts')}
        at="/items"
        items={report.items}
        columns={columns}
        sums={[
          { label: t('incidents.totals.repair'), amount: sumIfComplete(totals.repair) },
          { label: t('incidents.totals.replace'), amount: sumIfComplete(totals.replace) },
        ]}
      />
      <NotSummed sum={totals.repair} missing="repairMissing" />
      <NotSummed sum={totals.replace} missing="replaceMissing" />
    </Section>
  );
}

const marketFields = ['itemMinSellPrice', 'itemAverageSellPrice', 'itemMaxSellPrice'] as const;

/** A sum that lacks lines is none. */
const sumIfComplete = (sum: PartSum): string | null => (sum.missing.length === 0 ? sum.known : null);

function Head({ label, below }: { label: string; below: string }) {
  return (
    <>
      {label}
      <Typography
        variant="caption"
        component="div"
        // In one line it would push the market's prices out of sight.
        sx={{ fontWeight: 400, whiteSpace: 'normal', maxWidth: 150, ml: 'auto' }}
      >
        {below}
      </Typography>
    </>
  );
}

function ToRepair({ part }: { part: IncidentItem }) {
  return (
    <>
      <Amount bare value={partCost(part).repair} />
      <Each part={part} price={part.itemRepairPrice} />
    </>
  );
}

/** Labour and part together, and below what is which; without an average what is missing. */
function ToReplace({ part }: { part: IncidentItem }) {
  const { t, format } = useI18n();
  const cost = partCost(part);
  return (
    <>
      <Amount bare value={cost.replace} />
      <Typography
        variant="caption"
        component="div"
        sx={{ whiteSpace: 'nowrap', ...(cost.part === null && { color: 'warning.main' }) }}
      >
        {cost.part === null
          ? t('incidents.lines.noAverage', { labour: format.amount(cost.labour) })
          : t('incidents.lines.both', { labour: format.amount(cost.labour), part: format.amount(cost.part) })}
      </Typography>
      <Each part={part} price={part.itemReplacePrice} />
    </>
  );
}

/** The price of one where there are several, or where the amount cannot be told. */
function Each({ part, price }: { part: IncidentItem; price: string | null }) {
  const { t, format } = useI18n();
  if (part.quantity === 1 || price === null) return null;
  return (
    <Typography variant="caption" component="div" sx={{ whiteSpace: 'nowrap' }}>
      {t('incidents.lines.each', { price: format.amount(price) })}
    </Typography>
  );
}

/** The parts without an amount, and the sum of the others. */
function NotSummed({ sum, missing }: { sum: PartSum; missing: 'repairMissing' | 'replaceMissing' }) {
  const { t, format } = useI18n();
  if (sum.missing.length === 0) return null;
  const named = sum.missing.slice(0, namedAtMost).map((name) => name ?? t('common.none'));
  return (
    <Typography variant="caption" component="p" sx={{ textAlign: 'right', color: 'warning.main', mt: 1 }}>
      {t(`incidents.totals.${missing}`, {
        count: sum.missing.length,
        names: [...named, ...(sum.missing.length > namedAtMost ? ['…'] : [])].join(', '),
        known: format.amount(sum.known),
      })}
    </Typography>
  );
}
const namedAtMost = 5;

type Service = IncidentReport['services'][number];

/** The labour that the report asks for, each with its amount. */
export function IncidentServices({ report }: { report: IncidentReport }) {
  const { t, format } = useI18n();
  if (report.services.length === 0) return null;
  const total = incidentTotals(report).services;
  const columns: Column<Service>[] = [
    {
      key: 'service',
      header: t('incidents.lines.service'),
      fields: ['workshopServiceName', 'workshopServiceCode'],
      cell: (service) => (
        <>
          {service.workshopServiceName ?? t('common.none')}
          <Typography variant="caption" component="div">
            {service.workshopServiceCode !== null && service.workshopServiceCode !== '' && (
              <PlainCode value={service.workshopServiceCode} />
            )}
          </Typography>
        </>
      ),
    },
    {
      key: 'quantity',
      header: t('incidents.lines.quantity'),
      fields: ['quantity'],
      right: true,
      cell: (service) => format.quantity(service.quantity),
    },
    amountColumn('unitPrice', t('incidents.lines.unitPrice')),
    {
      key: 'amount',
      header: t('incidents.lines.amount'),
      right: true,
      cell: (service) => <Amount bare value={product(service.quantity, service.unitPrice)} />,
    },
  ];
  return (
    <Section
      title={t('incidents.section.services')}
      at="/services"
      aside={t('incidents.lines.services', { count: report.services.length })}
    >
      <LineTable
        label={t('incidents.section.services')}
        at="/services"
        items={report.services}
        columns={columns}
        sums={[{ label: t('incidents.totals.services'), amount: total.total, strong: true }]}
      />
      {!total.complete && <Typography variant="caption">{t('orders.lines.incomplete')}</Typography>}
    </Section>
  );
}

/** The costs of one part, quantity included, as decimal texts; null where an amount is absent. */
interface PartCost {
  /** Labour to repair it. */
  repair: string | null;
  /** Labour to replace it, without the part itself. */
  labour: string | null;
  /** The part itself at the market's average; one at or below zero is none. */
  part: string | null;
  /** The sum of both, shown beside `repair`. */
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
interface PartSum {
  known: string;
  missing: (string | null)[];
}

interface IncidentTotals {
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
  const sumOf = (amount: 'repair' | 'replace'): PartSum => ({
    known: sum(costs.filter((cost) => cost[amount] !== null).map((cost) => cost[amount])).total,
    missing: costs.filter((cost) => cost[amount] === null).map(({ name }) => name),
  });
  return {
    repair: sumOf('repair'),
    replace: sumOf('replace'),
    services: sum(report.services.map((service) => product(service.quantity, service.unitPrice))),
  };
}

type Part = Pick<
  IncidentReport['items'][number],
  'itemRepairPrice' | 'itemReplacePrice' | 'itemMaxSellPrice'
>;

/**
 * The dearer of the workshop's prices to repair or to replace a part, where it is above what the dearest such part
 * costs; else null. Its prices are for work, so that one below the market's minimum says nothing.
 */
export function priceOverMarket(part: Part): string | null {
  const max = amount(part.itemMaxSellPrice);
  if (max === null || max.lte(0)) return null;
  const prices = [amount(part.itemRepairPrice), amount(part.itemReplacePrice)].filter(
    (price) => price?.gt(max) === true,
  );
  const dearest = prices.reduce(
    (top, price) => (top === null || price?.gt(top) === true ? price : top),
    null,
  );
  return dearest?.toFixed() ?? null;
}

function amount(text: string | null): Big | null {
  if (text === null) return null;
  try {
    return new Big(text);
  } catch {
    return null;
  }
}
