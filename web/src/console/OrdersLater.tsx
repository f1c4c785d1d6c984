/** The dialog of orders in advance, loaded when it is opened. */
import { lazy, Suspense } from 'react';

const OrdersDialog = lazy(() => import('./OrdersDialog'));

export function OrdersLater({ seat, onClose }: { seat: number; onClose: () => void }) {
  return (
    <Suspense>
      <OrdersDialog seat={seat} onClose={onClose} />
    </Suspense>
  );
}
