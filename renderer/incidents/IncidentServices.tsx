import Typography from '@mui/material/Typography';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Section } from '../components/Fields.tsx';
import { type Column, LineTable } from '../records/LineTable.tsx';
import { product } from '../records/totals.ts';
import { incidentTotals } from './incident-totals.ts';

type Service = IncidentReport['services'][number];

/** The labour that the report asks for, each with its amount. */
export function IncidentServices({ report }: { report: IncidentReport }) {
  const { t, format } = useI18n();
  if (report.services.length === 0) return null;
  const total = incidentTotals(report).services;
  const columns: Column<Service>[] = [
    {
      key: 'service',
      head: t('incidents.lines.service'),
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
      head: t('incidents.lines.quantity'),
      fields: ['quantity'],
      right: true,
      cell: (service) => format.quantity(service.quantity),
    },
    {
      key: 'price',
      head: t('incidents.lines.unitPrice'),
      fields: ['unitPrice'],
      right: true,
      cell: (service) => <Amount bare value={service.unitPrice} />,
    },
    {
      key: 'amount',
      head: t('incidents.lines.amount'),
      right: true,
      cell: (service) => <Amount bare value={product(service.quantity, service.unitPrice)} />,
    },
  ];
  return (
    <Section
      title={t('incidents.section.services')}
      at="/services"
      aside={
        <Typography variant="caption">
          {t('incidents.lines.services', { count: report.services.length })}
        </Typography>
      }
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
