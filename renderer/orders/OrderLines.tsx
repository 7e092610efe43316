import Typography from '@mui/material/Typography';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Section } from '../parts/Fields.tsx';
import { PurchaseOrderLines } from './PurchaseOrderLines.tsx';
import { ServiceOrderLines } from './ServiceOrderLines.tsx';

/** What is ordered, line by line, with its sums. */
export function OrderLines({ order }: { order: Pick<RecordDetail, 'content' | 'total'> }) {
  const { t } = useWords();
  const empty = order.content.order.items.length === 0;
  return (
    <Section
      title={t('orders.detail.section.lines')}
      aside={<Typography variant="caption">{t('orders.lines.currency')}</Typography>}
    >
      {empty && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('orders.lines.none')}
        </Typography>
      )}
      {order.content.kind === 'purchaseOrder' ? (
        <PurchaseOrderLines order={order.content.order} />
      ) : (
        <ServiceOrderLines order={order.content.order} total={order.total} />
      )}
    </Section>
  );
}
