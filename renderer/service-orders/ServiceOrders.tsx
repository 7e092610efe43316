import { OrdersScreen } from '../orders/OrdersScreen.tsx';

/** Orders for labour, which go to a workshop. */
export function ServiceOrders({ id }: { id: number | null }) {
  return <OrdersScreen key="serviceOrder" kind="serviceOrder" id={id} />;
}
