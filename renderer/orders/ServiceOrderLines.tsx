import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ServiceOrder, ServiceOrderItem } from '#shared/marketplace/service-order.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/reference-names.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { type Column, LineTable } from '../records/LineTable.tsx';
import { product } from '../records/totals.ts';

/** The labour of a service order. Its sums are the marketplace's own; the total is the engine's, without the deductible. */
export function ServiceOrderLines({ order, total }: { order: ServiceOrder; total: string | null }) {
  const { t, format } = useI18n();
  const nameOf = useReferenceNames();
  const columns: Column<ServiceOrderItem>[] = [
    {
      key: 'service',
      head: t('orders.lines.service'),
      fields: ['workshopServiceName', 'workshopServiceCode', 'itemCode', 'itemName', 'itemActionName'],
      cell: (item) => <Labour item={item} />,
    },
    {
      key: 'action',
      wide: true,
      head: t('orders.lines.action'),
      fields: ['itemActionName'],
      cell: (item) => nameOf(null, item.itemActionId, item.itemActionName) ?? t('common.none'),
    },
    {
      key: 'quantity',
      head: t('orders.lines.quantity'),
      fields: ['itemQuantity'],
      right: true,
      cell: (item) => format.quantity(item.itemQuantity),
    },
    {
      key: 'price',
      head: t('orders.lines.servicePrice'),
      fields: ['workshopServicePrice'],
      right: true,
      cell: (item) => <Amount bare value={item.workshopServicePrice} />,
    },
    {
      key: 'other',
      head: t('orders.lines.otherCosts'),
      fields: ['otherCosts'],
      right: true,
      cell: (item) => <Amount bare value={item.otherCosts} />,
    },
    {
      key: 'amount',
      head: t('orders.lines.rowPrice'),
      right: true,
      cell: (item) => <Amount bare value={product(item.itemQuantity, item.workshopServicePrice)} />,
    },
  ];
  return (
    <LineTable
      label={t('records.detail.section.lines')}
      at="/items"
      items={order.items}
      columns={columns}
      sums={[
        { label: t('orders.lines.subtotal'), amount: order.subTotalAmount, at: '/subTotalAmount' },
        { label: t('orders.lines.difference'), amount: order.differenceAmount, at: '/differenceAmount' },
        { label: t('orders.lines.tax'), amount: order.taxTotalAmount, at: '/taxTotalAmount' },
        { label: t('orders.lines.grandTotal'), amount: total, strong: true },
      ]}
    />
  );
}

function Labour({ item }: { item: ServiceOrderItem }) {
  const { t } = useI18n();
  const { workshopServiceName: service } = item;
  const isNamed = service !== null && service !== '';
  // Without a service the part's own name stands above.
  const part = [item.itemCode, isNamed ? item.itemName : null].filter((text) => text !== null && text !== '');
  return (
    <Box sx={{ minWidth: 140 }}>
      {isNamed ? service : (item.itemName ?? t('common.none'))}
      <Typography variant="caption" component="div">
        {item.workshopServiceCode !== null && item.workshopServiceCode !== '' && (
          <>
            <PlainCode value={item.workshopServiceCode} />
            {part.length > 0 && ' · '}
          </>
        )}
        {part.join(' ')}
      </Typography>
      {item.itemActionName !== null && item.itemActionName !== '' && (
        <Typography variant="caption" component="div" className="narrow">
          {t('orders.lines.action')}: {item.itemActionName.toLocaleLowerCase()}
        </Typography>
      )}
    </Box>
  );
}
