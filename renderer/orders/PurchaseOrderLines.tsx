import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PurchaseOrder, PurchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceName } from '../app/reference-names.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { type Column, LineTable } from '../records/LineTable.tsx';
import { PriceRange } from '../records/PriceRange.tsx';
import { sum } from '../records/totals.ts';

/** The parts of a purchase order, each price on its market range. */
export function PurchaseOrderLines({ order }: { order: PurchaseOrder }) {
  const { t, format } = useI18n();
  const { items } = order;
  if (items.length === 0) return null;
  const of = (
    key: 'supplierItemRowPrice' | 'supplierRowDiscount' | 'supplierItemRowTax' | 'supplierItemRowTotal',
  ) => sum(items.map((item) => item[key]));
  const columns: Column<PurchaseOrderItem>[] = [
    {
      key: 'item',
      head: t('orders.lines.item'),
      fields: [
        'itemName',
        'itemCode',
        'itemTypeName',
        'deliveryTimeInDays',
        'workshopItemRepairPrice',
        'workshopItemReplacePrice',
      ],
      cell: (item) => <Part item={item} />,
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
      head: t('orders.lines.unitPrice'),
      fields: ['supplierItemPrice'],
      right: true,
      cell: (item) => <Amount bare value={item.supplierItemPrice} />,
    },
    {
      key: 'market',
      head: t('orders.lines.market'),
      fields: ['itemMinSellPrice', 'itemAverageSellPrice', 'itemMaxSellPrice'],
      cell: (item) => <PriceRange price={item.supplierItemPrice} market={item} />,
    },
    {
      key: 'amount',
      wide: true,
      head: t('orders.lines.rowPrice'),
      right: true,
      fields: ['supplierItemRowPrice'],
      cell: (item) => <Amount bare value={item.supplierItemRowPrice} />,
    },
    {
      key: 'discount',
      wide: true,
      head: t('orders.lines.discount'),
      fields: ['supplierRowDiscount'],
      right: true,
      cell: (item) => <Amount bare value={item.supplierRowDiscount} />,
    },
    {
      key: 'tax',
      wide: true,
      head: t('orders.lines.tax'),
      fields: ['supplierItemRowTax'],
      right: true,
      cell: (item) => <Amount bare value={item.supplierItemRowTax} />,
    },
    {
      key: 'total',
      head: t('orders.lines.total'),
      fields: ['supplierItemRowTotal', 'supplierItemRowTax', 'supplierRowDiscount', 'supplierItemRowPrice'],
      right: true,
      cell: (item) => <LineTotal item={item} />,
    },
  ];
  const total = of('supplierItemRowTotal');
  return (
    <>
      <LineTable
        label={t('records.detail.section.lines')}
        at="/items"
        items={items}
        columns={columns}
        sums={[
          { label: t('orders.lines.subtotal'), amount: of('supplierItemRowPrice').total },
          { label: t('orders.lines.discount'), amount: of('supplierRowDiscount').total },
          { label: t('orders.lines.tax'), amount: of('supplierItemRowTax').total },
          { label: t('orders.lines.grandTotal'), amount: total.total, strong: true },
        ]}
      />
      {!total.complete && <Typography variant="caption">{t('orders.lines.incomplete')}</Typography>}
    </>
  );
}

function Part({ item }: { item: PurchaseOrderItem }) {
  const { t } = useI18n();
  const type = useReferenceName('itemTypes', item.itemTypeId, item.itemTypeName);
  const days = item.deliveryTimeInDays;
  const more = [type, days === null ? null : t('records.facts.days', { count: days })].filter(Boolean);
  return (
    <Box sx={{ minWidth: 120 }}>
      {item.itemName ?? t('common.none')}
      <Typography variant="caption" component="div">
        {item.itemCode !== null && item.itemCode !== '' && (
          <>
            <PlainCode value={item.itemCode} />
            {more.length > 0 && ' · '}
          </>
        )}
        {more.join(' · ')}
      </Typography>
      {(item.workshopItemRepairPrice !== null || item.workshopItemReplacePrice !== null) && (
        <Typography variant="caption" component="div">
          {t('orders.lines.workshopLabour')}: {t('orders.lines.toRepair')}{' '}
          <Amount bare value={item.workshopItemRepairPrice} />, {t('orders.lines.toReplace')}{' '}
          <Amount bare value={item.workshopItemReplacePrice} />
        </Typography>
      )}
    </Box>
  );
}

/** A line's total; where its columns have no room, its discount and tax stand below. */
function LineTotal({ item }: { item: PurchaseOrderItem }) {
  const { t } = useI18n();
  const discounted = item.supplierRowDiscount !== null && Number(item.supplierRowDiscount) !== 0;
  return (
    <>
      <Amount bare value={item.supplierItemRowTotal} />
      {item.itemQuantity !== 1 && (
        <Typography variant="caption" component="div" className="narrow" sx={{ whiteSpace: 'nowrap' }}>
          {t('orders.lines.rowPrice')} <Amount bare value={item.supplierItemRowPrice} />
        </Typography>
      )}
      <Typography variant="caption" component="div" className="narrow" sx={{ whiteSpace: 'nowrap' }}>
        {t('orders.lines.tax')} <Amount bare value={item.supplierItemRowTax} />
      </Typography>
      {discounted && (
        <Typography variant="caption" component="div" className="narrow" sx={{ whiteSpace: 'nowrap' }}>
          {t('orders.lines.discountShort')} <Amount bare value={item.supplierRowDiscount} />
        </Typography>
      )}
    </>
  );
}
