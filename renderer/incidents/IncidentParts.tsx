import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { IncidentItem, IncidentReport } from '#shared/marketplace/incident-report.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/reference-names.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Section } from '../components/Fields.tsx';
import { type Column, LineTable } from '../records/LineTable.tsx';
import { PriceRange } from '../records/PriceRange.tsx';
import { incidentTotals, type PartSum, partCost } from './incident-totals.ts';
import { priceOverMarket } from './price-over-market.ts';

/** The damaged parts: what it takes to repair or to replace each, part and labour, and where that stands on the market. */
export function IncidentParts({ report }: { report: IncidentReport }) {
  const { t, format } = useI18n();
  const nameOf = useReferenceNames();
  if (report.items.length === 0) return null;
  const totals = incidentTotals(report);
  const columns: Column<IncidentItem>[] = [
    {
      key: 'part',
      head: t('incidents.lines.part'),
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
      head: t('incidents.lines.action'),
      fields: ['itemActionName'],
      cell: (part) => nameOf(null, part.itemActionId, part.itemActionName) ?? t('common.none'),
    },
    {
      key: 'quantity',
      head: t('incidents.lines.quantity'),
      right: true,
      fields: ['quantity'],
      cell: (part) => format.quantity(part.quantity),
    },
    {
      key: 'repair',
      head: <Head label={t('incidents.lines.repair')} below={t('incidents.lines.labour')} />,
      right: true,
      fields: ['itemRepairPrice'],
      cell: (part) => <ToRepair part={part} />,
    },
    {
      key: 'replace',
      head: <Head label={t('incidents.lines.replace')} below={t('incidents.lines.labourAndPart')} />,
      right: true,
      fields: ['itemReplacePrice'],
      cell: (part) => <ToReplace part={part} />,
    },
    {
      key: 'market',
      wide: true,
      head: t('incidents.lines.market'),
      fields: marketFields,
      cell: (part) => <PriceRange price={priceOverMarket(part)} market={part} />,
    },
  ];
  return (
    <Section
      title={t('incidents.section.parts')}
      at="/items"
      aside={
        <Typography variant="caption">
          {t('incidents.lines.parts', { count: report.items.length })}
        </Typography>
      }
    >
      <LineTable
        label={t('incidents.section.parts')}
        at="/items"
        items={report.items}
        columns={columns}
        sums={[
          { label: t('incidents.totals.repair'), amount: whole(totals.repair) },
          { label: t('incidents.totals.replace'), amount: whole(totals.replace) },
        ]}
      />
      <NotSummed sum={totals.repair} missing="repairMissing" />
      <NotSummed sum={totals.replace} missing="replaceMissing" />
    </Section>
  );
}

const marketFields = ['itemMinSellPrice', 'itemAverageSellPrice', 'itemMaxSellPrice'] as const;

/** A sum that lacks lines is none. */
const whole = (sum: PartSum): string | null => (sum.missing.length === 0 ? sum.known : null);

function Head({ label, below }: { label: string; below: string }) {
  return (
    <>
      {label}
      <Typography variant="caption" component="div" sx={{ fontWeight: 400 }}>
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

/** Which parts keep a sum from being one, and what the others come to. */
function NotSummed({ sum, missing }: { sum: PartSum; missing: 'repairMissing' | 'replaceMissing' }) {
  const { t, format } = useI18n();
  if (sum.missing.length === 0) return null;
  const named = sum.missing.slice(0, namedAtMost).map((name) => name ?? t('common.none'));
  return (
    <Typography variant="caption" component="p" align="right" sx={{ color: 'warning.main', mt: 1 }}>
      {t(`incidents.totals.${missing}`, {
        count: sum.missing.length,
        names: [...named, ...(sum.missing.length > namedAtMost ? ['…'] : [])].join(', '),
        known: format.amount(sum.known),
      })}
    </Typography>
  );
}
const namedAtMost = 5;
