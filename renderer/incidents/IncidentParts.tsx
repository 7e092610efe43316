import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { useWords } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/reference-names.ts';
import { Amount } from '../parts/Amount.tsx';
import { PlainCode } from '../parts/Code.tsx';
import { Section } from '../parts/Fields.tsx';
import { type Column, LineTable } from '../records/LineTable.tsx';
import { PriceRange } from '../records/PriceRange.tsx';
import { incidentTotals } from './incident-totals.ts';
import { priceOverMarket } from './price-over-market.ts';

type Part = IncidentReport['items'][number];

/** The damaged parts: what is to be done with each, for how much, and where that stands on the market. */
export function IncidentParts({ report }: { report: IncidentReport }) {
  const { t, format } = useWords();
  const nameOf = useReferenceNames();
  if (report.items.length === 0) return null;
  const totals = incidentTotals(report);
  const columns: Column<Part>[] = [
    {
      key: 'part',
      head: t('incidents.lines.part'),
      cell: (part) => (
        <Box sx={{ minWidth: 120 }}>
          {part.itemName ?? t('common.none')}
          <Typography variant="caption" component="div">
            {part.itemCode !== null && part.itemCode !== '' && <PlainCode value={part.itemCode} />}
          </Typography>
        </Box>
      ),
    },
    {
      key: 'action',
      head: t('incidents.lines.action'),
      cell: (part) => nameOf(null, part.itemActionId, part.itemActionName) ?? t('common.none'),
    },
    {
      key: 'quantity',
      head: t('incidents.lines.quantity'),
      right: true,
      cell: (part) => format.quantity(part.quantity),
    },
    {
      key: 'repair',
      head: t('incidents.lines.repair'),
      right: true,
      cell: (part) => <Amount bare value={part.itemRepairPrice} />,
    },
    {
      key: 'replace',
      head: t('incidents.lines.replace'),
      right: true,
      cell: (part) => <Amount bare value={part.itemReplacePrice} />,
    },
    {
      key: 'market',
      head: t('incidents.lines.market'),
      cell: (part) => <PriceRange price={priceOverMarket(part)} market={part} />,
    },
  ];
  return (
    <Section
      title={t('incidents.section.parts')}
      aside={
        <Typography variant="caption">
          {t('incidents.lines.parts', { count: report.items.length })}
        </Typography>
      }
    >
      <LineTable
        label={t('incidents.section.parts')}
        items={report.items}
        columns={columns}
        sums={[
          { words: t('incidents.totals.repair'), amount: totals.repair.total },
          { words: t('incidents.totals.replace'), amount: totals.replace.total },
        ]}
      />
      {!(totals.repair.complete && totals.replace.complete) && (
        <Typography variant="caption">{t('orders.lines.incomplete')}</Typography>
      )}
    </Section>
  );
}
