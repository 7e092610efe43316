import Typography from '@mui/material/Typography';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Section } from '../components/Fields.tsx';
import { isTooLong } from '../records/too-long.ts';
import { isOrder } from './order-content.ts';
import { PurchaseOrderLines } from './PurchaseOrderLines.tsx';
import { ServiceOrderLines } from './ServiceOrderLines.tsx';

/** What is ordered, line by line, with its sums. */
export function OrderLines({ record }: { record: Pick<RecordDetail, 'content' | 'total' | 'findings'> }) {
  const { t } = useI18n();
  const { content } = record;
  if (!isOrder(content)) return null;
  return (
    <Section
      title={t('records.detail.section.lines')}
      at="/items"
      aside={<Typography variant="caption">{t('orders.lines.currency')}</Typography>}
    >
      {content.order.items.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
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
