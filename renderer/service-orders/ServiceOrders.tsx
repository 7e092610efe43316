import { useI18n } from '../app/locale/i18n.ts';
import { OrderRow, orderFace } from '../orders/OrderView.tsx';
import { RecordsScreen } from '../records/RecordsScreen.tsx';

/** Orders for labour, which go to a workshop. */
export function ServiceOrders({ id }: { id: number | null }) {
  const { t } = useI18n();
  return (
    <RecordsScreen
      key="serviceOrder"
      kind="serviceOrder"
      id={id}
      title={t('frame.rail.serviceOrders')}
      Row={OrderRow}
      face={orderFace}
    />
  );
}
