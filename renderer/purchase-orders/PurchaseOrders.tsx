import { OrdersScreen } from '../orders/OrdersScreen.tsx';

/** Orders for parts, which go to a supplier. */
export function PurchaseOrders({ id }: { id: number | null }) {
  return <OrdersScreen key="purchaseOrder" kind="purchaseOrder" id={id} />;
}
