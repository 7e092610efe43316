import type { RecordDetail } from '#shared/contract/records.ts';
import type { PurchaseOrder, PurchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import type { ServiceOrder, ServiceOrderItem } from '#shared/marketplace/service-order.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceName, useReferenceNames } from '../app/names.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Section } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';
import { amountColumn, type Column, LineTable, product, sum } from '../records/LineTable.tsx';
import { PriceRange } from '../records/PriceRange.tsx';
import { isTooLong } from '../records/pointer.ts';
import { isOrder } from './OrderFacts.tsx';

/** What is ordered, line by line, with its sums. */
export function OrderLines({ record }: { record: Pick<RecordDetail, 'content' | 'total' | 'findings'> }) {
  const { t } = useI18n();
  const { content } = record;
  if (!isOrder(content)) return null;
  return (
    <Section title={t('records.detail.section.lines')} at="/items" aside={t('orders.lines.currency')}>
      {content.order.items.length === 0 && (
        <Typography variant="quiet">
          {t(isTooLong(record, '/items') ? 'records.detail.tooLong' : 'orders.lines.none')}
        </Typography>
      )}
      {content.kind === 'purchaseOrder' ? (
        <PurchaseOrderLines order={content.order} />
      ) : (
        <ServiceOrderLines order={content.order} total={record.total} />
      )}
    </Section>
  );
}

/** The parts of a purchase order, each price on its market range. */
function PurchaseOrderLines({ order }: { order: PurchaseOrder }) {
  const { t, format } = useI18n();
  const { items } = order;
  if (items.length === 0) return null;
  const sumOf = (
    key: 'supplierItemRowPrice' | 'supplierRowDiscount' | 'supplierItemRowTax' | 'supplierItemRowTotal',
  ) => sum(items.map((item) => item[key]));
  const columns: Column<PurchaseOrderItem>[] = [
    {
      key: 'item',
      header: t('orders.lines.item'),
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
      header: t('orders.lines.quantity'),
      fields: ['itemQuantity'],
      right: true,
      cell: (item) => format.quantity(item.itemQuantity),
    },
    amountColumn('supplierItemPrice', t('orders.lines.unitPrice')),
    {
      key: 'market',
      header: t('orders.lines.market'),
      fields: ['itemMinSellPrice', 'itemAverageSellPrice', 'itemMaxSellPrice'],
      cell: (item) => <PriceRange price={item.supplierItemPrice} market={item} />,
    },
    amountColumn('supplierItemRowPrice', t('orders.lines.rowPrice'), true),
    amountColumn('supplierRowDiscount', t('orders.lines.discount'), true),
    amountColumn('supplierItemRowTax', t('orders.lines.tax'), true),
    {
      key: 'total',
      header: t('orders.lines.total'),
      fields: ['supplierItemRowTotal', 'supplierItemRowTax', 'supplierRowDiscount', 'supplierItemRowPrice'],
      right: true,
      cell: (item) => <LineTotal item={item} />,
    },
  ];
  const total = sumOf('supplierItemRowTotal');
  return (
    <>
      <LineTable
        label={t('records.detail.section.lines')}
        at="/items"
        items={items}
        columns={columns}
        sums={[
          { label: t('orders.lines.subtotal'), amount: sumOf('supplierItemRowPrice').total },
          { label: t('orders.lines.discount'), amount: sumOf('supplierRowDiscount').total },
          { label: t('orders.lines.tax'), amount: sumOf('supplierItemRowTax').total },
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

/** The labour of a service order. Its sums are the marketplace's own; the total is the engine's, without the deductible. */
function ServiceOrderLines({ order, total }: { order: ServiceOrder; total: string | null }) {
  const { t, format } = useI18n();
  const nameOf = useReferenceNames();
  const columns: Column<ServiceOrderItem>[] = [
    {
      key: 'service',
      header: t('orders.lines.service'),
      fields: ['workshopServiceName', 'workshopServiceCode', 'itemCode', 'itemName', 'itemActionName'],
      cell: (item) => <Labour item={item} />,
    },
    {
      key: 'action',
      wide: true,
      header: t('orders.lines.action'),
      fields: ['itemActionName'],
      cell: (item) => nameOf(null, item.itemActionId, item.itemActionName) ?? t('common.none'),
    },
    {
      key: 'quantity',
      header: t('orders.lines.quantity'),
      fields: ['itemQuantity'],
      right: true,
      cell: (item) => format.quantity(item.itemQuantity),
    },
    amountColumn('workshopServicePrice', t('orders.lines.servicePrice')),
    amountColumn('otherCosts', t('orders.lines.otherCosts')),
    {
      key: 'amount',
      header: t('orders.lines.rowPrice'),
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
