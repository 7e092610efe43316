import Big from 'big.js';
import type { RecordDetail } from '#shared/contract/records.ts';
import type { DocumentItem, FinancialDocument } from '#shared/marketplace/financial-document.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { Section } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';
import { amountColumn, type Column, LineTable } from '../records/LineTable.tsx';
import { isTooLong } from '../records/pointer.ts';

/** The lines as they came, and beside a total that the line's own figures do not give what they do give. */
export function DocumentLines({ record, document }: { record: RecordDetail; document: FinancialDocument }) {
  const { t, format } = useI18n();
  const currency = format.currencyPlural(
    document.currency?.code ?? null,
    document.currency?.currencyName ?? null,
  );
  const columns: Column<DocumentItem>[] = [
    {
      key: 'item',
      header: t('documents.lines.item'),
      fields: ['documentItemName'],
      cell: (item) => item.documentItemName ?? t('common.none'),
    },
    {
      key: 'quantity',
      header: t('documents.lines.quantity'),
      fields: ['quantity'],
      right: true,
      cell: (item) => format.quantity(item.quantity),
    },
    amountColumn('unitPrice', t('documents.lines.unitPrice')),
    amountColumn('unitTaxAmount', t('documents.lines.tax')),
    amountColumn('unitDiscountAmount', t('documents.lines.discount')),
    {
      key: 'total',
      header: t('documents.lines.total'),
      fields: ['rowTotal'],
      right: true,
      cell: (item) => (
        <>
          <Amount bare value={item.rowTotal} />
          <Computed amount={otherThanSaid(computedTotal(item), item.rowTotal)} />
        </>
      ),
    },
  ];
  return (
    <Section
      title={t('records.detail.section.lines')}
      at="/items"
      aside={currency !== null && t('documents.lines.currency', { currency })}
    >
      {document.items.length === 0 && (
        <Typography variant="quiet">
          {t(isTooLong(record, '/items') ? 'records.detail.tooLong' : 'documents.lines.none')}
        </Typography>
      )}
      <LineTable
        label={t('records.detail.section.lines')}
        at="/items"
        items={document.items}
        columns={document.items.length === 0 ? [] : columns}
        sums={[
          { label: t('documents.lines.subtotal'), amount: document.subtotalAmount, at: '/subtotalAmount' },
          {
            label: t('documents.lines.discounts'),
            amount: document.discountTotalAmount,
            at: '/discountTotalAmount',
          },
          { label: t('documents.lines.taxes'), amount: document.taxTotalAmount, at: '/taxTotalAmount' },
          {
            label: t('documents.lines.grandTotal'),
            amount: document.totalAmount,
            at: '/totalAmount',
            strong: true,
            currency: document.currency?.code ?? 'DOP',
          },
        ]}
      />
      <Typography component="div" sx={{ textAlign: 'right' }}>
        <Computed amount={otherThanSaid(computedGrandTotal(document), document.totalAmount)} />
      </Typography>
    </Section>
  );
}

function Computed({ amount }: { amount: string | null }) {
  const { t, format } = useI18n();
  if (amount === null) return null;
  return (
    <Typography variant="caption" component="div" sx={{ color: 'warning.main', whiteSpace: 'nowrap' }}>
      {t('documents.lines.computed', { amount: format.amount(amount) })}
    </Typography>
  );
}

/** Quantity x (unitPrice + unitTaxAmount - unitDiscountAmount) (interface, "ItemDetails(FD)"), to two decimals, half up. */
export function computedTotal(
  item: Pick<DocumentItem, 'quantity' | 'unitPrice' | 'unitTaxAmount' | 'unitDiscountAmount'>,
): string | null {
  if (item.quantity === null || item.unitPrice === null) return null;
  try {
    const unit = new Big(item.unitPrice)
      .plus(item.unitTaxAmount ?? '0')
      .minus(item.unitDiscountAmount ?? '0');
    return new Big(item.quantity).times(unit).round(2, Big.roundHalfUp).toFixed(2);
  } catch {
    return null;
  }
}

/** Subtotal - discounts + taxes (interface, "FinancialDocumentDetails"), to two decimals, half up. */
export function computedGrandTotal(document: {
  subtotalAmount: string | null;
  discountTotalAmount: string | null;
  taxTotalAmount: string | null;
}): string | null {
  if (document.subtotalAmount === null) return null;
  try {
    return new Big(document.subtotalAmount)
      .minus(document.discountTotalAmount ?? '0')
      .plus(document.taxTotalAmount ?? '0')
      .round(2, Big.roundHalfUp)
      .toFixed(2);
  } catch {
    return null;
  }
}

/** What was computed, where it is another amount than what was said; null where they agree or either is absent. */
export function otherThanSaid(computed: string | null, sent: string | null): string | null {
  if (computed === null || sent === null) return null;
  try {
    return new Big(computed).eq(new Big(sent).round(2, Big.roundHalfUp)) ? null : computed;
  } catch {
    return null;
  }
}
