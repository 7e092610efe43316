import { useI18n } from '../app/locale/i18n.ts';
import { OrderRow, orderFace } from '../orders/OrderView.tsx';
import { RecordsScreen } from '../records/RecordsScreen.tsx';

/** Orders for parts, which go to a supplier. */
export function PurchaseOrders({ id }: { id: number | null }) {
  const { t } = useI18n();
  return (
    <RecordsScreen
      key="purchaseOrder"
      kind="purchaseOrder"
      id={id}
      title={t('frame.rail.purchaseOrders')}
      Row={OrderRow}
      face={orderFace}
    />
  );
}
